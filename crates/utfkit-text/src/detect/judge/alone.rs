//! Lists of letters, such as keyboard layouts and tables of characters. They prove no charset.
//!
//! The model knows which letters follow each other. If each letter is alone, every charset of an
//! alphabet reads a list as letters, and the charset with the smallest alphabet is the cheapest.

use super::confidence::shape::{Shape, is_of_word};
use crate::detect::weights::alone::{
    LIST, MAX_TIMES, MIN, MIN_DIFFERENT, MIN_LENGTH, MIN_RATIO, SHORT, SIGNS,
};

/// Returns `true` if most bytes beyond ASCII in `bytes` are alone: no letter is next to them, and
/// each of them is rare.
///
/// Signs such as `°` are alone, too, but a text has only a few different ones.
pub(crate) fn is_list(bytes: &[u8]) -> bool {
    let mut alone = [0_usize; 128];
    let mut joined = [0_usize; 128];
    for (at, &byte) in bytes.iter().enumerate() {
        let Some(place) = byte.checked_sub(0x80) else { continue };
        let before = at.checked_sub(1).and_then(|before| bytes.get(before));
        let near = before.into_iter().chain(bytes.get(at + 1));
        let is_joined = near.copied().any(is_of_word);
        let counts = if is_joined { &mut joined } else { &mut alone };
        counts[usize::from(place)] += 1;
    }
    let different = |counts: &[usize]| counts.iter().filter(|&&count| count > 0).count();
    let sum = |counts: &[usize]| counts.iter().sum::<usize>();
    different(&alone) >= MIN.max(different(&joined) * MIN_DIFFERENT)
        && sum(&alone) >= sum(&joined) * MIN_RATIO
        && sum(&alone) <= different(&alone) * MAX_TIMES
}

/// Returns the factor by which the model is too sure of `bytes`. It knows words. A few bytes that are
/// not inside a word are signs or letters at the end of a word, and signs that are alone can be any.
pub(crate) fn doubt(bytes: &[u8]) -> f32 {
    let shape = Shape::of(bytes);
    match shape.inside {
        0 if shape.alone == shape.all && shape.different >= MIN_DIFFERENT => LIST,
        _ if shape.is_of_signs() => SIGNS,
        _ if shape.all < MIN_DIFFERENT && bytes.len() < MIN_LENGTH => SHORT,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_without_neighbors_are_a_list() {
        let letters = |bytes: std::ops::RangeInclusive<u8>, separator: &[u8]| {
            bytes.flat_map(|byte| [&[byte], separator].concat()).collect::<Vec<u8>>()
        };
        assert!(is_list(&letters(0xC0..=0xFF, b"\n")));
        assert!(is_list(&letters(0xC0..=0xC7, b" <char-1> ")));
        // These are words, too few letters, or the signs of a text.
        assert!(!is_list(&letters(0xC0..=0xFF, b"en ")));
        assert!(!is_list(&letters(0xC0..=0xFF, b"")));
        assert!(!is_list(&letters(0xC0..=0xC6, b" ")));
        assert!(!is_list(&letters(0xB0..=0xB8, b" ").repeat(4)));
    }

    #[test]
    fn signs_are_in_doubt() {
        assert_eq!(doubt(b"25 m\xB2"), SIGNS);
        assert_eq!(doubt(b"\x93hello\x94"), SIGNS);
        assert_eq!(doubt(b"caf\xE9"), SIGNS);
        assert_eq!(doubt(b"na\xEFve"), 1.0);
        assert_eq!(doubt(b"a\xA0b"), SHORT);
        assert_eq!(doubt(b"\xB7 one\n\xB7 two\n\xB7 three\n\xB7 four\n\xB7 five\n"), 1.0);
        assert_eq!(doubt(b"\xA3\n\xA7\n\xA9\n\xAE\n\xB0\n"), LIST);
    }
}
