//! Boundaries of segments. A segment is a piece as a decoder sees it: a well-formed sequence or a
//! maximal subpart. The boundaries can be found from anywhere in a text.

use core::ops::Range;

use crate::{
    error::{Finding, Kind},
    form::{Form, Sequence, cut, is_continuation, unit::Unit, units::Units},
    scalar,
};

/// Returns the length in bytes of the segment at the start of `src`; 0 only if `src` is empty.
fn len(form: Form, src: &[u8]) -> usize {
    match form.first(src, true) {
        Sequence::Value { len, .. } | Sequence::IllFormed { len, .. } => len,
        Sequence::Incomplete => 0,
    }
}

/// Returns the segment that byte `at` is a part of, unless `at` is its first byte.
///
/// Correctness: only a lead (or a high surrogate) begins a segment of several code units, and it
/// cannot be inside one. So it is enough to look back for a lead whose segment reaches `at`.
fn across(form: Form, src: &[u8], at: usize) -> Option<Range<usize>> {
    if form == Form::Utf8 && !src.get(at).copied().is_some_and(is_continuation) {
        return None;
    }
    let starts = (form.unit()..4).step_by(form.unit()).map_while(|back| at.checked_sub(back));
    let segments = starts.map(|start| start..start + len(form, cut::rest(src, start)));
    segments.into_iter().find(|segment| segment.end > at)
}

/// Returns the whole code units of `text` as bytes, and `at` in bytes, limited to their end.
fn bytes<U: Unit>(text: Units<'_, U>, at: usize) -> (&[u8], usize) {
    let whole = text.split_at_byte(text.len() * size_of::<U>()).0.bytes();
    (whole, at.min(text.len()) * size_of::<U>())
}

/// Returns the greatest boundary of `src`, in bytes, that is not above `at`.
///
/// `at` must be at a code unit, and not beyond the end.
pub(crate) fn floor_bytes(form: Form, src: &[u8], at: usize) -> usize {
    across(form, src, at).map_or(at, |segment| segment.start)
}

/// Returns the number of units of `text`, a piece of a stream, before a sequence that its end may
/// have cut. Only a sequence that begins in the last three bytes can be cut.
pub(crate) fn complete<U: Unit>(text: Units<'_, U>) -> usize {
    let mut starts = (1..=3 / size_of::<U>()).map_while(|back| text.len().checked_sub(back));
    let cut = starts.find(|&start| is_cut(text.form(), text.tail(start).bytes()));
    cut.unwrap_or(text.len())
}

/// Returns `true` if `src` is the start of a character that more bytes could complete.
///
/// [`Sequence::Incomplete`] does not imply this: the decoder may only be unable to name the kind of
/// an error yet.
pub(crate) fn is_cut(form: Form, src: &[u8]) -> bool {
    match form.first(src, true) {
        Sequence::IllFormed { kind: Kind::Truncated, len } => len == src.len(),
        Sequence::IllFormed { kind: Kind::LoneHighSurrogate { .. }, .. } => match *src {
            [_, _] => true,
            // In big-endian order, this byte alone can rule out a low surrogate.
            [_, _, next] => form != Form::Utf16Be || next & 0xFC == 0xDC,
            _ => false,
        },
        Sequence::IllFormed { kind: Kind::OddLength, .. } => true,
        _ => false,
    }
}

pub(crate) fn is_boundary<U: Unit>(text: Units<'_, U>, at: usize) -> bool {
    let (src, byte) = bytes(text, at);
    at <= text.len() && across(text.form(), src, byte).is_none()
}

/// Returns the greatest boundary of `src`, UTF-8, that is at most `at`.
#[inline]
pub(crate) fn floor_utf8(src: &[u8], at: usize) -> usize {
    let Some(&byte) = src.get(at) else { return src.len() };
    if !is_continuation(byte) {
        return at;
    }
    // Cost: nearly all text is well-formed. These leads accept any continuation bytes.
    match src.get(..at).unwrap_or_default() {
        [.., 0xC2..=0xDF | 0xE1..=0xEC | 0xEE | 0xEF | 0xF1..=0xF3] => at - 1,
        [.., 0xE1..=0xEC | 0xEE | 0xEF | 0xF1..=0xF3, 0x80..=0xBF] => at - 2,
        [.., 0xF1..=0xF3, 0x80..=0xBF, 0x80..=0xBF] => at - 3,
        // U+1F600 and most other emoji.
        [.., 0xF0, 0x90..=0xBF, 0x80..=0xBF] => at - 3,
        [.., 0xF0, 0x90..=0xBF] => at - 2,
        _ => floor_bytes(Form::Utf8, src, at),
    }
}

pub(crate) fn floor<U: Unit>(text: Units<'_, U>, at: usize) -> usize {
    let (src, at) = bytes(text, at);
    floor_bytes(text.form(), src, at) / size_of::<U>()
}

pub(crate) fn ceil<U: Unit>(text: Units<'_, U>, at: usize) -> usize {
    let (src, at) = bytes(text, at);
    across(text.form(), src, at).map_or(at, |segment| segment.end) / size_of::<U>()
}

pub(crate) fn next<U: Unit>(text: Units<'_, U>, at: usize) -> Option<usize> {
    (at < text.len()).then(|| ceil(text, at + 1))
}

pub(crate) fn previous<U: Unit>(text: Units<'_, U>, at: usize) -> Option<usize> {
    at.min(text.len()).checked_sub(1).map(|at| floor(text, at))
}

/// A character and its length in code units, or the ill-formed sequence in its place.
pub(crate) type Decoded = Result<(char, usize), Finding>;

/// Decodes the first character of `text`.
pub(crate) fn decode_first<U: Unit>(text: Units<'_, U>) -> Option<Decoded> {
    decode(text, 0)
}

/// Decodes the last character of `text`.
pub(crate) fn decode_last<U: Unit>(text: Units<'_, U>) -> Option<Decoded> {
    let left_over = text.bytes().len() % size_of::<U>();
    let at = if left_over > 0 { text.len() } else { previous(text, text.len())? };
    decode(text, at)
}

/// Decodes the character at unit `at` of `text`.
fn decode<U: Unit>(text: Units<'_, U>, at: usize) -> Option<Decoded> {
    let rest = text.tail(at).bytes();
    match text.form().first(rest, true) {
        Sequence::Value { value, len } => Some(Ok((scalar::to_char(value), len / size_of::<U>()))),
        Sequence::IllFormed { kind, len } => {
            let offset = (at * size_of::<U>()) as u64;
            Some(Err(Finding::new(offset, kind, rest.get(..len).unwrap_or(rest))))
        }
        Sequence::Incomplete => None,
    }
}
