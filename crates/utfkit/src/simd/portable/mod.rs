//! The kernels that run anywhere: safe code without intrinsics, and the reference for all others.
//!
//! Each kernel is one generic function over the forms. Runs of characters of one code unit are
//! handled in blocks that the compiler vectorizes for any target. The same holds for blocks of
//! UTF-8 with any contents.

mod block;
mod contents;
mod convert;
mod damaged;
#[cfg(feature = "whatwg-charsets")]
mod page;
mod plain;
mod utf8;

pub(super) use crate::simd::portable::contents::contents as count_contents;
pub(super) use crate::simd::portable::convert::{replace, replace_some, step};
pub(super) use crate::simd::portable::damaged::{measure as measure_damaged, most as most_damaged};
#[cfg(feature = "whatwg-charsets")]
pub(super) use crate::simd::portable::page::{read as read_page, write as write_page};
pub(super) use crate::simd::portable::plain::{Plain, STEPS, most};
use crate::simd::shared::text::Text;

use core::{iter, mem::MaybeUninit};

use crate::{
    LossyLength,
    error::outcome::Progress,
    form::{Codec, Form, Sequence, Utf8, cut},
    simd::{
        by_strict,
        shared::kernel::{
            Convert, Holds, Length, LengthLossy, Lines, Lossy, Outside, Swap, SwapInPlace, Validate,
        },
        shared::{spans as outside, swap},
    },
};

// The kernel of each operation, by the forms. These are constant functions, so that the kernels
// that they do not choose are not compiled.

pub(super) const fn validate<F: Text>() -> Validate {
    match F::FORM {
        Form::Utf8 => utf8::validate,
        _ => valid::<F>,
    }
}

pub(super) const fn ascii_prefix() -> Validate {
    leading_ascii
}

pub(super) const fn convert<F: Text, T: Text>() -> Convert {
    match (F::FORM, T::FORM) {
        (Form::Utf8, Form::Utf8) => utf8::copy,
        (Form::Utf8, _) => utf8::convert::<T>,
        _ => convert::convert::<F, T>,
    }
}

pub(super) const fn lossy<F: Text, T: Text>() -> Lossy {
    replaced::<F, T>
}

pub(super) const fn length<F: Text, T: Text>() -> Length {
    measured::<F, T>
}

pub(super) const fn length_lossy<F: Text, T: Text>() -> LengthLossy {
    measured_lossy::<F, T>
}

pub(super) const fn lines<F: Text>() -> Lines {
    line_feeds::<F>
}

pub(super) const fn outside<F: Text>() -> Outside {
    outside::outside::<F>
}

pub(super) const fn contents() -> Holds {
    count_contents
}

pub(super) const fn swap16() -> Swap {
    swapped
}

pub(super) const fn swap16_in_place() -> SwapInPlace {
    swap::in_place
}

/// Implements [`Validate`] by plain blocks and single sequences.
fn valid<F: Plain>(src: &[u8]) -> usize {
    let mut at = 0;
    loop {
        at += plain::run::<F, F>(cut::rest(src, at));
        // After a character that is not ASCII, more of its kind are likely, so make some steps
        // before the next block is tried.
        for _ in 0..plain::STEPS {
            match F::first(cut::rest(src, at), false) {
                Sequence::Value { len, .. } => at += len,
                _ => return at,
            }
        }
    }
}

/// Returns the number of bytes at the start that are ASCII.
fn leading_ascii(src: &[u8]) -> usize {
    let run = plain::run::<Utf8, Utf8>(src);
    run + cut::rest(src, run).iter().take_while(|byte| byte.is_ascii()).count()
}

/// Implements [`Lossy`] with the strict kernel.
fn replaced<F: Text, T: Text>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    // SAFETY: any machine can run portable kernels.
    let strict = |src: &[u8], dst: &mut [_]| unsafe { convert::<F, T>()(src, dst) };
    by_strict::convert(strict, F::FORM, T::FORM, src, dst).counted_in(replaced)
}

/// Implements [`LengthLossy`] with the strict kernels.
fn measured_lossy<F: Text, T: Text>(src: &[u8]) -> LossyLength {
    // SAFETY: any machine can run portable kernels.
    let valid = |src: &[u8]| unsafe { validate::<F>()(src) };
    by_strict::length(valid, measured::<F, T>, F::FORM, T::FORM, src)
}

/// Implements [`Length`].
fn measured<F: Codec, T: Codec>(src: &[u8]) -> usize {
    F::measure(src, T::UNITS)
}

/// Implements [`Lines`].
fn line_feeds<F: Codec>(src: &[u8]) -> usize {
    if F::UNIT == 1 {
        crate::form::count_bytes(src, |byte| byte == b'\n')
    } else {
        src.chunks_exact(F::UNIT).filter(|unit| F::unit(unit) == u32::from(b'\n')).count()
    }
}

/// Implements [`Swap`].
fn swapped(src: &[u8], dst: &mut [MaybeUninit<u8>]) {
    for (slot, unit) in iter::zip(dst.as_chunks_mut().0, src.as_chunks().0) {
        *slot = u16::from_ne_bytes(*unit).swap_bytes().to_ne_bytes().map(MaybeUninit::new);
    }
}
