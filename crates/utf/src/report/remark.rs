//! What formats take that know of places, codes and messages only, whichever command found it.

use std::{io, path::Path};

use super::{diagnostics::FileDiagnostic, words};
use crate::rules::Breach;

/// Something that is said about a place in a file.
pub struct Remark<'a> {
    pub path: &'a Path,
    /// The stable code that it is looked up by.
    pub code: &'a str,
    pub level: Level,
    /// What it is, in a line.
    pub words: String,
    pub place: Place,
}

/// How much a remark matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    Error,
    Warning,
    Note,
}

/// Where something is, as far as that is known.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    /// From 1; what is said of a file as a whole is said of its first line.
    pub line: u64,
    /// In characters, from 1.
    pub column: Option<u64>,
    /// The column behind it.
    pub end_column: Option<u64>,
    /// The offset in bytes, and how many there are.
    pub bytes: Option<(u64, u64)>,
}

/// A format that takes remarks, and ends with a sentence if it has a place for one.
pub trait Remarks {
    fn remark(&mut self, remark: &Remark<'_>) -> io::Result<()>;
    /// A file was left alone, and why; not every format has a place for that.
    fn skipped(&mut self, _: &Path, _words: String) -> io::Result<()> {
        Ok(())
    }
    /// Whatever was said must be seen now.
    fn flush(&mut self) -> io::Result<()>;
    /// All is said.
    fn end(&mut self, sentence: &str) -> io::Result<()>;
}

impl<'a> Remark<'a> {
    /// What there is to say about a mistake.
    pub fn of(found: &FileDiagnostic<'a>) -> Self {
        let diagnostic = found.error;
        let finding = &diagnostic.finding;
        let place = Place {
            line: diagnostic.line,
            column: Some(diagnostic.column),
            end_column: Some(diagnostic.column + finding.subparts().max(1) as u64),
            bytes: Some((finding.offset(), finding.len() as u64)),
        };
        let (code, words) = (finding.kind().code(), words::in_a_line(found));
        Self { path: found.path, code, level: Level::Error, words, place }
    }

    /// What there is to say about a file that is not as its rule says.
    pub fn of_breach(breach: &'a Breach) -> Self {
        let bytes = Some((breach.offset, breach.bytes.len() as u64));
        let place = Place { line: breach.line, bytes, ..Place::default() };
        let (code, words) = (breach.code, words::breach_in_a_line(breach));
        Self { path: &breach.path, code, level: Level::Error, words, place }
    }

    /// What there is to know about the file at `path`.
    pub fn note(path: &'a Path, note: words::Note) -> Self {
        let place = Place {
            line: note.place.map_or(1, |(line, _)| line),
            column: note.place.map(|(_, column)| column),
            bytes: note.bytes,
            ..Place::default()
        };
        Self { path, code: note.code, level: Level::Note, words: note.words, place }
    }
}
