//! Finds signs that characters of a text were lost when a program wrote it.

use memchr::memmem;

/// The sign that a program wrote for characters that it lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Loss {
    /// U+FFFD, as decoders write it.
    Replacement,
    /// `?`, as encoders write it.
    QuestionMark,
}

/// U+FFFD in UTF-8.
const REPLACEMENT: &[u8] = "\u{FFFD}".as_bytes();

/// Returns `true` if `bytes`, which are UTF-8, have a U+FFFD.
///
/// Cost: one search for the byte EF in most text. Then a search for the character.
pub fn has_replacement(bytes: &[u8]) -> bool {
    let first = memchr::memchr(REPLACEMENT[0], bytes);
    first.is_some_and(|at| memmem::find(&bytes[at..], REPLACEMENT).is_some())
}

/// The minimum number of words with a `?` for a lost letter.
const MIN_WORDS: usize = 3;
/// At most this number of words may come for each of them.
const RARE: usize = 40;
/// This number of `?` is not punctuation, but stands for several words.
const LONG: usize = 6;

/// Returns `true` if words of `text` have `?` where letters were, such as `?gaux`, `o? l'?t?` and
/// `????? ????`. At the end of a word, a `?` counts only if a small letter follows.
///
/// Code, patterns and addresses have other signs next to the `?`, so their words do not count.
pub fn has_question_marks(text: &str) -> bool {
    let (mut lost, mut distinct) = (0, Vec::new());
    let (mut from, mut marks) = (0, memchr::memchr_iter(b'?', text.as_bytes()));
    while let Some(mark) = marks.find(|&mark| mark >= from) {
        let letters = text[from..mark].chars().rev().take_while(|&letter| !is_end(letter));
        let start = mark - letters.map(char::len_utf8).sum::<usize>();
        from = text[mark..].find(is_end).map_or(text.len(), |len| mark + len);
        let word = &text[start..from];
        let after = &text[from..];
        let followed =
            after.strip_prefix(' ').is_some_and(|rest| rest.starts_with(char::is_lowercase));
        let weight = weight(word, followed);
        lost += weight;
        if weight > 0 && distinct.len() < MIN_WORDS && (weight > 1 || !distinct.contains(&word)) {
            distinct.push(word);
        }
    }
    let is_enough = distinct.len() == MIN_WORDS || distinct.len() == 2 && lost >= MIN_WORDS;
    let is_word = |word: &&str| word.chars().any(|letter| letter.is_alphabetic() || letter == '?');
    (is_enough || lost >= 2 * MIN_WORDS && distinct.iter().any(|word| word.len() >= LONG))
        && lost * RARE >= text.split(is_end).filter(is_word).count()
}

/// Returns `true` if `letter` ends a word.
const fn is_end(letter: char) -> bool {
    matches!(letter, ',' | ';' | ':' | '.' | '"' | '(' | ')' | '<' | '>' | '=' | '|')
        || letter.is_whitespace()
}

/// Returns the number of words with lost letters that `word` counts as. A small letter may have
/// `followed` it, after a space.
fn weight(word: &str, followed: bool) -> usize {
    let is_sign = |letter: char| letter == '?' || letter == '\'' || letter == '-';
    let is_word = word.chars().all(|letter| letter.is_alphabetic() || is_sign(letter));
    let letters = word.trim_end_matches('?');
    let run = word.len() - letters.len();
    let has_letters = letters.chars().any(char::is_alphabetic);
    match run {
        // All letters of the word are lost. One or two marks are punctuation.
        _ if letters.is_empty() => {
            if run < 3 {
                0
            } else {
                1 + run / LONG
            }
        }
        1 if followed && is_word && has_letters => 1,
        _ => usize::from(is_word && has_letters && letters.contains('?')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lost_letters_are_found() {
        for text in [
            "Tous les ?tres humains naissent libres et ?gaux en dignit?, voil? l?t?mps.",
            "??? ???? ????????? ?????????? ? ???????\n",
            "id;name\n1;M?ller\n2;B?rgi\n3;Gr?ner\n",
            "It?s the ?first? article and it doesn?t cost much",
            "eguali in dignit? e diritti: perch? cos? ? la citt? e",
            "syntyv?t vapaina. J?rki, syntyv?t ja j?rki.",
            "0;??????????????;0\n1;??????????????;7\n2;??????????????;14\n",
        ] {
            assert!(has_question_marks(text), "{text}");
        }
    }

    #[test]
    fn questions_and_code_are_not_lost_text() {
        for text in [
            "",
            "Why? Who? What?! Really???",
            "http://example.org/a?b=c&d?e=f http://example.org/x?y http://example.org/z?q=1",
            "let a = b ? c : d; a?.b()?.c()?; (x?y:z); colou?rs? (?:abc)?",
            "SELECT * FROM t WHERE a = ? AND b = ? AND c IN (?, ?, ?)",
            "?? is unknown, ? is one letter, *.??? is a pattern",
            "What? no. Who? Me? Where? Here.",
        ] {
            assert!(!has_question_marks(text), "{text}");
        }
    }

    #[test]
    fn replacements_are_found() {
        assert!(has_replacement("，，a\u{FFFD}".as_bytes()));
        assert!(!has_replacement("，\u{FEFF}\u{FFFC}".as_bytes()));
    }
}
