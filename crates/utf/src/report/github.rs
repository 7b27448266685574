//! Reports as annotations of GitHub Actions: workflow commands on stdout.

use std::{
    fmt::{self, Display},
    io::{self, Write},
    path::Path,
};

use utfkit_text::detect::Content;

use super::{
    diagnostics::{FileDiagnostic, Report},
    human,
    remark::{Level, Place, Remark, Remarks},
    summary::{FileSummary, Summary},
    words,
};
use crate::{input::content, process::names, rules::Breach, system};
use utfkit_text::unicode::printable;

/// Writes one annotation per line.
pub struct Github<W> {
    out: W,
}

impl<W: Write> Github<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Self {
        Self { out }
    }
}

impl<W: Write> Remarks for Github<W> {
    fn remark(&mut self, remark: &Remark<'_>) -> io::Result<()> {
        let Remark { code, words, place, .. } = remark;
        let command = match remark.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "notice",
        };
        write!(
            self.out,
            "::{command} file={},line={line}",
            Property(remark.path),
            line = place.line
        )?;
        // GitHub counts both ends as part of the range. Columns need `endLine`, and only a range
        // within one line has a known end column.
        match (place.column, place.end_column) {
            (Some(column), Some(end)) => {
                let (line, end) = (place.line, end - 1);
                write!(self.out, ",endLine={line},col={column},endColumn={end}")?;
            }
            (column, _) => write!(self.out, ",col={}", column.unwrap_or(1))?,
        }
        writeln!(self.out, ",title={code}::{}", Data(words))
    }

    fn skipped(&mut self, path: &Path, words: String) -> io::Result<()> {
        let place = Place { line: 1, ..Place::default() };
        self.remark(&Remark { path, code: "not-read", level: Level::Note, words, place })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn end(&mut self, sentence: &str) -> io::Result<()> {
        writeln!(self.out, "{sentence}")?;
        self.out.flush()
    }
}

impl<W: Write> Report for Github<W> {
    fn finding(&mut self, diagnostic: &FileDiagnostic<'_>) -> io::Result<()> {
        self.remark(&Remark::of(diagnostic))
    }

    fn breach(&mut self, breach: &Breach) -> io::Result<()> {
        self.remark(&Remark::of_breach(breach))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn file(&mut self, path: &Path, summary: &FileSummary) -> io::Result<()> {
        words::notes(path, summary)
            .into_iter()
            .try_for_each(|note| self.remark(&Remark::note(path, note)))
    }

    fn skipped(&mut self, path: &Path, content: Content) -> io::Result<()> {
        let words = format!("{content}, not checked{}", content::advice(content));
        Remarks::skipped(self, path, words)
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        self.end(&human::sentence(summary))
    }
}

/// Counts annotations, of which GitHub shows only the first of each level. The others become plain
/// lines of the log.
#[derive(Debug, Default)]
pub struct Annotations {
    /// The number of annotations of each level in [`LEVELS`].
    seen: [u64; 3],
    /// The number of annotations that are plain lines.
    plain: u64,
    /// The number of annotations that were left out.
    omitted: u64,
}

/// The start of an annotation, for each level.
const LEVELS: [&[u8]; 3] = [b"::error ", b"::warning ", b"::notice "];

/// The number of annotations of one level that GitHub shows for a step.
const PER_STEP: u64 = 10;

/// The number of plain lines, which nobody reads in a long log.
const PLAIN: u64 = 2000;

impl Annotations {
    /// Writes a record to `out`.
    pub fn record(&mut self, record: &[u8], out: &mut Vec<u8>) {
        let level = LEVELS.iter().position(|level| record.starts_with(level));
        let Some(level) = level else { return out.extend_from_slice(record) };
        self.seen[level] += 1;
        if self.seen[level] <= PER_STEP {
            out.extend_from_slice(record);
        } else if self.plain < PLAIN {
            self.plain += 1;
            out.extend_from_slice(record.strip_prefix(b"::").unwrap_or(record));
        } else {
            self.omitted += 1;
        }
    }

    /// Writes the number of annotations that GitHub does not show.
    pub fn finish(&self, out: &mut Vec<u8>) {
        if self.plain > 0 {
            let omitted = match self.omitted {
                0 => String::new(),
                omitted => format!(", and {omitted} more were left out"),
            };
            let words = format!(
                "GitHub shows {PER_STEP} annotations of each level for a step: {} are plain lines \
                 in this log{omitted}\n",
                self.plain
            );
            out.extend_from_slice(words.as_bytes());
        }
    }
}

/// The text of an annotation, after `::`.
struct Data<'a>(&'a str);

/// A path as the value of a property.
struct Property<'a>(&'a Path);

impl Display for Data<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        escape(&printable::line(self.0), &['%', '\r', '\n'], f)
    }
}

impl Display for Property<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // GitHub expects paths as in the repository, without `./`.
        let path = self.0.strip_prefix(".").unwrap_or(self.0);
        let bytes = system::names::bytes(path.as_os_str());
        let Ok(name) = str::from_utf8(&bytes) else {
            return escape(&names::path(path), &ENDS, f);
        };
        name.split_inclusive(['\r', '\n']).try_for_each(|part| {
            let end = part.len() - usize::from(part.ends_with(['\r', '\n']));
            escape(&printable::line(&part[..end]), &ENDS, f)?;
            escape(&part[end..], &ENDS, f)
        })
    }
}

/// The characters that would end a property.
const ENDS: [char; 5] = ['%', '\r', '\n', ':', ','];

/// Writes `text` with the characters in `ends` as `%NN`.
fn escape(text: &str, ends: &[char], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    text.chars().try_for_each(|character| {
        if ends.contains(&character) {
            write!(f, "%{:02X}", u32::from(character))
        } else {
            write!(f, "{character}")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn github_gets_what_it_shows() {
        let (mut annotations, mut out) = (Annotations::default(), Vec::new());
        for _ in 0..2015 {
            annotations.record(b"::error file=a,line=1::x\n", &mut out);
        }
        annotations.record(b"::notice file=a,line=1::y\n", &mut out);
        annotations.record(b"1 file\n", &mut out);
        annotations.finish(&mut out);
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.lines().filter(|line| line.starts_with("::error ")).count(), 10);
        assert_eq!(text.lines().filter(|line| line.starts_with("error file=a")).count(), 2000);
        assert!(text.contains("::notice file=a,line=1::y\n1 file\n"));
        assert!(text.ends_with("2000 are plain lines in this log, and 5 more were left out\n"));
    }

    #[test]
    fn nothing_ends_a_value() {
        assert_eq!(Data("100 % of a:b\r\n").to_string(), "100 %25 of a:b<U+000D><U+000A>");
        assert_eq!(Property(Path::new("a,b:c%")).to_string(), "a%2Cb%3Ac%25");
        assert_eq!(Property(Path::new("./a/x\ny\r\u{1B}")).to_string(), "a/x%0Ay%0D<U+001B>");
    }
}
