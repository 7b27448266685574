//! Something that diagnostics are reported to, whatever its format.

use std::{io, path::Path};

use utfkit_text::detect::content::Content;
use utfkit_text::diagnose::Diagnostic;

use super::summary::{FileSummary, Summary};
use crate::{files::compressed::method::Method, rules::Breach};

/// An error in a file.
pub struct FileDiagnostic<'a> {
    /// The file, or `-`.
    pub path: &'a Path,
    /// The error.
    pub error: &'a Diagnostic,
    /// The compression that the file begins like, though it was read as text.
    pub begins_as: Option<Method>,
}

/// Something that diagnostics are reported to.
pub trait Report {
    /// Whether the context of a mistake is reported, which takes waiting for the rest of its line.
    fn shows_context(&self) -> bool {
        false
    }
    /// A mistake.
    fn finding(&mut self, _: &FileDiagnostic<'_>) -> io::Result<()> {
        Ok(())
    }
    /// A file is not as its rule says.
    fn breach(&mut self, _: &Breach) -> io::Result<()> {
        Ok(())
    }
    /// Whatever was reported must be seen now.
    fn flush(&mut self) -> io::Result<()>;
    /// A file is at its end.
    fn file(&mut self, _: &Path, _: &FileSummary) -> io::Result<()> {
        Ok(())
    }
    /// A file of a folder was left alone, for it is no text that could be read.
    fn skipped(&mut self, _: &Path, _: Content) -> io::Result<()> {
        Ok(())
    }
    /// All files are at their end.
    fn finish(&mut self, _: &Summary) -> io::Result<()> {
        self.flush()
    }
}

/// A report of nothing: only the exit status is wanted.
pub struct Silent;

impl Report for Silent {
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
