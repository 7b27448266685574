//! The trait for the output formats of `utf check`.

use std::{
    io::{self, Write},
    path::Path,
};

use utfkit_text::detect::Content;
use utfkit_text::diagnose::Diagnostic;

use super::summary::{FileSummary, Summary};
use crate::{files::compressed::method::Method, rules::Breach};

/// An error in a file.
pub struct FileDiagnostic<'a> {
    /// The file, or `-`.
    pub path: &'a Path,
    /// The error.
    pub error: &'a Diagnostic,
    /// The compression format that the file seems to begin with, if it was still read as text.
    pub begins_as: Option<Method>,
}

/// A format for diagnostics.
pub trait Report {
    /// Returns `true` if the format shows the text around an error. Then a diagnostic waits for the
    /// rest of its line.
    fn shows_context(&self) -> bool {
        false
    }
    /// Reports an error.
    fn finding(&mut self, _: &FileDiagnostic<'_>) -> io::Result<()> {
        Ok(())
    }
    /// Reports a file that breaks a rule of the project.
    fn breach(&mut self, _: &Breach) -> io::Result<()> {
        Ok(())
    }
    /// Writes everything that was reported so far.
    fn flush(&mut self) -> io::Result<()>;
    /// Reports the end of a file.
    fn file(&mut self, _: &Path, _: &FileSummary) -> io::Result<()> {
        Ok(())
    }
    /// Reports that a file was not checked, because it is binary or looks like UTF-16 or UTF-32
    /// without a BOM.
    fn skipped(&mut self, _: &Path, _: Content) -> io::Result<()> {
        Ok(())
    }
    /// Reports the totals after the last file.
    fn finish(&mut self, _: &Summary) -> io::Result<()> {
        self.flush()
    }
}

/// The output of a report.
pub trait Out: Write {
    /// Writes a finding: its picture, or `line` if there is one and the report is long already.
    fn finding(&mut self, picture: Vec<u8>, line: Option<String>) -> io::Result<()>;
}

impl<O: Out> Out for &mut O {
    fn finding(&mut self, picture: Vec<u8>, line: Option<String>) -> io::Result<()> {
        (**self).finding(picture, line)
    }
}

/// Reports nothing, for runs that only set the exit status.
pub struct Silent;

impl Report for Silent {
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
