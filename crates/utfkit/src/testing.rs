//! Helpers for the unit tests of several modules.

use std::vec::Vec;

/// The bytes at every border of the tables of UTF-8.
const BORDERS: [u8; 27] = [
    0x00, 0x0A, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1,
    0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xF7, 0xF8, 0xFC, 0xFE, 0xFF,
];

/// One byte of each class that a UTF-8 decoder distinguishes.
pub(crate) const CLASSES: [u8; 14] =
    [0x0A, 0x80, 0x90, 0xA0, 0xC0, 0xC3, 0xE0, 0xE2, 0xED, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF];

/// The classes that suffice for sequences of every length, one after the other.
const FEW: [u8; 6] = [0x0A, 0x80, 0xA0, 0xED, 0xF0, 0xFF];

/// Calls `test` with short strings of bytes that try every rule of UTF-8.
pub(crate) fn hostile(mut test: impl FnMut(&[u8])) {
    strings(&BORDERS, 3, &mut test);
    strings(&CLASSES, 4, &mut test);
    strings(&FEW, 5, &mut test);
}

/// Calls `test` with all strings over `alphabet` of at most `most` symbols.
pub(crate) fn strings<T: Copy>(alphabet: &[T], most: usize, mut test: impl FnMut(&[T])) {
    fn go<T: Copy>(alphabet: &[T], more: usize, string: &mut Vec<T>, test: &mut impl FnMut(&[T])) {
        test(string);
        if more > 0 {
            for &symbol in alphabet {
                string.push(symbol);
                go(alphabet, more - 1, string, test);
                string.pop();
            }
        }
    }
    go(alphabet, most, &mut Vec::new(), &mut test);
}

/// Calls `test` with every way to cut `string` into non-empty pieces.
pub(crate) fn cuts(string: &[u8], mut test: impl FnMut(&[&[u8]])) {
    for cuts in 0..1_usize << string.len().saturating_sub(1) {
        let mut pieces = Vec::new();
        let mut start = 0;
        for at in 1..string.len() {
            if cuts >> (at - 1) & 1 == 1 {
                pieces.push(&string[start..at]);
                start = at;
            }
        }
        pieces.push(&string[start..]);
        test(&pieces);
    }
}
