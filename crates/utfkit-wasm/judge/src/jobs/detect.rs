//! Detection of the encoding.

use utfkit_text::{detect::Detector, views};

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
            output.line(&views::Detection::of(&found));
        }
    }
}
