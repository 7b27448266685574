//! Conversion with replacement, and its lengths, with the strict kernels, from one error to the
//! next.

use core::mem::MaybeUninit;

use crate::{
    LossyLength,
    error::outcome::{LossyProgress, Progress},
    form::{Form, Sequence, boundary, cut},
    scalar,
    simd::portable,
};

/// Implements [`Lossy`](crate::simd::shared::kernel::Lossy) with `convert`, the strict conversion.
#[inline]
pub(super) fn convert(
    convert: impl Fn(&[u8], &mut [MaybeUninit<u8>]) -> Progress,
    from: Form,
    to: Form,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> LossyProgress {
    let mut done = LossyProgress::default();
    loop {
        let more = convert(cut::rest(src, done.read), cut::rest_mut(dst, done.written));
        done.read += more.read;
        done.written += more.written;
        let Sequence::IllFormed { len, .. } = from.first(cut::rest(src, done.read), true) else {
            return done;
        };
        let replacement = to.encode(scalar::REPLACEMENT);
        let room = cut::rest_mut(dst, done.written);
        let Some(written) = replacement.and_then(|it| it.store(room)) else {
            return done;
        };
        done.read += len;
        done.written += written;
        done.replaced += 1;
    }
}

/// The number of well-formed bytes before an error from which on the next error is also expected to
/// be far.
const FAR: usize = 64;

/// Damaged text of at most this number of bytes is measured at once, even if errors are far from
/// each other.
const SHORT: usize = 256;

/// Implements [`LengthLossy`](crate::simd::shared::kernel::LengthLossy) with the strict kernels.
///
/// If errors are near each other, a stretch of text is measured at once, with any errors in it.
#[inline]
pub(super) fn length(
    validate: impl Fn(&[u8]) -> usize,
    length: impl Fn(&[u8]) -> usize,
    from: Form,
    to: Form,
    src: &[u8],
) -> LossyLength {
    let mut total = LossyLength::default();
    let mut rest = src;
    loop {
        let (valid, bad) = cut::split(rest, validate(rest));
        total.units = total.units.saturating_add(length(valid));
        let Sequence::IllFormed { len, .. } = from.first(bad, true) else { return total };
        let near = valid.len() < FAR || bad.len() <= SHORT;
        let end = if near { stretch(from, bad) } else { len };
        let damaged = portable::measure_damaged(from, to, cut::prefix(bad, end));
        total.units = total.units.saturating_add(damaged.units);
        total.replaced += damaged.replaced;
        rest = cut::rest(bad, end);
    }
}

/// Returns the last boundary in the next bytes of `src` that can be measured at once.
fn stretch(form: Form, src: &[u8]) -> usize {
    let most = portable::most_damaged(form);
    if src.len() <= most { src.len() } else { boundary::floor_bytes(form, src, most) }
}
