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
use crate::{process::json_line::write_line, rules::Breach};

/// Writes a result a line.
pub struct Sarif<W> {
    out: W,
    /// Whether files have the bytes of which offsets are told; not where they are read through
    /// compression.
    has_bytes: bool,
}

impl<W: Write> Sarif<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Self {
        Self { out, has_bytes: true }
    }

    /// Leaves offsets out if the text is `compressed` in its file: SARIF has those of the file
    /// only.
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

/// A place: line and columns in characters from 1, bytes from 0.
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
        words::notes(summary)
            .into_iter()
            .try_for_each(|note| self.result(&Remark::note(path, note)))
    }

    fn finish(&mut self, _: &super::summary::Summary) -> io::Result<()> {
        self.out.flush()
    }
}

/// A document has no place for a sentence.
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

/// What a path keeps as it is in a URI: what RFC 3986 calls unreserved, and slashes.
const KEPT: AsciiSet =
    NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// The reference to the file at `path`: its bytes, also those that are no UTF-8.
fn uri(path: &Path) -> String {
    let path = path.strip_prefix(".").unwrap_or(path);
    let bytes = path.as_os_str().as_encoded_bytes();
    let scheme = if path.is_absolute() { "file://" } else { "" };
    // A name such as `a:b` would begin with a scheme, if the colon were not encoded.
    format!("{scheme}{}", percent_encode(bytes, &KEPT))
}

/// Makes a document of results.
pub struct Envelope {
    /// Who says it.
    tool: &'static str,
    rules: Vec<Rule>,
    begun: bool,
    /// Whether there is a result, behind which another stands apart.
    between: bool,
    /// What is said about the run itself: the first of it, how much more there is, and whether it
    /// means that the run failed.
    notices: Vec<Notice>,
    unsaid: u64,
    failed: bool,
}

/// Something that is said about a run, not about a text.
#[derive(Serialize)]
pub struct Notice {
    level: &'static str,
    message: Message<'static>,
}

impl Notice {
    /// Something that the run could not do.
    pub fn error(words: String) -> Self {
        Self { level: "error", message: Message { text: words.into() } }
    }

    /// Something to know about what is reported.
    pub fn note(words: String) -> Self {
        Self { level: "note", message: Message { text: words.into() } }
    }
}

/// How a run went.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation<'a> {
    execution_successful: bool,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    tool_execution_notifications: &'a [Notice],
}

/// So many notices are kept; the others are counted.
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

/// What there is to say of all results with one code.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Rule {
    id: &'static str,
    short_description: Message<'static>,
    full_description: Message<'static>,
    help: Message<'static>,
}

impl Rule {
    /// What results with `id` are, in a few words and at length, and what to do.
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

/// The rules of what is ill-formed, refused or noted.
pub fn rules() -> Vec<Rule> {
    explain::pages()
        .map(|page| Rule::new(page.code, page.title, &page.text.what, &page.text.fix))
        .collect()
}

impl Envelope {
    /// The document of what `tool` finds by `rules`. Codes are those of the tool: what two tools
    /// call alike may differ.
    pub fn new(tool: &'static str, rules: Vec<Rule>) -> Self {
        let (begun, between, failed) = (false, false, false);
        Self { tool, rules, begun, between, notices: Vec::new(), unsaid: 0, failed }
    }

    /// Takes a notice, which is told in the end.
    pub fn notice(&mut self, notice: Notice) {
        self.failed |= notice.level == "error";
        match self.notices.len() < MAX_NOTICES {
            true => self.notices.push(notice),
            false => self.unsaid += 1,
        }
    }

    /// Writes `line`, which is a result.
    pub fn result(&mut self, line: &[u8], out: &mut impl Write) -> io::Result<()> {
        self.begin(out)?;
        if std::mem::replace(&mut self.between, true) {
            out.write_all(b",\n")?;
        }
        out.write_all(line.strip_suffix(b"\n").unwrap_or(line))
    }

    /// Writes what stands before the results, once.
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

    /// Writes what stands behind the results.
    pub fn finish(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.begin(out)?;
        if self.unsaid > 0 {
            self.notices.push(Notice::note(format!("{} more are not told here", self.unsaid)));
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
    use super::*;

    #[test]
    fn names_become_references() {
        assert_eq!(uri(Path::new("a b/\u{E9}.txt")), "a%20b/%C3%A9.txt");
        assert_eq!(uri(Path::new("/x/a:b")), "file:///x/a%3Ab");
        assert_eq!(uri(Path::new("c:x")), "c%3Ax");
        assert_eq!(uri(Path::new("./a/b")), "a/b");
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
            let told = invocation["toolExecutionNotifications"].as_array().map_or(0, Vec::len);
            assert_eq!(told, [0, 800, 1001][results]);
        }
    }
}
