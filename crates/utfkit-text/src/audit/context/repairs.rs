//! Asks `repair` about a line: mojibake that it fixes is reported, and bytes of damaged letters
//! must not be removed.

use std::ops::Range;

use crate::repair;
use crate::repair::Fault;
use crate::repair::Fix;
use crate::repair::Options;

use crate::audit::piece::Here;
use crate::audit::piece::Offsets;

/// The result for the last line, or for its part in the piece.
#[derive(Default)]
pub(crate) struct Fixed {
    /// The offsets of the line.
    line: Option<(u64, u64)>,
    /// The ranges of fixed and of possible mojibake.
    fixes: Vec<Range<u64>>,
    doubts: Vec<Range<u64>>,
}

impl Fixed {
    /// Returns `true` if `repair` fixes the text at the offsets `range`, in the line of `here`, as
    /// mojibake.
    pub(crate) fn fixes(&mut self, here: Here<'_>, range: Range<u64>) -> bool {
        self.ask(here);
        reach(&self.fixes, &range)
    }

    /// Returns `true` if the character `here` is mojibake, or may be.
    pub(crate) fn may_fix(&mut self, here: Here<'_>) -> bool {
        self.ask(here);
        let Here { piece, at, character } = here;
        let range = piece.offset(at)..piece.offset(at + character.len_utf8());
        reach(&self.fixes, &range) || reach(&self.doubts, &range)
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
        let line = &bytes[start..end];
        let place = |offset: u64, len: usize| {
            let from = base + start as u64 + offset;
            from..from + len as u64
        };
        let repaired = repair::repair(line, Options::default());
        let is_mojibake =
            |fix: &&Fix| fix.faults().any(|fault| matches!(fault, Fault::Mojibake { .. }));
        let fixes = repaired.fixes.iter().filter(is_mojibake);
        self.fixes = fixes.map(|fix| place(fix.offset, fix.bytes.len())).collect();
        let doubts = repaired.ambiguous.iter().filter(|doubt| doubt.code == "mojibake");
        self.doubts = doubts.map(|doubt| place(doubt.offset, doubt.bytes.len())).collect();
        self.line = Some((base + start as u64, base + end as u64));
    }
}

/// Returns `true` if one of the sorted `ranges` overlaps `range`.
fn reach(ranges: &[Range<u64>], range: &Range<u64>) -> bool {
    let next = ranges.partition_point(|one| one.end <= range.start);
    ranges.get(next).is_some_and(|one| one.start < range.end)
}
