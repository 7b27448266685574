//! UTF-8 that was read as windows-1252: a lead byte as a letter, and its continuation bytes as
//! what they are there.
//!
//! A sequence that honest text may well have (an `É` before `»`) is none by itself, unless `utf
//! repair` fixes it.

use crate::audit::characters::classes::byte;
use crate::audit::characters::classes::lead;
use crate::audit::context::repairs::Fixed;
use crate::audit::observation::Observation;
use crate::audit::piece::Here;

/// Looks for sequences, character by character.
#[derive(Default)]
pub(crate) struct Mojibake {
    /// The bytes of a sequence that is not complete.
    bytes: Vec<u8>,
    /// Where it begins.
    begun: u64,
    /// Whether the character before it is an upper-case letter: then its lead may be one of a word
    /// in capitals.
    after_capital: bool,
    /// The character before what comes next.
    last: Option<char>,
    run: Option<Run>,
}

/// Sequences that follow each other.
struct Run {
    seen: Observation,
    means: String,
    sequences: usize,
    /// Whether one of them is in no honest text.
    certain: bool,
}

/// So much of what was meant is kept.
const MAX: usize = 256;

impl Mojibake {
    /// The character that stands `here` comes next, and ends at the offset `end`; `seen` is made if
    /// something begins here, and `fixed` is asked of what may be honest text. Gives what is over.
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

    /// Something comes next that is none of a sequence; gives what is over.
    pub(crate) fn end(&mut self) -> Option<Observation> {
        self.bytes.clear();
        let run = self.run.take().filter(|run| run.certain || run.sequences > 1)?;
        Some(Observation { told: Some(run.means), ..run.seen })
    }

    /// Where the run was seen that is not over.
    pub(crate) fn seen(&mut self) -> Option<&mut Observation> {
        self.run.as_mut().map(|run| &mut run.seen)
    }

    /// Whether something may have begun.
    pub(crate) fn waits(&self) -> bool {
        self.run.is_some()
    }

    /// Whether nothing has begun, not even a sequence.
    pub(crate) fn is_idle(&self) -> bool {
        self.bytes.is_empty() && self.run.is_none()
    }

    /// Text comes next that ends with `last`, and has nothing of a sequence.
    pub(crate) fn pass(&mut self, last: char) {
        self.last = Some(last);
    }

    /// Takes in the sequence if it is complete.
    fn complete(&mut self, here: Here<'_>, end: u64, fixed: &mut Fixed) {
        let Some(&lead) = self.bytes.first() else { return };
        if self.bytes.len() < lead.leading_ones() as usize {
            return;
        }
        if let (Some(run), Ok(text)) = (&mut self.run, std::str::from_utf8(&self.bytes)) {
            run.sequences += 1;
            run.certain |= is_certain(&self.bytes, self.after_capital);
            // Of two that stand side by side nobody is asked.
            let goes_on =
                || begins_sequence(&here.piece.text[here.at + here.character.len_utf8()..]);
            let is_open = run.sequences == 1 && !run.certain;
            run.certain |= is_open && !goes_on() && fixed.fixes(here, self.begun..end);
            run.seen.length = end.saturating_sub(run.seen.place.offset);
            if run.means.len() < MAX {
                run.means.push_str(text);
            }
        }
        self.bytes.clear();
    }
}

/// Whether these bytes, seen as windows-1252, are in no honest text.
fn is_certain(bytes: &[u8], after_capital: bool) -> bool {
    match bytes {
        // Latin letters and signs.
        [0xC2 | 0xC3, _] => !after_capital,
        // Quotation marks, dashes, currencies; the BOM; emoji.
        [0xE2, 0x80 | 0x82 | 0x84, _] | [0xEF, 0xBB, 0xBF] | [0xF0, 0x9F, ..] => true,
        _ => false,
    }
}

/// Whether `text` begins with a whole sequence.
fn begins_sequence(text: &str) -> bool {
    let mut bytes = text.chars().map_while(byte);
    let Some(lead) = bytes.next().filter(|byte| (0xC2..=0xF4).contains(byte)) else {
        return false;
    };
    let len = lead.leading_ones() as usize;
    bytes.take(len - 1).filter(|byte| (0x80..0xC0).contains(byte)).count() == len - 1
}
