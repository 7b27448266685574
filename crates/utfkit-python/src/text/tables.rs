//! Decodes long text in legacy charsets by tables.
//!
//! The decoder of the library fills the tables: one character for each byte, and one for each two
//! bytes. A charset of single bytes has a table of two characters for each two bytes, because one
//! load then decodes two characters. All sequences that are not in the tables are left to the
//! decoder: longer ones, ill-formed ones, and characters beyond U+FFFF.

use std::{
    mem::MaybeUninit,
    sync::{Mutex, PoisonError},
};

use utfkit::{
    Encoding,
    codec::{Decoder, Step},
    units::{Range, outside},
};

/// From this number of bytes on, decoding is worth the cost of the tables. They are made once.
pub(crate) const WORTH: usize = 16 << 10;

/// An entry without a character. U+FFFF is not a character.
pub(crate) const NONE: u16 = 0xFFFF;

/// The high bit of each byte.
const HIGH: u64 = 0x8080_8080_8080_8080;

/// The high bit of each byte that is the first of two.
const LEADS: u64 = 0x8000_8000_8000_8000;

/// The number of characters that are decoded one by one before groups of eight bytes are tried.
const STEPS: usize = 16;

/// The number of bytes that are decoded before the first missing character is looked for.
const AT_ONCE: usize = 128;

/// The number of pairs of bytes.
const PAIRS: usize = 1 << 16;

/// The tables of one charset.
pub(crate) struct Tables {
    encoding: Encoding,
    /// The decoder in its initial state.
    decoder: Decoder,
    /// The character of each byte.
    single: [u16; 256],
    /// Contains all bytes that are not the Latin-1 character.
    other: Range,
    pairs: Pairs,
}

enum Pairs {
    /// The two characters of each two bytes, the first in the low half.
    Two(Vec<u32>),
    /// The character of each two bytes.
    One(Vec<u16>),
}

static KNOWN: Mutex<Vec<&'static Tables>> = Mutex::new(Vec::new());

impl Tables {
    /// Returns the tables of `encoding`, if it is a legacy charset without shifts in which each byte
    /// of ASCII is a character. In VNI, the marks of a letter follow it.
    pub(crate) fn of(encoding: Encoding, decoder: Decoder) -> Option<&'static Self> {
        let is_legacy = matches!(encoding, Encoding::Charset(_) | Encoding::UsAscii);
        let is_character = |byte: u8| character(&decoder, &[byte]) == u16::from(byte);
        if !is_legacy || encoding.has_shifts() || !(0..0x80).all(is_character) {
            return None;
        }
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tables) = known.iter().find(|tables| tables.encoding == encoding) {
            return Some(tables);
        }
        // They are kept as long as the process runs. The number of charsets is a limit.
        let tables: &'static Self = Box::leak(Box::new(Self::new(encoding, decoder)));
        known.push(tables);
        Some(tables)
    }

    fn new(encoding: Encoding, decoder: Decoder) -> Self {
        let all = || (0..=u8::MAX).map(usize::from);
        let mut single = [NONE; 256];
        for byte in all() {
            single[byte] = character(&decoder, &[byte as u8]);
        }
        let is_lead = |byte: usize| {
            single[byte] == NONE && decoder.first(&[byte as u8], false) == Step::Incomplete
        };
        let pairs = if all().any(is_lead) {
            let mut pairs = vec![NONE; PAIRS];
            for lead in all().filter(|lead| is_lead(*lead)) {
                for trail in all() {
                    pairs[lead << 8 | trail] = character(&decoder, &[lead as u8, trail as u8]);
                }
            }
            Pairs::One(pairs)
        } else {
            let character = |byte: u8| u32::from(single[usize::from(byte)]);
            let both = |pair: u16| pair.to_le_bytes().map(character);
            let both = (0..=u16::MAX).map(both);
            Pairs::Two(both.map(|[first, second]| first | second << 16).collect())
        };
        let others = || (0..=u8::MAX).filter(|byte| single[usize::from(*byte)] != u16::from(*byte));
        let bound = |byte: Option<u8>| u32::from(byte.unwrap_or(u8::MAX));
        let other = Range { first: bound(others().min()), last: bound(others().max()) };
        Self { encoding, decoder, single, other, pairs }
    }

    /// Returns `true` if the tables decode text as `decoder` does in its state.
    pub(crate) fn serve(&self, decoder: &Decoder) -> bool {
        self.decoder == *decoder
    }

    /// Returns the number of bytes at the start of `src` that are Latin-1 characters, up to a byte
    /// that may be another character.
    pub(crate) fn same(&self, src: &[u8]) -> usize {
        outside(src, &[self.other])
    }

    /// Returns the character of each byte, or [`NONE`], if no character has more bytes.
    #[cfg(feature = "abi3")]
    pub(crate) fn singles(&self) -> Option<&[u16; 256]> {
        matches!(self.pairs, Pairs::Two(_)).then_some(&self.single)
    }

    /// Decodes characters into `units` up to the first that the tables do not have. Returns the
    /// numbers of bytes read and of units written.
    pub(crate) fn decode(&self, src: &[u8], units: &mut [MaybeUninit<u16>]) -> (usize, usize) {
        match &self.pairs {
            Pairs::Two(pairs) => {
                let len = src.len().min(units.len());
                let written = self.two(pairs, &src[..len], &mut units[..len]);
                (written, written)
            }
            Pairs::One(pairs) => self.one(pairs, src, units),
        }
    }

    fn two(&self, pairs: &[u32], src: &[u8], units: &mut [MaybeUninit<u16>]) -> usize {
        let Some(pairs) = pairs.first_chunk::<PAIRS>() else { return 0 };
        let mut written = 0;
        // After the first character that is missing, the work is lost: so it is small.
        for (src, units) in src.chunks(AT_ONCE).zip(units.chunks_mut(AT_ONCE)) {
            if self.some(pairs, src, units) {
                written += src.len();
                continue;
            }
            let known = |byte: &&u8| self.single[usize::from(**byte)] != NONE;
            return written + src.iter().take_while(known).count();
        }
        written
    }

    /// Decodes `src`. Returns `false` if a character may be missing.
    fn some(&self, pairs: &[u32; PAIRS], src: &[u8], units: &mut [MaybeUninit<u16>]) -> bool {
        let (blocks, rest) = src.as_chunks::<16>();
        let (slots, rest_slots) = units.as_chunks_mut::<16>();
        let mut all = 0;
        for (bytes, slots) in blocks.iter().zip(slots) {
            // One load for several pairs: the number of loads is the limit.
            let word = u128::from_le_bytes(*bytes);
            for (at, slot) in slots.as_chunks_mut::<2>().0.iter_mut().enumerate() {
                let found = pairs[usize::from((word >> (16 * at)) as u16)];
                all |= found;
                *slot = [found as u16, (found >> 16) as u16].map(MaybeUninit::new);
            }
        }
        let mut all = all as u16 | (all >> 16) as u16;
        for (byte, slot) in rest.iter().zip(rest_slots) {
            let found = self.single[usize::from(*byte)];
            all |= found;
            slot.write(found);
        }
        // `NONE` has all bits. The characters of few charsets have all bits together.
        all != NONE
    }

    fn one(&self, pairs: &[u16], src: &[u8], units: &mut [MaybeUninit<u16>]) -> (usize, usize) {
        let Some(pairs) = pairs.first_chunk::<PAIRS>() else { return (0, 0) };
        let (mut read, mut written) = (0, 0);
        loop {
            let (more, slots) = groups(pairs, &src[read..], &mut units[written..]);
            read += more;
            written += slots;
            let end = units.len().min(written + STEPS);
            if written == end {
                return (read, written);
            }
            for slot in &mut units[written..end] {
                let (unit, len) = match &src[read..] {
                    [byte, ..] if self.single[usize::from(*byte)] != NONE => {
                        (self.single[usize::from(*byte)], 1)
                    }
                    [lead, trail, ..] => {
                        (pairs[usize::from(u16::from_be_bytes([*lead, *trail]))], 2)
                    }
                    _ => return (read, written),
                };
                if unit == NONE {
                    return (read, written);
                }
                slot.write(unit);
                read += len;
                written += 1;
            }
        }
    }
}

/// Decodes ASCII and characters of two bytes that `pairs` has. May stop before the last characters.
///
/// Correctness: a pair that does not begin with the first of two bytes has no character in `pairs`.
fn groups(pairs: &[u16; PAIRS], src: &[u8], units: &mut [MaybeUninit<u16>]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    // Eight characters have at most sixteen bytes.
    while let Some(bytes) = src[read..].first_chunk::<16>()
        && let Some(eight) = bytes.first_chunk::<8>()
        && let Some(slots) = units[written..].first_chunk_mut::<8>()
    {
        let word = u64::from_be_bytes(*eight);
        if word & LEADS == LEADS {
            let found = [48, 32, 16, 0].map(|by| pairs[usize::from((word >> by) as u16)]);
            if found.contains(&NONE) {
                break;
            }
            slots[..4].copy_from_slice(&found.map(MaybeUninit::new));
            read += 8;
            written += 4;
        } else if word & HIGH == 0 {
            slots.iter_mut().zip(bytes).for_each(|(slot, byte)| {
                slot.write(u16::from(*byte));
            });
            read += 8;
            written += 8;
        } else {
            let mut at = 0;
            for slot in slots {
                // The remainders change nothing. They save a comparison.
                let (first, second) = (bytes[at % 16], bytes[(at + 1) % 16]);
                if first.is_ascii() {
                    slot.write(first.into());
                    at += 1;
                    continue;
                }
                let found = pairs[usize::from(u16::from_be_bytes([first, second]))];
                if found == NONE {
                    return (read, written);
                }
                slot.write(found);
                at += 2;
            }
            read += at;
            written += 8;
        }
    }
    (read, written)
}

/// Returns the character that `bytes` are, or [`NONE`].
fn character(decoder: &Decoder, bytes: &[u8]) -> u16 {
    let mut after = *decoder;
    after.pass(bytes);
    match decoder.first(bytes, false) {
        Step::Value { value, len } if len == bytes.len() && after == *decoder => {
            u16::try_from(value).unwrap_or(NONE)
        }
        _ => NONE,
    }
}
