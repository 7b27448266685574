//! The facts about a stream, and the answers that they make.

use crate::detect::{
    detection::Detection, detection::Evidence, detection::Verdict, head::Head, named::hints::Hints,
    utf8::scan::Scan,
};
use crate::receivers::declared::Format;
use utfkit::Encoding;

/// All facts about a stream.
pub(crate) struct Facts {
    pub(crate) head: Head,
    pub(crate) scan: Scan,
    pub(crate) bytes: u64,
    /// Whether the stream is at its end.
    pub(crate) whole: bool,
    /// The number of lines that only make sense in charsets other than that of most lines, and the
    /// number of lines that were judged.
    pub(crate) strange: (u64, u64),
    /// The number of words that are UTF-8 in lines that are not, if some certainly are.
    pub(crate) within: Option<u64>,
    /// Whether the text is Hebrew in visual order.
    pub(crate) is_visual: bool,
    /// The format of the records, if these are the stream.
    pub(crate) records: Option<Format>,
    pub(crate) hints: Hints,
}

impl Facts {
    /// Returns the number of ill-formed maximal subparts of UTF-8, except for a character that the
    /// end cuts.
    pub(super) fn ill_formed(&self) -> u64 {
        self.scan.ill_formed - u64::from(self.scan.cut)
    }

    /// Returns the BOM of UTF-8, as evidence.
    pub(super) fn bom(&self) -> impl Iterator<Item = Evidence> + use<> {
        self.head.bom.into_iter().map(|(_, bytes)| Evidence::Bom(bytes))
    }

    /// Returns the number of ill-formed subparts in the encoding that the stream was read in, and
    /// the number of bytes that are settled.
    pub(super) fn tracked(&self) -> (u64, u64) {
        let wide = self.scan.wide.as_ref().map(|wide| &wide.track);
        match self.head.track.as_ref().or(wide) {
            Some(track) => (track.ill_formed(), track.settled()),
            None => (0, self.bytes),
        }
    }

    pub(super) fn proven(
        self,
        encoding: Encoding,
        confidence: f32,
        evidence: Vec<Evidence>,
    ) -> Detection {
        let verdict = if self.whole { Verdict::Proven } else { Verdict::SoFar };
        self.detection(Some(encoding), verdict, confidence, evidence)
    }

    pub(super) fn unknown(self, why: Evidence) -> Detection {
        if why == Evidence::NoText && self.head.controls > 0 {
            return self.binary();
        }
        let mut evidence = vec![why];
        let ill_formed = self.ill_formed();
        evidence.extend((ill_formed > 0).then_some(Evidence::IllFormed(ill_formed)));
        self.detection(None, Verdict::Unknown, 0.0, evidence)
    }

    /// The answer for data that is not text.
    pub(super) fn binary(self) -> Detection {
        let file_type = self.head.file_type;
        let mut evidence = Vec::new();
        evidence.extend((self.head.controls > 0).then_some(Evidence::Controls(self.head.controls)));
        let confidence = if file_type.is_some() { 1.0 } else { 0.0 };
        let mut detection = self.detection(None, Verdict::Binary, confidence, evidence);
        detection.file_type = file_type;
        detection
    }

    pub(super) fn detection(
        self,
        encoding: Option<Encoding>,
        verdict: Verdict,
        confidence: f32,
        evidence: Vec<Evidence>,
    ) -> Detection {
        Detection {
            encoding,
            verdict,
            confidence,
            bytes: self.bytes,
            evidence,
            alternatives: Vec::new(),
            segments: Vec::new(),
            language: None,
            file_type: None,
            declared: self.head.declared,
            records: self.records,
            utf8_line: None,
            confidence_of_lines: 0.0,
        }
    }
}

/// Returns `part` divided by `whole`, at most 1.
pub(super) fn ratio(part: u64, whole: u64) -> f32 {
    (part as f32 / whole.max(1) as f32).min(1.0)
}

/// Returns the probability that text with this number of multi-byte sequences is UTF-8, if all its
/// other characters are ASCII. By chance, one in eight bytes from 80 up is a lead byte with the
/// right bytes after it.
pub(super) fn chance(sequences: u32) -> f32 {
    let powers = std::iter::successors(Some(1.0_f32), |chance| Some(chance / 8.0));
    1.0 - powers.take(8).nth(sequences.min(7) as usize).unwrap_or_default()
}
