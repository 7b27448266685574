//! Reports: diagnostics as a person, or a program, reads them. They stream: nothing is collected.

mod human;
mod json;

use std::{io, path::Path};

use utfkit::Encoding;

use crate::diagnose::Diagnostic;
pub use human::Human;
pub use json::Json;

/// Something that diagnostics are reported to.
pub trait Report {
    /// A mistake.
    fn finding(&mut self, diagnostic: &Diagnostic) -> io::Result<()>;
    /// Whatever was reported must be seen now.
    fn flush(&mut self) -> io::Result<()>;
    /// A file is at its end.
    fn file(&mut self, path: &Path, summary: &FileSummary) -> io::Result<()>;
    /// A file of a folder was left alone, for it is no text.
    fn binary(&mut self, path: &Path) -> io::Result<()>;
    /// All files are at their end.
    fn finish(&mut self, summary: &Summary) -> io::Result<()>;
}

/// What there is to say about one file.
#[derive(Clone, Copy, Debug, Default)]
pub struct FileSummary {
    /// What it was read as.
    pub encoding: Option<Encoding>,
    /// How long it is; as far as it was read.
    pub octets: u64,
    /// Well-formed characters.
    pub characters: u64,
    /// Maximal subparts that are ill-formed.
    pub ill_formed: u64,
    /// Mistakes, as a person counts them.
    pub findings: u64,
    /// What it looks like, though it is well-formed as what it was read as.
    pub looks_like: Option<Encoding>,
}

/// What there is to say about all files.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    pub files: u64,
    pub files_found: u64,
    pub octets: u64,
    pub characters: u64,
    pub ill_formed: u64,
    pub findings: u64,
    /// Mistakes that were counted and not reported.
    pub unreported: u64,
    /// Files of a folder that are no text, and so were not checked.
    pub binary: u64,
    /// Operands that could not be read.
    pub trouble: u64,
}

impl Summary {
    /// Adds a file.
    pub fn add(&mut self, file: &FileSummary) {
        self.files += 1;
        self.files_found += u64::from(file.findings > 0);
        self.octets += file.octets;
        self.characters += file.characters;
        self.ill_formed += file.ill_formed;
        self.findings += file.findings;
    }
}

/// A report of nothing: only the exit status, or a count, is wanted.
pub struct Silent;

impl Report for Silent {
    fn finding(&mut self, _: &Diagnostic) -> io::Result<()> {
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn file(&mut self, _: &Path, _: &FileSummary) -> io::Result<()> {
        Ok(())
    }

    fn binary(&mut self, _: &Path) -> io::Result<()> {
        Ok(())
    }

    fn finish(&mut self, _: &Summary) -> io::Result<()> {
        Ok(())
    }
}
