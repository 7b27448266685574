//! The table of the encodings of many files.

use std::io::{self, Write};

use serde::Serialize;
use utfkit_text::detect::{Detection, Verdict};

use super::report::Names;
use crate::{
    process::{json_line, names::counted},
    report::summary::ByEncoding,
};

/// The totals of all files.
#[derive(Clone, Default)]
pub struct Totals {
    pub sum: Sum,
    /// The files by encoding, with their bytes.
    encodings: ByEncoding,
}

/// The numbers of files.
#[derive(Clone, Copy, Default, Serialize)]
pub struct Sum {
    pub files: u64,
    /// Files whose encoding is unknown.
    pub unknown: u64,
    /// Files that are not text.
    pub binary: u64,
    /// Paths that could not be read.
    pub failures: u64,
}

/// The object for the totals, which comes last.
#[derive(Serialize)]
struct SummaryLine {
    r#type: &'static str,
    #[serde(flatten)]
    sum: Sum,
}

impl Totals {
    /// Adds a file.
    pub fn add(&mut self, detection: &Detection, names: Names) {
        self.sum.files += 1;
        self.sum.binary += u64::from(detection.verdict() == Verdict::Binary);
        self.sum.unknown += u64::from(detection.verdict() == Verdict::Unknown);
        let name = match detection.verdict() {
            Verdict::Binary => "binary data",
            _ => names.name(detection.encoding()),
        };
        // Only the start of binary data is read.
        let is_text = detection.verdict() != Verdict::Binary;
        self.encodings.add(name, if is_text { detection.bytes() } else { 0 });
    }

    /// Writes the JSON object for the totals.
    pub fn json(&self, out: &mut impl Write) -> io::Result<()> {
        json_line::write_line(out, &SummaryLine { r#type: "summary", sum: self.sum })
    }

    /// Writes the table, with the most frequent encoding first. `passed` names the skipped files.
    pub fn table(&self, out: &mut impl Write, passed: &str) -> io::Result<()> {
        self.encodings.write(out, "bytes of text")?;
        let failed = match self.sum.failures {
            0 => String::new(),
            failures => format!(", {failures} not read"),
        };
        writeln!(out, "{}{failed}{passed}", counted(self.sum.files, "file"))
    }
}
