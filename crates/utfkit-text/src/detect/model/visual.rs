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
