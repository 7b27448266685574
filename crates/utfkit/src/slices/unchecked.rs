//! Results that are known to be initialized or well-formed because a kernel made them.
//!
//! Everything here is safe to call; the reason stands at each block. What the reasons rest on is
//! the promise of [`Kernels`](crate::simd::Kernels): a kernel writes only initialized bytes, at
//! least as many as it reports, and what it reports as well-formed is.

use crate::{form::Form, simd, slices::engine};

/// The longest prefix of `src` that is well-formed UTF-8, and the rest.
#[inline]
pub(crate) fn split_well_formed(src: &[u8]) -> (&str, &[u8]) {
    let (valid, rest) = src.split_at(simd::active().validate(Form::Utf8, src));
    // SAFETY: the kernel reported these bytes as well-formed UTF-8.
    (unsafe { core::str::from_utf8_unchecked(valid) }, rest)
}

/// The longest prefix of `src` that is ASCII, and the rest.
#[inline]
pub(crate) fn split_ascii(src: &[u8]) -> (&str, &[u8]) {
    let (ascii, rest) = src.split_at(engine::ascii(src));
    // SAFETY: these bytes were found to be ASCII, which is well-formed UTF-8.
    (unsafe { core::str::from_utf8_unchecked(ascii) }, rest)
}

/// The longest prefix of `src` that is well-formed UTF-8.
pub(crate) fn well_formed_mut(src: &mut [u8]) -> &mut str {
    let valid = simd::active().validate(Form::Utf8, src);
    // SAFETY: the kernel reported these bytes as well-formed UTF-8.
    unsafe { core::str::from_utf8_unchecked_mut(&mut src[..valid]) }
}

#[cfg(feature = "alloc")]
mod owned {
    use alloc::{string::String, vec::Vec};
    use core::mem::MaybeUninit;

    use super::{Form, simd};
    use crate::{
        error::outcome::Outcome,
        form::unit::{Unit, room_bytes},
        simd::{LossyProgress, Progress},
        transcode::Transcoder,
    };

    /// Appends to `out`, within its capacity, what the active kernel makes of `src`, and says how
    /// far it went.
    pub(crate) fn append<U: Unit>(out: &mut Vec<U>, from: Form, to: Form, src: &[u8]) -> Progress {
        assert!(to.unit() == size_of::<U>(), "units of the form that is written");
        let spare: &mut [MaybeUninit<U>] = out.spare_capacity_mut();
        let progress = simd::active().convert(from, to, src, room_bytes(spare));
        // SAFETY: the kernel has initialized the bytes that it reports, all within the spare
        // capacity.
        unsafe { out.set_len(out.len() + progress.written / size_of::<U>()) };
        progress
    }

    /// [`append`] of `src` that is well-formed.
    pub(crate) fn append_known<U: Unit>(out: &mut Vec<U>, from: Form, to: Form, src: &[u8]) {
        assert!(to.unit() == size_of::<U>(), "units of the form that is written");
        let room = room_bytes(out.spare_capacity_mut());
        let progress = simd::active().convert_known(from, to, src, room);
        // SAFETY: the kernel has initialized the bytes that it reports, all within the spare
        // capacity.
        unsafe { out.set_len(out.len() + progress.written / size_of::<U>()) };
    }

    /// Appends to `out`, within its capacity, what the active kernel makes of `src` with
    /// replacement, and says how far it went.
    pub(crate) fn append_lossy<U: Unit>(
        out: &mut Vec<U>,
        from: Form,
        to: Form,
        src: &[u8],
    ) -> LossyProgress {
        assert!(to.unit() == size_of::<U>(), "units of the form that is written");
        let room = room_bytes(out.spare_capacity_mut());
        let done = simd::active().convert_lossy(from, to, src, room);
        // SAFETY: the kernel has initialized the bytes that it reports, all within the spare
        // capacity.
        unsafe { out.set_len(out.len() + done.written / size_of::<U>()) };
        done
    }

    /// Appends to `out`, within its capacity, `src` with U+FFFD for what is ill-formed UTF-8.
    /// Says how far it went.
    pub(crate) fn append_str_lossy(out: &mut String, src: &[u8]) -> LossyProgress {
        // SAFETY: a kernel that writes `Form::Utf8` appends whole well-formed sequences.
        append_lossy(unsafe { out.as_mut_vec() }, Form::Utf8, Form::Utf8, src)
    }

    /// Appends to `out`, within its capacity, what `transcoder` makes of `src`.
    pub(crate) fn append_transcoded(
        out: &mut Vec<u8>,
        transcoder: &mut Transcoder<'_>,
        src: &[u8],
        last: bool,
    ) -> Outcome {
        let outcome = transcoder.transcode(src, out.spare_capacity_mut(), last);
        // SAFETY: a transcoder initializes the bytes that it reports, all within the spare
        // capacity.
        unsafe { out.set_len(out.len() + outcome.written) };
        outcome
    }

    /// Appends to `out`, within its capacity, what `transcoder` makes of `src`; `None`, and nothing is
    /// read, if that does not write UTF-8.
    pub(crate) fn append_transcoded_str(
        out: &mut String,
        transcoder: &mut Transcoder<'_>,
        src: &[u8],
        last: bool,
    ) -> Option<Outcome> {
        transcoder.writes_utf8().then(|| {
            // SAFETY: a transcoder that writes UTF-8 writes whole well-formed sequences.
            append_transcoded(unsafe { out.as_mut_vec() }, transcoder, src, last)
        })
    }

    /// `bytes`, which must be well-formed UTF-8, as a string: its well-formed prefix if they are
    /// not.
    pub(crate) fn string(mut bytes: Vec<u8>) -> String {
        let valid = simd::active().validate(Form::Utf8, &bytes);
        bytes.truncate(valid);
        // SAFETY: the kernel reported these bytes as well-formed UTF-8.
        unsafe { String::from_utf8_unchecked(bytes) }
    }

    /// `bytes` as a string if they are well-formed UTF-8, else as they came.
    pub(crate) fn into_string(bytes: Vec<u8>) -> Result<String, Vec<u8>> {
        if simd::active().validate(Form::Utf8, &bytes) < bytes.len() {
            return Err(bytes);
        }
        // SAFETY: the kernel reported all of these bytes as well-formed UTF-8.
        Ok(unsafe { String::from_utf8_unchecked(bytes) })
    }

    /// Appends to `out`, within its capacity, what the active kernel makes of `src` in UTF-8, and
    /// says how far it went.
    pub(crate) fn append_str(out: &mut String, from: Form, src: &[u8]) -> Progress {
        // SAFETY: a kernel that writes `Form::Utf8` appends whole well-formed sequences.
        append(unsafe { out.as_mut_vec() }, from, Form::Utf8, src)
    }
}

#[cfg(feature = "alloc")]
pub(crate) use owned::{
    append, append_known, append_lossy, append_str, append_str_lossy, append_transcoded,
    append_transcoded_str, into_string, string,
};
