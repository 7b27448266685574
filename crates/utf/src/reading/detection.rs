//! Detects the encoding of a text, and describes the result.

use std::io;

use utfkit::Encoding;
use utfkit_text::detect::{Detection, Detector, FileType, Verdict, likeliest::Likeliest};

use crate::files::reading::{self, Source};
use utfkit_text::streams::block;

/// Describes a detection in one line: the encoding, the verdict, the evidence, and the confidence in
/// an answer that is only likely.
pub fn words(detection: &Detection) -> String {
    describe(detection, detection.encoding().map(Encoding::name))
}

/// Like [`words`], with another `name` of the encoding.
pub fn describe(detection: &Detection, name: Option<&str>) -> String {
    let evidence: Vec<_> = detection.evidence().iter().map(ToString::to_string).collect();
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
    let of = match verdict {
        Verdict::SoFar => format!(" in {} bytes", detection.bytes()),
        _ => String::new(),
    };
    let confidence = match verdict {
        Verdict::Likely => {
            format!("; confidence {} %{}", percent(detection.confidence()), others(detection))
        }
        _ => String::new(),
    };
    format!("{encoding}, {verdict}{of} ({evidence}{confidence})")
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
