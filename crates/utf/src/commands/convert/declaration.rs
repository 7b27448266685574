//! Corrects the declarations of the encoding in a converted text. They must name the encoding of
//! the output.

use std::{io, path::Path};

use utfkit::Encoding;
use utfkit_text::{
    receivers::declared::{self, Declared, LOOK},
    unicode::printable,
};

use crate::{output::sink::Sink, reading::code_page};

/// Holds back the start of the output until its declarations are known, and corrects them.
pub(super) struct Declarations {
    to: Encoding,
    /// The text held back; `None` after the declarations are known or found missing.
    held: Option<Vec<u8>>,
    /// Whether nobody waits for the output, so that every declaration can be corrected. Otherwise
    /// only text that may have a declaration that readers must respect is held back.
    is_patient: bool,
    /// Whether to correct wrong declarations. Otherwise they are only reported.
    fixes: bool,
    /// The last bytes of a text that is not held back.
    tail: Vec<u8>,
    /// The wrong declarations, and the new labels of those that were corrected.
    wrong: Vec<(Declared, Option<String>)>,
}

impl Declarations {
    /// Creates the check for a text in `to`.
    pub(super) fn new(to: Encoding, fixes: bool, is_patient: bool) -> Self {
        Self { to, held: Some(Vec::new()), is_patient, fixes, tail: Vec::new(), wrong: Vec::new() }
    }

    /// Writes `bytes` to `output`, or holds them back until the declarations are known.
    pub(super) fn write(&mut self, bytes: &[u8], output: &mut dyn Sink) -> io::Result<()> {
        let Some(held) = &mut self.held else {
            let kept = &bytes[bytes.len().saturating_sub(LOOK)..];
            let excess = (self.tail.len() + kept.len()).saturating_sub(LOOK);
            self.tail.drain(..excess.min(self.tail.len()));
            self.tail.extend_from_slice(kept);
            return output.write(bytes);
        };
        held.extend_from_slice(bytes);
        let is_open = if self.is_patient { held.len() < LOOK } else { declared::is_open(held) };
        if is_open { Ok(()) } else { self.settle(false, output) }
    }

    /// Ends the text. Writes the text held back to `output`, with correct declarations.
    pub(super) fn finish(&mut self, output: &mut dyn Sink) -> io::Result<()> {
        let is_whole = self.held.is_some();
        self.settle(true, output)?;
        if !is_whole {
            // The text is written already, so it cannot be corrected.
            let wrong = declared::find_last(&self.tail).into_iter();
            let wrong = wrong.filter(|one| one.contradicts(self.to, false));
            self.wrong.extend(wrong.map(|one| (one, None)));
        }
        Ok(())
    }

    /// Corrects the declarations in the text held back, which may be `whole`, and writes that text
    /// to `output`.
    fn settle(&mut self, whole: bool, output: &mut dyn Sink) -> io::Result<()> {
        let Some(held) = self.held.take().filter(|held| !held.is_empty()) else { return Ok(()) };
        let ascii = self.to == Encoding::UsAscii;
        let mut written = 0;
        for wrong in declared::find_all(&held, whole) {
            if !wrong.contradicts(self.to, ascii) {
                continue;
            }
            let label = wrong.label_of(self.to).filter(|_| self.fixes);
            if let Some(label) = &label {
                output.write(&held[written..wrong.range.start])?;
                output.write(&wrong.spell(label))?;
                written = wrong.range.end;
            }
            self.wrong.push((wrong, label));
        }
        self.tail = held[held.len().saturating_sub(LOOK)..].to_vec();
        output.write(&held[written..])
    }

    /// Returns messages about the text `name` at `path` if its declarations were wrong.
    pub(super) fn messages(&self, name: &str, path: &Path) -> Vec<String> {
        let of_text = self.wrong.iter().map(|(declared, label)| {
            let (format, old) = (declared.format, printable::line(&declared.label));
            match label {
                Some(label) => format!("{format} declaration changed from {old} to {label}"),
                None => format!("the {format} declaration says {old}, but the text is {}", self.to),
            }
        });
        let all = of_text.chain(beside(path, self.to));
        all.map(|words| format!("utf: {name}: {words}\n")).collect()
    }
}

/// Returns a message if the name of the file at `path`, or another file in its directory, declares
/// an encoding other than `to`.
fn beside(path: &Path, to: Encoding) -> Option<String> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    match &*extension {
        "properties" if !matches!(to, Encoding::Iso8859_1 | Encoding::UsAscii) => {
            Some("Java before version 9 reads files of properties as ISO-8859-1".to_owned())
        }
        "dbf" => {
            let page = code_page::beside(path).filter(|page| page.encoding != to)?;
            Some(format!("{page}, but the text is {to}"))
        }
        _ => None,
    }
}
