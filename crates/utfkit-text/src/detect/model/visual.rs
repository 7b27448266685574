//! Hebrew in visual order, in which the first letter of each line is its last one.

use crate::detect::weights::visual::{FEW, FEWEST};
use utfkit::{Encoding, transcode};

/// The final forms of letters, which are only at the end of a word.
const FINAL: [char; 5] = ['\u{5DA}', '\u{5DD}', '\u{5DF}', '\u{5E3}', '\u{5E5}'];

/// Returns `true` if the words of `bytes`, which are Hebrew in `encoding`, begin with final forms.
pub(crate) fn is(bytes: &[u8], encoding: Encoding) -> bool {
    let (text, _) = transcode::decode_lossy(bytes, encoding);
    let is_letter = |letter: char| matches!(letter, '\u{5D0}'..='\u{5EA}');
    let (mut begin, mut end) = (0, 0);
    for word in text.split(|letter| !is_letter(letter)).filter(|word| word.chars().count() > 1) {
        begin += usize::from(word.starts_with(FINAL));
        end += usize::from(word.ends_with(FINAL));
    }
    begin >= FEWEST && begin > end * FEW
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns whether this text, which has `begin` words that begin with a final form and `end` words that end
    /// with one, is in visual order.
    fn with(begin: usize, end: usize) -> bool {
        let text = "\u{5DD}\u{5D5}\u{5DC}\u{5E9} ".repeat(begin)
            + &"\u{5E9}\u{5DC}\u{5D5}\u{5DD} ".repeat(end);
        is(text.as_bytes(), Encoding::Utf8)
    }

    #[test]
    fn most_words_must_begin_with_final_forms() {
        for (begin, end, expected) in [
            (FEWEST - 1, 0, false),
            (FEWEST, 0, true),
            (0, 9, false),
            (FEW, 1, false),
            (FEW + 1, 1, true),
            (2 * FEW, 2, false),
            (2 * FEW + 1, 2, true),
        ] {
            assert_eq!(with(begin, end), expected, "{begin} {end}");
        }
        // A single letter is no word.
        assert!(!is("\u{5DD} ".repeat(9).as_bytes(), Encoding::Utf8));
    }
}
