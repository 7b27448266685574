//! Conversion with replacement, and its lengths, by the strict kernels: from error to error.

use core::mem::MaybeUninit;

use crate::{
    LossyLength,
    error::outcome::{LossyProgress, Progress},
    form::{Form, Sequence, boundary},
    scalar,
    simd::portable,
};

/// [`Lossy`](crate::simd::shared::kernel::Lossy) by `convert`, the strict conversion.
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
        let more = convert(&src[done.read..], &mut dst[done.written..]);
        done.read += more.read;
        done.written += more.written;
        let Sequence::IllFormed { len, .. } = from.first(&src[done.read..], true) else {
            return done;
        };
        let replacement = to.encode(scalar::REPLACEMENT);
        let Some(written) = replacement.and_then(|it| it.store(&mut dst[done.written..])) else {
            return done;
        };
        done.read += len;
        done.written += written;
        done.replaced += 1;
    }
}

/// Well-formed bytes before an error, from which on the next is expected to be as far.
const FAR: usize = 64;

/// So much of damaged text is measured in one go, though errors may be far from each other.
const SHORT: usize = 256;

/// [`LengthLossy`](crate::simd::shared::kernel::LengthLossy) by the strict kernels.
///
/// Where errors are near each other a stretch of text is measured at once, whatever is wrong in it.
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
        let (valid, bad) = rest.split_at(validate(rest));
        total.units = total.units.saturating_add(length(valid));
        let Sequence::IllFormed { len, .. } = from.first(bad, true) else { return total };
        let near = valid.len() < FAR || bad.len() <= SHORT;
        let end = if near { stretch(from, bad) } else { len };
        let damaged = portable::measure_damaged(from, to, &bad[..end]);
        total.units = total.units.saturating_add(damaged.units);
        total.replaced += damaged.replaced;
        rest = &bad[end..];
    }
}

/// The last boundary in the next bytes of `src` that can be measured at once.
fn stretch(form: Form, src: &[u8]) -> usize {
    let most = portable::most_damaged(form);
    if src.len() <= most { src.len() } else { boundary::floor_bytes(form, src, most) }
}
