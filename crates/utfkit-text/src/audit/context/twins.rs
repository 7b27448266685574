//! Identifiers of one letter that look like another identifier in the same text.
//!
//! `let a = 2; let а = 3;` has two variables. The search covers only
//! text that is mostly ASCII, like source code, and only letters next to an operator. One-letter
//! words are common in some languages.

use utfkit::utf8;

/// Letters, and the ASCII letters that look exactly like them.
const TWINS: (&str, &str) = (
    "асеорхуіјѕһԁԛԝӏАВЕКМНОРСТУХІЈЅԚԜ\u{3BF}ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aceopxyijshdqwlABEKMHOPCTYXIJSQWoABEZHIKMNOPTYX",
);

/// Returns the ASCII letter that looks exactly like `letter`.
fn twin(letter: char) -> Option<char> {
    let at = TWINS.0.chars().position(|c| c == letter)?;
    TWINS.1.chars().nth(at)
}

/// Returns the offsets in `text` of identifiers that look like other identifiers there. Each letter
/// is reported once: letters in `reported` are skipped, and new ones are added.
///
/// Cost: text that is mostly not ASCII is only counted. In other text, blocks without Greek and
/// Cyrillic are skipped, and each letter is searched once.
pub(crate) fn find(text: &str, reported: &mut Vec<char>) -> Vec<usize> {
    let beyond = text.len() - utf8::count(text);
    if beyond == 0 || beyond * 4 > text.len() {
        return Vec::new();
    }
    let (mut found, mut alone) = (Vec::new(), Vec::new());
    let bytes = text.as_bytes();
    for (number, block) in bytes.chunks(BLOCK).enumerate() {
        // A fold over the whole block needs no branch per byte, so the compiler vectorizes it.
        if !block.iter().fold(false, |any, &byte| any | begins_twin(byte)) {
            continue;
        }
        for start in (number * BLOCK..).zip(block).filter(|(_, byte)| begins_twin(**byte)) {
            let start = start.0;
            let end = start + 2;
            // Most letters are within words, next to letters of the same script.
            let is_next_to_letter = bytes.get(end).is_some_and(|byte| begins_twin(*byte))
                || (start > 1 && begins_twin(bytes[start - 2]));
            if is_next_to_letter || !is_identifier(text, start, end) {
                continue;
            }
            let Some(letter) = text[start..end].chars().next() else { continue };
            let Some(ascii) = twin(letter) else { continue };
            if reported.contains(&letter) || alone.contains(&letter) {
                continue;
            }
            let mut places = memchr::memchr_iter(ascii as u8, bytes);
            match places.any(|at| is_identifier(text, at, at + 1)) {
                true => {
                    reported.push(letter);
                    found.push(start);
                }
                false => alone.push(letter),
            }
        }
    }
    found
}

/// The number of bytes that are tested together.
const BLOCK: usize = 64;

/// Returns `true` if `byte` begins a character of Greek or Cyrillic, as all [`TWINS`] are. Each has
/// two bytes.
const fn begins_twin(byte: u8) -> bool {
    matches!(byte, 0xCE..=0xD4)
}

/// Whether the letter between `start` and `end` is a word of its own, next to an operator.
fn is_identifier(text: &str, start: usize, end: usize) -> bool {
    let (before, after) = (&text[..start], &text[end..]);
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let ends_word = before.chars().next_back().is_none_or(|c| !is_word(c));
    let is_alone = ends_word && after.chars().next().is_none_or(|c| !is_word(c));
    // The first characters of comments, such as `/` and `#`, are not in this list.
    let is_operator = |c: char| "=+%<>[]{};&|^".contains(c);
    let is_blank = |c: &char| *c == ' ' || *c == '\t';
    // Many blanks are the columns of a table.
    let near = |c: &mut dyn Iterator<Item = char>| c.take(4).find(|c| !is_blank(c));
    is_alone
        && (near(&mut before.chars().rev()).is_some_and(is_operator)
            || near(&mut after.chars()).is_some_and(is_operator))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_pairs() {
        assert_eq!(TWINS.0.chars().count(), TWINS.1.chars().count());
        let first = |c: char| c.encode_utf8(&mut [0; 4]).as_bytes().to_vec();
        assert!(TWINS.0.chars().all(|c| first(c).len() == 2 && begins_twin(first(c)[0])));
    }

    #[test]
    fn twins_are_found_once() {
        let find = |text: &str| find(text, &mut Vec::new());
        assert_eq!(find("let a = 2; let а = 3; а += а;"), [15]);
        assert_eq!(find("let а = 3;\nlet a = 2;"), [4]);
        assert_eq!(find("for (x in с) c = x"), [] as [usize; 0]);
        assert_eq!(find("for (x in [с]) c = x"), [11]);
        for innocent in [
            "let b = 2; let а = 3;",
            "let a = 2; // это а, не б",
            "(c) 2020 (с) 2021",
            "а = 1, а также a = 2 и всё, что было в тексте",
            "let a = 2; let α = 3;",
        ] {
            assert_eq!(find(innocent), [] as [usize; 0], "{innocent}");
        }
    }
}
