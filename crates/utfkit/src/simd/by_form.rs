//! Calls of kernels by forms: those that only the run time knows, and in tests those of any level.
//!
//! A form that is a constant in the caller chooses the row at compile time, for all of this is
//! compiled into the caller.

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

/// For tests and benchmarks of kernels, and no part of the interface.
#[doc(hidden)]
impl Level {
    /// Returns how many bytes of `src`, from its start, are ASCII.
    #[inline(always)]
    #[must_use]
    pub fn ascii_prefix(self, src: &[u8]) -> usize {
        ASCII_PREFIX.run_at(self, src)
    }

    /// Returns how many bytes of `src`, from its start, are well-formed in `form`: whole sequences
    /// only.
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

    /// [`Self::convert`] of `src` that is well-formed. What it makes of any other is not specified.
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

    /// Converts as much of `src` as fits, with U+FFFD for each maximal subpart that is ill-formed;
    /// what is incomplete at the end is. It also stops before a character that `to` cannot encode,
    /// and before something ill-formed if `to` cannot encode U+FFFD.
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

    /// Counts the code units that well-formed `src` takes in `to`; some number if it is not
    /// well-formed.
    #[inline(always)]
    #[must_use]
    pub fn length(self, from: Form, to: Form, src: &[u8]) -> usize {
        operations::length(from, to).map_or(src.len() / from.unit(), |row| row.run_at(self, src))
    }

    /// Counts the code units that [`Self::convert_lossy`] makes of `src` where there is room for
    /// all, and the replacements among them. `to` is a form that can encode all.
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

    /// What `src`, which is well-formed UTF-8, holds; some numbers if it is not well-formed.
    #[inline(always)]
    #[must_use]
    pub fn contents(self, src: &[u8]) -> Contents {
        CONTENTS.run_at(self, src)
    }

    /// Counts the line feeds of `src`. Bytes that do not fill a code unit count nothing.
    #[inline(always)]
    #[must_use]
    pub fn lines(self, form: Form, src: &[u8]) -> usize {
        operations::lines(form).run_at(self, src)
    }

    /// Copies units of UTF-16, well-formed or not, in the other byte order, as many as fit.
    #[inline(always)]
    pub fn swap16(self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
        SWAP16.run_at(self, src, dst)
    }

    /// Swaps the bytes of each unit of UTF-16.
    #[inline(always)]
    pub fn swap16_in_place(self, units: &mut [u16]) {
        SWAP16_IN_PLACE.run_at(self, units);
    }

    /// Returns how many bytes of `src`, from its start, are whole code units of `form` outside of
    /// all `ranges`.
    #[inline(always)]
    #[must_use]
    pub fn outside(self, form: Form, src: &[u8], ranges: &[Range]) -> usize {
        operations::outside(form).run_at(self, src, ranges)
    }
}
