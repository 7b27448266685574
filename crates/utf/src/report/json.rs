//! Reports for programs: one JSON object per line.

use std::{
    borrow::Cow,
    fmt::Write as _,
    io::{self, Write},
    path::Path,
};

use serde::{Deserialize, Serialize};
use utfkit::Encoding;
use utfkit_text::{
    detect::Content,
    views::{self, hexadecimal},
};

use super::{
    diagnostics::{FileDiagnostic, Report},
    summary::{FileSummary, Summary},
    words,
};
use crate::{
    process::json_line::write_line,
    reading::looks::Looks,
    rules::{Breach, Source},
    system,
};

/// Writes one JSON object per line.
pub struct Json<W> {
    out: W,
}

/// The object for an error. Its keys are an interface: keys are added, but never changed.
#[derive(Serialize)]
struct FindingLine<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    file: FileName<'a>,
    #[serde(flatten)]
    error: views::Diagnostic<'a>,
}

/// The object for a broken rule.
#[derive(Serialize)]
struct BreachLine<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    file: FileName<'a>,
    encoding: &'static str,
    offset: u64,
    length: usize,
    line: u64,
    kind: &'static str,
    bytes: String,
    hint: &'a str,
    rule: RuleObject<'a>,
    /// The command that fixes the file, quoted for a shell.
    fix: Option<&'a str>,
}

/// A rule and the file that contains it.
#[derive(Serialize)]
struct RuleObject<'a> {
    #[serde(flatten)]
    file: FileName<'a>,
    line: Option<u64>,
    says: &'a str,
}

/// The object for a file that was not checked.
#[derive(Serialize)]
struct SkippedLine<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    file: FileName<'a>,
    reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    looks_like: Option<&'static str>,
}

/// The object for notes about a file, for example that it looks like another encoding.
#[derive(Serialize)]
struct NoteLine<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    file: FileName<'a>,
    encoding: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    looks_like: Option<&'static str>,
    /// The probability of that encoding, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    percent: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    doubt: Option<&'a str>,
    /// The codes of further notes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    inner_boms: Option<Inner>,
    /// The compression format, if the text was decompressed: then positions refer to the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    compressed: Option<String>,
    /// Whether the encoding was chosen from several candidates.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    chosen: bool,
    /// The encodings of lines that were not read as UTF-8.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<Lines>,
}

/// The lines that were read as one encoding: their number and the first of them.
#[derive(Serialize)]
struct Lines {
    encoding: &'static str,
    count: u64,
    first: Vec<u64>,
}

/// U+FEFF inside the text: the number and the first position.
#[derive(Serialize)]
struct Inner {
    count: u64,
    line: u64,
    column: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<u64>,
}

/// The object for the totals, which comes last.
#[derive(Serialize)]
struct SummaryLine<'a> {
    r#type: &'static str,
    files: u64,
    bytes: u64,
    characters: u64,
    ill_formed: u64,
    findings: u64,
    /// The numbers of rejected characters, broken rules and findings that a baseline accepts. Zero
    /// is left out.
    #[serde(skip_serializing_if = "is_none")]
    rejected: u64,
    #[serde(skip_serializing_if = "is_none")]
    broken_rules: u64,
    #[serde(skip_serializing_if = "is_none")]
    accepted: u64,
    unreported: u64,
    binary: u64,
    #[serde(skip_serializing_if = "is_none")]
    no_bom: u64,
    #[serde(skip_serializing_if = "is_none")]
    links: u64,
    #[serde(skip_serializing_if = "is_none")]
    others: u64,
    failures: u64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
    /// The commit and the directories that names are relative to.
    #[serde(skip_serializing_if = "Option::is_none")]
    commit: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    folder: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    folder_bytes: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repository: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repository_bytes: Option<&'a str>,
}

/// Returns `true` if a count is zero and so is left out.
pub fn is_none(count: &u64) -> bool {
    *count == 0
}

impl<W: Write> Json<W> {
    /// Creates a report to `out`.
    pub fn new(out: W) -> Self {
        Self { out }
    }

    fn line(&mut self, line: &impl Serialize) -> io::Result<()> {
        write_line(&mut self.out, line)
    }
}

impl<W: Write> Report for Json<W> {
    fn finding(&mut self, found: &FileDiagnostic<'_>) -> io::Result<()> {
        self.line(&FindingLine {
            r#type: "finding",
            file: FileName::of(found.path),
            error: views::Diagnostic::of(found.error, words::file_hint(found)),
        })
    }

    fn breach(&mut self, breach: &Breach) -> io::Result<()> {
        let Source { file, line, says } = &breach.source;
        self.line(&BreachLine {
            r#type: "finding",
            file: FileName::of(&breach.path),
            encoding: breach.encoding.name(),
            offset: breach.offset,
            length: breach.bytes.len(),
            line: breach.line,
            kind: breach.code,
            bytes: hexadecimal(&breach.bytes, " "),
            hint: &breach.words,
            rule: RuleObject { file: FileName::of(file), line: *line, says },
            fix: breach.fix.as_deref(),
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn file(&mut self, path: &Path, summary: &FileSummary) -> io::Result<()> {
        let text = &summary.text;
        let looks = summary.looks.as_ref();
        let looks_like = text.looks_like.or(text.shifted).or(looks.and_then(Looks::encoding));
        let percent = looks.filter(|looks| looks.encoding() == looks_like).map(Looks::percent);
        let looks_like = looks_like.map(Encoding::name);
        let inner = text.inner_boms;
        let compressed = summary.compressed.filter(|_| summary.findings() > 0);
        let doubt = summary.doubt.as_deref();
        let remarks = summary.remarks.iter().map(words::remark_code);
        let remarks: Vec<_> = looks.map(|_| "looks-like").into_iter().chain(remarks).collect();
        let known = looks_like.is_some()
            || doubt.is_some()
            || !remarks.is_empty()
            || summary.chosen
            || compressed.is_some();
        if inner.count == 0 && !known {
            return Ok(());
        }
        let inner_boms = (inner.count > 0).then_some(Inner {
            count: inner.count,
            line: inner.line,
            column: inner.column,
            offset: inner.bytes.map(|(offset, _)| offset),
        });
        let encoding = text.encoding.map(|encoding| encoding.name());
        let lines = text.used.iter().map(|used| Lines {
            encoding: used.encoding.name(),
            count: used.lines,
            first: used.first.clone(),
        });
        let note = "note";
        self.line(&NoteLine {
            r#type: note,
            file: FileName::of(path),
            encoding,
            looks_like,
            percent: percent.filter(|_| looks_like.is_some()),
            doubt,
            remarks,
            inner_boms,
            compressed: compressed.map(|method| method.to_string()),
            chosen: summary.chosen,
            lines: lines.collect(),
        })
    }

    fn skipped(&mut self, path: &Path, content: Content) -> io::Result<()> {
        skipped(&mut self.out, path, content.reason(), content.looks_like())
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        let origin = summary.origin.as_ref();
        let folder = origin.map(|origin| FileName::of(&origin.folder));
        let repository = origin.and_then(|origin| origin.repository.as_deref()).map(FileName::of);
        self.line(&SummaryLine {
            r#type: "summary",
            files: summary.files,
            bytes: summary.bytes,
            characters: summary.characters,
            ill_formed: summary.ill_formed,
            findings: summary.findings,
            rejected: summary.rejected,
            broken_rules: summary.broken_rules,
            accepted: summary.accepted,
            unreported: summary.unreported,
            binary: summary.binary,
            no_bom: summary.no_bom,
            links: summary.passed[0],
            others: summary.passed[1],
            failures: summary.failures,
            interrupted: summary.interrupted,
            commit: origin.and_then(|origin| origin.commit.as_deref()),
            folder: folder.as_ref().map(|folder| &*folder.path),
            folder_bytes: folder.as_ref().and_then(|folder| folder.path_bytes.as_deref()),
            repository: repository.as_ref().map(|top| &*top.path),
            repository_bytes: repository.as_ref().and_then(|top| top.path_bytes.as_deref()),
        })?;
        self.out.flush()
    }
}

/// Writes the object for the file at `path`, which was not checked. `looks_like` is the encoding
/// that it may have.
pub fn skipped(
    out: &mut impl Write,
    path: &Path,
    reason: &'static str,
    looks_like: Option<Encoding>,
) -> io::Result<()> {
    let (r#type, looks_like) = ("skipped", looks_like.map(Encoding::name));
    write_line(out, &SkippedLine { r#type, file: FileName::of(path), reason, looks_like })
}

/// Writes the line with `remarks` about a text that was read as `read`, and what it looks like.
pub fn note(
    out: &mut impl Write,
    path: &Path,
    read: Encoding,
    looks: Option<&Looks>,
    remarks: Vec<&'static str>,
) -> io::Result<()> {
    let (file, encoding) = (FileName::of(path), looks.and_then(Looks::encoding));
    let line = NoteLine {
        r#type: "note",
        file,
        encoding: Some(read.name()),
        looks_like: encoding.map(Encoding::name),
        percent: looks.filter(|_| encoding.is_some()).map(Looks::percent),
        doubt: None,
        remarks,
        inner_boms: None,
        compressed: None,
        chosen: false,
        lines: Vec::new(),
    };
    write_line(out, &line)
}

/// The name of a file in JSON.
#[derive(Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct FileName<'a> {
    /// The path as text. If it is not UTF-8, `\xNN` replaces each invalid byte, and `\x5C` replaces
    /// a backslash before an `x`.
    pub path: Cow<'a, str>,
    /// The bytes of a path that is not UTF-8, in hexadecimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path_bytes: Option<String>,
}

/// Returns the text of `bytes`, or `bytes` if they are not UTF-8.
fn utf8(bytes: Cow<'_, [u8]>) -> Result<Cow<'_, str>, Cow<'_, [u8]>> {
    match bytes {
        Cow::Borrowed(bytes) => str::from_utf8(bytes).map(Cow::Borrowed).map_err(|_| bytes.into()),
        Cow::Owned(bytes) => {
            String::from_utf8(bytes).map(Cow::Owned).map_err(|error| error.into_bytes().into())
        }
    }
}

impl<'a> FileName<'a> {
    pub fn of(path: &'a Path) -> Self {
        let bytes = match utf8(system::names::bytes(path.as_os_str())) {
            Ok(path) => return Self { path, path_bytes: None },
            Err(bytes) => bytes,
        };
        let mut escaped = String::with_capacity(bytes.len() + 8);
        for chunk in bytes.utf8_chunks() {
            escaped.push_str(&chunk.valid().replace("\\x", "\\x5Cx"));
            for byte in chunk.invalid() {
                // Writing to a string cannot fail.
                let _ = write!(escaped, "\\x{byte:02X}");
            }
        }
        Self { path: escaped.into(), path_bytes: Some(hexadecimal(&bytes, "")) }
    }
}

/// Returns the bytes of the hexadecimal `text`, or `None` if it is not hexadecimal.
pub fn bytes(text: &str) -> Option<Vec<u8>> {
    let digits = text.bytes().map(|digit| char::from(digit).to_digit(16).map(|digit| digit as u8));
    let digits = digits.collect::<Option<Vec<_>>>()?;
    let (pairs, rest) = digits.as_chunks::<2>();
    rest.is_empty().then(|| pairs.iter().map(|[high, low]| high << 4 | low).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexadecimal_there_and_back() {
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(bytes(&hexadecimal(&all, "")), Some(all));
        assert_eq!(hexadecimal(b"\xC0\x0a", ""), "c00a");
        assert_eq!(["0", "0g", "é"].map(bytes), [None, None, None]);
    }
}
