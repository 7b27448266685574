//! Corrects the declaration of the encoding in a converted text. It must name the encoding of the
//! output.

use std::io;

use utfkit::Encoding;
use utfkit_text::{
    receivers::declared::{self, Declared},
    unicode::printable,
};

use crate::output::sink::Sink;

/// Holds back the start of the output until its declaration is known, and corrects it.
pub(super) struct Declaration {
    to: Encoding,
    /// The text held back; `None` after the declaration is known or found missing.
    held: Option<Vec<u8>>,
    /// Whether to correct a wrong declaration. Otherwise it is only reported.
    fixes: bool,
    /// The wrong declaration, and its new label if it was corrected.
    wrong: Option<(Declared, Option<String>)>,
}

impl Declaration {
    /// Creates the check for a text in `to`.
    pub(super) fn new(to: Encoding, fixes: bool) -> Self {
        Self { to, held: Some(Vec::new()), fixes, wrong: None }
    }

    /// Writes `bytes` to `output`, or holds them back until the declaration is known.
    pub(super) fn write(&mut self, bytes: &[u8], output: &mut dyn Sink) -> io::Result<()> {
        let Some(held) = &mut self.held else { return output.write(bytes) };
        held.extend_from_slice(bytes);
        if declared::is_open(held) { Ok(()) } else { self.settle(output) }
    }

    /// Corrects the declaration in the text held back, and writes that text to `output`.
    pub(super) fn settle(&mut self, output: &mut dyn Sink) -> io::Result<()> {
        let Some(held) = self.held.take().filter(|held| !held.is_empty()) else { return Ok(()) };
        let ascii = self.to == Encoding::UsAscii;
        let wrong = declared::find(&held).filter(|declared| declared.contradicts(self.to, ascii));
        let Some(wrong) = wrong else { return output.write(&held) };
        let label = wrong.label_of(self.to).filter(|_| self.fixes);
        match &label {
            Some(label) => {
                output.write(&held[..wrong.range.start])?;
                output.write(&wrong.spell(label))?;
                output.write(&held[wrong.range.end..])?;
            }
            None => output.write(&held)?,
        }
        self.wrong = Some((wrong, label));
        Ok(())
    }

    /// Returns a message about the text `name` if its declaration was wrong.
    pub(super) fn message(&self, name: &str) -> Option<String> {
        let (declared, label) = self.wrong.as_ref()?;
        let (format, old) = (declared.format, printable::line(&declared.label));
        Some(match label {
            Some(label) => {
                format!("utf: {name}: {format} declaration changed from {old} to {label}\n")
            }
            None => {
                format!(
                    "utf: {name}: the {format} declaration says {old}, but the text is {}\n",
                    self.to
                )
            }
        })
    }
}
