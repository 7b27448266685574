//! A row: the kernels of one operation, one for each level.

use core::mem::MaybeUninit;

#[cfg(feature = "whatwg-charsets")]
use crate::simd::shared::{
    kernel::{ReadPage, WritePage},
    page::{Utf8Cells, Windows},
};
use crate::{
    LossyLength,
    error::outcome::{Contents, LossyProgress, Progress},
    simd::{
        levels::{Level, active},
        shared::{
            kernel::{Convert, Holds, LengthLossy, Lossy, Outside, Swap, SwapInPlace, Validate},
            spans::Range,
        },
    },
};

/// The kernels of one operation, one for each level.
///
/// A program links only the rows that it calls. A call costs two loads: of the level and of the
/// kernel.
///
/// The kernel of a level needs only the instructions that the machines of the level have. A kernel
/// initializes at least the bytes that it reports, and may store whole vectors into the room after
/// them. It writes only initialized bytes, and never accesses memory outside its slices.
pub(crate) struct Row<K: 'static>(pub(super) [K; Level::COUNT]);

impl<K: Copy> Row<K> {
    /// Returns the kernel of `level`.
    #[inline(always)]
    fn at(&self, level: Level) -> K {
        // SAFETY: a level's number is less than `Level::COUNT`, which is the number of kernels.
        unsafe { *self.0.get_unchecked(level.number()) }
    }
}

/// Defines the calls of a row's kernels: of the level in use, and of any level.
macro_rules! calls {
    ($($kernel:ty => ($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        $(impl Row<$kernel> {
            /// Calls the kernel in use.
            #[inline]
            pub(crate) fn run(&self, $($argument: $type),*) -> $result {
                self.run_at(active(), $($argument),*)
            }

            /// Calls the kernel of `level`.
            #[inline]
            pub(crate) fn run_at(&self, level: Level, $($argument: $type),*) -> $result {
                // SAFETY: levels exist only for sets that the machine can run.
                unsafe { self.at(level)($($argument),*) }
            }
        })*
    };
}

calls! {
    Convert => (src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress;
    Validate => (src: &[u8]) -> usize;
    LengthLossy => (src: &[u8]) -> LossyLength;
    Holds => (src: &[u8]) -> Contents;
    SwapInPlace => (units: &mut [u16]) -> ();
    Outside => (src: &[u8], ranges: &[Range]) -> usize;
}

#[cfg(feature = "whatwg-charsets")]
calls! {
    ReadPage => (cells: &Utf8Cells, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress;
    WritePage => (windows: &Windows, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress;
}

impl Row<Lossy> {
    /// Calls the kernel in use.
    #[inline]
    pub(crate) fn run(&self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> LossyProgress {
        self.run_at(active(), src, dst)
    }

    /// Calls the kernel of `level`.
    #[inline]
    pub(crate) fn run_at(
        &self,
        level: Level,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
    ) -> LossyProgress {
        let mut replaced = 0;
        // SAFETY: levels exist only for sets that the machine can run.
        let Progress { read, written } = unsafe { self.at(level)(src, dst, &mut replaced) };
        LossyProgress { read, written, replaced }
    }
}

impl Row<Swap> {
    /// Calls the kernel in use. It copies as many units as fit.
    #[inline]
    pub(crate) fn run(&self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
        self.run_at(active(), src, dst)
    }

    /// Calls the kernel of `level`.
    #[inline]
    pub(crate) fn run_at(&self, level: Level, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
        let fitting = src.len().min(dst.len()) & !1;
        // SAFETY: levels exist only for sets that the machine can run.
        unsafe { self.at(level)(&src[..fitting], &mut dst[..fitting]) };
        Progress { read: fitting, written: fitting }
    }
}
