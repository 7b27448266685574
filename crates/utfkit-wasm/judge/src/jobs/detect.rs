//! Detection of the encoding.

use serde_json::{Value, json};
use utfkit::Encoding;
use utfkit_text::detect::{Detection, Detector};

use super::job::Job;
use crate::{
    json::{self, Object},
    output::Output,
};

pub(super) struct Detect {
    detector: Detector,
    /// Whether the stream is only the start of a text.
    partial: bool,
}

impl Detect {
    pub(super) fn open(options: &Object) -> Self {
        Self { detector: Detector::new(), partial: json::flag(options, "partial") }
    }
}

impl Job for Detect {
    fn push(&mut self, bytes: &[u8], last: bool, output: &mut Output) {
        self.detector.feed(bytes);
        if last {
            let detector = std::mem::take(&mut self.detector);
            let found = if self.partial { detector.so_far() } else { detector.finish() };
            output.line(&detection(&found));
        }
    }
}

fn detection(found: &Detection) -> Value {
    let name = |encoding: Option<Encoding>| encoding.map(Encoding::name);
    let alternatives: Vec<_> = found
        .alternatives()
        .iter()
        .map(|other| json!({ "encoding": other.encoding.name(), "confidence": other.confidence }))
        .collect();
    let segments: Vec<_> = found
        .segments()
        .iter()
        .map(|part| {
            let encoding = name(part.encoding);
            json!({ "offset": part.offset, "length": part.length, "encoding": encoding })
        })
        .collect();
    let file_type = found.file_type();
    json!({
        "encoding": name(found.encoding()),
        "verdict": found.verdict().name(),
        "confidence": found.confidence(),
        "language": found.language(),
        "bytes": found.bytes(),
        "evidence": found.evidence().iter().map(ToString::to_string).collect::<Vec<_>>(),
        "alternatives": alternatives,
        "segments": segments,
        "declared": found.declared().map(|declared| &declared.label),
        "fileType": file_type.map(|file| json!({
            "name": file.name(), "mediaType": file.media_type(),
        })),
    })
}
