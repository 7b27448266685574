//! How long text with replacement will be, by the strict kernels where it is clean.
//!
//! Pieces that stay in the nearest cache are validated and measured. From an error on, text is
//! measured whatever is in it, until some of it had no error.

use crate::{
    LossyLength,
    form::Form,
    simd::shared::kernel::{Length, Validate},
};

/// Adds what the start of a text takes, in which an error is near, up to some text without one; gives
/// what is left, which begins at a boundary. It takes some of it, and all of what is less than four
/// bytes.
pub(in crate::simd) type Damaged = for<'a> unsafe fn(&'a [u8], &mut LossyLength) -> &'a [u8];

/// Bytes of clean text that are validated, then measured.
const PIECE: usize = 16 << 10;

/// [`LengthLossy`](crate::simd::shared::kernel::LengthLossy) of a form of which no sequence has more
/// than four bytes.
///
/// # Safety
///
/// This machine must be able to run the kernels, which are of that form.
#[inline(always)]
pub(in crate::simd) unsafe fn length_lossy(
    validate: Validate,
    length: Length,
    damaged: Damaged,
    src: &[u8],
) -> LossyLength {
    let mut total = LossyLength::default();
    let mut rest = src;
    while !rest.is_empty() {
        let piece = &rest[..rest.len().min(PIECE)];
        // SAFETY: the machine can, as the caller says.
        let valid = unsafe { validate(piece) };
        // SAFETY: as above.
        let units = unsafe { length(&piece[..valid]) };
        total.units = total.units.saturating_add(units);
        rest = &rest[valid..];
        // What the end of a piece cuts is no error yet.
        let is_cut = piece.len() - valid < 4 && rest.len() >= 4;
        if !rest.is_empty() && !is_cut {
            // SAFETY: as above.
            rest = unsafe { damaged(rest, &mut total) };
        }
    }
    total
}

impl LossyLength {
    /// Adds what is left of a code unit, if anything is; gives what is left then.
    #[inline(always)]
    pub(in crate::simd) fn add_incomplete<'a>(&mut self, to: Form, rest: &'a [u8]) -> &'a [u8] {
        if !rest.is_empty() {
            self.units = self.units.saturating_add(if to == Form::Utf8 { 3 } else { 1 });
            self.replaced += 1;
        }
        &rest[rest.len()..]
    }
}
