//! Lists of letters, such as keyboard layouts and tables of characters. They prove no charset.
//!
//! The model knows which letters follow each other. If each letter is alone, every charset of an
//! alphabet reads a list as letters, and the charset with the smallest alphabet is the cheapest.

/// The minimum number of different letters of a list.
const MIN: usize = 8;
/// The maximum number of times that a list has each of its letters, on average.
const MAX_TIMES: usize = 3;
/// The minimum number of letters that are alone for each letter in a word, and the minimum number
/// of different letters. Words with more letters show the charset.
const MIN_RATIO: usize = 2;
const MIN_DIFFERENT: usize = 4;

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

/// Returns `true` if `byte` can be a letter.
const fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || !byte.is_ascii()
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
}
