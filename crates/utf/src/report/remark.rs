//! Findings for formats that need only a position, a code and a message. All commands can create
//! them.

use std::{io, path::Path};

use super::{diagnostics::FileDiagnostic, words};
use crate::rules::Breach;

/// A message about a position in a file.
pub struct Remark<'a> {
    pub path: &'a Path,
    /// The stable code, for `utf explain`.
    pub code: &'a str,
    pub level: Level,
    /// The message in one line.
    pub words: String,
    pub place: Place,
}

/// The importance of a remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    Error,
    Warning,
    Note,
}

/// The known parts of a position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    /// The line, from 1. Messages about a whole file use line 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: Option<u64>,
    /// The column after the end.
    pub end_column: Option<u64>,
    /// The offset and the length in bytes.
    pub bytes: Option<(u64, u64)>,
}

/// A format for remarks.
pub trait Remarks {
    fn remark(&mut self, remark: &Remark<'_>) -> io::Result<()>;
    /// Reports that a file was not checked, and the reason. Some formats ignore it.
    fn skipped(&mut self, _: &Path, _words: String) -> io::Result<()> {
        Ok(())
    }
    /// Writes everything that was reported so far.
    fn flush(&mut self) -> io::Result<()>;
    /// Ends the report. A format without summary lines ignores `sentence`.
    fn end(&mut self, sentence: &str) -> io::Result<()>;
}

impl<'a> Remark<'a> {
    /// Creates the remark about an error.
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

    /// Creates the remark about a broken rule.
    pub fn of_breach(breach: &'a Breach) -> Self {
        let bytes = Some((breach.offset, breach.bytes.len() as u64));
        let place = Place { line: breach.line, bytes, ..Place::default() };
        let (code, words) = (breach.code, words::breach_in_a_line(breach));
        Self { path: &breach.path, code, level: Level::Error, words, place }
    }

    /// Creates a remark from a note about the file at `path`.
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
