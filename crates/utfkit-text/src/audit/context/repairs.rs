//! Asks `repair` about a line, so that both find the same mojibake.

use std::ops::Range;

use crate::repair::misread::{self, Judge, Mojibake};

use crate::audit::piece::Here;
use crate::audit::piece::Offsets;

/// The result for the last line, or for its part in the piece, and the knowledge of `repair` about the
/// text.
pub(crate) struct Fixed {
    judge: Judge,
    /// The offsets of the line.
    line: Option<(u64, u64)>,
    /// The ranges of mojibake, and the text that they become; `None` if it is not certain.
    found: Vec<(Range<u64>, Option<String>)>,
}

impl Default for Fixed {
    fn default() -> Self {
        Self { judge: Judge::new(), line: None, found: Vec::new() }
    }
}

impl Fixed {
    /// Returns the end and the meaning of the mojibake that begins with the character `here`.
    pub(crate) fn mojibake_at(&mut self, here: Here<'_>) -> Option<(u64, String)> {
        self.ask(here);
        let at = here.piece.offset(here.at);
        let (range, means) = self.found.iter().find(|(range, _)| range.start == at)?;
        Some((range.end, means.clone()?))
    }

    /// Returns `true` if the character `here` is mojibake, or may be.
    pub(crate) fn may_fix(&mut self, here: Here<'_>) -> bool {
        self.ask(here);
        let at = here.piece.offset(here.at);
        self.found.iter().any(|(range, _)| range.contains(&at))
    }

    /// Repairs the line of `here`, unless it was the last line. Only UTF-8 can be repaired.
    fn ask(&mut self, Here { piece, at, .. }: Here<'_>) {
        let Offsets::From(base) = piece.offsets else { return };
        let bytes = piece.text.as_bytes();
        let start = memchr::memrchr(b'\n', &bytes[..at]).map_or(0, |feed| feed + 1);
        // The known result covers the line up to its end.
        let known = self
            .line
            .is_some_and(|(from, to)| from == base + start as u64 && base + (at as u64) < to);
        if known {
            return;
        }
        let end = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |len| at + len);
        let place = |at: usize| base + (start + at) as u64;
        let found = misread::mojibake(&piece.text[start..end], &mut self.judge);
        let found = found
            .into_iter()
            .map(|Mojibake { range, becomes }| (place(range.start)..place(range.end), becomes));
        self.found = found.collect();
        self.line = Some((base + start as u64, base + end as u64));
    }
}
