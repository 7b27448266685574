//! The reference: the rules of the standards, from their tables, as plainly as possible.
//!
//! It does not share code with the library, and uses only the names of the forms.
//!
//! Ill-formed text is divided into maximal subparts (Unicode D93b), each with a kind:
//!
//! - UTF-8 is read by its *shape* ([`SHAPES`]). A byte that does not begin a shape is an
//!   `unexpected-continuation` or an `invalid-byte`. If all continuation bytes that the lead
//!   announced are there, the value determines the kind: `overlong`, else `surrogate` or
//!   `out-of-range`. It is one byte long, because no such lead begins a longer subpart. If some are
//!   missing, a lead without a row in [`TABLE_3_7`] is an `invalid-byte`; any other is `truncated`,
//!   up to the bytes that match its row.
//! - In UTF-16, a surrogate without its other half is two bytes. In UTF-32, a unit that is not a
//!   scalar value is four. Bytes at the end that do not fill a unit are `odd-length`.

use utfkit::simd::Form;

use super::PlainFinding;

/// A row: a range of code points, and the range of bytes at each position.
struct Row {
    code_points: [u32; 2],
    bytes: &'static [[u8; 2]],
}

const fn row(first: u32, last: u32, bytes: &'static [[u8; 2]]) -> Row {
    Row { code_points: [first, last], bytes }
}

const TAIL: [u8; 2] = [0x80, 0xBF];

/// Unicode table 3-7, well-formed UTF-8 byte sequences; Corrigendum #1 table 3.1B without the
/// surrogates.
static TABLE_3_7: [Row; 9] = [
    row(0x0000, 0x007F, &[[0x00, 0x7F]]),
    row(0x0080, 0x07FF, &[[0xC2, 0xDF], TAIL]),
    row(0x0800, 0x0FFF, &[[0xE0, 0xE0], [0xA0, 0xBF], TAIL]),
    row(0x1000, 0xCFFF, &[[0xE1, 0xEC], TAIL, TAIL]),
    row(0xD000, 0xD7FF, &[[0xED, 0xED], [0x80, 0x9F], TAIL]),
    row(0xE000, 0xFFFF, &[[0xEE, 0xEF], TAIL, TAIL]),
    row(0x1_0000, 0x3_FFFF, &[[0xF0, 0xF0], [0x90, 0xBF], TAIL, TAIL]),
    row(0x4_0000, 0xF_FFFF, &[[0xF1, 0xF3], TAIL, TAIL, TAIL]),
    row(0x10_0000, 0x10_FFFF, &[[0xF4, 0xF4], [0x80, 0x8F], TAIL, TAIL]),
];

/// The row of each first byte, computed once, because the exhaustive tests use it billions of
/// times.
static ROW_OF: [Option<&Row>; 256] = {
    let mut rows = [None; 256];
    let mut at = 0;
    while at < TABLE_3_7.len() {
        let [first, last] = TABLE_3_7[at].bytes[0];
        let mut byte = first as usize;
        while byte <= last as usize {
            rows[byte] = Some(&TABLE_3_7[at]);
            byte += 1;
        }
        at += 1;
    }
    rows
};

/// The range of first bytes, the number of bytes that they announce, and the mask of their value
/// bits (RFC 2279 section 2, RFC 3629 section 3).
const SHAPES: [(u8, u8, usize, u8); 3] =
    [(0xC0, 0xDF, 2, 0x1F), (0xE0, 0xEF, 3, 0x0F), (0xF0, 0xF7, 4, 0x07)];

/// The sequence at the start of some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// A code point, and its length in bytes.
    CodePoint(u32, usize),
    /// A maximal subpart: its kind, its length, and the intended value.
    Wrong(&'static str, usize, Option<u32>),
}

use Part::{CodePoint, Wrong};

/// Returns the first sequence of `text`, which has at least one byte and is followed by nothing.
#[inline]
pub(crate) fn first(form: Form, text: &[u8]) -> Part {
    match form {
        Form::Latin1 => CodePoint(text[0].into(), 1),
        Form::Utf8 => first_utf8(text),
        Form::Utf16Le | Form::Utf16Be => first_utf16(form, text),
        Form::Utf32Le | Form::Utf32Be => first_utf32(form, text),
    }
}

#[inline]
fn first_utf8(text: &[u8]) -> Part {
    let row = ROW_OF[usize::from(text[0])];
    let matched = row.map_or(0, |row| matching(row, text));
    if row.is_some_and(|row| matched == row.bytes.len()) {
        return CodePoint(spelled(&text[..matched]), matched);
    }
    let Some(announced) = announced(text[0]) else {
        let continuation = is_tail(text[0]);
        let kind = if continuation { "unexpected-continuation" } else { "invalid-byte" };
        return Wrong(kind, 1, None);
    };
    let complete = text.len() >= announced && text[1..announced].iter().all(|&byte| is_tail(byte));
    match (complete, row) {
        (true, _) => misspelled(spelled(&text[..announced]), announced),
        (false, None) => Wrong("invalid-byte", 1, None),
        (false, Some(_)) => Wrong("truncated", matched, None),
    }
}

/// Returns the number of bytes of `text` that match those of `row`, one after the other.
fn matching(row: &Row, text: &[u8]) -> usize {
    let fits = |(byte, range): &(&u8, &[u8; 2])| range[0] <= **byte && **byte <= range[1];
    text.iter().zip(row.bytes).take_while(fits).count()
}

fn is_tail(byte: u8) -> bool {
    TAIL[0] <= byte && byte <= TAIL[1]
}

fn announced(lead: u8) -> Option<usize> {
    let shape = SHAPES.iter().find(|shape| shape.0 <= lead && lead <= shape.1);
    shape.map(|shape| shape.2)
}

/// Returns the value of a complete sequence, overlong or not.
fn spelled(bytes: &[u8]) -> u32 {
    let mask = match bytes.len() {
        1 => 0x7F,
        len => SHAPES[len - 2].3,
    };
    let head = u32::from(bytes[0] & mask);
    bytes[1..].iter().fold(head, |value, byte| value * 64 + u32::from(byte & 0x3F))
}

/// The number of value bits in a shape of this many bytes (RFC 2279 section 2).
const BITS: [u32; 5] = [0, 7, 11, 16, 21];

/// Returns the error of a complete sequence of `len` bytes with `value` that table 3-7 does not
/// have.
///
/// The shape decides that a sequence is overlong before its value is judged. F0 8D A0 80 is an
/// overlong form of the surrogate D800, which three bytes could hold.
fn misspelled(value: u32, len: usize) -> Part {
    match value {
        _ if value >> BITS[len - 1] == 0 => Wrong("overlong", 1, Some(value)),
        0xD800..=0xDFFF => Wrong("surrogate", 1, Some(value)),
        _ => Wrong("out-of-range", 1, Some(value)),
    }
}

#[inline]
fn first_utf16(form: Form, text: &[u8]) -> Part {
    let unit = |at: usize| text.get(at..at + 2).map(|bytes| number(form, bytes));
    match (unit(0), unit(2)) {
        (None, _) => Wrong("odd-length", 1, None),
        (Some(high @ 0xD800..=0xDBFF), Some(low @ 0xDC00..=0xDFFF)) => {
            CodePoint(0x1_0000 + (high - 0xD800) * 0x400 + (low - 0xDC00), 4)
        }
        (Some(high @ 0xD800..=0xDBFF), _) => Wrong("lone-high-surrogate", 2, Some(high)),
        (Some(low @ 0xDC00..=0xDFFF), _) => Wrong("lone-low-surrogate", 2, Some(low)),
        (Some(value), _) => CodePoint(value, 2),
    }
}

#[inline]
fn first_utf32(form: Form, text: &[u8]) -> Part {
    match text.get(..4).map(|bytes| number(form, bytes)) {
        None => Wrong("odd-length", text.len(), None),
        Some(value @ 0xD800..=0xDFFF) => Wrong("surrogate", 4, Some(value)),
        Some(value @ 0x11_0000..) => Wrong("out-of-range", 4, Some(value)),
        Some(value) => CodePoint(value, 4),
    }
}

/// Returns the number that `bytes` form in the byte order of `form`.
pub(crate) fn number(form: Form, bytes: &[u8]) -> u32 {
    let digit = |number, &byte: &u8| number * 256 + u32::from(byte);
    match form {
        Form::Utf16Le | Form::Utf32Le => bytes.iter().rev().fold(0, digit),
        _ => bytes.iter().fold(0, digit),
    }
}

/// Returns the bytes of `value` in `form`, or `None` if it does not have any there.
pub(crate) fn encode(form: Form, value: u32) -> Option<Vec<u8>> {
    let scalar = value <= 0x10_FFFF && !(0xD800..=0xDFFF).contains(&value);
    match form {
        Form::Latin1 if value <= 0xFF => Some(vec![value as u8]),
        Form::Utf8 => encode_utf8(value),
        Form::Utf16Le | Form::Utf16Be if scalar => Some(encode_utf16(form, value)),
        Form::Utf32Le | Form::Utf32Be if scalar => Some(bytes_of(form, value, 4)),
        _ => None,
    }
}

/// Encodes by table 3-6: the low six bits of the value go last, the rest goes first, each combined
/// with the marker of its byte.
fn encode_utf8(value: u32) -> Option<Vec<u8>> {
    let holds = |row: &&Row| row.code_points[0] <= value && value <= row.code_points[1];
    let len = TABLE_3_7.iter().find(holds)?.bytes.len();
    let markers = [0x00, 0xC0, 0xE0, 0xF0];
    let byte = |at: usize| {
        let bits = value >> (6 * (len - 1 - at));
        if at == 0 { markers[len - 1] | bits as u8 } else { TAIL[0] | (bits & 0x3F) as u8 }
    };
    Some((0..len).map(byte).collect())
}

fn encode_utf16(form: Form, value: u32) -> Vec<u8> {
    if value < 0x1_0000 {
        return bytes_of(form, value, 2);
    }
    let above = value - 0x1_0000;
    let units = [0xD800 + above / 0x400, 0xDC00 + above % 0x400];
    units.iter().flat_map(|&unit| bytes_of(form, unit, 2)).collect()
}

/// Returns `unit` in `len` bytes in the byte order of `form`.
pub(crate) fn bytes_of(form: Form, unit: u32, len: usize) -> Vec<u8> {
    let byte = |at: usize| (unit >> (8 * at)) as u8;
    match form {
        Form::Utf16Le | Form::Utf32Le => (0..len).map(byte).collect(),
        _ => (0..len).rev().map(byte).collect(),
    }
}

/// Returns the sequences of `text`, from start to end, each with its offset.
pub(crate) fn parts(form: Form, text: &[u8]) -> impl Iterator<Item = (usize, Part)> {
    let mut at = 0;
    core::iter::from_fn(move || {
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        let part = (at, first(form, rest));
        at += part.1.len();
        Some(part)
    })
}

impl Part {
    pub(crate) fn len(self) -> usize {
        match self {
            CodePoint(_, len) | Wrong(_, len, _) => len,
        }
    }

    /// Returns the code point, or its replacement.
    fn replaced(self) -> u32 {
        match self {
            CodePoint(value, _) => value,
            Wrong(..) => 0xFFFD,
        }
    }
}

/// Returns every finding of `text`.
pub(crate) fn findings(form: Form, text: &[u8]) -> Vec<PlainFinding> {
    parts(form, text).filter_map(found).collect()
}

/// Returns the first finding of `text`. It is a separate loop, because the exhaustive tests call it
/// billions of times.
#[inline]
pub(crate) fn first_finding(form: Form, text: &[u8]) -> Option<PlainFinding> {
    let mut at = 0;
    while at < text.len() {
        match first(form, &text[at..]) {
            CodePoint(_, len) => at += len,
            wrong => return found((at, wrong)),
        }
    }
    None
}

fn found((offset, part): (usize, Part)) -> Option<PlainFinding> {
    match part {
        Wrong(kind, length, means) => {
            Some(PlainFinding { offset, length, kind, means, subparts: 1 })
        }
        CodePoint(..) => None,
    }
}

/// Returns the code points of `text`, with U+FFFD for each finding.
pub(crate) fn lossy(form: Form, text: &[u8]) -> Vec<u32> {
    parts(form, text).map(|(_, part)| part.replaced()).collect()
}

/// Returns the bytes of `values`, which `form` must be able to encode.
pub(crate) fn encode_all(form: Form, values: &[u32]) -> Vec<u8> {
    values.iter().flat_map(|&value| encode(form, value).expect("a value of the form")).collect()
}

/// Returns the number of line feeds in `text`. Bytes that do not fill a unit are ignored.
pub(crate) fn lines(form: Form, text: &[u8]) -> usize {
    text.chunks_exact(form.unit()).filter(|bytes| number(form, bytes) == 0x0A).count()
}

/// The result of a strict conversion, step by step.
#[derive(Clone, Debug)]
pub(crate) struct Conversion {
    /// All output, with unlimited room.
    pub(crate) bytes: Vec<u8>,
    /// The numbers of bytes read and written before each code point and at the end.
    steps: Vec<(usize, usize)>,
}

impl Conversion {
    /// Returns the numbers of bytes read and written with room for `room` bytes.
    pub(crate) fn within(&self, room: usize) -> (usize, usize) {
        let fitting = self.steps.partition_point(|&(_, written)| written <= room);
        self.steps[fitting - 1]
    }
}

/// Converts `text` up to the first sequence that is ill-formed or that `to` cannot encode.
pub(crate) fn convert(from: Form, to: Form, text: &[u8]) -> Conversion {
    let mut conversion = Conversion { bytes: Vec::new(), steps: vec![(0, 0)] };
    for (at, part) in parts(from, text) {
        let CodePoint(value, len) = part else { break };
        let Some(bytes) = encode(to, value) else { break };
        conversion.bytes.extend(bytes);
        conversion.steps.push((at + len, conversion.bytes.len()));
    }
    conversion
}
