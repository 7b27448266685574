//! The kernels that are written once for all sets except AVX-512, over any [`Vector`].
//!
//! A kernel stops where the scalar decoder has to look, and continues after the sequences that the
//! decoder finds well-formed. Texts that are too short for the registers of a set use registers of
//! sixteen bytes. Module headers give costs in operations of [`Vector`], most of which are one
//! instruction of a set.

mod copy;
mod from8;
mod into8;
pub(in crate::simd) mod length;
pub(in crate::simd) mod lossy;
mod plain;
pub(in crate::simd) mod set;
mod subparts;
pub(in crate::simd) mod tables;
pub(in crate::simd) mod validate;
pub(in crate::simd) mod vector;
mod wide;
mod wrong;

pub(super) use crate::simd::generic::set::Damage;
use crate::simd::generic::set::Set;
#[cfg_attr(
    not(target_arch = "x86_64"),
    allow(unused_imports, reason = "other sets have one entry for all lengths")
)]
pub(super) use crate::simd::generic::validate::ascii::BRIEF;
use crate::simd::generic::{
    into8::{lone_in_ascii as fixed_ascii, lone_surrogates as fixed},
    length::{
        self as tally, lossy8 as length_lossy8, lossy16 as length_lossy16,
        lossy32 as length_lossy32,
    },
    lossy::{utf8 as lossy8, utf16 as lossy16, utf32 as lossy32},
    validate::{ascii as single, utf8 as validate8, utf16 as validate16, utf32 as validate32},
};
use crate::simd::shared::text::Text;

use core::{mem::MaybeUninit, ops::ControlFlow};

use crate::{
    LossyLength,
    form::Form,
    scalar,
    simd::{LossyProgress, Progress, generic::vector::Vector, portable},
};

/// Returns the number of bytes at the start that are ASCII.
#[inline(always)]
pub(super) fn ascii_prefix<V: Vector>(v: V, src: &[u8]) -> usize {
    single::validate(v, src)
}

/// Implements [`Validate`](crate::simd::shared::kernel::Validate).
#[inline(always)]
pub(super) fn validate<V: Vector, F: Text>(v: V, src: &[u8]) -> usize {
    match F::FORM {
        Form::Utf8 => validate8::validate(v, src),
        Form::Latin1 => src.len(),
        Form::Utf16Le | Form::Utf16Be => validate16::validate::<V, F>(v, src),
        Form::Utf32Le | Form::Utf32Be => validate32::validate::<V, F>(v, src),
    }
}

/// Implements [`validate()`] for short texts that need only a few registers and no stack. Returns
/// `None` for other texts.
#[cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "other sets have one entry for all lengths")
)]
#[inline(always)]
pub(super) fn begin_validate<V: Vector, F: Text>(v: V, src: &[u8]) -> Option<usize> {
    if F::UNIT == 2 {
        validate16::begin::<V, F>(v, src)
    } else {
        (src.len() <= BRIEF).then(|| validate::<V, F>(v, src))
    }
}

/// Implements [`validate()`] for the texts that [`begin_validate`] leaves.
#[cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "other sets have one entry for all lengths")
)]
#[inline(always)]
pub(super) fn validate_rest<V: Vector, F: Text>(v: V, src: &[u8]) -> usize {
    if F::UNIT == 2 { validate16::rest::<V, F>(v, src) } else { validate::<V, F>(v, src) }
}

/// Implements [`Convert`](crate::simd::shared::kernel::Convert) for short texts, in a few registers
/// and without the stack. It converts the whole text ([`Break`](ControlFlow::Break)), or as much as
/// the short code can.
#[inline(always)]
pub(super) fn begin<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> ControlFlow<Progress, Progress> {
    let done = match (F::UNIT, T::FORM) {
        (2 | 4, Form::Utf8) => match into8::short::<V, F, false>(v, src, dst) {
            Some(done) => Some(Progress { read: done.read, written: done.written }),
            None => return begin_plain::<V, F, T>(v, src, dst),
        },
        (2, Form::Utf16Le | Form::Utf16Be) => copy::short16::<V, F, T>(v, src, dst),
        (1, Form::Utf8) if F::FORM == Form::Utf8 => copy::short8(v, src, dst),
        _ if F::UNIT != T::UNIT || F::UNIT == 1 => {
            return begin_plain::<V, F, T>(v, src, dst);
        }
        _ => None,
    };
    match done {
        Some(done) => ControlFlow::Break(done),
        None => ControlFlow::Continue(Progress::default()),
    }
}

/// Implements [`begin`] for forms in which the characters of a short text may all have one code
/// unit.
#[inline(always)]
fn begin_plain<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> ControlFlow<Progress, Progress> {
    let done = wide::start::<V, F, T>(v, src, dst);
    if done.read == src.len() {
        return ControlFlow::Break(done);
    }
    // A wider set leaves texts of a narrow register to the narrower set.
    if F::FORM == Form::Utf8
        && V::BYTES == V::Narrow::BYTES
        && let Some(done) = from8::short::<V, T>(v, src, dst)
    {
        return ControlFlow::Break(done);
    }
    ControlFlow::Continue(done)
}

/// Implements [`Convert`](crate::simd::shared::kernel::Convert), starting at `done`, where
/// [`begin`] stopped.
#[inline(always)]
pub(super) fn convert<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: Progress,
) -> Progress {
    match (F::FORM, T::FORM) {
        (Form::Utf8, Form::Utf8)
        | (Form::Utf16Le | Form::Utf16Be, Form::Utf16Le | Form::Utf16Be)
        | (Form::Utf32Le | Form::Utf32Be, Form::Utf32Le | Form::Utf32Be) => {
            copy::convert::<V, F, T>(v, src, dst)
        }
        (
            Form::Utf8,
            Form::Latin1 | Form::Utf16Le | Form::Utf16Be | Form::Utf32Le | Form::Utf32Be,
        ) => from8::convert::<V, F, T>(v, src, dst, done),
        (
            Form::Latin1 | Form::Utf16Le | Form::Utf16Be | Form::Utf32Le | Form::Utf32Be,
            Form::Utf8,
        ) => into8::convert::<V, F, T>(v, src, dst, done),
        (Form::Utf16Le | Form::Utf16Be, Form::Utf32Le | Form::Utf32Be)
        | (Form::Utf32Le | Form::Utf32Be, Form::Utf16Le | Form::Utf16Be) => {
            wide::convert::<V, F, T>(v, src, dst, done)
        }
        _ => runs::<V, F, T>(v, src, dst, done),
    }
}

impl LossyProgress {
    /// Returns the progress of a conversion without replacements.
    #[inline(always)]
    pub(in crate::simd) fn of_clean(Progress { read, written }: Progress) -> Self {
        Self { read, written, replaced: 0 }
    }

    /// Converts the rest with the portable kernel, and adds it to this progress.
    #[inline(always)]
    pub(in crate::simd) fn with_rest<F: Text, T: Text>(
        mut self,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
    ) -> Self {
        let (src, dst) = (&src[self.read..], &mut dst[self.written..]);
        // SAFETY: any machine can run portable kernels.
        let rest = unsafe { portable::lossy::<F, T>()(src, dst, &mut self.replaced) };
        self.read += rest.read;
        self.written += rest.written;
        self
    }

    /// Writes U+FFFD in `to` for the incomplete code unit that is left, if there is one and there
    /// is room. Returns the progress including it.
    #[inline]
    pub(in crate::simd) fn with_part_of_unit(
        mut self,
        to: Form,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
    ) -> Self {
        if self.read < src.len()
            && let Some(encoded) = to.encode(scalar::REPLACEMENT)
            && let Some(written) = encoded.store(&mut dst[self.written..])
        {
            self.read = src.len();
            self.written += written;
            self.replaced += 1;
        }
        self
    }

    /// Returns this progress in the form that kernels return: the number of replacements is added
    /// to `replaced`.
    #[inline(always)]
    pub(in crate::simd) fn counted_in(self, replaced: &mut usize) -> Progress {
        *replaced += self.replaced;
        Progress { read: self.read, written: self.written }
    }
}

/// Implements [`Lossy`](crate::simd::shared::kernel::Lossy) for short texts, like [`begin`].
#[inline(always)]
pub(super) fn begin_lossy<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> ControlFlow<LossyProgress, Progress> {
    let done = match (F::UNIT, T::UNIT) {
        (1, 1) => return lossy8::begin(v, src, dst),
        (1, _) => return begin_plain::<V, F, T>(v, src, dst).map_break(LossyProgress::of_clean),
        (2 | 4, 1) => into8::short::<V, F, true>(v, src, dst),
        (2, 2) => lossy16::copy_short::<V, F, T>(v, src, dst),
        (2, 4) if V::BYTES == 16 && src.len() == 16 => wide::join_one::<V, F, T>(v, src, dst),
        (4, 2) if V::BYTES == 16 && src.len() == 16 => wide::split_few::<V, F, T>(v, src, dst),
        _ => None,
    };
    match done {
        Some(done) => ControlFlow::Break(done),
        None => ControlFlow::Continue(Progress::default()),
    }
}

/// Implements [`Lossy`](crate::simd::shared::kernel::Lossy), starting at `done`, where
/// [`begin_lossy`] stopped.
#[inline(always)]
pub(super) fn lossy<S: Set, F: Text, T: Text>(
    v: S,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: Progress,
) -> LossyProgress {
    match (F::FORM, T::FORM) {
        (Form::Utf8, Form::Utf8) => lossy8::convert(v, src, dst, done),
        (Form::Utf8, _) => from8::lossy::convert::<S, F, T>(v, src, dst, done),
        (Form::Utf32Le | Form::Utf32Be, _) if T::UNIT == 4 => lossy32::copy::<S, F, T>(v, src, dst),
        (Form::Utf32Le | Form::Utf32Be, _) => lossy32::convert::<S, F, T>(v, src, dst),
        (_, Form::Utf16Le | Form::Utf16Be) => lossy16::copy::<S, F, T>(v, src, dst),
        _ => lossy16::convert::<S, F, T>(v, src, dst),
    }
}

/// Converts UTF-16 with that `damage` to UTF-8 until the damage ends. Returns the number of
/// replacements.
#[inline(always)]
pub(super) fn fix<V: Vector, F: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
    damage: Damage,
) -> usize {
    match damage {
        Damage::Dense => fixed::dense::<V, F>(v, src, dst, done),
        Damage::InAscii => fixed_ascii::run::<V, F>(v, src, dst, done, false).0,
    }
}

/// Implements [`Convert`](crate::simd::shared::kernel::Convert) by runs of plain characters and
/// single sequences.
#[inline(always)]
fn runs<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    mut done: Progress,
) -> Progress {
    loop {
        plain::run::<V, F, T>(v, src, dst, &mut done);
        if done.read == src.len() {
            return done;
        }
        for _ in 0..portable::STEPS {
            if !portable::step::<F, T>(src, dst, &mut done) {
                return done;
            }
        }
    }
}

/// Implements [`Length`](crate::simd::shared::kernel::Length).
#[inline(always)]
pub(super) fn length<V: Vector, F: Text, T: Text>(v: V, src: &[u8]) -> usize {
    tally::length::<V, F, T>(v, src)
}

/// Implements [`length_lossy`] for short texts. Returns `None` for other texts.
#[cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "other sets have one entry for all lengths")
)]
#[inline(always)]
pub(super) fn length_lossy_of_few<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
) -> Option<LossyLength> {
    if src.len() > V::BYTES {
        return None;
    }
    match F::UNIT {
        1 => Some(length_lossy8::of_block::<V, T>(v, src)),
        2 => Some(length_lossy16::of_few::<V, F, T>(v, src)),
        _ => length_lossy32::of_few::<V, F, T>(v, src),
    }
}

/// Implements [`LengthLossy`](crate::simd::shared::kernel::LengthLossy).
#[inline(always)]
pub(super) fn length_lossy<S: Set, F: Text, T: Text>(v: S, src: &[u8]) -> LossyLength {
    match F::UNIT {
        1 => length_lossy8::measure::<S, F, T>(v, src),
        2 => length_lossy16::measure::<S, F, T>(v, src),
        _ => length_lossy32::measure::<S, F, T>(v, src),
    }
}

/// Implements [`Damaged`](crate::simd::shared::by_pieces::Damaged) for UTF-8 and UTF-32.
#[inline(always)]
pub(super) fn measure_damaged<'a, V: Vector, F: Text, T: Text>(
    v: V,
    src: &'a [u8],
    total: &mut LossyLength,
) -> &'a [u8] {
    if F::UNIT == 1 {
        length_lossy8::damaged::<V, T>(v, src, total)
    } else {
        length_lossy32::damaged::<V, F, T>(v, src, total)
    }
}

/// Implements [`Lines`](crate::simd::shared::kernel::Lines).
#[inline(always)]
pub(super) fn lines<V: Vector, F: Text>(v: V, src: &[u8]) -> usize {
    tally::lines::<V, F>(v, src)
}

/// Implements [`Swap`](crate::simd::shared::kernel::Swap).
#[inline(always)]
pub(super) fn swap16<V: Vector>(v: V, src: &[u8], dst: &mut [MaybeUninit<u8>]) {
    copy::swap16(v, src, dst);
}
