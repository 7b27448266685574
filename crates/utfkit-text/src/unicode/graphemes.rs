//! Counts the extended grapheme clusters (UAX #29) of a stream.

use icu_segmenter::GraphemeClusterSegmenter;
use utfkit::utf8;

/// Counts the grapheme clusters of a stream. The last cluster of a piece is kept, because it may
/// continue in the next piece.
#[derive(Clone, Debug, Default)]
pub struct Graphemes {
    /// The last cluster so far.
    last: String,
}

impl Graphemes {
    /// The maximum length in bytes of a cluster that is kept. The middle of a longer one is
    /// dropped, because it does not influence where the cluster ends.
    const MAX: usize = 4096;

    /// Adds `text`, the next piece, and returns the number of clusters that end with it.
    pub fn push(&mut self, text: &str) -> u64 {
        if text.is_empty() {
            return 0;
        }
        self.last.push_str(text);
        // Each boundary except the one at the start ends a cluster. The last boundary is the end of
        // the text so far.
        let (mut clusters, mut before, mut end) = (0, 0, 0);
        for boundary in GraphemeClusterSegmenter::new().segment_str(&self.last).skip(1) {
            clusters += 1;
            (before, end) = (end, boundary);
        }
        debug_assert_eq!(end, self.last.len());
        self.last.drain(..before);
        if self.last.len() > Self::MAX {
            let bytes = self.last.as_bytes();
            let middle = utf8::floor_boundary(bytes, Self::MAX / 2);
            let rest = utf8::ceil_boundary(bytes, bytes.len() - Self::MAX / 4);
            self.last.drain(middle..rest);
        }
        clusters - 1
    }

    /// Ends the stream, and returns the number of remaining clusters, 0 or 1.
    pub fn finish(&mut self) -> u64 {
        u64::from(!std::mem::take(&mut self.last).is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(pieces: &[&str]) -> u64 {
        let mut graphemes = Graphemes::default();
        let ended: u64 = pieces.iter().map(|piece| graphemes.push(piece)).sum();
        ended + graphemes.finish()
    }

    #[test]
    fn pieces_do_not_matter() {
        let text = "e\u{301}\r\n\u{1F468}\u{200D}\u{1F469}\u{1F1E9}\u{1F1EA}\u{1F1EB}\u{1F1F7}\
            \u{915}\u{94D}\u{937}\u{AC00}\u{11A8}\n\n\u{600}a";
        let whole = count(&[text]);
        assert_eq!(whole, 10);
        for (at, _) in text.char_indices() {
            assert_eq!(count(&[&text[..at], &text[at..]]), whole, "cut at {at}");
        }
        let letters: Vec<String> = text.chars().map(String::from).collect();
        let letters: Vec<&str> = letters.iter().map(String::as_str).collect();
        assert_eq!(count(&letters), whole);
    }

    #[test]
    fn a_cluster_without_end_is_not_kept_without_end() {
        let marks = "\u{301}".repeat(100_000);
        let mut graphemes = Graphemes::default();
        assert_eq!(graphemes.push("a"), 0);
        for _ in 0..20 {
            assert_eq!(graphemes.push(&marks), 0);
            assert!(graphemes.last.len() <= Graphemes::MAX);
        }
        assert_eq!(graphemes.push("b") + graphemes.finish(), 2);
    }
}
