//! Detection of the encoding of a text.

use std::ffi::c_void;

use utfkit::Encoding;
use utfkit_text::detect::{Detection, Detector, Verdict};

use crate::{
    encoding::table,
    memory::{
        guard::guard,
        numbers::{EncodingNumber, Flag},
        owned::{self, Memory, utfkit_string},
        panics::guard_value,
        pointers,
    },
    status::utfkit_status,
};

/// The certainty of a detection.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum utfkit_verdict {
    /// The encoding is unknown.
    Unknown = 0,
    /// The whole text is well-formed, and a byte order mark or its form proves the encoding.
    Proven = 1,
    /// As `UTFKIT_VERDICT_PROVEN`, for the bytes so far. More bytes follow.
    SoFar = 2,
    /// The best of several possible explanations.
    Likely = 3,
    /// The data is not text.
    Binary = 4,
}

/// Another encoding that a text can be in.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct utfkit_alternative {
    /// The encoding.
    pub encoding: EncodingNumber,
    /// The probability, from 0 to 1.
    pub probability: f32,
    /// Always 0. Later versions can have fields here.
    pub reserved: [u32; 6],
}

/// A part of a text with an encoding of its own.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct utfkit_segment {
    /// The offset in bytes.
    pub offset: u64,
    /// The length in bytes.
    pub length: u64,
    /// The encoding, or `UTFKIT_ENCODING_NONE`.
    pub encoding: EncodingNumber,
    /// Always 0. Later versions can have fields here.
    pub reserved: [u32; 5],
}

/// The encoding of a text, with the reasons.
#[repr(C)]
#[derive(Debug)]
pub struct utfkit_detection {
    /// The encoding, or `UTFKIT_ENCODING_NONE` if it is unknown or the data is not text.
    pub encoding: EncodingNumber,
    /// The certainty.
    pub verdict: utfkit_verdict,
    /// The probability that the encoding is correct, from 0 to 1.
    pub probability: f32,
    /// Always 0.
    pub reserved: u32,
    /// The number of bytes that were read.
    pub bytes: u64,
    /// The name of the encoding, or an empty string.
    pub name: utfkit_string,
    /// The language, a code of ISO 639, or an empty string. It is empty for text in Unicode.
    pub language: utfkit_string,
    /// Other encodings, the most likely first.
    pub alternatives: *const utfkit_alternative,
    /// The number of alternatives.
    pub alternative_count: usize,
    /// The parts of a text in several encodings, from start to end. For other texts, this is NULL.
    pub segments: *const utfkit_segment,
    /// The number of segments.
    pub segment_count: usize,
    /// The reasons, as English text.
    pub evidence: *const utfkit_string,
    /// The number of reasons.
    pub evidence_count: usize,
}

/// Detects the encoding of a text. Free the result with `utfkit_detection_free`.
///
/// `complete` is false if the bytes are only the start of the text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_detect(
    text: *const c_void,
    length: usize,
    complete: Flag,
    detection: *mut *const utfkit_detection,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        let (place, text) = unsafe {
            (pointers::new_object(detection)?, pointers::slice(text.cast::<u8>(), length)?)
        };
        let mut detector = Detector::new();
        detector.feed(text);
        let (view, memory) = finished(detector, complete);
        owned::give_view(place, view, memory);
        Ok(utfkit_status::Ok)
    })
}

/// Frees a detection. NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_detection_free(detection: *const utfkit_detection) {
    guard_value((), || {
        // SAFETY: the caller guarantees that the result came from this library and was not freed.
        unsafe { owned::free_view(detection) }
    });
}

/// A detector of the encoding of a stream.
pub struct utfkit_detector {
    detector: Detector,
}

/// Creates a detector. Free it with `utfkit_detector_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_detector_new(detector: *mut *mut utfkit_detector) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointer of the caller, as the start of the header says.
        let place = unsafe { pointers::place(detector)? };
        pointers::give(place, utfkit_detector { detector: Detector::new() });
        Ok(utfkit_status::Ok)
    })
}

/// Passes the next bytes of the stream to a detector.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_detector_feed(
    detector: *mut utfkit_detector,
    bytes: *const c_void,
    length: usize,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        let (detector, bytes) =
            unsafe { (pointers::object(detector)?, pointers::slice(bytes.cast::<u8>(), length)?) };
        detector.detector.feed(bytes);
        Ok(utfkit_status::Ok)
    })
}

/// Returns the detection of the stream. Free it with `utfkit_detection_free`.
///
/// `complete` is false if more bytes follow. After the call, the detector is at the start of a new
/// stream.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_detector_finish(
    detector: *mut utfkit_detector,
    complete: Flag,
    detection: *mut *const utfkit_detection,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        let (place, detector) =
            unsafe { (pointers::new_object(detection)?, pointers::object(detector)?) };
        let (view, memory) = finished(std::mem::take(&mut detector.detector), complete);
        owned::give_view(place, view, memory);
        Ok(utfkit_status::Ok)
    })
}

/// Frees a detector. NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_detector_free(detector: *mut utfkit_detector) {
    guard_value((), || {
        // SAFETY: the caller guarantees that the detector came from this library and was not freed.
        unsafe { pointers::free(detector) }
    });
}

fn finished(detector: Detector, complete: Flag) -> (utfkit_detection, Memory) {
    view(&if complete == 0 { detector.so_far() } else { detector.finish() })
}

fn view(found: &Detection) -> (utfkit_detection, Memory) {
    let mut memory = Memory::default();
    let number = |encoding: Option<Encoding>| encoding.map_or(0, table::number_of);
    let alternatives = found.alternatives().iter().map(|other| utfkit_alternative {
        encoding: table::number_of(other.encoding),
        probability: other.confidence,
        reserved: [0; 6],
    });
    let (alternatives, alternative_count) = memory.list(alternatives.collect());
    let segments = found.segments().iter().map(|part| utfkit_segment {
        offset: part.offset,
        length: part.length,
        encoding: number(part.encoding),
        reserved: [0; 5],
    });
    let (segments, segment_count) = memory.list(segments.collect());
    let evidence = found.evidence().iter().map(|one| memory.string(one.to_string()));
    let evidence: Vec<_> = evidence.collect();
    let (evidence, evidence_count) = memory.list(evidence);
    let view = utfkit_detection {
        encoding: number(found.encoding()),
        verdict: match found.verdict() {
            Verdict::Unknown => utfkit_verdict::Unknown,
            Verdict::Proven => utfkit_verdict::Proven,
            Verdict::SoFar => utfkit_verdict::SoFar,
            Verdict::Likely => utfkit_verdict::Likely,
            Verdict::Binary => utfkit_verdict::Binary,
        },
        probability: found.confidence(),
        reserved: 0,
        bytes: found.bytes(),
        name: memory.string(found.encoding().map_or("", Encoding::name)),
        language: memory.string(found.language().unwrap_or_default()),
        alternatives,
        alternative_count,
        segments,
        segment_count,
        evidence,
        evidence_count,
    };
    (view, memory)
}
