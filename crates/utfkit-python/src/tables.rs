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
};

/// From this number of bytes on, decoding is worth the cost of the tables. They are made once.
pub(crate) const WORTH: usize = 16 << 10;

/// An entry without a character. U+FFFF is not a character.
const NONE: u16 = 0xFFFF;

/// The number of pairs of bytes.
const PAIRS: usize = 1 << 16;

/// The tables of one charset.
pub(crate) struct Tables {
    encoding: Encoding,
    /// The decoder in its initial state.
    decoder: Decoder,
    /// The character of each byte.
    single: [u16; 256],
    pairs: Pairs,
}

enum Pairs {
    /// The two characters of each two bytes.
    Two(Vec<[u16; 2]>),
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
            let index = |pair: usize| (pair as u16).to_ne_bytes().map(usize::from);
            Pairs::Two((0..PAIRS).map(|pair| index(pair).map(|byte| single[byte])).collect())
        };
        Self { encoding, decoder, single, pairs }
    }

    /// Returns `true` if the tables decode text as `decoder` does in its state.
    pub(crate) fn serve(&self, decoder: &Decoder) -> bool {
        self.decoder == *decoder
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

    fn two(&self, pairs: &[[u16; 2]], src: &[u8], units: &mut [MaybeUninit<u16>]) -> usize {
        let Some(pairs) = pairs.first_chunk::<PAIRS>() else { return 0 };
        let (both, last) = src.as_chunks::<2>();
        let (slots, last_slot) = units.as_chunks_mut::<2>();
        let mut is_known = true;
        for (bytes, slot) in both.iter().zip(slots) {
            let found = pairs[usize::from(u16::from_ne_bytes(*bytes))];
            is_known &= (found[0] != NONE) & (found[1] != NONE);
            *slot = found.map(MaybeUninit::new);
        }
        for (byte, slot) in last.iter().zip(last_slot) {
            let found = self.single[usize::from(*byte)];
            is_known &= found != NONE;
            slot.write(found);
        }
        if is_known {
            return src.len();
        }
        src.iter().take_while(|byte| self.single[usize::from(**byte)] != NONE).count()
    }

    fn one(&self, pairs: &[u16], src: &[u8], units: &mut [MaybeUninit<u16>]) -> (usize, usize) {
        let Some(pairs) = pairs.first_chunk::<PAIRS>() else { return (0, 0) };
        let (mut rest, mut written) = (src, 0);
        for slot in units {
            let unit = match rest {
                [byte, after @ ..] if self.single[usize::from(*byte)] != NONE => {
                    rest = after;
                    self.single[usize::from(*byte)]
                }
                [lead, trail, after @ ..] => {
                    let found = pairs[usize::from(u16::from_be_bytes([*lead, *trail]))];
                    if found == NONE {
                        break;
                    }
                    rest = after;
                    found
                }
                _ => break,
            };
            slot.write(unit);
            written += 1;
        }
        (src.len() - rest.len(), written)
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
