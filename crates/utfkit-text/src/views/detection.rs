//! The encoding of a text.

use serde::Serialize;
use utfkit::Encoding;

use crate::detect;

/// The encoding of a text, with the evidence.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Detection {
    /// The name of the encoding; `None` if it is unknown or the data are binary.
    pub encoding: Option<&'static str>,
    /// `proven`, `so-far`, `likely`, `binary` or `unknown`.
    pub verdict: &'static str,
    /// From 0 to 1, with three digits, rounded down.
    pub confidence: f64,
    /// The reasons, as text.
    pub evidence: Vec<String>,
    /// The ISO 639 code of the language, for text in a legacy charset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<&'static str>,
    /// The label that the text declares, which may be wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared: Option<String>,
    /// The type of binary data, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_type: Option<&'static str>,
    /// The media type of binary data, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub media_type: Option<&'static str>,
    /// The number of bytes that were read.
    pub bytes: u64,
    /// Other encodings, the likeliest first.
    pub alternatives: Vec<Alternative>,
    /// Parts in several encodings.
    pub segments: Vec<Segment>,
}

/// Another encoding that a text may have.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Alternative {
    /// The name of the encoding.
    pub encoding: &'static str,
    /// From 0 to 1, with three digits, rounded down.
    pub confidence: f64,
}

/// A part of a text in one encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Segment {
    /// The offset in bytes.
    pub offset: u64,
    /// The length in bytes.
    pub length: u64,
    /// The name of the encoding; `None` if it is unknown.
    pub encoding: Option<&'static str>,
}

impl Detection {
    /// Returns the view of `found`.
    #[must_use]
    pub fn of(found: &detect::Detection) -> Self {
        let alternatives = found.alternatives().iter().map(|other| Alternative {
            encoding: other.encoding.name(),
            confidence: rounded(other.confidence),
        });
        let segments = found.segments().iter().map(|part| Segment {
            offset: part.offset,
            length: part.length,
            encoding: part.encoding.map(Encoding::name),
        });
        let file_type = found.file_type();
        Self {
            encoding: found.encoding().map(Encoding::name),
            verdict: found.verdict().name(),
            confidence: rounded(found.confidence()),
            evidence: found.evidence().iter().map(ToString::to_string).collect(),
            language: found.language(),
            declared: found.declared().map(|declared| declared.label.to_string()),
            file_type: file_type.map(detect::FileType::name),
            media_type: file_type.map(detect::FileType::media_type),
            bytes: found.bytes(),
            alternatives: alternatives.collect(),
            segments: segments.collect(),
        }
    }
}

/// Returns a confidence with three digits, rounded down, so that 1 means proof.
///
/// ```
/// assert_eq!(utfkit_text::views::rounded(0.9996), 0.999);
/// ```
#[must_use]
pub fn rounded(confidence: f32) -> f64 {
    (f64::from(confidence) * 1000.0).floor() / 1000.0
}
