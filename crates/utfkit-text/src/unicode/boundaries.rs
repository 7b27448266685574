//! Boundaries of grapheme clusters and words (UAX #29).

use std::ops::Range;

use icu_segmenter::{GraphemeClusterSegmenter, WordSegmenter, options::WordBreakInvariantOptions};

/// Returns the boundaries of the grapheme clusters of `text` as byte offsets, with 0 and the length.
///
/// A grapheme cluster is what a reader calls a character: a letter with its marks, a flag, an emoji
/// of several code points.
///
/// ```
/// use utfkit_text::unicode::grapheme_boundaries;
/// let text = "e\u{301}\u{1F1E9}\u{1F1EA}";
/// assert!(grapheme_boundaries(text).eq([0, 3, 11]));
/// ```
pub fn grapheme_boundaries(text: &str) -> impl Iterator<Item = usize> {
    GraphemeClusterSegmenter::new().segment_str(text)
}

/// Returns the boundaries of the words of `text` as byte offsets, with 0 and the length. White space
/// and punctuation are between boundaries, too.
///
/// A run of Thai, Lao, Khmer or Burmese is one word, and so is each Chinese character, because only
/// a dictionary separates their words.
///
/// ```
/// use utfkit_text::unicode::word_boundaries;
/// assert!(word_boundaries("can't stop").eq([0, 5, 6, 10]));
/// ```
pub fn word_boundaries(text: &str) -> impl Iterator<Item = usize> {
    segmenter().segment_str(text)
}

/// Returns the byte ranges of the words of `text` that have letters or digits.
///
/// ```
/// use utfkit_text::unicode::words;
/// let text = "Don't panic: 3.5 €!";
/// let words: Vec<_> = words(text).map(|word| &text[word]).collect();
/// assert_eq!(words, ["Don't", "panic", "3.5"]);
/// ```
pub fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    segmenter().segment_str(text).iter_with_word_type().filter_map(move |(end, kind)| {
        let word = std::mem::replace(&mut start, end)..end;
        kind.is_word_like().then_some(word)
    })
}

/// Returns the segmenter without dictionaries, which would be megabytes.
fn segmenter() -> icu_segmenter::WordSegmenterBorrowed<'static> {
    WordSegmenter::new_for_non_complex_scripts(WordBreakInvariantOptions::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_between_boundaries() {
        for text in
            ["", " ", "a", "naïve café\r\n", "東京 3,5 \u{E2A}\u{E27}\u{E31}\u{E2A}", "x_1.5e3"]
        {
            let boundaries: Vec<_> = word_boundaries(text).collect();
            assert_eq!((boundaries.first(), boundaries.last()), (Some(&0), Some(&text.len())));
            for word in words(text) {
                let at = boundaries.iter().position(|&at| at == word.start).unwrap();
                assert_eq!(boundaries[at + 1], word.end, "{text}");
            }
            let graphemes: Vec<_> = grapheme_boundaries(text).collect();
            assert!(boundaries.iter().all(|at| graphemes.contains(at)), "{text}");
        }
    }
}
