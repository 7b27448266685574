//! The interface of an instruction set: its registers, and entries to the kernels over them.

use core::mem::MaybeUninit;

use crate::{
    LossyLength,
    error::outcome::{Contents, Progress},
    simd::{
        generic::vector::Vector,
        shared::{spans::Range, text::Text},
    },
};

/// The kind of damage in a text.
#[derive(Clone, Copy)]
pub(in crate::simd) enum Damage {
    /// Many surrogates are unpaired.
    Dense,
    /// A single surrogate in ASCII is unpaired.
    InAscii,
}

/// An instruction set: the entries to its generic kernels.
///
/// Each entry is a `#[target_feature]` shell around the function of the same name in
/// [`generic`](crate::simd::generic), [`outside`](crate::simd::shared::spans) or
/// [`swap`](crate::simd::shared::swap).
///
/// # Safety
///
/// The entries may be called only if the machine has the instructions of the set.
pub(in crate::simd) trait Set: Vector {
    unsafe fn ascii_prefix(src: &[u8]) -> usize;
    unsafe fn validate<F: Text>(src: &[u8]) -> usize;
    unsafe fn convert<F: Text, T: Text>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress;
    unsafe fn lossy<F: Text, T: Text>(
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
        replaced: &mut usize,
    ) -> Progress;
    /// Not inlined, so that the code for other text has free registers.
    unsafe fn fix<F: Text>(
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
        done: &mut Progress,
        damage: Damage,
    ) -> usize;
    unsafe fn length<F: Text, T: Text>(src: &[u8]) -> usize;
    unsafe fn length_lossy<F: Text, T: Text>(src: &[u8]) -> LossyLength;
    /// Not inlined, so that the code for other text has free registers.
    unsafe fn measure_damaged<'a, F: Text, T: Text>(
        src: &'a [u8],
        total: &mut LossyLength,
    ) -> &'a [u8];
    unsafe fn lines<F: Text>(src: &[u8]) -> usize;
    unsafe fn swap16(src: &[u8], dst: &mut [MaybeUninit<u8>]);
    unsafe fn swap16_in_place(units: &mut [u16]);
    unsafe fn outside<F: Text>(src: &[u8], ranges: &[Range]) -> usize;
    unsafe fn contents(src: &[u8]) -> Contents;
}
