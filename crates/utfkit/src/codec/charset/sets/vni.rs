//! VNI for Windows: Vietnamese letters with marks as a letter and one byte for its marks.
//!
//! The byte of the marks has the case of its letter. The reader accepts the other case too.

use crate::{
    codec::{
        charset::{
            cells::{Table, tables::VNI},
            variant::{compose, decompose},
        },
        step::{MAX_BYTES, Step},
    },
    error::Kind,
    form::Encoded,
};

/// The characters of single bytes.
static TABLE: &Table = &VNI;

/// The difference of capital and small letters, and of their marks.
const SMALL: u8 = 0x20;

/// The bytes of marks after a capital letter: a circumflex or a breve, if it is not 0, and a tone, if
/// it is not 0.
const MARKS: [(u8, u32, u32); 17] = [
    (0xD9, 0, ACUTE),
    (0xD8, 0, GRAVE),
    (0xDB, 0, HOOK),
    (0xD5, 0, TILDE),
    (0xCF, 0, DOT),
    (0xC2, CIRCUMFLEX, 0),
    (0xC1, CIRCUMFLEX, ACUTE),
    (0xC0, CIRCUMFLEX, GRAVE),
    (0xC5, CIRCUMFLEX, HOOK),
    (0xC3, CIRCUMFLEX, TILDE),
    (0xC4, CIRCUMFLEX, DOT),
    (0xCA, BREVE, 0),
    (0xC9, BREVE, ACUTE),
    (0xC8, BREVE, GRAVE),
    (0xDA, BREVE, HOOK),
    (0xDC, BREVE, TILDE),
    (0xCB, BREVE, DOT),
];

const GRAVE: u32 = 0x300;
const ACUTE: u32 = 0x301;
const CIRCUMFLEX: u32 = 0x302;
const TILDE: u32 = 0x303;
const BREVE: u32 = 0x306;
const HOOK: u32 = 0x309;
const DOT: u32 = 0x323;

/// Reads the sequence at the start of `src`.
pub(super) fn first(src: &[u8], last: bool) -> Step {
    let Some(&byte) = src.first() else { return Step::Incomplete };
    let Some(letter) = TABLE.decode(byte).map(u32::from) else {
        let kind = if family(byte).is_some() { Kind::Unassigned } else { Kind::InvalidByte };
        return Step::IllFormed { kind, len: 1 };
    };
    match src.get(1) {
        None if takes_marks(letter) && !last => Step::Incomplete,
        next => match next.and_then(|mark| marked(letter, *mark)) {
            Some(value) => Step::Value { value, len: 2 },
            None => Step::Value { value: letter, len: 1 },
        },
    }
}

/// Returns the bytes of a character.
pub(super) fn encode(value: u32) -> Option<Encoded<MAX_BYTES>> {
    let mut encoded = Encoded::EMPTY;
    if let Some(byte) = byte(value) {
        encoded.push(byte);
        return Some(encoded);
    }
    let (rest, mark) = decompose(value)?;
    // A letter with a circumflex or a breve, and a tone, may be composed in either order.
    let (letter, marks) = match decompose(rest).filter(|_| byte(rest).is_none()) {
        Some((letter, other)) => (letter, [mark, other]),
        None => (rest, [mark, 0]),
    };
    let is_it =
        |(_, shape, tone): &&(u8, u32, u32)| [[*shape, *tone], [*tone, *shape]].contains(&marks);
    let (mark, ..) = MARKS.iter().find(is_it)?;
    let letter = byte(letter)?;
    // The letters are in the columns of ASCII and of Latin-1, which have the same difference.
    let mark = mark | letter & SMALL;
    encoded.push(letter);
    encoded.push(mark);
    (marked(TABLE.decode(letter)?.into(), mark) == Some(value)).then_some(encoded)
}

fn byte(value: u32) -> Option<u8> {
    TABLE.encode(char::from_u32(value)?)
}

/// Returns the marks that `byte` stands for.
fn family(byte: u8) -> Option<(u32, u32)> {
    let (_, shape, tone) = MARKS.iter().find(|(mark, ..)| *mark == byte & !SMALL)?;
    Some((*shape, *tone))
}

/// Returns `letter` with the marks of `byte`, if Vietnamese has it.
fn marked(letter: u32, byte: u8) -> Option<u32> {
    let (shape, tone) = family(byte).filter(|_| takes_marks(letter))?;
    let letter = match (shape, char::from_u32(letter)?.to_ascii_lowercase()) {
        (0, _) => letter,
        (BREVE, 'a') | (CIRCUMFLEX, 'a' | 'e' | 'o') => compose(letter, shape)?,
        _ => return None,
    };
    if tone == 0 { Some(letter) } else { compose(letter, tone) }
}

/// Returns `true` for letters after which marks may come. The letter I with a mark is a byte of its
/// own.
const fn takes_marks(letter: u32) -> bool {
    matches!(letter, 0x1A0 | 0x1A1 | 0x1AF | 0x1B0)
        || matches!(letter | SMALL as u32, 0x61 | 0x65 | 0x6F | 0x75 | 0x79) && letter < 0x80
}
