//! Reports for programs: one JSON object a line.

use std::{
    borrow::Cow,
    io::{self, Write},
    path::Path,
};

use serde::Serialize;

use super::{FileSummary, Report, Summary};
use crate::diagnose::Diagnostic;

/// Writes one JSON object a line.
pub struct Json<W> {
    out: W,
}

/// A line for a mistake. Its keys are an interface: they are added to, never changed.
#[derive(Serialize)]
struct FindingLine<'a> {
    r#type: &'static str,
    path: Cow<'a, str>,
    /// The octets of a path that is not UTF-8, in hexadecimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    path_octets: Option<String>,
    encoding: &'static str,
    offset: u64,
    length: usize,
    line: u64,
    column: u64,
    kind: &'static str,
    octets: String,
    means: Option<String>,
    subparts: usize,
    hint: Option<&'a str>,
}

/// A line for a file that was left alone.
#[derive(Serialize)]
struct SkippedLine<'a> {
    r#type: &'static str,
    path: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path_octets: Option<String>,
    reason: &'static str,
}

/// The last line.
#[derive(Serialize)]
struct SummaryLine {
    r#type: &'static str,
    files: u64,
    octets: u64,
    characters: u64,
    ill_formed: u64,
    findings: u64,
    unreported: u64,
    binary: u64,
    trouble: u64,
}

impl<W: Write> Json<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Self {
        Self { out }
    }

    fn line(&mut self, line: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, line)?;
        self.out.write_all(b"\n")
    }
}

impl<W: Write> Report for Json<W> {
    fn finding(&mut self, diagnostic: &Diagnostic) -> io::Result<()> {
        let finding = &diagnostic.finding;
        let (path, path_octets) = name(&diagnostic.path);
        let line = FindingLine {
            r#type: "finding",
            path,
            path_octets,
            encoding: diagnostic.encoding.name(),
            offset: finding.offset(),
            length: finding.len(),
            line: diagnostic.line,
            column: diagnostic.column,
            kind: finding.kind().code(),
            octets: hexadecimal(finding.octets(), " "),
            means: finding.means().map(|value| format!("U+{value:04X}")),
            subparts: finding.subparts(),
            hint: diagnostic.hint.as_deref(),
        };
        self.line(&line)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn file(&mut self, _: &Path, _: &FileSummary) -> io::Result<()> {
        Ok(())
    }

    fn binary(&mut self, path: &Path) -> io::Result<()> {
        let (path, path_octets) = name(path);
        self.line(&SkippedLine { r#type: "skipped", path, path_octets, reason: "binary" })
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        self.line(&SummaryLine {
            r#type: "summary",
            files: summary.files,
            octets: summary.octets,
            characters: summary.characters,
            ill_formed: summary.ill_formed,
            findings: summary.findings,
            unreported: summary.unreported,
            binary: summary.binary,
            trouble: summary.trouble,
        })?;
        self.out.flush()
    }
}

/// The name of a file as text, and its exact octets if it is not UTF-8.
fn name(path: &Path) -> (Cow<'_, str>, Option<String>) {
    let octets = path.as_os_str().as_encoded_bytes();
    let exact = path.to_str().is_none().then(|| hexadecimal(octets, ""));
    (path.to_string_lossy(), exact)
}

/// `octets` in lower-case hexadecimal.
fn hexadecimal(octets: &[u8], between: &str) -> String {
    octets.iter().map(|octet| format!("{octet:02x}")).collect::<Vec<_>>().join(between)
}
