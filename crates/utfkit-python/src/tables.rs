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
const NONE: u16 = 0xFFFF;

/// The high bit of each byte.
const HIGH: u64 = 0x8080_8080_8080_8080;

/// The high bit of each byte that is the first of two.
const LEADS: u64 = 0x8000_8000_8000_8000;

/// The number of characters that are decoded one by one before groups of eight bytes are tried.
const STEPS: usize = 16;

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
    /// Returns the tables of `encoding`, if it is a legacy charset without shifts.
    pub(crate) fn of(encoding: Encoding, decoder: Decoder) -> Option<&'static Self> {
        let is_legacy = matches!(encoding, Encoding::Charset(_) | Encoding::UsAscii);
        if !is_legacy || !encoding.is_ascii_compatible() || encoding.has_shifts() {
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
            let both = |pair: u16| pair.to_ne_bytes().map(character);
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
        let (both, last) = src.as_chunks::<2>();
        let (slots, last_slot) = units.as_chunks_mut::<2>();
        let (fours, four_slots) = (both.as_chunks::<4>(), slots.as_chunks_mut::<4>());
        let mut all = 0;
        let mut put = |bytes: [u8; 2], slot: &mut [MaybeUninit<u16>; 2]| {
            let found = pairs[usize::from(u16::from_ne_bytes(bytes))];
            all |= found;
            *slot = [found as u16, (found >> 16) as u16].map(MaybeUninit::new);
        };
        for (bytes, slots) in fours.0.iter().zip(four_slots.0) {
            put(bytes[0], &mut slots[0]);
            put(bytes[1], &mut slots[1]);
            put(bytes[2], &mut slots[2]);
            put(bytes[3], &mut slots[3]);
        }
        for (bytes, slot) in fours.1.iter().zip(four_slots.1) {
            put(*bytes, slot);
        }
        let mut all = all as u16 | (all >> 16) as u16;
        for (byte, slot) in last.iter().zip(last_slot) {
            let found = self.single[usize::from(*byte)];
            all |= found;
            slot.write(found);
        }
        // `NONE` has all bits. The characters of few charsets have all bits together.
        if all != NONE {
            return src.len();
        }
        src.iter().take_while(|byte| self.single[usize::from(**byte)] != NONE).count()
    }

    fn one(&self, pairs: &[u16], src: &[u8], units: &mut [MaybeUninit<u16>]) -> (usize, usize) {
        let Some(pairs) = pairs.first_chunk::<PAIRS>() else { return (0, 0) };
        let (mut rest, mut written) = (src, 0);
        loop {
            let (read, more) = self.eight(pairs, rest, &mut units[written..]);
            rest = &rest[read..];
            written += more;
            let end = units.len().min(written + STEPS);
            if written == end {
                return (src.len() - rest.len(), written);
            }
            for slot in &mut units[written..end] {
                let unit = match rest {
                    [byte, after @ ..] if self.single[usize::from(*byte)] != NONE => {
                        rest = after;
                        self.single[usize::from(*byte)]
                    }
                    [lead, trail, after @ ..] => {
                        let found = pairs[usize::from(u16::from_be_bytes([*lead, *trail]))];
                        if found == NONE {
                            return (src.len() - rest.len(), written);
                        }
                        rest = after;
                        found
                    }
                    _ => return (src.len() - rest.len(), written),
                };
                slot.write(unit);
                written += 1;
            }
        }
    }

    /// Decodes groups of eight bytes, as long as each is ASCII or four characters of two bytes.
    ///
    /// Correctness: a pair that does not begin with the first of two bytes has no character in
    /// `pairs`.
    fn eight(
        &self,
        pairs: &[u16; PAIRS],
        src: &[u8],
        units: &mut [MaybeUninit<u16>],
    ) -> (usize, usize) {
        let (mut read, mut written) = (0, 0);
        for bytes in src.as_chunks::<8>().0 {
            let word = u64::from_be_bytes(*bytes);
            if word & LEADS == LEADS
                && let Some(slots) = units[written..].first_chunk_mut::<4>()
            {
                let found = [48, 32, 16, 0].map(|at| pairs[usize::from((word >> at) as u16)]);
                if found.contains(&NONE) {
                    break;
                }
                *slots = found.map(MaybeUninit::new);
                written += 4;
            } else if word & HIGH == 0
                && let Some(slots) = units[written..].first_chunk_mut::<8>()
            {
                *slots = bytes.map(|byte| MaybeUninit::new(byte.into()));
                written += 8;
            } else {
                break;
            }
            read += 8;
        }
        (read, written)
    }
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
