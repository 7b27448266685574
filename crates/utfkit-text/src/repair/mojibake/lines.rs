//! Lines, of which short ones come again: what was found in one is remembered.

use crate::repair::{
    edit::Edits,
    found::{Doubt, Found},
    mojibake::stretches,
};

/// Bytes of a line that is remembered.
const LONGEST: usize = 64;

/// How many are remembered, a power of two.
const MAX: usize = 256;

/// Lines of a text, and what was found in those that were looked at last.
#[derive(Default)]
pub(crate) struct Lines<'t> {
    known: Vec<Option<Known<'t>>>,
}

struct Known<'t> {
    line: &'t str,
    edits: Edits,
    doubts: Vec<Doubt>,
}

impl<'t> Lines<'t> {
    /// Finds what there is to fix in `line`, which is well-formed and stands at `base`.
    pub(crate) fn look(&mut self, line: &'t str, base: usize, found: &mut Found) {
        if line.len() > LONGEST {
            return stretches::line(line, base, &mut found.edits, &mut found.doubts);
        }
        self.known.resize_with(MAX, || None);
        let add = |sum: usize, byte| sum.wrapping_mul(31).wrapping_add(usize::from(byte));
        let place = line.bytes().fold(0, add);
        let known = &mut self.known[place % MAX];
        if known.as_ref().is_none_or(|known| known.line != line) {
            let (mut edits, mut doubts) = (Edits::new(), Vec::new());
            stretches::line(line, 0, &mut edits, &mut doubts);
            *known = Some(Known { line, edits, doubts });
        }
        let Some(Known { edits, doubts, .. }) = known else { return };
        found.edits.extend(edits.iter().cloned().map(|mut edit| {
            edit.start += base;
            edit.end += base;
            edit
        }));
        found.doubts.extend(doubts.iter().cloned().map(|mut doubt| {
            doubt.start += base;
            doubt.end += base;
            doubt
        }));
    }
}
