//! What a set of instructions gives: its registers, and entries to the kernels over them.

use core::mem::MaybeUninit;

use crate::{
    LossyLength,
    error::outcome::{Contents, Progress},
    simd::{
        generic::vector::Vector,
        shared::{spans::Range, text::Text},
    },
};

/// What damage there is.
#[derive(Clone, Copy)]
pub(in crate::simd) enum Damage {
    /// Many surrogates stand alone.
    Dense,
    /// One stands alone in ASCII.
    InAscii,
}

/// An instruction set: the entries through which its generic kernels are reached.
///
/// Each is a `#[target_feature]` shell around the function of the same name in
/// [`generic`](crate::simd::generic) or in [`outside`](crate::simd::shared::spans) and [`swap`](crate::simd::shared::swap).
///
/// # Safety
///
/// The entries may be called only where the machine has the instructions.
pub(in crate::simd) trait Set: Vector {
    unsafe fn ascii_prefix(src: &[u8]) -> usize;
    unsafe fn validate<F: Text>(src: &[u8]) -> usize;
    unsafe fn convert<F: Text, T: Text>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress;
    unsafe fn lossy<F: Text, T: Text>(
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
        replaced: &mut usize,
    ) -> Progress;
    /// Out of line, so that other text finds registers free.
    unsafe fn fix<F: Text>(
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
        done: &mut Progress,
        damage: Damage,
    ) -> usize;
    unsafe fn length<F: Text, T: Text>(src: &[u8]) -> usize;
    unsafe fn length_lossy<F: Text, T: Text>(src: &[u8]) -> LossyLength;
    /// Out of line, so that other text finds registers free.
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
