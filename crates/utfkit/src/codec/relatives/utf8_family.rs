//! The relatives of UTF-8: US-ASCII, RFC 2279, CESU-8 (UTR #26), Java's modified UTF-8, WTF-8.
//!
//! All except US-ASCII have sequences of a lead byte and continuation bytes. [`Rules`] lists their
//! differences.

use core::mem::MaybeUninit;

use crate::{
    codec::step::MAX_BYTES,
    error::Kind,
    form::{Encoded, Sequence, cut, is_continuation},
    scalar,
    simd::Progress,
};

/// The differences between the relatives.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// The maximum length of a sequence in bytes.
    longest: usize,
    /// The maximum value.
    greatest: u32,
    surrogates: Surrogates,
    /// Whether U+0000 is encoded as `C0 80`, and only so.
    long_nul: bool,
}

/// The meaning of three bytes that encode a surrogate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Surrogates {
    /// They are not a sequence: the first byte is an error of its own.
    Never,
    /// They are half of a supplementary character, as in UTF-16.
    Pairs,
    /// They are one error, and so is a pair of them.
    Lone,
}

use Surrogates::{Lone, Never, Pairs};

pub(super) const RFC2279: Rules =
    Rules { longest: 6, greatest: 0x7FFF_FFFF, surrogates: Never, long_nul: false };
pub(super) const CESU8: Rules =
    Rules { longest: 3, greatest: scalar::MAX, surrogates: Pairs, long_nul: false };
pub(super) const MODIFIED: Rules = Rules { long_nul: true, ..CESU8 };
pub(super) const WTF8: Rules =
    Rules { longest: 4, greatest: scalar::MAX, surrogates: Lone, long_nul: false };

/// The minimum value that needs a sequence of this many bytes.
const MIN: [u32; 7] = [0, 0, 0x80, 0x800, 0x1_0000, 0x20_0000, 0x400_0000];

/// A complete sequence of at least two bytes, judged only by its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Complete {
        value: u32,
    },
    Incomplete,
    /// A number of bytes, followed by a byte that does not continue them.
    CutShort {
        len: usize,
    },
}

/// Reads a sequence of `len` bytes at the start of `src`.
fn shape(src: &[u8], len: usize, last: bool) -> Shape {
    let mut value = u32::from(src[0]) & (0x7F >> len);
    for at in 1..len {
        match src.get(at) {
            Some(&byte) if is_continuation(byte) => value = value << 6 | u32::from(byte & 0x3F),
            None if !last => return Shape::Incomplete,
            _ => return Shape::CutShort { len: at },
        }
    }
    Shape::Complete { value }
}

/// Decodes the sequence at the start of `src`.
pub(super) fn first(rules: &Rules, src: &[u8], last: bool) -> Sequence {
    let Some(&lead) = src.first() else { return Sequence::Incomplete };
    let ill_formed = |kind, len| Sequence::IllFormed { kind, len };
    let len = scalar::rfc2279_len(lead);
    match lead {
        0 if rules.long_nul => return ill_formed(Kind::InvalidByte, 1),
        ..0x80 => return Sequence::Value { value: lead.into(), len: 1 },
        0x80..0xC0 => return ill_formed(Kind::UnexpectedContinuation, 1),
        _ if len == 0 || len > rules.longest.max(4) => return ill_formed(Kind::InvalidByte, 1),
        _ => {}
    }
    let value = match shape(src, len, last) {
        Shape::Incomplete => return Sequence::Incomplete,
        Shape::CutShort { len } => return cut_short(rules, &src[..len]),
        Shape::Complete { value } => value,
    };
    match value {
        0 if rules.long_nul && len == 2 => Sequence::Value { value, len },
        _ if value < MIN[len] => ill_formed(Kind::Overlong { means: value }, 1),
        _ if len > rules.longest => ill_formed(Kind::InvalidByte, 1),
        _ if scalar::is_surrogate(value) => surrogate(rules, value as u16, src, last),
        _ if value > rules.greatest => ill_formed(Kind::OutOfRange { value }, 1),
        _ => Sequence::Value { value, len },
    }
}

/// Returns the sequence of the surrogate `value`, the three bytes at the start of `src`.
fn surrogate(rules: &Rules, value: u16, src: &[u8], last: bool) -> Sequence {
    let lone = |len| Sequence::IllFormed { kind: Kind::Surrogate { value }, len };
    if rules.surrogates == Never {
        return lone(1);
    }
    let low = match (value, cut::rest(src, 3)) {
        (0xD800..0xDC00, low @ ([] | [0xED] | [0xED, 0xB0..0xC0])) if !last => {
            debug_assert!(low.len() < 3, "a low surrogate that is not all there");
            return Sequence::Incomplete;
        }
        (0xD800..0xDC00, [0xED, second @ 0xB0..0xC0, third @ 0x80..0xC0, ..]) => {
            0xD000 | u16::from(second & 0x3F) << 6 | u16::from(third & 0x3F)
        }
        _ => return lone(3),
    };
    let means = scalar::from_surrogates(value, low);
    match rules.surrogates {
        Pairs => Sequence::Value { value: means, len: 6 },
        Lone | Never => Sequence::IllFormed { kind: Kind::IrregularPair { means }, len: 6 },
    }
}

/// Classifies `bytes`, a lead with too few continuation bytes.
fn cut_short(rules: &Rules, bytes: &[u8]) -> Sequence {
    let lead = bytes.first().copied().unwrap_or_default();
    let never = match lead {
        0xC0 => !rules.long_nul,
        0xC1 => true,
        0xF0.. if rules.longest < 4 => true,
        _ => values(lead, 0x80).0 > rules.greatest,
    };
    let kind = if never { Kind::InvalidByte } else { Kind::Truncated };
    let begins_well = !never && bytes.get(1).is_some_and(|&second| may_follow(rules, lead, second));
    Sequence::IllFormed { kind, len: if begins_well { bytes.len() } else { 1 } }
}

/// Returns the range of values that begin with `lead` and the continuation byte `second`.
fn values(lead: u8, second: u8) -> (u32, u32) {
    let len = scalar::rfc2279_len(lead);
    let shift = 6 * (len as u32 - 2);
    let head = (u32::from(lead) & (0x7F >> len)) << 6 | u32::from(second & 0x3F);
    (head << shift, (head << shift) + ((1 << shift) - 1))
}

/// Returns `true` if a well-formed sequence begins with `lead` and `second`.
fn may_follow(rules: &Rules, lead: u8, second: u8) -> bool {
    let (least, most) = values(lead, second);
    let surrogates = scalar::is_surrogate(least) && rules.surrogates == Never;
    let long_nul = rules.long_nul && lead == 0xC0 && second == 0x80;
    let shortest = most >= MIN[scalar::rfc2279_len(lead)];
    long_nul || (shortest && least <= rules.greatest && !surrogates)
}

/// Decodes `src` one by one with [`first`], until it returns no value or `values` is full. Returns
/// the numbers of bytes read and of values written.
#[inline(always)]
pub(super) fn decode(rules: &Rules, src: &[u8], values: &mut [MaybeUninit<u32>]) -> Progress {
    let mut read = 0;
    for (written, slot) in values.iter_mut().enumerate() {
        let rest = &src[read..];
        let (value, len) = match easy(rules, rest) {
            Some(easy) => easy,
            // If it is incomplete, the caller finds the same with the rest alone.
            None => match first(rules, rest, false) {
                Sequence::Value { value, len } => (value, len),
                _ => return Progress { read, written },
            },
        };
        slot.write(value);
        read += len;
    }
    Progress { read, written: values.len() }
}

/// Returns the value and the length of the sequence that [`first`] would return, for the common
/// cases.
#[inline(always)]
fn easy(rules: &Rules, src: &[u8]) -> Option<(u32, usize)> {
    let bytes = src.first_chunk::<6>()?;
    let bits = |at: usize| u32::from(bytes[at] & 0x3F);
    let continues = |at: usize| is_continuation(bytes[at]);
    let three = |at: usize| u32::from(bytes[at] & 0x0F) << 12 | bits(at + 1) << 6 | bits(at + 2);
    match bytes[0] {
        0 if rules.long_nul => None,
        lead @ ..0x80 => Some((lead.into(), 1)),
        lead @ 0xC2..0xE0 if continues(1) => Some((u32::from(lead & 0x1F) << 6 | bits(1), 2)),
        0xC0 if rules.long_nul && bytes[1] == 0x80 => Some((0, 2)),
        0xE0..0xF0 if continues(1) & continues(2) => match three(0) {
            ..0x800 => None,
            high @ 0xD800..0xDC00 if rules.surrogates == Pairs => {
                let low = three(3);
                let is_low = (bytes[3] == 0xED) & continues(4) & continues(5) & (low >= 0xDC00);
                is_low.then(|| (scalar::from_surrogates(high as u16, low as u16), 6))
            }
            0xD800..0xE000 => None,
            value => Some((value, 3)),
        },
        _ => None,
    }
}

/// Encodes `values` one by one with [`encode`], until one cannot be encoded or `dst` has less room
/// than any value may need. Returns the numbers of values read and of bytes written.
#[inline(always)]
pub(super) fn encode_all(rules: &Rules, values: &[u32], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let mut done = Progress::default();
    for &value in values {
        let Some(room) = dst[done.written..].first_chunk_mut::<MAX_BYTES>() else { break };
        let Some(bytes) = encode(rules, value) else { break };
        // The bytes after the value are overwritten later.
        *room = bytes.padded().map(MaybeUninit::new);
        done.read += 1;
        done.written += bytes.len();
    }
    done
}

/// Returns the bytes of `value`, or `None` if it cannot be encoded.
#[inline(always)]
pub(super) fn encode(rules: &Rules, value: u32) -> Option<Encoded<MAX_BYTES>> {
    let tail = |value: u32, at: u32| 0x80 | (value >> (6 * at)) as u8 & 0x3F;
    let three = |value: u32| [0xE0 | (value >> 12) as u8, tail(value, 1), tail(value, 0)];
    Some(match value {
        _ if rules.long_nul && value == 0 => Encoded::new([0xC0, 0x80, 0, 0, 0, 0, 0, 0], 2),
        0..0x80 => Encoded::new([value as u8, 0, 0, 0, 0, 0, 0, 0], 1),
        0x80..0x800 => {
            Encoded::new([0xC0 | (value >> 6) as u8, tail(value, 0), 0, 0, 0, 0, 0, 0], 2)
        }
        _ if scalar::is_surrogate(value) => return None,
        0x800..0x1_0000 => {
            let [a, b, c] = three(value);
            Encoded::new([a, b, c, 0, 0, 0, 0, 0], 3)
        }
        _ if value > rules.greatest => return None,
        _ if rules.longest < 4 => {
            let [[a, b, c], [d, e, f]] =
                scalar::to_surrogates(value).map(|half| three(half.into()));
            Encoded::new([a, b, c, d, e, f, 0, 0], 6)
        }
        _ => {
            let mut bytes = Encoded::EMPTY;
            push(&mut bytes, value, MIN.iter().rposition(|&least| value >= least)?);
            bytes
        }
    })
}

/// Appends `value` in `len` bytes, at least four.
fn push(bytes: &mut Encoded<MAX_BYTES>, value: u32, len: usize) {
    let mark = !(0xFF_u8 >> len);
    bytes.push(mark | (value >> (6 * (len - 1))) as u8);
    for at in (0..len - 1).rev() {
        bytes.push(0x80 | (value >> (6 * at)) as u8 & 0x3F);
    }
}

/// Decodes the sequence at the start of `src`, US-ASCII.
pub(super) fn first_ascii(src: &[u8]) -> Sequence {
    match src.first() {
        None => Sequence::Incomplete,
        Some(&byte) if byte.is_ascii() => Sequence::Value { value: byte.into(), len: 1 },
        Some(_) => Sequence::IllFormed { kind: Kind::InvalidByte, len: 1 },
    }
}

/// Returns the byte of `value` in US-ASCII, or `None` if it cannot be encoded.
pub(super) fn encode_ascii(value: u32) -> Option<Encoded<MAX_BYTES>> {
    (value <= 0x7F).then(|| Encoded::new([value as u8, 0, 0, 0, 0, 0, 0, 0], 1))
}
