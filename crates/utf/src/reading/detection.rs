//! Detects the encoding of a text, and describes the result.

use std::{io, path::Path};

use utfkit::{Encoding, transcode};
use utfkit_text::{
    detect::{Detection, Detector, Evidence, FileType, Likeliest, Utf8Line, Verdict},
    receivers::Declared,
    unicode::printable,
};

use super::code_page;
use crate::files::reading::{self, Source};
use utfkit_text::streams::block;

/// The minimum probability, in percent, of an answer that is called likely.
const LIKELY: u32 = 50;

/// Describes a detection in one line: the encoding, the verdict, the evidence, and the confidence in
/// an answer that is only likely.
pub fn words(detection: &Detection) -> String {
    describe(detection, detection.encoding().map(Encoding::name))
}

/// Like [`words`], with another `name` of the encoding.
pub fn describe(detection: &Detection, name: Option<&str>) -> String {
    let words = |one: &Evidence| match one {
        Evidence::MaybeUtf8Line(_) => maybe_utf8(detection, detection.encoding())
            .map_or_else(String::new, |words| format!("but {words}")),
        Evidence::Utf8Within(_) => match detection.utf8_line().filter(|line| line.is_part) {
            Some(line) => {
                format!("{one} (`{}` in {})", short(&line.text), position(line))
            }
            None => one.to_string(),
        },
        _ => one.to_string(),
    };
    let evidence: Vec<_> = detection.evidence().iter().map(words).collect();
    let evidence = evidence.join(", ");
    if detection.verdict() == Verdict::Binary {
        return match detection.file_type() {
            Some(file_type) => format!("binary data: {file_type}{}", note(file_type)),
            None => "binary data".to_owned(),
        };
    }
    let Some(encoding) = name else {
        return format!("can't tell ({evidence}{})", others(detection));
    };
    let verdict = detection.verdict();
    let percent = percent(detection.confidence());
    let of = match verdict {
        Verdict::SoFar => format!(" in {} bytes", detection.bytes()),
        _ => String::new(),
    };
    let confidence = match verdict {
        Verdict::Likely => {
            format!("; confidence {percent} %{}", others(detection))
        }
        _ => String::new(),
    };
    let verdict = match verdict {
        Verdict::Likely if percent < LIKELY => "possible".to_owned(),
        _ => verdict.to_string(),
    };
    format!("{encoding}, {verdict}{of} ({evidence}{confidence})")
}

/// Returns the sentence about a line or a part of it that may be UTF-8, as that and as
/// text in `encoding`, if there is such a line.
pub fn maybe_utf8(detection: &Detection, encoding: Option<Encoding>) -> Option<String> {
    let line = detection.utf8_line().filter(|line| !line.is_sure)?;
    let readings = readings(line, encoding?);
    Some(format!("{} may be UTF-8 ({readings})", position(line)))
}

/// Returns the sentence about a `line` that is UTF-8. Both readings of a part of it are shown, that in
/// `encoding` too.
pub fn is_utf8(line: &Utf8Line, encoding: Encoding) -> String {
    if line.is_part {
        format!("{} is UTF-8 ({})", position(line), readings(line, encoding))
    } else {
        format!("{} is UTF-8", position(line))
    }
}

/// Returns the position of the first word in `line` that is or may be UTF-8.
pub fn position(line: &Utf8Line) -> String {
    let column = line.column.map(|column| format!(", column {column}")).unwrap_or_default();
    let part = if line.is_part && line.column.is_none() { "a part of " } else { "" };
    format!("{part}line {}{column}", line.number)
}

/// Returns the words of `line` as UTF-8 and as text in `encoding`.
fn readings(line: &Utf8Line, encoding: Encoding) -> String {
    let other = transcode::decode_lossy(line.text.as_bytes(), encoding).0;
    format!("`{}`, which is `{}` in {encoding}", short(&line.text), short(&other))
}

/// Returns the start of `text`, safe for a terminal.
pub fn short(text: &str) -> String {
    const MAX: usize = 30;
    let more = if text.chars().nth(MAX).is_some() { "…" } else { "" };
    let start: String = text.chars().take(MAX).collect();
    format!("{}{more}", printable::line(&start))
}

/// Returns `; or windows-1250 35 %`, the other possible encodings, if the answer is uncertain.
fn others(detection: &Detection) -> String {
    /// The minimum confidence of a possible encoding.
    const POSSIBLE: f32 = 0.05;
    /// The maximum number of possible encodings that are shown.
    const MAX: usize = 3;
    if detection.confidence() >= Likeliest::SURE {
        return String::new();
    }
    let possible = detection.alternatives().iter().filter(|one| one.confidence >= POSSIBLE);
    let words =
        possible.take(MAX).map(|one| format!("{} {} %", one.encoding, percent(one.confidence)));
    let words: Vec<_> = words.collect();
    if words.is_empty() { String::new() } else { format!("; or {}", words.join(", ")) }
}

/// Returns the advice about a type of binary data.
fn note(file_type: FileType) -> &'static str {
    match file_type.name() {
        "gzip" | "zstd" | "bzip2" | "xz" => " (`-z` reads it)",
        "Java class" => " (strings in modified UTF-8)",
        _ => "",
    }
}

/// Returns the confidence in percent, rounded down, so that only certainty is 100 %.
pub fn percent(confidence: f32) -> u32 {
    (confidence * 100.0) as u32
}

/// Returns a detector of the file at `path`. A declaration outside of the text is evidence: the code
/// page of a table of dBASE, or the name of a file of properties.
pub fn detector(path: &Path) -> Detector {
    let is_properties =
        || path.extension().is_some_and(|one| one.eq_ignore_ascii_case("properties"));
    let beside = match code_page::beside(path) {
        Some(page) => Some(Declared::beside(&page.label)),
        None => is_properties().then(Declared::of_properties),
    };
    beside.map_or_else(Detector::new, |declared| Detector::new().declared(declared))
}

/// Detects the encoding of `source`, from all of it or from the first `most` bytes.
///
/// Memory does not depend on the length of the source.
pub fn read(source: &mut impl Source, most: Option<u64>) -> io::Result<Detection> {
    read_by(Detector::new(), source, most)
}

/// Detects the encoding of `source`, like [`read`], by `detector`.
pub fn read_by(
    mut detector: Detector,
    source: &mut impl Source,
    most: Option<u64>,
) -> io::Result<Detection> {
    let mut block = vec![0; block::BLOCK];
    let mut left = most.unwrap_or(u64::MAX);
    loop {
        let len = reading::read_some(source, &mut block)?;
        let bytes = &block[..len];
        if len == 0 {
            return Ok(detector.finish());
        }
        if len as u64 > left {
            detector.feed(&bytes[..usize::try_from(left).unwrap_or(len)]);
            return Ok(detector.so_far());
        }
        detector.feed(bytes);
        if detector.is_settled() {
            return Ok(detector.finish());
        }
        left -= len as u64;
    }
}
