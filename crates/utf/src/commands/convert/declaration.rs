//! Corrects the declarations of the encoding in a converted text. They must name the encoding of
//! the output.

use std::{io, path::Path};

use utfkit::Encoding;
use utfkit_text::{
    receivers::{
        Format, Mail, Wrong,
        declared::{self, LOOK},
    },
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
    wrong: Vec<Wrong>,
    /// The correction of a mail, which may have a declaration in each part, and a buffer for its
    /// text.
    mail: Option<Mail>,
    text: Vec<u8>,
}

impl Declarations {
    /// Creates the check for a text in `to`.
    pub(super) fn new(to: Encoding, fixes: bool, is_patient: bool) -> Self {
        let (held, tail) = (Some(Vec::new()), Vec::new());
        let (wrong, mail, text) = (Vec::new(), None, Vec::new());
        Self { to, held, is_patient, fixes, tail, wrong, mail, text }
    }

    /// Writes `bytes` to `output`, or holds them back until the declarations are known.
    pub(super) fn write(&mut self, bytes: &[u8], output: &mut dyn Sink) -> io::Result<()> {
        if let Some(mail) = &mut self.mail {
            mail.push(bytes, &mut self.text);
            return write_all(&mut self.text, output);
        }
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
        if let Some(mail) = &mut self.mail {
            mail.finish(&mut self.text);
            return write_all(&mut self.text, output);
        }
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
        if self.to.is_ascii_compatible() && Mail::begins(&held) {
            let mail = self.mail.insert(Mail::new(&held, self.to, self.fixes));
            mail.push(&held, &mut self.text);
            return write_all(&mut self.text, output);
        }
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

    /// Returns the reason not to convert a mail as a whole: two of its parts are in different charsets,
    /// or a part is not text.
    pub(super) fn disagreement(&self) -> Option<String> {
        let mail = self.mail.as_ref()?;
        if let Some(part) = mail.spoiled() {
            let (media, line) = (printable::line(&part.media), part.line);
            return Some(format!(
                "a part of it is {media} and not encoded (line {line}), so a conversion would change its bytes: convert the parts of text one by one"
            ));
        }
        let [one, other] = mail
            .disagreement()?
            .map(|one| format!("{} (line {})", printable::line(&one.label), one.line));
        Some(format!(
            "its parts are in {one} and {other}, and no encoding reads both: convert them one by one"
        ))
    }

    /// Returns messages about the text `name` at `path` if its declarations were wrong.
    pub(super) fn messages(&self, name: &str, path: &Path) -> Vec<String> {
        let of_text = self.wrong.iter().map(|wrong| words(wrong, self.to, self.fixes));
        let of_parts = self.mail.as_ref().and_then(|mail| of_parts(mail, self.to, self.fixes));
        let all = of_text.chain(of_parts).chain(beside(path, self.to));
        all.map(|words| format!("utf: {name}: {words}\n")).collect()
    }
}

/// Writes `text` to `output`, and empties it.
fn write_all(text: &mut Vec<u8>, output: &mut dyn Sink) -> io::Result<()> {
    let written = if text.is_empty() { Ok(()) } else { output.write(text) };
    text.clear();
    written
}

/// Returns the message about a wrong declaration in a text in `to`. If declarations are to be correct
/// (`fixes`), it has the next step.
fn words((declared, label): &Wrong, to: Encoding, fixes: bool) -> String {
    let (format, old) = (declared.format, printable::line(&declared.label));
    let step = || match declared.label_of(to) {
        Some(label) => format!(": change it to `{label}`"),
        // Browsers have no label for it, so a page in it must do without one.
        None if matches!(format, Format::Html | Format::Css) => ": remove it".to_owned(),
        None => String::new(),
    };
    let step = if fixes { step() } else { String::new() };
    match label {
        Some(label) => format!("{format} declaration changed from {old} to {label}"),
        None => format!("the {format} declaration says {old}, but the text is {to}{step}"),
    }
}

/// Returns the message about the wrong declarations in a `mail` in `to`, if it has some.
fn of_parts(mail: &Mail, to: Encoding, fixes: bool) -> Option<String> {
    let (first, count) = mail.wrong();
    if let [one] = first {
        return Some(words(one, to, fixes));
    }
    let (_, label) = first.first()?;
    let mut old: Vec<_> = first.iter().map(|(one, _)| printable::line(&one.label)).collect();
    old.sort_unstable();
    old.dedup();
    let lines: Vec<_> = first.iter().map(|(one, _)| one.line.to_string()).collect();
    let more = if count > first.len() as u64 { ", …" } else { "" };
    let (old, lines) = (old.join(", "), lines.join(", "));
    Some(match label {
        Some(label) => {
            format!("{count} MIME declarations changed from {old} to {label} (lines {lines}{more})")
        }
        None => {
            format!(
                "{count} MIME declarations say {old}, but the text is {to} (lines {lines}{more})"
            )
        }
    })
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
