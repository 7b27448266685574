//! The kernels that are written once for all sets but AVX-512: over any [`Vector`].
//!
//! Each stops where the scalar decoder has to look, and goes on behind what that finds well-formed.
//! What is too short for the registers of a set is done with those of sixteen octets.

mod validate8;

use core::mem::MaybeUninit;

use super::{
    Kernels, Progress, portable,
    vector::{Set, Text, Vector},
};
use crate::form::{Ascii, Form, Latin1, Utf8, Utf16, Utf32};

/// A whole set.
pub(super) const fn set<S: Set>(name: &'static str) -> Kernels {
    let mut set = portable::SET;
    set.name = name;
    set.validate = [
        S::validate::<Ascii>,
        S::validate::<Latin1>,
        S::validate::<Utf8>,
        S::validate::<Utf16<false>>,
        S::validate::<Utf16<true>>,
        S::validate::<Utf32<false>>,
        S::validate::<Utf32<true>>,
    ];
    set
}

/// [`Kernels::validate`].
#[inline(always)]
pub(super) fn validate<V: Vector, F: Text>(v: V, src: &[u8]) -> usize {
    match F::FORM {
        Form::Utf8 => validate8::validate(v, src),
        _ => portable::validate::<F>(src),
    }
}

/// [`Kernels::convert`].
#[inline(always)]
pub(super) fn convert<V: Vector, F: Text, T: Text>(
    _v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    match F::FORM {
        Form::Utf8 => portable::convert_utf8::<T>(src, dst),
        _ => portable::convert::<F, T>(src, dst),
    }
}

/// [`Kernels::length`].
#[inline(always)]
pub(super) fn length<V: Vector, F: Text, T: Text>(_v: V, src: &[u8]) -> usize {
    F::measure(src, T::OCTETS)
}

/// [`Kernels::lines`].
#[inline(always)]
pub(super) fn lines<V: Vector, F: Text>(_v: V, src: &[u8]) -> usize {
    src.len()
}
