//! Reports as SARIF 2.1.0, the format of static analysis results (OASIS): for code scanning
//! services.
//!
//! Results stream: each is printed as a line, and an [`Envelope`] makes one document of them.

use std::{
    borrow::Cow,
    io::{self, Write},
    path::Path,
};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use serde::Serialize;

use super::{
    diagnostics::{FileDiagnostic, Report},
    explain,
    remark::{Level, Remark, Remarks},
    summary::FileSummary,
    words,
};
use crate::{
    process::{json_line::write_line, names::counted},
    rules::Breach,
    system,
};

/// Writes one result per line.
pub struct Sarif<W> {
    out: W,
    /// Whether offsets refer to bytes of the file. They do not if the file was decompressed.
    has_bytes: bool,
}

impl<W: Write> Sarif<W> {
    /// Creates a report to `out`.
    pub fn new(out: W) -> Self {
        Self { out, has_bytes: true }
    }

    /// Omits offsets if the text is `compressed` in its file, because offsets in SARIF refer to the
    /// file.
    pub fn compressed(self, compressed: bool) -> Self {
        Self { has_bytes: !compressed, ..self }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultObject<'a> {
    rule_id: &'a str,
    level: &'static str,
    message: Message<'a>,
    locations: [Location; 1],
}

#[derive(Serialize)]
struct Message<'a> {
    text: Cow<'a, str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: PhysicalLocation,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: Region,
}

#[derive(Serialize)]
struct ArtifactLocation {
    uri: String,
}

/// A position: the line and the columns in characters from 1, the bytes from 0.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_column: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_column: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    byte_offset: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    byte_length: Option<u64>,
}

impl Location {
    fn of(path: &Path, region: Region) -> [Self; 1] {
        let artifact_location = ArtifactLocation { uri: uri(path) };
        [Self { physical_location: PhysicalLocation { artifact_location, region } }]
    }
}

impl<W: Write> Sarif<W> {
    /// Writes a result.
    pub fn result(&mut self, remark: &Remark<'_>) -> io::Result<()> {
        let place = remark.place;
        let bytes = place.bytes.filter(|_| self.has_bytes);
        let region = Region {
            start_line: place.line,
            start_column: place.column,
            end_column: place.end_column,
            byte_offset: bytes.map(|(offset, _)| offset),
            byte_length: bytes.map(|(_, length)| length),
        };
        let result = ResultObject {
            rule_id: remark.code,
            level: match remark.level {
                Level::Error => "error",
                Level::Warning => "warning",
                Level::Note => "note",
            },
            message: Message { text: (&*remark.words).into() },
            locations: Location::of(remark.path, region),
        };
        write_line(&mut self.out, &result)
    }
}

impl<W: Write> Report for Sarif<W> {
    fn finding(&mut self, diagnostic: &FileDiagnostic<'_>) -> io::Result<()> {
        self.result(&Remark::of(diagnostic))
    }

    fn breach(&mut self, breach: &Breach) -> io::Result<()> {
        self.result(&Remark::of_breach(breach))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn file(&mut self, path: &Path, summary: &FileSummary) -> io::Result<()> {
        words::notes(path, summary)
            .into_iter()
            .try_for_each(|note| self.result(&Remark::note(path, note)))
    }

    fn finish(&mut self, _: &super::summary::Summary) -> io::Result<()> {
        self.out.flush()
    }
}

/// SARIF has no summary line, so `end` ignores the sentence.
impl<W: Write> Remarks for Sarif<W> {
    fn remark(&mut self, remark: &Remark<'_>) -> io::Result<()> {
        self.result(remark)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn end(&mut self, _: &str) -> io::Result<()> {
        self.out.flush()
    }
}

/// The characters that stay unchanged in a URI: those that RFC 3986 calls unreserved, and slashes.
const KEPT: AsciiSet =
    NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// Returns the URI reference of the file at `path`. It encodes all bytes, even invalid UTF-8.
fn uri(path: &Path) -> String {
    let path = path.strip_prefix(".").unwrap_or(path);
    let bytes = system::names::bytes(path.as_os_str());
    let (start, rest) = match (path.is_absolute(), &*bytes) {
        (true, [b'/', ..]) => ("file://".to_owned(), &*bytes),
        // The name of a drive. Its colon is not encoded.
        (true, [drive, b':', rest @ ..]) => (format!("file:///{}:", char::from(*drive)), rest),
        (true, _) => ("file:///".to_owned(), &*bytes),
        (false, _) => (String::new(), &*bytes),
    };
    // A colon is encoded, because `a:b` would begin with a URI scheme.
    format!("{start}{}", percent_encode(rest, &KEPT))
}

/// Writes the document around results.
pub struct Envelope {
    /// The name of the tool.
    tool: &'static str,
    rules: Vec<Rule>,
    begun: bool,
    /// The number of results. Only the first [`MAX_RESULTS`] are written.
    results: u64,
    /// The first notices about the run, the number of further ones, and whether one of them reports
    /// a failure.
    notices: Vec<Notice>,
    omitted: u64,
    failed: bool,
}

/// A message about the run itself.
#[derive(Serialize)]
pub struct Notice {
    level: &'static str,
    message: Message<'static>,
}

impl Notice {
    /// Creates a notice about a failure.
    pub fn error(words: String) -> Self {
        Self { level: "error", message: Message { text: words.into() } }
    }

    /// Creates a notice that is not about a failure.
    pub fn note(words: String) -> Self {
        Self { level: "note", message: Message { text: words.into() } }
    }
}

/// The success of the run, and its notices.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation<'a> {
    execution_successful: bool,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    tool_execution_notifications: &'a [Notice],
}

/// The number of results in a run that GitHub's code scanning accepts. It rejects longer documents.
const MAX_RESULTS: u64 = 25_000;

/// The maximum number of notices to keep. Further ones are only counted.
const MAX_NOTICES: usize = 1000;

#[derive(Serialize)]
struct Tool<'a> {
    driver: Driver<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver<'a> {
    name: &'a str,
    semantic_version: &'a str,
    rules: &'a [Rule],
}

/// The description of all results with one code.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Rule {
    id: &'static str,
    short_description: Message<'static>,
    full_description: Message<'static>,
    help: Message<'static>,
}

impl Rule {
    /// Creates the description of the code `id`: a title, an explanation, and a remedy.
    pub fn new(
        id: &'static str,
        title: &'static str,
        what: impl Into<Cow<'static, str>>,
        help: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self {
            id,
            short_description: Message { text: title.into() },
            full_description: Message { text: what.into() },
            help: Message { text: help.into() },
        }
    }
}

/// Returns the descriptions of all codes of `utf check` and `utf repair`.
pub fn rules() -> Vec<Rule> {
    explain::pages()
        .map(|page| Rule::new(page.code, page.title, &page.text.what, &page.text.fix))
        .collect()
}

impl Envelope {
    /// Creates a document by `tool`. Every document has its own `rules`, because two commands may
    /// use the same code differently.
    pub fn new(tool: &'static str, rules: Vec<Rule>) -> Self {
        let (begun, results, failed) = (false, 0, false);
        Self { tool, rules, begun, results, notices: Vec::new(), omitted: 0, failed }
    }

    /// Adds a notice, which is written at the end.
    pub fn notice(&mut self, notice: Notice) {
        self.failed |= notice.level == "error";
        if self.notices.len() < MAX_NOTICES { self.notices.push(notice) } else { self.omitted += 1 }
    }

    /// Writes `line`, which is a result.
    pub fn result(&mut self, line: &[u8], out: &mut impl Write) -> io::Result<()> {
        self.begin(out)?;
        self.results += 1;
        match self.results {
            1 => {}
            2..=MAX_RESULTS => out.write_all(b",\n")?,
            _ => return Ok(()),
        }
        out.write_all(line.strip_suffix(b"\n").unwrap_or(line))
    }

    /// Writes the start of the document once, before the first result.
    fn begin(&mut self, out: &mut impl Write) -> io::Result<()> {
        if std::mem::replace(&mut self.begun, true) {
            return Ok(());
        }
        let driver = Driver {
            name: self.tool,
            semantic_version: env!("CARGO_PKG_VERSION"),
            rules: &self.rules,
        };
        let tool = serde_json::to_string(&Tool { driver })?;
        writeln!(
            out,
            "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{tool},\
             \"columnKind\":\"unicodeCodePoints\",\"results\":["
        )
    }

    /// Writes the end of the document.
    pub fn finish(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.begin(out)?;
        if self.results > MAX_RESULTS {
            self.notices.push(Notice::note(format!(
                "the first {MAX_RESULTS} results are here, as many as code scanning accepts in a \
                 run; {} were left out",
                self.results - MAX_RESULTS
            )));
        }
        if self.omitted > 0 {
            self.notices.push(Notice::note(format!("{} omitted", counted(self.omitted, "notice"))));
        }
        let invocation = Invocation {
            execution_successful: !self.failed,
            tool_execution_notifications: &self.notices,
        };
        let invocation = serde_json::to_string(&invocation)?;
        writeln!(out, "\n],\"invocations\":[{invocation}]}}]}}")
    }
}

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::system::testing::ABSOLUTE;

    #[test]
    fn names_become_references() {
        assert_eq!(uri(Path::new("a b/\u{E9}.txt")), "a%20b/%C3%A9.txt");
        let folder: PathBuf = ["a b", "c"].iter().collect();
        assert_eq!(uri(&folder), "a%20b/c");
        for (path, expected) in ABSOLUTE {
            assert_eq!(uri(Path::new(path)), *expected);
        }
        assert_eq!(uri(Path::new("c:x")), "c%3Ax");
        assert_eq!(uri(Path::new("./a/b")), "a/b");
    }

    #[test]
    fn documents_are_not_longer_than_services_accept() {
        let (mut envelope, mut out) = (Envelope::new("utf", rules()), Vec::new());
        for _ in 0..MAX_RESULTS + 7 {
            envelope.result(b"{\"a\":1}\n", &mut out).unwrap();
        }
        envelope.finish(&mut out).unwrap();
        let document: serde_json::Value = serde_json::from_slice(&out).unwrap();
        let run = &document["runs"][0];
        assert_eq!(run["results"].as_array().unwrap().len() as u64, MAX_RESULTS);
        let notice = &run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"];
        assert!(notice.as_str().unwrap().ends_with("; 7 were left out"));
    }

    #[test]
    fn results_become_a_document() {
        for results in 0..3_usize {
            let (mut envelope, mut out) = (Envelope::new("utf", rules()), Vec::new());
            (0..results).for_each(|_| envelope.result(b"{\"a\":1}\n", &mut out).unwrap());
            (0..results * 800).for_each(|_| envelope.notice(Notice::error("bad".to_owned())));
            envelope.finish(&mut out).unwrap();
            let document: serde_json::Value = serde_json::from_slice(&out).unwrap();
            let run = &document["runs"][0];
            assert_eq!(run["results"].as_array().unwrap().len(), results);
            let invocation = &run["invocations"][0];
            assert_eq!(invocation["executionSuccessful"], results == 0);
            let count = invocation["toolExecutionNotifications"].as_array().map_or(0, Vec::len);
            assert_eq!(count, [0, 800, 1001][results]);
        }
    }
}
