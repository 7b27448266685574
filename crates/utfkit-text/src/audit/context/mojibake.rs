//! Finds UTF-8 that was read as windows-1252: a letter for the lead byte, then the characters of
//! the continuation bytes.
//!
//! Honest text may contain such a sequence, for example `É` before `»`. A single one is reported
//! only if `utf repair` fixes it.

use crate::audit::characters::classes::byte;
use crate::audit::characters::classes::lead;
use crate::audit::context::repairs::Fixed;
use crate::audit::observation::Observation;
use crate::audit::piece::Here;

/// Finds mojibake, character by character.
#[derive(Default)]
pub(crate) struct Mojibake {
    /// The bytes of an incomplete sequence.
    bytes: Vec<u8>,
    /// The offset of that sequence.
    begun: u64,
    /// Whether an upper-case letter is before the sequence, whose lead may then belong to a word in
    /// capitals.
    after_capital: bool,
    /// The previous character.
    last: Option<char>,
    run: Option<Run>,
}

/// Consecutive sequences.
struct Run {
    seen: Observation,
    means: String,
    sequences: usize,
    /// Whether one of them never occurs in honest text.
    certain: bool,
}

/// The maximum length of the decoded text that is kept.
const MAX: usize = 256;

impl Mojibake {
    /// Takes the character `here`, which ends at the offset `end`, and returns a run that ends
    /// before it. `seen` makes the observation of a new run. `fixed` judges sequences that may be
    /// honest.
    pub(crate) fn push(
        &mut self,
        here: Here<'_>,
        end: u64,
        fixed: &mut Fixed,
        seen: impl FnOnce() -> Observation,
    ) -> Option<Observation> {
        let character = here.character;
        let before = self.last.replace(character);
        let mut over = None;
        if !self.bytes.is_empty() {
            match byte(character).filter(|byte| (0x80..0xC0).contains(byte)) {
                Some(byte) => {
                    self.bytes.push(byte);
                    self.complete(here, end, fixed);
                    return None;
                }
                None => over = self.end(),
            }
        }
        let Some(lead) = lead(character) else { return over.or_else(|| self.end()) };
        self.bytes.push(lead);
        self.begun = here.piece.offset(here.at);
        self.after_capital = before.is_some_and(char::is_uppercase);
        let run = || Run { seen: seen(), means: String::new(), sequences: 0, certain: false };
        self.run.get_or_insert_with(run);
        over
    }

    /// Ends the run, and returns it if it is mojibake.
    pub(crate) fn end(&mut self) -> Option<Observation> {
        self.bytes.clear();
        let run = self.run.take().filter(|run| run.certain || run.sequences > 1)?;
        Some(Observation { detail: Some(run.means), ..run.seen })
    }

    /// Returns the observation of the pending run.
    pub(crate) fn seen(&mut self) -> Option<&mut Observation> {
        self.run.as_mut().map(|run| &mut run.seen)
    }

    /// Returns `true` if a run may have begun.
    pub(crate) fn waits(&self) -> bool {
        self.run.is_some()
    }

    /// Returns `true` if neither a run nor a sequence has begun.
    pub(crate) fn is_idle(&self) -> bool {
        self.bytes.is_empty() && self.run.is_none()
    }

    /// Skips text that ends with `last` and has no part of a sequence.
    pub(crate) fn skip(&mut self, last: char) {
        self.last = Some(last);
    }

    /// Adds the sequence to the run if it is complete.
    fn complete(&mut self, here: Here<'_>, end: u64, fixed: &mut Fixed) {
        let Some(&lead) = self.bytes.first() else { return };
        if self.bytes.len() < lead.leading_ones() as usize {
            return;
        }
        if let (Some(run), Ok(text)) = (&mut self.run, std::str::from_utf8(&self.bytes)) {
            run.sequences += 1;
            run.certain |= is_certain(&self.bytes, self.after_capital);
            // Two neighboring sequences are mojibake in any case, so the costly question is not
            // needed.
            let continues =
                || begins_sequence(&here.piece.text[here.at + here.character.len_utf8()..]);
            let is_open = run.sequences == 1 && !run.certain;
            run.certain |= is_open && !continues() && fixed.fixes(here, self.begun..end);
            run.seen.length = end.saturating_sub(run.seen.position.offset);
            if run.means.len() < MAX {
                run.means.push_str(text);
            }
        }
        self.bytes.clear();
    }
}

/// Returns `true` if these bytes, read as windows-1252, never occur in honest text.
fn is_certain(bytes: &[u8], after_capital: bool) -> bool {
    match bytes {
        // Latin letters and signs.
        [0xC2 | 0xC3, _] => !after_capital,
        // Quotation marks, dashes, currencies; the BOM; emoji.
        [0xE2, 0x80 | 0x82 | 0x84, _] | [0xEF, 0xBB, 0xBF] | [0xF0, 0x9F, ..] => true,
        _ => false,
    }
}

/// Returns `true` if `text` begins with a complete sequence.
fn begins_sequence(text: &str) -> bool {
    let mut bytes = text.chars().map_while(byte);
    let Some(lead) = bytes.next().filter(|byte| (0xC2..=0xF4).contains(byte)) else {
        return false;
    };
    let len = lead.leading_ones() as usize;
    bytes.take(len - 1).filter(|byte| (0x80..0xC0).contains(byte)).count() == len - 1
}
