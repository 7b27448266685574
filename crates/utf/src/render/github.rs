//! Reports as annotations of GitHub Actions: workflow commands on standard output.

use std::{
    fmt::{self, Display},
    io::{self, Write},
    path::Path,
};

use super::{FileSummary, Report, Summary, human, words};
use crate::{diagnose::Diagnostic, shown};

/// Writes an annotation a line.
pub struct Github<W> {
    out: W,
}

impl<W: Write> Github<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Self {
        Self { out }
    }
}

impl<W: Write> Report for Github<W> {
    fn finding(&mut self, diagnostic: &Diagnostic) -> io::Result<()> {
        let (line, column) = (diagnostic.line, diagnostic.column);
        let end = column + diagnostic.finding.subparts().max(1) as u64 - 1;
        let (file, code) = (Property(&diagnostic.path), diagnostic.finding.kind().code());
        let words = words::in_a_line(diagnostic);
        writeln!(
            self.out,
            "::error file={file},line={line},endLine={line},col={column},endColumn={end},title={code}::{}",
            Data(&words)
        )
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn file(&mut self, path: &Path, summary: &FileSummary) -> io::Result<()> {
        for note in words::notes(summary) {
            let (file, (line, column)) = (Property(path), note.place.unwrap_or((1, 1)));
            let (code, words) = (note.code, Data(&note.words));
            writeln!(
                self.out,
                "::notice file={file},line={line},col={column},title={code}::{words}"
            )?;
        }
        Ok(())
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        // Of the annotations of a step only the first are shown: the log has them all, and the sum.
        writeln!(self.out, "{}", human::sentence(summary))?;
        self.out.flush()
    }
}

/// A text behind `::`.
struct Data<'a>(&'a str);

/// The path of a file as the value of a property.
struct Property<'a>(&'a Path);

impl Display for Data<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        escape(&shown::line(self.0), &['%', '\r', '\n'], f)
    }
}

impl Display for Property<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        escape(&shown::path(self.0), &['%', '\r', '\n', ':', ','], f)
    }
}

/// Writes `text` with `%NN` for what would end it.
fn escape(text: &str, ends: &[char], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    text.chars().try_for_each(|character| match ends.contains(&character) {
        true => write!(f, "%{:02X}", u32::from(character)),
        false => write!(f, "{character}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_a_value() {
        assert_eq!(Data("100 % of a:b\r\n").to_string(), "100 %25 of a:b<U+000D><U+000A>");
        assert_eq!(Property(Path::new("a,b:c%")).to_string(), "a%2Cb%3Ac%25");
    }
}
