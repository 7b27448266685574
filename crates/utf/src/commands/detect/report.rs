//! Reports about the encoding of a file: for people, for programs, and brief.

use std::{
    io::{self, Write},
    path::Path,
};

use serde::Serialize;
use utfkit::Encoding;
use utfkit_text::{
    detect::{Detection, Verdict},
    views,
};

use super::Seen;
use crate::{
    args::vocabulary::Vocabulary,
    process::{json_line, names::counted, shell::Shown},
    reading::{detection::describe, looks::next_step},
    report::{
        self,
        remark::{Level, Place, Remark},
    },
};
use utfkit_text::detect::Likeliest;

/// The name of an unknown encoding.
const UNKNOWN: &str = "unknown";
/// The text for an encoding that does not have a name in the set of `--label-set`.
const NAMELESS: &str = "-";
/// The name of data that is not text.
pub(super) const BINARY: &str = "binary";

/// The object for a file. Its keys are an interface: keys are added, but never changed.
#[derive(Serialize)]
struct FileLine<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    file: report::json::FileName<'a>,
    /// With `--label-set`: the name of the encoding there.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<Option<&'static str>>,
    #[serde(flatten)]
    detection: views::Detection,
    /// The compression format, if the text was decompressed: then positions refer to the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    compressed: Option<String>,
}

/// The names of encodings: those of this project, or those of `--label-set`.
#[derive(Clone, Copy)]
pub struct Names(pub Option<Vocabulary>);

impl Names {
    /// Returns the name of `encoding`, or `unknown`.
    pub(super) fn name(self, encoding: Option<Encoding>) -> &'static str {
        match (encoding, self.0) {
            (None, _) => UNKNOWN,
            (Some(encoding), None) => encoding.name(),
            (Some(encoding), Some(set)) => set.name(encoding).unwrap_or(NAMELESS),
        }
    }

    /// Describes a detection with these names.
    fn words(self, detection: &Detection) -> String {
        let name =
            detection.encoding().map(|encoding| match self.0.map(|set| set.name(encoding)) {
                Some(None) => format!("{NAMELESS} ({encoding})"),
                _ => self.name(Some(encoding)).to_owned(),
            });
        describe(detection, name.as_deref())
    }
}

/// Prints only the encoding.
pub(super) fn brief(out: &mut impl Write, detection: &Detection, names: Names) -> io::Result<()> {
    match detection.verdict() {
        Verdict::Binary => writeln!(out, "{BINARY}"),
        _ => writeln!(out, "{}", names.name(detection.encoding())),
    }
}

/// Prints one line for the file at `path` and one for each of its parts. `name` is safe for a
/// terminal.
pub(super) fn human(
    out: &mut impl Write,
    (name, path): (&str, &Path),
    seen: &Seen,
    names: Names,
) -> io::Result<()> {
    let (detection, method) = (&seen.detection, seen.method);
    writeln!(out, "{name}: {}", names.words(detection))?;
    for segment in detection.segments() {
        let (offset, length) = (segment.offset, counted(segment.length, "byte"));
        let encoding = names.name(segment.encoding);
        writeln!(out, "  at byte {offset}, {length}: {encoding}")?;
    }
    if let Some(method) = method.filter(|_| !detection.segments().is_empty()) {
        writeln!(out, "  note: positions refer to the decompressed text ({method})")?;
    }
    let shown = Shown::new(path).decompressed(method.is_some());
    match Likeliest::of(detection).and_then(|likeliest| next_step(detection, likeliest, shown)) {
        Some(step) => writeln!(out, "  help: {step}"),
        None => Ok(()),
    }
}

/// Returns a remark about the file at `path`: a note with the encoding, or a warning that it is
/// unknown.
pub(super) fn remark<'p>(path: &'p Path, seen: &Seen, names: Names) -> Remark<'p> {
    let detection = &seen.detection;
    let (code, level) = match detection.encoding() {
        Some(_) => ("detected-encoding", Level::Note),
        None if detection.verdict() == Verdict::Binary => ("binary-data", Level::Note),
        None => ("unknown-encoding", Level::Warning),
    };
    let place = Place { line: 1, ..Place::default() };
    Remark { path, code, level, words: names.words(detection), place }
}

/// Writes the JSON object for a file.
pub(super) fn json(out: &mut impl Write, path: &Path, seen: &Seen, names: Names) -> io::Result<()> {
    let (detection, method) = (&seen.detection, seen.method);
    let line = FileLine {
        r#type: "detection",
        file: report::json::FileName::of(path),
        label: names.0.map(|set| detection.encoding().and_then(|encoding| set.name(encoding))),
        detection: views::Detection::of(detection),
        compressed: method.map(|method| method.to_string()),
    };
    json_line::write_line(out, &line)
}
