//! The bytes at which ISO-8859-15 has another character than ISO-8859-1: all letters of Western
//! Europe are the same in both, so these do not tell which of the two a line is in.

use std::ops::Range;

use crate::repair::broken::{readings::latin1, vocabulary::Own};

/// Each, and its character in ISO-8859-15.
const OTHERS: [(u8, char); 8] = [
    (0xA4, '€'),
    (0xA6, 'Š'),
    (0xA8, 'š'),
    (0xB4, 'Ž'),
    (0xB8, 'ž'),
    (0xBC, 'Œ'),
    (0xBD, 'œ'),
    (0xBE, 'Ÿ'),
];

/// What the bytes in `range` of `text` are in either, if nothing tells which it is. `own` is what
/// the text has in UTF-8.
pub(crate) fn readings(text: &[u8], range: Range<usize>, own: &Own) -> Option<(String, String)> {
    let bytes = &text[range.clone()];
    let is_open =
        |(at, &byte): (usize, &u8)| other(byte).is_some() && !is_sign(text, range.start + at, own);
    bytes.iter().enumerate().any(is_open).then(|| {
        let ninth: String =
            bytes.iter().map(|&byte| other(byte).unwrap_or(char::from(byte))).collect();
        (format!("{} of ISO-8859-1", latin1(bytes)), format!("{ninth} of ISO-8859-15"))
    })
}

fn other(byte: u8) -> Option<char> {
    OTHERS.iter().find_map(|&(one, character)| (one == byte).then_some(character))
}

/// Whether the byte at `at` can only be the sign that ISO-8859-1 has: part of a number, or as the
/// text has it in UTF-8. Of `¤` nothing proves that.
fn is_sign(text: &[u8], at: usize, own: &Own) -> bool {
    let byte = text[at];
    let before = at.checked_sub(1).map_or(b' ', |before| text[before]);
    let after = text.get(at + 1).copied().unwrap_or(b' ');
    let is_apart = |byte: u8| byte.is_ascii() && !byte.is_ascii_alphabetic();
    let is_part = matches!(byte, 0xBC..=0xBE) && before.is_ascii_digit();
    byte != 0xA4
        && is_apart(before)
        && is_apart(after)
        && (is_part || own.has_word(String::from(char::from(byte)).as_bytes()))
}
