//! The kernels that run anywhere: safe code without intrinsics, and the reference of all others.
//!
//! Each is one generic function over the forms. Runs of characters that are one code unit go by
//! blocks that a compiler keeps in whatever vectors the target has; so do blocks of UTF-8, whatever
//! is in them.

mod block;
mod contents;
mod convert;
mod damaged;
mod plain;
mod utf8;

pub(super) use contents::contents;
pub(super) use convert::{convert, replace, replace_some, step};
pub(super) use damaged::{measure as measure_damaged, most as most_damaged};
pub(super) use plain::{Plain, STEPS, most};

use core::{iter, mem::MaybeUninit};

use super::{
    operations::{Convert, Kernels, Length},
    outside::outside,
    swap,
};
use crate::form::{Ascii, Codec, Form, Latin1, Sequence, Utf8, Utf16, Utf32};

/// The portable set, for other sets to start from.
pub(super) const SET: Kernels = Kernels {
    name: "portable",
    validate: [
        validate::<Ascii>,
        validate::<Latin1>,
        utf8::validate,
        validate::<Utf16<false>>,
        validate::<Utf16<true>>,
        validate::<Utf32<false>>,
        validate::<Utf32<true>>,
    ],
    convert: [
        conversions_from::<Ascii>(),
        conversions_from::<Latin1>(),
        CONVERSIONS_FROM_UTF8,
        conversions_from::<Utf16<false>>(),
        conversions_from::<Utf16<true>>(),
        conversions_from::<Utf32<false>>(),
        conversions_from::<Utf32<true>>(),
    ],
    known: [[None; Form::COUNT]; Form::COUNT],
    lossy: [[None; Form::COUNT]; Form::COUNT],
    length_lossy: [[None; Form::COUNT]; Form::COUNT],
    length: [
        lengths_of::<Ascii>(),
        lengths_of::<Latin1>(),
        lengths_of::<Utf8>(),
        lengths_of::<Utf16<false>>(),
        lengths_of::<Utf16<true>>(),
        lengths_of::<Utf32<false>>(),
        lengths_of::<Utf32<true>>(),
    ],
    contents,
    lines: [
        lines::<Ascii>,
        lines::<Latin1>,
        lines::<Utf8>,
        lines::<Utf16<false>>,
        lines::<Utf16<true>>,
        lines::<Utf32<false>>,
        lines::<Utf32<true>>,
    ],
    swap16,
    swap16_in_place: swap::in_place,
    outside: [
        outside::<Ascii>,
        outside::<Latin1>,
        outside::<Utf8>,
        outside::<Utf16<false>>,
        outside::<Utf16<true>>,
        outside::<Utf32<false>>,
        outside::<Utf32<true>>,
    ],
};

/// The portable set.
pub(super) static KERNELS: Kernels = SET;

const fn conversions_from<F: Plain>() -> [Convert; Form::COUNT] {
    [
        convert::<F, Ascii>,
        convert::<F, Latin1>,
        convert::<F, Utf8>,
        convert::<F, Utf16<false>>,
        convert::<F, Utf16<true>>,
        convert::<F, Utf32<false>>,
        convert::<F, Utf32<true>>,
    ]
}

const CONVERSIONS_FROM_UTF8: [Convert; Form::COUNT] = [
    utf8::convert::<Ascii>,
    utf8::convert::<Latin1>,
    utf8::copy,
    utf8::convert::<Utf16<false>>,
    utf8::convert::<Utf16<true>>,
    utf8::convert::<Utf32<false>>,
    utf8::convert::<Utf32<true>>,
];

const fn lengths_of<F: Codec>() -> [Length; Form::COUNT] {
    [
        length::<F, Ascii>,
        length::<F, Latin1>,
        length::<F, Utf8>,
        length::<F, Utf16<false>>,
        length::<F, Utf16<true>>,
        length::<F, Utf32<false>>,
        length::<F, Utf32<true>>,
    ]
}

/// [`Kernels::validate`](super::Kernels::validate), by plain blocks and single sequences.
fn validate<F: Plain>(src: &[u8]) -> usize {
    let mut at = 0;
    loop {
        at += plain::run::<F, F>(&src[at..]);
        // Behind a character that is not ASCII more of its kind are likely: some steps before the
        // next try of a block.
        for _ in 0..plain::STEPS {
            match F::first(&src[at..], false) {
                Sequence::Value { len, .. } => at += len,
                _ => return at,
            }
        }
    }
}

/// [`Kernels::length`](super::Kernels::length).
fn length<F: Codec, T: Codec>(src: &[u8]) -> usize {
    F::measure(src, T::UNITS)
}

/// [`Kernels::lines`](super::Kernels::lines).
fn lines<F: Codec>(src: &[u8]) -> usize {
    if F::UNIT == 1 {
        crate::form::count_bytes(src, |byte| byte == b'\n')
    } else {
        src.chunks_exact(F::UNIT).filter(|unit| F::unit(unit) == u32::from(b'\n')).count()
    }
}

/// [`Kernels::swap16`](super::Kernels::swap16).
fn swap16(src: &[u8], dst: &mut [MaybeUninit<u8>]) {
    for (slot, unit) in iter::zip(dst.as_chunks_mut().0, src.as_chunks().0) {
        *slot = u16::from_ne_bytes(*unit).swap_bytes().to_ne_bytes().map(MaybeUninit::new);
    }
}
