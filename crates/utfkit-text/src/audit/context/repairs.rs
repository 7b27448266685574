//! Asks `repair` about a line, so that both find the same mojibake.

use std::ops::Range;

use crate::repair::explain::{Explainer, Segment};

use crate::audit::piece::Here;

/// The result for the last line, or for its part in the piece, and the knowledge of `repair` about the
/// text.
pub(crate) struct Fixed {
    explainer: Explainer,
    /// The offsets of the line.
    line: Option<Range<u64>>,
    /// The mojibake of the line, by its start.
    found: Vec<Known>,
}

/// A range of mojibake.
struct Known {
    range: Range<u64>,
    /// The text that it becomes; `None` if that is not certain.
    becomes: Option<String>,
    /// The maximum end of this range and of those before it.
    reach: u64,
}

impl Default for Fixed {
    fn default() -> Self {
        Self { explainer: Explainer::new(), line: None, found: Vec::new() }
    }
}

impl Fixed {
    /// Returns the end and the meaning of the mojibake that begins with the character `here`.
    pub(crate) fn mojibake_at(&mut self, here: Here<'_>) -> Option<(u64, String)> {
        self.ask(here);
        let at = here.piece.offset(here.at);
        let first = self.found.partition_point(|known| known.range.start < at);
        let known = self.found.get(first).filter(|known| known.range.start == at)?;
        Some((known.range.end, known.becomes.clone()?))
    }

    /// Returns `true` if the character `here` is mojibake, or may be.
    pub(crate) fn may_fix(&mut self, here: Here<'_>) -> bool {
        self.ask(here);
        let at = here.piece.offset(here.at);
        let begun = self.found.partition_point(|known| known.range.start <= at);
        begun.checked_sub(1).is_some_and(|last| at < self.found[last].reach)
    }

    /// Repairs the line of `here`, unless it was the last line. Only UTF-8 and UTF-16 can be repaired.
    fn ask(&mut self, Here { piece, at, .. }: Here<'_>) {
        if !piece.is_utf8() && !piece.is_utf16() {
            return;
        }
        // The known result covers the line up to its end. A search for its start for each character
        // would take quadratic time.
        if self.line.as_ref().is_some_and(|line| line.contains(&piece.offset(at))) {
            return;
        }
        let bytes = piece.text.as_bytes();
        let start = memchr::memrchr(b'\n', &bytes[..at]).map_or(0, |feed| feed + 1);
        let end = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |len| at + len);
        let place = |at: usize| piece.offset(start + at);
        let found = self.explainer.explain_line(&bytes[start..end]);
        let found = found.into_iter().map(|Segment { range, becomes, rival, .. }| {
            let range = place(range.start)..place(range.end);
            let becomes = String::from_utf8(becomes).ok().filter(|_| rival.is_none());
            Known { reach: range.end, range, becomes }
        });
        self.found = found.collect();
        // The sort is stable, so fixes stay before doubts at the same position.
        self.found.sort_by_key(|known| known.range.start);
        self.found.iter_mut().fold(0, |reach, known| {
            known.reach = known.reach.max(reach);
            known.reach
        });
        self.line = Some(place(0)..piece.offset(end));
    }
}
