//! What is said of a file: for people, for programs, and in short.

use std::{
    io::{self, Write},
    path::Path,
};

use serde::Serialize;
use utfkit::Encoding;
use utfkit_text::detect::Detection;

use super::advice::next_step;
use crate::{
    files::compressed::method::Method,
    process::json_line,
    reading::detection::words,
    report::{
        self,
        remark::{Level, Place, Remark},
    },
};
use utfkit_text::detect::likeliest::Likeliest;

/// What stands for an encoding that can't be told.
const UNKNOWN: &str = "unknown";

/// A line for a file. Its keys are an interface: they are added to, never changed.
#[derive(Serialize)]
struct Line<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    file: report::json::FileName<'a>,
    encoding: Option<&'static str>,
    verdict: &'static str,
    confidence: f64,
    evidence: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<&'static str>,
    alternatives: Vec<Alternative>,
    segments: Vec<Segment>,
    /// How the file was compressed that was read through: all places are those in the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    compressed: Option<String>,
}

/// The last line.
#[derive(Serialize)]
struct SummaryLine {
    r#type: &'static str,
    #[serde(flatten)]
    totals: Totals,
}

/// What is said of all files.
#[derive(Clone, Copy, Default, Serialize)]
pub struct Totals {
    pub files: u64,
    /// Those of which nobody can tell.
    pub unknown: u64,
    /// What could not be read.
    pub failures: u64,
}

#[derive(Serialize)]
struct Alternative {
    encoding: &'static str,
    confidence: f64,
}

#[derive(Serialize)]
struct Segment {
    offset: u64,
    length: u64,
    encoding: Option<&'static str>,
}

/// Only the encoding.
pub(super) fn brief(out: &mut impl Write, detection: &Detection) -> io::Result<()> {
    writeln!(out, "{}", name(detection.encoding()))
}

/// A line for the file `name`, which is fit for a terminal, and one for each of its parts.
pub(super) fn human(
    out: &mut impl Write,
    name: &str,
    detection: &Detection,
    method: Option<Method>,
) -> io::Result<()> {
    writeln!(out, "{name}: {}", words(detection))?;
    for segment in detection.segments() {
        let (offset, length) = (segment.offset, segment.length);
        let encoding = self::name(segment.encoding);
        writeln!(out, "  at byte {offset}, {length} bytes: {encoding}")?;
    }
    if let Some(method) = method.filter(|_| !detection.segments().is_empty()) {
        writeln!(out, "  note: places are those in the text, read through {method}")?;
    }
    match Likeliest::of(detection).and_then(next_step) {
        // Nothing that is advised reads through what is compressed.
        Some(step) if method.is_some() => writeln!(out, "  help: unpack it first; then {step}"),
        Some(step) => writeln!(out, "  help: {step}"),
        None => Ok(()),
    }
}

/// What there is to say about the file at `path`: what it is in is a note, and that nobody can tell
/// is a warning.
pub(super) fn remark<'p>(path: &'p Path, detection: &Detection) -> Remark<'p> {
    let (code, level) = match detection.encoding() {
        Some(_) => ("detected-encoding", Level::Note),
        None => ("unknown-encoding", Level::Warning),
    };
    let place = Place { line: 1, ..Place::default() };
    Remark { path, code, level, words: words(detection), place }
}

/// A JSON object.
pub(super) fn json(
    out: &mut impl Write,
    path: &Path,
    detection: &Detection,
    method: Option<Method>,
) -> io::Result<()> {
    let alternatives = detection.alternatives().iter().map(|alternative| Alternative {
        encoding: alternative.encoding.name(),
        confidence: rounded(alternative.confidence),
    });
    let segments = detection.segments().iter().map(|segment| Segment {
        offset: segment.offset,
        length: segment.length,
        encoding: segment.encoding.map(Encoding::name),
    });
    let line = Line {
        r#type: "detection",
        file: report::json::FileName::of(path),
        encoding: detection.encoding().map(Encoding::name),
        verdict: detection.verdict().name(),
        confidence: rounded(detection.confidence()),
        evidence: detection.evidence().iter().map(ToString::to_string).collect(),
        language: detection.language(),
        alternatives: alternatives.collect(),
        segments: segments.collect(),
        compressed: method.map(|method| method.to_string()),
    };
    json_line::write_line(out, &line)
}

/// The last JSON object.
pub(super) fn summary(out: &mut impl Write, totals: Totals) -> io::Result<()> {
    json_line::write_line(out, &SummaryLine { r#type: "summary", totals })
}

fn name(encoding: Option<Encoding>) -> &'static str {
    encoding.map_or(UNKNOWN, Encoding::name)
}

fn rounded(confidence: f32) -> f64 {
    (f64::from(confidence) * 1000.0).floor() / 1000.0
}
