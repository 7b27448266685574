//! The relatives of UTF-8: RFC 2279, CESU-8 (UTR #26), Java's modified UTF-8, WTF-8.
//!
//! All have sequences of a lead octet and continuation octets; [`Rules`] says in what they differ.

use super::MOST;
use crate::{
    error::Kind,
    form::{Encoded, Sequence, is_continuation},
    scalar,
};

/// In what the relatives differ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// The most octets of a sequence.
    longest: usize,
    /// The greatest value.
    greatest: u32,
    surrogates: Surrogates,
    /// Whether U+0000 is `C0 80`, and only so.
    long_nul: bool,
}

/// What three octets are that spell a surrogate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Surrogates {
    /// No sequence: their first octet begins nothing.
    Never,
    /// Half of a supplementary character, as in UTF-16.
    Pairs,
    /// One mistake; as a pair, too.
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

/// The least value that needs a sequence of this many octets.
const LEAST: [u32; 7] = [0, 0, 0x80, 0x800, 0x1_0000, 0x20_0000, 0x400_0000];

/// A complete sequence of two octets or more, by its shape alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Complete {
        value: u32,
    },
    Incomplete,
    /// So many octets, and then none that goes on.
    CutShort {
        len: usize,
    },
}

/// Reads a sequence of `len` octets at the start of `src`.
fn shape(src: &[u8], len: usize, last: bool) -> Shape {
    let mut value = u32::from(src[0]) & (0x7F >> len);
    for at in 1..len {
        match src.get(at) {
            Some(&octet) if is_continuation(octet) => value = value << 6 | u32::from(octet & 0x3F),
            None if !last => return Shape::Incomplete,
            _ => return Shape::CutShort { len: at },
        }
    }
    Shape::Complete { value }
}

/// What stands at the start of `src`.
pub(super) fn first(rules: &Rules, src: &[u8], last: bool) -> Sequence {
    let Some(&lead) = src.first() else { return Sequence::Incomplete };
    let ill_formed = |kind, len| Sequence::IllFormed { kind, len };
    let len = scalar::rfc2279_len(lead);
    match lead {
        0 if rules.long_nul => return ill_formed(Kind::NeverUsedOctet, 1),
        ..0x80 => return Sequence::Value { value: lead.into(), len: 1 },
        0x80..0xC0 => return ill_formed(Kind::UnexpectedContinuation, 1),
        _ if len == 0 || len > rules.longest.max(4) => return ill_formed(Kind::NeverUsedOctet, 1),
        _ => {}
    }
    let value = match shape(src, len, last) {
        Shape::Incomplete => return Sequence::Incomplete,
        Shape::CutShort { len } => return cut_short(rules, &src[..len]),
        Shape::Complete { value } => value,
    };
    match value {
        0 if rules.long_nul && len == 2 => Sequence::Value { value, len },
        _ if value < LEAST[len] => ill_formed(Kind::Overlong { means: value }, 1),
        _ if len > rules.longest => ill_formed(Kind::NeverUsedOctet, 1),
        _ if scalar::is_surrogate(value) => surrogate(rules, value as u16, src, last),
        _ if value > rules.greatest => ill_formed(Kind::OutOfRange { value }, 1),
        _ => Sequence::Value { value, len },
    }
}

/// What the surrogate `value` is, three octets at the start of `src`.
fn surrogate(rules: &Rules, value: u16, src: &[u8], last: bool) -> Sequence {
    let lone = |len| Sequence::IllFormed { kind: Kind::Surrogate { value }, len };
    if rules.surrogates == Never {
        return lone(1);
    }
    let low = match (value, &src[3..]) {
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

/// What `octets`, a lead and too few continuations, is.
fn cut_short(rules: &Rules, octets: &[u8]) -> Sequence {
    let lead = octets[0];
    let never = match lead {
        0xC0 => !rules.long_nul,
        0xC1 => true,
        0xF0.. if rules.longest < 4 => true,
        _ => values(lead, 0x80).0 > rules.greatest,
    };
    let kind = if never { Kind::NeverUsedOctet } else { Kind::Truncated };
    let begins_well =
        !never && octets.get(1).is_some_and(|&second| may_follow(rules, lead, second));
    Sequence::IllFormed { kind, len: if begins_well { octets.len() } else { 1 } }
}

/// The range of values that begin with `lead` and `second`, of which `second` is a continuation.
fn values(lead: u8, second: u8) -> (u32, u32) {
    let len = scalar::rfc2279_len(lead);
    let shift = 6 * (len as u32 - 2);
    let head = (u32::from(lead) & (0x7F >> len)) << 6 | u32::from(second & 0x3F);
    (head << shift, (head << shift) + ((1 << shift) - 1))
}

/// Whether a well-formed sequence begins with `lead` and `second`.
fn may_follow(rules: &Rules, lead: u8, second: u8) -> bool {
    let (least, most) = values(lead, second);
    let surrogates = scalar::is_surrogate(least) && rules.surrogates == Never;
    let long_nul = rules.long_nul && lead == 0xC0 && second == 0x80;
    let shortest = most >= LEAST[scalar::rfc2279_len(lead)];
    long_nul || (shortest && least <= rules.greatest && !surrogates)
}

/// The octets of `value`; `None` if it cannot be encoded.
pub(super) fn encode(rules: &Rules, value: u32) -> Option<Encoded<MOST>> {
    let mut octets = Encoded::EMPTY;
    match value {
        0 if rules.long_nul => push(&mut octets, value, 2),
        _ if scalar::is_surrogate(value) || value > rules.greatest => return None,
        0x1_0000.. if rules.longest < 4 => {
            for half in scalar::to_surrogates(value) {
                push(&mut octets, half.into(), 3);
            }
        }
        _ => {
            let len = LEAST.iter().rposition(|&least| value >= least)?;
            push(&mut octets, value, len);
        }
    }
    Some(octets)
}

/// Appends `value` in `len` octets.
fn push(octets: &mut Encoded<MOST>, value: u32, len: usize) {
    if len == 1 {
        return octets.push(value as u8);
    }
    let mark = !(0xFF_u8 >> len);
    octets.push(mark | (value >> (6 * (len - 1))) as u8);
    for at in (0..len - 1).rev() {
        octets.push(0x80 | (value >> (6 * at)) as u8 & 0x3F);
    }
}
