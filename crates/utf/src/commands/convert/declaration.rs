//! The declaration of a text that is converted: it is to say what the text is in afterwards.

use std::io;

use utfkit::Encoding;
use utfkit_text::{
    receivers::declared::{self, Declared},
    unicode::printable,
};

use crate::output::sink::Sink;

/// Follows what is written of a text until its declaration is known, and changes that.
pub(super) struct Declaration {
    to: Encoding,
    /// What is held back; `None` if the declaration is known, or there is none.
    held: Option<Vec<u8>>,
    /// Whether the declaration is changed if it is wrong.
    fixes: bool,
    /// The declaration that was wrong, and the label that it has now, if it was changed.
    wrong: Option<(Declared, Option<String>)>,
}

impl Declaration {
    /// The declaration of a text that is written in `to`.
    pub(super) fn new(to: Encoding, fixes: bool) -> Self {
        Self { to, held: Some(Vec::new()), fixes, wrong: None }
    }

    /// Passes `bytes` on to `output`, now or when the declaration is known.
    pub(super) fn write(&mut self, bytes: &[u8], output: &mut dyn Sink) -> io::Result<()> {
        let Some(held) = &mut self.held else { return output.write(bytes) };
        held.extend_from_slice(bytes);
        if declared::is_open(held) { Ok(()) } else { self.settle(output) }
    }

    /// Passes on what is held back.
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
            Some(label) => format!("utf: {name}: {format} declaration: {old} to {label}\n"),
            None => {
                format!("utf: {name}: its {format} declaration says {old}, and it is {}\n", self.to)
            }
        })
    }
}
