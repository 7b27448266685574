//! The result of a conversion, and what the functions for the encoding forms share.

use std::mem::MaybeUninit;

use utfkit::{
    Finding, LossyLength, LossyOutcome, Outcome, Status,
    units::{Chunk, Unit},
};

use crate::{
    finding::utfkit_finding,
    memory::pointers,
    status::{utfkit_status, utfkit_status as status},
};

/// The result of a conversion.
///
/// `read` and `written` count code units of the input and the output: bytes, or values of
/// `char16_t` or `char32_t`. In conversions of bytes, they count bytes. The content of the output
/// after `written` is unspecified.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct utfkit_result {
    /// The number of units that were read. After `UTFKIT_STATUS_ILL_FORMED`, `utfkit_convert` and
    /// `utfkit_converter_convert` have read the sequence of the finding. All other functions stop
    /// before it.
    pub read: usize,
    /// The number of units that were written, or that the output needs.
    pub written: usize,
    /// The number of sequences that were replaced, skipped or escaped.
    pub replaced: usize,
    /// The finding at which the conversion stopped, if the status is `UTFKIT_STATUS_ILL_FORMED`.
    pub finding: utfkit_finding,
}

impl utfkit_result {
    /// The result of a call that did not convert anything.
    pub(crate) const NONE: Self =
        Self { read: 0, written: 0, replaced: 0, finding: utfkit_finding::NONE };
}

/// Returns the status and the finding for C.
pub(crate) fn parts(status: Status) -> (utfkit_status, utfkit_finding) {
    match status {
        Status::Done => (status::Ok, utfkit_finding::NONE),
        Status::OutputFull => (status::OutputFull, utfkit_finding::NONE),
        Status::IllFormed(finding) => (status::IllFormed, finding.into()),
    }
}

/// Converts a text to output with room, and writes the result.
///
/// # Safety
/// As for [`pointers::input_and_room`] and [`pointers::place`].
pub(super) unsafe fn strict<'a, T: 'a, U: 'a>(
    (text, length): (*const T, usize),
    (output, room): (*mut U, usize),
    result: *mut utfkit_result,
    convert: impl FnOnce(&'a [T], &'a mut [MaybeUninit<U>]) -> Outcome,
) -> Result<utfkit_status, utfkit_status> {
    // SAFETY: the caller guarantees it.
    let ((text, room), result) = unsafe {
        (pointers::input_and_room(text, length, output, room)?, pointers::place(result)?)
    };
    let Outcome { read, written, status } = convert(text, room);
    let (status, finding) = parts(status);
    result.write(utfkit_result { read, written, replaced: 0, finding });
    Ok(status)
}

/// Converts a text with replacement to output with room, and writes the result.
///
/// # Safety
/// As for [`pointers::input_and_room`] and [`pointers::place`].
pub(super) unsafe fn lossy<'a, T: 'a, U: 'a>(
    (text, length): (*const T, usize),
    (output, room): (*mut U, usize),
    result: *mut utfkit_result,
    convert: impl FnOnce(&'a [T], &'a mut [MaybeUninit<U>]) -> LossyOutcome,
) -> Result<utfkit_status, utfkit_status> {
    // SAFETY: the caller guarantees it.
    let ((text, room), result) = unsafe {
        (pointers::input_and_room(text, length, output, room)?, pointers::place(result)?)
    };
    let LossyOutcome { read, written, replaced, done } = convert(text, room);
    result.write(utfkit_result { read, written, replaced, finding: utfkit_finding::NONE });
    Ok(if done { status::Ok } else { status::OutputFull })
}

/// Writes the length of a text after a conversion with replacement.
///
/// # Safety
/// As for [`pointers::slice`] and [`pointers::place`]; `replaced` may be NULL.
pub(super) unsafe fn lossy_length<'a, T: 'a>(
    (text, length): (*const T, usize),
    result: *mut usize,
    replaced: *mut usize,
    measure: impl FnOnce(&'a [T]) -> LossyLength,
) -> Result<utfkit_status, utfkit_status> {
    // SAFETY: the caller guarantees it.
    let (text, result, replaced) = unsafe {
        (
            pointers::slice(text, length)?,
            pointers::place(result)?,
            pointers::optional_place(replaced)?,
        )
    };
    let found = measure(text);
    result.write(found.units);
    if let Some(replaced) = replaced {
        replaced.write(found.replaced);
    }
    Ok(status::Ok)
}

/// Writes a number.
///
/// # Safety
/// As for [`pointers::place`].
pub(super) unsafe fn number(
    value: usize,
    place: *mut usize,
) -> Result<utfkit_status, utfkit_status> {
    // SAFETY: the caller guarantees it.
    unsafe { pointers::place(place)? }.write(value);
    Ok(status::Ok)
}

/// Writes the first finding, or that there is none.
///
/// # Safety
/// As for [`pointers::place`]; `place` may be NULL.
pub(super) unsafe fn first(
    found: Option<Finding>,
    place: *mut utfkit_finding,
) -> Result<utfkit_status, utfkit_status> {
    let value = found.map_or(utfkit_finding::NONE, utfkit_finding::from);
    // SAFETY: the caller guarantees it.
    if let Some(place) = unsafe { pointers::optional_place(place)? } {
        place.write(value);
    }
    Ok(if found.is_none() { status::Ok } else { status::IllFormed })
}

/// Writes the findings of a text to the `room` places at `findings`, and their number to `count`.
///
/// # Safety
/// As for [`pointers::input_and_room`] and [`pointers::place`].
pub(super) unsafe fn all<'a, T: 'a, F: Iterator<Item = Finding>>(
    (text, length): (*const T, usize),
    (findings, room): (*mut utfkit_finding, usize),
    count: *mut usize,
    find: impl FnOnce(&'a [T]) -> F,
) -> Result<utfkit_status, utfkit_status> {
    // SAFETY: the caller guarantees it.
    let ((text, places), count) = unsafe {
        (pointers::input_and_room(text, length, findings, room)?, pointers::place(count)?)
    };
    let mut places = places.iter_mut();
    let mut all = 0;
    for finding in find(text) {
        all += 1;
        if let Some(place) = places.next() {
            place.write(finding.into());
        }
    }
    count.write(all);
    Ok(match all {
        0 => status::Ok,
        _ if all > room => status::OutputFull,
        _ => status::IllFormed,
    })
}

/// Returns the findings of the chunks of a text.
pub(super) fn findings<'a, U: Unit + 'a>(
    chunks: impl Iterator<Item = Chunk<'a, U>>,
) -> impl Iterator<Item = Finding> {
    chunks.filter_map(|chunk| chunk.finding())
}
