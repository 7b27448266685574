//! Measures text with replacement, with the strict kernels as long as it is clean.
//!
//! Pieces that stay in the first-level cache are validated and measured. From an error on, text is
//! measured with any errors in it, until a part of it is clean.

use crate::{
    LossyLength,
    form::Form,
    simd::shared::kernel::{Length, Validate},
};

/// Measures text near an error, up to a part without errors, and adds the result. Returns the rest,
/// which begins at a boundary. It measures at least something, and all of a text of less than four
/// bytes.
pub(in crate::simd) type Damaged = for<'a> unsafe fn(&'a [u8], &mut LossyLength) -> &'a [u8];

/// The number of bytes of clean text that are validated and then measured.
const PIECE: usize = 16 << 10;

/// Implements [`LengthLossy`](crate::simd::shared::kernel::LengthLossy) for a form whose sequences
/// have at most four bytes.
///
/// # Safety
///
/// This machine must be able to run the kernels, which must be for that form.
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
        // SAFETY: the caller guarantees that the machine can run the kernel.
        let valid = unsafe { validate(piece) };
        // SAFETY: as above.
        let units = unsafe { length(&piece[..valid]) };
        total.units = total.units.saturating_add(units);
        rest = &rest[valid..];
        // A sequence that the end of a piece cuts is not an error yet.
        let is_cut = piece.len() - valid < 4 && rest.len() >= 4;
        if !rest.is_empty() && !is_cut {
            // SAFETY: as above.
            rest = unsafe { damaged(rest, &mut total) };
        }
    }
    total
}

impl LossyLength {
    /// Adds the incomplete code unit `rest`, if it is not empty. Returns the rest after it, which
    /// is empty.
    #[inline(always)]
    pub(in crate::simd) fn add_incomplete<'a>(&mut self, to: Form, rest: &'a [u8]) -> &'a [u8] {
        if !rest.is_empty() {
            self.units = self.units.saturating_add(if to == Form::Utf8 { 3 } else { 1 });
            self.replaced += 1;
        }
        &rest[rest.len()..]
    }
}
