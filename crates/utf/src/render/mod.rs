//! Reports: diagnostics as a person, or a program, reads them. They stream: nothing is collected.

mod drawing;
mod github;
mod human;
mod json;
mod list;
mod remark;
mod sarif;
mod words;

use std::{io, path::Path};

use utfkit::Encoding;

use crate::{
    choice::Use,
    diagnose::Diagnostic,
    gate::Origin,
    input::{Method, Nature},
    rules::Breach,
};
pub use drawing::{Drawing, Line, Picture, Said};
pub use github::Github;
pub use human::{Human, counted, sentence};
pub use json::{FileName, Json, hexadecimal, is_none, octets, skipped, write_line};
pub use list::{Counts, Names, listed};
pub use remark::{Level, Place, Remark, Remarks};
pub use sarif::{Envelope, Notice, Rule, Sarif, rules};

/// Something that diagnostics are reported to.
pub trait Report {
    /// Whether the context of a mistake is reported, which takes waiting for the rest of its line.
    fn shows_context(&self) -> bool {
        false
    }
    /// A mistake.
    fn finding(&mut self, _: &Diagnostic) -> io::Result<()> {
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
    fn skipped(&mut self, _: &Path, _: Nature) -> io::Result<()> {
        Ok(())
    }
    /// All files are at their end.
    fn finish(&mut self, _: &Summary) -> io::Result<()> {
        self.flush()
    }
}

/// What there is to say about one file.
#[derive(Clone, Debug, Default)]
pub struct FileSummary {
    /// What it was read as.
    pub encoding: Option<Encoding>,
    /// How long it is; as far as it was read.
    pub octets: u64,
    /// Well-formed characters.
    pub characters: u64,
    /// Maximal subparts that are ill-formed.
    pub ill_formed: u64,
    /// Mistakes, as a person counts them; what is refused, and rules that are broken among them.
    pub findings: u64,
    /// Characters that are well-formed, and that the receiver refuses.
    pub refused: u64,
    /// Rules that are broken.
    pub broken_rules: u64,
    /// Mistakes that a baseline accepts; none of the others.
    pub accepted: u64,
    /// What it looks like, though it is well-formed as what it was read as.
    pub looks_like: Option<Encoding>,
    /// Why it is not all in that, though it is well-formed.
    pub doubt: Option<String>,
    /// Whether its encoding was chosen among several.
    pub chosen: bool,
    /// What lines were read as, besides UTF-8.
    pub used: Vec<Use>,
    /// U+FEFF inside the text, as joining files leaves it.
    pub inner_signatures: InnerSignatures,
    /// How it was compressed, if it was read through.
    pub compressed: Option<Method>,
}

/// U+FEFF inside a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InnerSignatures {
    /// How often.
    pub count: u64,
    /// The line and the column of the first.
    pub line: u64,
    pub column: u64,
    /// Its offset and its octets, where the encoding tells them.
    pub octets: Option<(u64, u64)>,
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
    pub refused: u64,
    pub broken_rules: u64,
    pub accepted: u64,
    /// Mistakes that were counted and not reported.
    pub unreported: u64,
    /// Files of a folder that are no text, and so were not checked.
    pub binary: u64,
    /// Those that look like UTF-16 or UTF-32 without a signature.
    pub unsigned: u64,
    /// Links of folders that were not followed, and what there is neither file nor folder.
    pub passed: [u64; 2],
    /// Operands that could not be read.
    pub trouble: u64,
    /// The folder that names are from, if it is in a repository.
    pub origin: Option<Origin>,
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
        self.refused += file.refused;
        self.broken_rules += file.broken_rules;
        self.accepted += file.accepted;
    }

    /// Adds a file of a folder that was left alone.
    pub fn skip(&mut self, nature: Nature) {
        match nature {
            Nature::Unsigned(_) => self.unsigned += 1,
            Nature::Binary | Nature::Text => self.binary += 1,
        }
    }
}

/// A report of nothing: only the exit status is wanted.
pub struct Silent;

impl Report for Silent {
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
