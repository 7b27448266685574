//! Creates values that are known to be initialized or well-formed because a kernel made them.
//!
//! All functions here are safe to call, and each block gives its reason. The reasons rest on the
//! contract of a [`Row`](crate::simd::Row). A kernel writes only initialized bytes, at least as
//! many as it reports. The bytes that it reports as well-formed are well-formed.

use crate::{simd::operations::VALIDATE_UTF8, slices::rows};

/// Returns the longest prefix of `src` that is well-formed UTF-8, and the rest.
#[inline]
pub(crate) fn split_well_formed(src: &[u8]) -> (&str, &[u8]) {
    let (valid, rest) = at(src, VALIDATE_UTF8.run(src));
    // SAFETY: the kernel reported these bytes as well-formed UTF-8.
    (unsafe { core::str::from_utf8_unchecked(valid) }, rest)
}

/// Returns the longest prefix of `src` that is ASCII, and the rest.
#[inline]
pub(crate) fn split_ascii(src: &[u8]) -> (&str, &[u8]) {
    let (ascii, rest) = at(src, rows::ascii(src));
    // SAFETY: `rows::ascii` found these bytes to be ASCII, which is well-formed UTF-8.
    (unsafe { core::str::from_utf8_unchecked(ascii) }, rest)
}

/// Returns the longest prefix of `src` that is well-formed UTF-8.
pub(crate) fn well_formed_mut(src: &mut [u8]) -> &mut str {
    let valid = VALIDATE_UTF8.run(src);
    // SAFETY: the kernel reported these bytes as well-formed UTF-8.
    unsafe { core::str::from_utf8_unchecked_mut(src.get_mut(..valid).unwrap_or_default()) }
}

/// Splits `src`. A kernel never stops beyond the end. If one did, nothing would be text.
#[inline(always)]
fn at(src: &[u8], len: usize) -> (&[u8], &[u8]) {
    src.split_at_checked(len).unwrap_or((&[], src))
}

#[cfg(feature = "alloc")]
mod owned {
    use alloc::{string::String, vec::Vec};
    use core::mem::MaybeUninit;

    use super::VALIDATE_UTF8;
    use crate::{
        form::{
            Form,
            unit::{Unit, room_bytes, written},
            units::Units,
        },
        simd::{
            LossyProgress, Progress, Row,
            operations::{LATIN1_TO_UTF8, LOSSY_UTF8_TO_UTF8},
            shared::kernel::{Convert, Lossy},
        },
        slices::rows,
    };

    /// Converts `src` with `row`, which writes units of `U`, and appends the result to `out` within
    /// its capacity. Returns the progress.
    pub(crate) fn append<U: Unit>(
        out: &mut Vec<U>,
        row: &'static Row<Convert>,
        src: &[u8],
    ) -> Progress {
        let spare: &mut [MaybeUninit<U>] = out.spare_capacity_mut();
        let progress = row.run(src, room_bytes(spare));
        // SAFETY: the kernel has initialized the bytes that it reports, all within the spare
        // capacity.
        unsafe { out.set_len(out.len() + progress.written / size_of::<U>()) };
        progress
    }

    /// Converts `src` with `row`, which writes units of `U`, with replacement, and appends the
    /// result to `out` within its capacity. Returns the progress.
    pub(crate) fn append_lossy<U: Unit>(
        out: &mut Vec<U>,
        row: &'static Row<Lossy>,
        src: &[u8],
    ) -> LossyProgress {
        let room = room_bytes(out.spare_capacity_mut());
        let done = row.run(src, room);
        // SAFETY: the kernel has initialized the bytes that it reports, all within the spare
        // capacity.
        unsafe { out.set_len(out.len() + done.written / size_of::<U>()) };
        done
    }

    /// Appends `src` to `out` within its capacity, with U+FFFD for each maximal subpart of
    /// ill-formed UTF-8. Returns the progress.
    pub(crate) fn append_str_lossy(out: &mut String, src: &[u8]) -> LossyProgress {
        // SAFETY: a kernel that writes `Form::Utf8` appends whole well-formed sequences.
        append_lossy(unsafe { out.as_mut_vec() }, &LOSSY_UTF8_TO_UTF8, src)
    }

    /// Appends `src` to `out` within its capacity, with U+FFFD for each maximal subpart. Returns the
    /// progress.
    pub(crate) fn append_units_lossy<S: Unit>(
        out: &mut String,
        src: Units<'_, S>,
    ) -> LossyProgress {
        let row = rows::lossy_row::<S, u8>(src.form(), Form::Utf8);
        // SAFETY: a kernel that writes `Form::Utf8` appends whole well-formed sequences.
        append_lossy(unsafe { out.as_mut_vec() }, row, src.bytes())
    }

    /// Converts `src` into `room` like [`append_units_lossy`]. Returns the text too.
    pub(crate) fn write_units_lossy<'r, S: Unit>(
        room: &'r mut [MaybeUninit<u8>],
        src: Units<'_, S>,
    ) -> (&'r str, LossyProgress) {
        let row = rows::lossy_row::<S, u8>(src.form(), Form::Utf8);
        let done = row.run(src.bytes(), room);
        // SAFETY: a kernel that writes `Form::Utf8` writes whole well-formed sequences.
        (unsafe { core::str::from_utf8_unchecked(written(room, done.written)) }, done)
    }

    /// Returns `bytes` as a string if they are well-formed UTF-8, and otherwise unchanged.
    pub(crate) fn into_string(bytes: Vec<u8>) -> Result<String, Vec<u8>> {
        if VALIDATE_UTF8.run(&bytes) < bytes.len() {
            return Err(bytes);
        }
        // SAFETY: the kernel reported all of these bytes as well-formed UTF-8.
        Ok(unsafe { String::from_utf8_unchecked(bytes) })
    }

    /// Converts `src` into UTF-8, and appends the result to `out` within its capacity. Returns the
    /// progress.
    pub(crate) fn append_str<S: Unit>(out: &mut String, src: Units<'_, S>) -> Progress {
        let row = rows::convert_row::<S, u8>(src.form(), Form::Utf8);
        // SAFETY: a kernel that writes `Form::Utf8` appends whole well-formed sequences.
        append(unsafe { out.as_mut_vec() }, row, src.bytes())
    }

    /// Like [`append_str`], for ISO-8859-1.
    pub(crate) fn append_latin1(out: &mut String, src: &[u8]) -> Progress {
        // SAFETY: a kernel that writes `Form::Utf8` appends whole well-formed sequences.
        append(unsafe { out.as_mut_vec() }, &LATIN1_TO_UTF8, src)
    }
}

#[cfg(feature = "alloc")]
pub(crate) use owned::{
    append, append_latin1, append_lossy, append_str, append_str_lossy, append_units_lossy,
    into_string, write_units_lossy,
};
