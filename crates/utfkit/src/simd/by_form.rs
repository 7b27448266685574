//! Calls kernels by forms that are known only at run time, and, for tests, the kernels of any
//! level.
//!
//! If a form is a constant in the caller, the row is chosen at compile time, because all of this is
//! inlined into the caller.

use core::mem::MaybeUninit;

use crate::{
    LossyLength,
    error::outcome::{Contents, LossyProgress, Progress},
    form::Form,
    simd::{
        by_strict,
        levels::Level,
        operations::{self, ASCII_PREFIX, CONTENTS, SWAP16, SWAP16_IN_PLACE},
        shared::spans::Range,
    },
};

/// For tests and benchmarks of kernels; not part of the interface.
#[doc(hidden)]
impl Level {
    /// Returns the number of bytes at the start of `src` that are ASCII.
    #[inline(always)]
    #[must_use]
    pub fn ascii_prefix(self, src: &[u8]) -> usize {
        ASCII_PREFIX.run_at(self, src)
    }

    /// Returns the number of bytes at the start of `src` that are well-formed in `form`. It counts
    /// only whole sequences.
    #[inline(always)]
    #[must_use]
    pub fn validate(self, form: Form, src: &[u8]) -> usize {
        operations::validate(form).map_or(src.len(), |row| row.run_at(self, src))
    }

    /// Converts the longest prefix of `src` that is well-formed, can be encoded in `to`, and fits.
    #[inline(always)]
    pub fn convert(
        self,
        from: Form,
        to: Form,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
    ) -> Progress {
        operations::convert(from, to).run_at(self, src, dst)
    }

    /// Converts like [`Self::convert`]. `src` must be well-formed; otherwise, the result is
    /// unspecified.
    #[inline(always)]
    pub fn convert_known(
        self,
        from: Form,
        to: Form,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
    ) -> Progress {
        operations::convert_known(from, to).run_at(self, src, dst)
    }

    /// Converts as much of `src` as fits, with U+FFFD for each ill-formed maximal subpart. An
    /// incomplete sequence at the end is ill-formed. The conversion also stops before a character
    /// that `to` cannot encode, and before an ill-formed subpart if `to` cannot encode U+FFFD.
    #[inline(always)]
    pub fn convert_lossy(
        self,
        from: Form,
        to: Form,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
    ) -> LossyProgress {
        match operations::lossy(from, to) {
            Some(row) => row.run_at(self, src, dst),
            None => {
                let strict = |src: &[u8], dst: &mut [_]| self.convert(from, to, src, dst);
                by_strict::convert(strict, from, to, src, dst)
            }
        }
    }

    /// Counts the code units that well-formed `src` takes in `to`. If `src` is ill-formed, the
    /// result is unspecified.
    #[inline(always)]
    #[must_use]
    pub fn length(self, from: Form, to: Form, src: &[u8]) -> usize {
        operations::length(from, to).map_or(src.len() / from.unit(), |row| row.run_at(self, src))
    }

    /// Counts the code units that [`Self::convert_lossy`] makes of `src` if there is room for all,
    /// and the replacements among them. `to` must be a form that can encode all characters.
    #[inline(always)]
    #[must_use]
    pub fn length_lossy(self, from: Form, to: Form, src: &[u8]) -> LossyLength {
        match operations::length_lossy(from, to) {
            Some(row) => row.run_at(self, src),
            None => {
                let validate = |src: &[u8]| self.validate(from, src);
                let length = |src: &[u8]| self.length(from, to, src);
                by_strict::length(validate, length, from, to, src)
            }
        }
    }

    /// Counts the contents of `src`, which must be well-formed UTF-8. Otherwise, the counts are
    /// unspecified.
    #[inline(always)]
    #[must_use]
    pub fn contents(self, src: &[u8]) -> Contents {
        CONTENTS.run_at(self, src)
    }

    /// Counts the line feeds of `src`. An incomplete code unit at the end does not count.
    #[inline(always)]
    #[must_use]
    pub fn lines(self, form: Form, src: &[u8]) -> usize {
        operations::lines(form).run_at(self, src)
    }

    /// Copies units of UTF-16 in the other byte order, as many as fit. They need not be
    /// well-formed.
    #[inline(always)]
    pub fn swap16(self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
        SWAP16.run_at(self, src, dst)
    }

    /// Swaps the bytes of each unit of UTF-16.
    #[inline(always)]
    pub fn swap16_in_place(self, units: &mut [u16]) {
        SWAP16_IN_PLACE.run_at(self, units);
    }

    /// Returns the number of bytes at the start of `src` that are whole code units of `form`
    /// outside of all `ranges`.
    #[inline(always)]
    #[must_use]
    pub fn outside(self, form: Form, src: &[u8], ranges: &[Range]) -> usize {
        operations::outside(form).run_at(self, src, ranges)
    }
}
