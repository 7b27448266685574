//! Mojibake: a run of characters that `utf repair` fixes is one observation.

use crate::audit::characters::classes::{byte, lead};
use crate::audit::context::repairs::Fixed;
use crate::audit::observation::Observation;
use crate::audit::piece::Here;

/// Finds mojibake, character by character.
#[derive(Default)]
pub(crate) struct Mojibake {
    run: Option<Run>,
}

/// Mojibake that has not ended.
struct Run {
    seen: Observation,
    means: String,
    /// The offset of the end.
    end: u64,
}

impl Mojibake {
    /// Takes the character `here`, and returns a run that ends before it. `seen` makes the
    /// observation of a new run.
    pub(crate) fn push(
        &mut self,
        here: Here<'_>,
        fixed: &mut Fixed,
        seen: impl FnOnce() -> Observation,
    ) -> Option<Observation> {
        let at = here.piece.offset(here.at);
        if self.run.as_ref().is_some_and(|run| at < run.end) {
            return None;
        }
        let over = self.end();
        if may_begin(here)
            && let Some((end, means)) = fixed.mojibake_at(here)
        {
            let mut seen = seen();
            seen.length = end.saturating_sub(at);
            self.run = Some(Run { seen, means, end });
        }
        over
    }

    /// Ends the run, and returns it.
    pub(crate) fn end(&mut self) -> Option<Observation> {
        let run = self.run.take()?;
        Some(Observation { detail: Some(run.means), ..run.seen })
    }

    /// Returns the observation of the pending run.
    pub(crate) fn seen(&mut self) -> Option<&mut Observation> {
        self.run.as_mut().map(|run| &mut run.seen)
    }

    /// Returns `true` if a run has begun.
    pub(crate) fn waits(&self) -> bool {
        self.run.is_some()
    }
}

/// Returns `true` if a sequence of two characters of windows-1252 may begin at `here`, or a letter whose
/// no-break space became a space. Other text is not repaired, because that is slow.
fn may_begin(here: Here<'_>) -> bool {
    let Some(lead) = lead(here.character) else { return false };
    let rest = &here.piece.text[here.at + here.character.len_utf8()..];
    match rest.chars().next() {
        Some(' ') => matches!(lead, 0xC2 | 0xC3),
        Some(next) => byte(next).is_some_and(|byte| (0x80..0xC0).contains(&byte)),
        None => false,
    }
}
