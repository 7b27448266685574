//! Whole lines from pieces of text, so that judgements do not depend on where the pieces end.

use std::ops::Range;

use utfkit::utf8;

use crate::repair::explain::parts::MAX_LINE;
use crate::repair::explain::parts::part_len;
use crate::streams::text::{Piece, Places};

/// Holds back the incomplete line at the end of a piece.
///
/// Lines of at most [`MAX_LINE`] bytes stay whole. Longer ones are cut where `repair` cuts them, and
/// each part is a piece of its own.
#[derive(Default)]
pub(crate) struct Lines {
    /// The start of a line or of a part, at most [`MAX_LINE`] bytes.
    held: String,
    /// The file offset of its first byte, if it is the file's own bytes.
    start: u64,
    /// Otherwise the offset of the character of each byte, and of the end.
    offsets: Vec<u64>,
}

/// Text that can be passed on.
enum Ready {
    /// Whole lines of this length in bytes.
    Lines(usize),
    /// The first part of a long line.
    Part(usize),
}

impl Ready {
    /// Returns the text that is ready at the start of `text`, which begins a line or a part.
    fn of(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        // The last line feed, not the next: most text has several in the longest line.
        match memchr::memrchr(b'\n', &bytes[..bytes.len().min(MAX_LINE + 1)]) {
            Some(feed) => Some(Self::Lines(feed + 1)),
            None => (bytes.len() > MAX_LINE).then(|| Self::Part(part_len(text.as_bytes()))),
        }
    }
}

impl Lines {
    /// Takes `piece`, the next text, and passes on the text that is complete.
    pub(crate) fn push(&mut self, piece: Piece<'_>, pass: &mut dyn FnMut(Piece<'_>)) {
        let mut at = 0;
        while !self.held.is_empty() && at < piece.text.len() {
            at = self.complete(piece, at, pass);
        }
        let mut start = at;
        while let Some(ready) = Ready::of(&piece.text[at..]) {
            match ready {
                Ready::Lines(len) => at += len,
                Ready::Part(len) => {
                    pass_part(piece, start..at, pass);
                    pass_part(piece, at..at + len, pass);
                    at += len;
                    start = at;
                }
            }
        }
        pass_part(piece, start..at, pass);
        self.hold(piece, at..piece.text.len());
    }

    /// Passes on the incomplete line, because the text ends here.
    pub(crate) fn flush(&mut self, pass: &mut dyn FnMut(Piece<'_>)) {
        self.pass(self.held.len(), pass);
    }

    /// Continues the held line with the text of `piece` at `at`, and passes on what that completes.
    /// Returns the offset of the rest.
    fn complete(&mut self, piece: Piece<'_>, at: usize, pass: &mut dyn FnMut(Piece<'_>)) -> usize {
        // Four more bytes, the longest character, than a line can have show that the line is long.
        let room = MAX_LINE + 4 - self.held.len();
        let limit = utf8::floor_boundary(piece.text.as_bytes(), at + room);
        let feed = memchr::memchr(b'\n', &piece.text.as_bytes()[at..limit]);
        let end = feed.map_or(limit, |feed| at + feed + 1);
        self.hold(piece, at..end);
        while let Some(Ready::Lines(len) | Ready::Part(len)) = Ready::of(&self.held) {
            self.pass(len, pass);
        }
        end
    }

    /// Appends the text of `piece` at `range`.
    fn hold(&mut self, piece: Piece<'_>, range: Range<usize>) {
        if self.held.is_empty() {
            self.start = piece.offset(range.start);
        }
        let text = &piece.text[range.clone()];
        if !text.is_empty() && !piece.is_utf8() {
            // The first offset replaces that of the end.
            self.offsets.truncate(self.held.len());
            for (at, character) in text.char_indices() {
                let offset = piece.offset(range.start + at);
                self.offsets.extend(std::iter::repeat_n(offset, character.len_utf8()));
            }
            self.offsets.push(piece.offset(range.end));
        }
        self.held.push_str(text);
    }

    /// Passes on the first `len` bytes.
    fn pass(&mut self, len: usize, pass: &mut dyn FnMut(Piece<'_>)) {
        let places = match &self.offsets[..] {
            [] => Places::of_utf8(&self.held, self.start),
            offsets => Places::known(&self.held, offsets),
        };
        pass_part(places.piece(), 0..len, pass);
        self.held.drain(..len);
        self.start += len as u64;
        if self.held.is_empty() {
            self.offsets.clear()
        } else {
            drop(self.offsets.drain(..len.min(self.offsets.len())))
        }
    }
}

/// Passes on the text at `range`, unless it is empty.
fn pass_part(piece: Piece<'_>, range: Range<usize>, pass: &mut dyn FnMut(Piece<'_>)) {
    if !range.is_empty() {
        pass(piece.part(range));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the pieces that `text` becomes, and the offset of each character. It comes in pieces
    /// that end at least after each `step` bytes.
    fn passed(text: &str, step: usize, kind: usize) -> (Vec<String>, Vec<u64>) {
        let (mut lines, mut pieces, mut places) = (Lines::default(), Vec::new(), Vec::new());
        let mut take = |piece: Piece<'_>| {
            pieces.push(piece.text.to_owned());
            places.extend(piece.text.char_indices().map(|(at, _)| piece.offset(at)));
        };
        let mut from = 0;
        while from < text.len() {
            let end = utf8::floor_boundary(text.as_bytes(), from + step.max(4));
            let part = &text[from..end];
            let each: Vec<u64> = (from as u64..=end as u64).collect();
            let places = match kind {
                0 => Places::of_utf8(part, from as u64),
                _ => Places::known(part, &each),
            };
            lines.push(places.piece(), &mut take);
            assert!(lines.held.len() <= MAX_LINE);
            from = end;
        }
        lines.flush(&mut take);
        (pieces, places)
    }

    #[test]
    fn lines_and_the_parts_of_long_ones_stay_whole() {
        let long =
            format!("a\n{} {}\nb\n{}\nc", "x".repeat(3000), "y".repeat(3000), "é".repeat(4096));
        let exact = format!("{}\n{}\n", "x".repeat(MAX_LINE), "y".repeat(MAX_LINE + 1));
        for text in ["", "a", "a\nb", "\n\n", "a\r", &long, &exact] {
            let cut = |pieces: &[String]| -> Vec<String> {
                pieces
                    .iter()
                    .flat_map(|piece| piece.split_inclusive('\n'))
                    .map(String::from)
                    .collect()
            };
            let (whole, _) = passed(text, text.len(), 0);
            for step in [1, 2, 7, 100, 4096, 4097, 5000] {
                let (pieces, _) = passed(text, step, 0);
                assert_eq!(cut(&pieces), cut(&whole), "{step}");
                assert_eq!(pieces.concat(), text);
                assert!(cut(&pieces).iter().all(|line| line.len() <= MAX_LINE + 1));
            }
        }
    }

    #[test]
    fn characters_keep_their_offsets() {
        let text = format!("a\nbcd\n{} {}\nb", "x".repeat(3000), "y".repeat(9000));
        for kind in 0..2 {
            for step in [1, 7, 4097, 99_999] {
                let (_, places) = passed(&text, step, kind);
                assert!(places.into_iter().eq(0..text.len() as u64), "{kind} {step}");
            }
        }
    }
}
