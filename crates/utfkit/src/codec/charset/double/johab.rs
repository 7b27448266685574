//! Johab, of KS C 5601-1992 annex 3: code page 1361 of Windows.
//!
//! A pair of bytes is a Hangul syllable or a position in KS X 1001. The bits of a syllable are a 1
//! and three fields of five: the numbers of its initial, medial and final letter. A single letter
//! does not have letters in the other two fields. The rows of symbols and hanja follow from those
//! of EUC-KR by arithmetic, so the grid of EUC-KR is enough.
//!
//! - **Byte 5C is a backslash**, as in Python, Java and Perl, so that 00..7F are US-ASCII. Paths
//!   and escapes need that. The standard has the won sign of KS X 1003 at 5C, and glibc decodes
//!   U+20A9.
//! - **Letters of row 4 of KS X 1001** are not at DAA1..DAD3, because they have bytes among the
//!   syllables.
//! - **Some letters have two pairs of bytes**, as in Python: a consonant can be an initial letter
//!   (8841) or a final letter (8442). The encoder writes initial letters. A pair without letters
//!   (8441) decodes as U+3000.
//! - **Errors are those of EUC-KR in the WHATWG standard.** A pair without a character is one error
//!   of two bytes, but a US-ASCII byte after a lead byte is read again.

use core::mem::MaybeUninit;

use super::{browsers, grids::UHC};
use crate::{error::Kind, form::Sequence, simd::Progress};

/// The bit that all syllables and letters have.
const HANGUL: u32 = 0x8000;

/// The first lead byte of symbols and hanja. Lower ones are those of syllables and letters.
const KS_X_1001: u8 = 0xD8;

/// The numbers of letters in the fields. Number 0 means no letter.
const INITIALS: u32 = 19;
const MEDIALS: u32 = 21;
const FINALS: u32 = 27;

/// The first syllable of Unicode.
const FIRST_SYLLABLE: u32 = 0xAC00;
/// The number of syllables with the same initial letter.
const PER_INITIAL: u32 = MEDIALS * PER_MEDIAL;
/// The number of syllables with the same initial and medial letters.
const PER_MEDIAL: u32 = FINALS + 1;

/// The first consonant that Unicode encodes as a single letter.
const FIRST_CONSONANT: u32 = 0x3131;
/// The number of these consonants.
const CONSONANTS: u32 = 30;
/// The first vowel that Unicode encodes as a single letter. Vowels have the order of medial
/// letters.
const FIRST_VOWEL: u32 = FIRST_CONSONANT + CONSONANTS;

/// The positions of the initial letters among the consonants.
const INITIAL_LETTERS: [u32; INITIALS as usize] =
    [0, 1, 3, 6, 7, 8, 16, 17, 18, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29];
/// The positions of the consonants that are never final, in ascending order.
const NEVER_FINAL: [u32; 3] = [7, 18, 24];

const IDEOGRAPHIC_SPACE: u32 = 0x3000;

/// The number of characters in a row of KS X 1001.
const ROW: u8 = 94;
/// The number of trail bytes below 80 of symbols and hanja.
const LOW_TRAILS: u8 = 0x7F - 0x31;

/// Decodes the sequence at the start of `src`.
pub(in super::super) fn first(src: &[u8], last: bool) -> Sequence {
    match *src {
        [] => Sequence::Incomplete,
        [byte @ ..0x80, ..] => Sequence::Value { value: byte.into(), len: 1 },
        [0x80..0x84 | 0xD4..0xD8 | 0xDF | 0xFA.., ..] => {
            Sequence::IllFormed { kind: Kind::InvalidByte, len: 1 }
        }
        [_] if !last => Sequence::Incomplete,
        [_] => Sequence::IllFormed { kind: Kind::Truncated, len: 1 },
        [lead, trail, ..] => match decode_pair(lead, trail) {
            Some(value) => Sequence::Value { value, len: 2 },
            None if trail >= 0x80 => Sequence::IllFormed { kind: Kind::Unassigned, len: 2 },
            None if is_ascii_trail(lead, trail) => {
                Sequence::IllFormed { kind: Kind::Unassigned, len: 1 }
            }
            None => Sequence::IllFormed { kind: Kind::Truncated, len: 1 },
        },
    }
}

/// Decodes `src` until a sequence is ill-formed or incomplete, or `values` is full.
pub(in super::super) fn decode(src: &[u8], values: &mut [MaybeUninit<u32>]) -> Progress {
    let mut done = Progress::default();
    for slot in values {
        let Sequence::Value { value, len } = first(&src[done.read..], false) else { break };
        slot.write(value);
        done.read += len;
        done.written += 1;
    }
    done
}

/// Encodes `values` until one cannot be encoded or `dst` is full.
pub(in super::super) fn encode_all(values: &[u32], dst: &mut [MaybeUninit<u8>]) -> Progress {
    browsers::encode(values, dst, encode_pair)
}

/// Returns the pair of bytes of `value`, or `None` if it is US-ASCII or does not have one.
pub(in super::super) fn encode_pair(value: u32) -> Option<[u8; 2]> {
    const LAST_SYLLABLE: u32 = FIRST_SYLLABLE + INITIALS * PER_INITIAL - 1;
    const LAST_CONSONANT: u32 = FIRST_VOWEL - 1;
    const LAST_VOWEL: u32 = FIRST_VOWEL + MEDIALS - 1;
    Some(match value {
        FIRST_SYLLABLE..=LAST_SYLLABLE => {
            let place = value - FIRST_SYLLABLE;
            pack(place / PER_INITIAL + 1, place % PER_INITIAL / PER_MEDIAL + 1, place % PER_MEDIAL)
        }
        FIRST_CONSONANT..=LAST_CONSONANT => {
            let place = value - FIRST_CONSONANT;
            match INITIAL_LETTERS.binary_search(&place) {
                Ok(initial) => pack(initial as u32 + 1, 0, 0),
                Err(_) => {
                    let skipped = NEVER_FINAL.iter().filter(|never| **never < place).count();
                    pack(0, 0, place + 1 - skipped as u32)
                }
            }
        }
        FIRST_VOWEL..=LAST_VOWEL => pack(0, value - FIRST_VOWEL + 1, 0),
        _ => return to_ks_x_1001(value),
    })
}

/// Returns the code point of a pair of bytes; the first is a lead byte.
fn decode_pair(lead: u8, trail: u8) -> Option<u32> {
    if lead >= KS_X_1001 {
        return from_ks_x_1001(lead, trail);
    }
    let consonant = |place| FIRST_CONSONANT + place;
    Some(match unpack(u16::from_be_bytes([lead, trail]).into())? {
        (0, 0, 0) => IDEOGRAPHIC_SPACE,
        (initial, 0, 0) => consonant(INITIAL_LETTERS[initial as usize - 1]),
        (0, medial, 0) => FIRST_VOWEL + medial - 1,
        (0, 0, last) => consonant(
            // Each skipped consonant moves those after it by one.
            NEVER_FINAL.iter().fold(last - 1, |place, never| place + u32::from(place >= *never)),
        ),
        (0, ..) | (_, 0, _) => return None,
        (initial, medial, last) => {
            FIRST_SYLLABLE + (initial - 1) * PER_INITIAL + (medial - 1) * PER_MEDIAL + last
        }
    })
}

/// Returns `true` if `byte` is US-ASCII and can follow `lead` in a pair.
fn is_ascii_trail(lead: u8, byte: u8) -> bool {
    let first = if lead < KS_X_1001 { 0x41 } else { 0x31 };
    (first..0x7F).contains(&byte)
}

/// Returns the pair of bytes of three letters, which have the numbers 0 (no letter), 1, 2, ….
fn pack(initial: u32, medial: u32, last: u32) -> [u8; 2] {
    // Medial letters have no codes whose lowest three bits are 000 or 001.
    let medial = medial / 6 * 8 + medial % 6 + 2;
    // Final letters have no code 18.
    let last = last + if last < 17 { 1 } else { 2 };
    let bits = HANGUL | (initial + 1) << 10 | medial << 5 | last;
    (bits as u16).to_be_bytes()
}

/// The inverse of [`pack`], or `None` if a field has an unknown code.
fn unpack(bits: u32) -> Option<(u32, u32, u32)> {
    let initial = (bits >> 10 & 0x1F).checked_sub(1)?;
    let medial = bits >> 5 & 0x1F;
    let medial = medial / 8 * 6 + (medial % 8).checked_sub(2)?;
    let last = match bits & 0x1F {
        code @ 1..=17 => code - 1,
        code @ 19.. => code - 2,
        _ => return None,
    };
    let known = initial <= INITIALS && medial <= MEDIALS && last <= FINALS;
    known.then_some((initial, medial, last))
}

/// Returns the code point of a pair of bytes of symbols or hanja.
fn from_ks_x_1001(lead: u8, trail: u8) -> Option<u32> {
    let place = match trail {
        0x31..=0x7E => trail - 0x31,
        0x91..=0xFE => trail - 0x91 + LOW_TRAILS,
        _ => return None,
    };
    // Each lead byte has two rows: 1 to 12, and 42 to 93.
    let row = match lead {
        0xD9..=0xDE => (lead - 0xD9) * 2 + 1,
        0xE0..=0xF9 => (lead - 0xE0) * 2 + 42,
        _ => return None,
    };
    let (row, column) = (row + place / ROW, place % ROW + 1);
    if row == 4 && column <= (CONSONANTS + MEDIALS) as u8 {
        return None;
    }
    UHC.decode([row + 0xA0, column + 0xA0])
}

/// Returns the pair of bytes of a symbol or a hanja.
fn to_ks_x_1001(value: u32) -> Option<[u8; 2]> {
    let [row @ 0xA1..=0xFE, column @ 0xA1..=0xFE] = UHC.encode(value)? else { return None };
    let (row, column) = (row - 0xA0, column - 0xA1);
    let (lead, row) = match row {
        1..=12 => (0xD9, row - 1),
        42..=93 => (0xE0, row - 42),
        _ => return None,
    };
    let place = row % 2 * ROW + column;
    let trail = if place < LOW_TRAILS { place + 0x31 } else { place - LOW_TRAILS + 0x91 };
    Some([lead + row / 2, trail])
}
