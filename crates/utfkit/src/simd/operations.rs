//! What a set of kernels is.

use core::mem::MaybeUninit;

use super::{by_strict, outside::Range};
use crate::{LossyLength, form::Form};

/// How far a conversion went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Bytes of the input that were converted.
    pub read: usize,
    /// Bytes of the output that were written.
    pub written: usize,
}

/// How far a conversion with replacement went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LossyProgress {
    /// Bytes of the input that were converted or replaced.
    pub read: usize,
    /// Bytes of the output that were written.
    pub written: usize,
    /// Maximal subparts that were replaced.
    pub replaced: usize,
}

/// What well-formed UTF-8 holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// Code points.
    pub characters: usize,
    /// Those above U+FFFF.
    pub supplementary: usize,
    /// Line feeds.
    pub lines: usize,
    /// NULs.
    pub nuls: usize,
    /// The greatest byte: the lead of the greatest character. 0 if there is none.
    pub greatest: u8,
}

/// How many bytes of the input, from its start, are well-formed: whole sequences only.
pub(super) type Validate = unsafe fn(&[u8]) -> usize;
/// Converts the longest prefix that is well-formed, encodable, and fits; whole sequences only.
pub(super) type Convert = unsafe fn(&[u8], &mut [MaybeUninit<u8>]) -> Progress;
/// Converts all that fits, with U+FFFD for each maximal subpart that is ill-formed; the input ends
/// where the slice ends. Adds to the count how many there were: in the result it would not fit
/// registers, and what goes through memory takes longer to give back than a short text takes to
/// convert.
pub(super) type Lossy = unsafe fn(&[u8], &mut [MaybeUninit<u8>], &mut usize) -> Progress;
/// How many code units well-formed input takes in another form; some number for any other input.
pub(super) type Length = unsafe fn(&[u8]) -> usize;
/// How many code units input of any kind takes in another form, with U+FFFD for each maximal
/// subpart, and how many these are.
pub(super) type LengthLossy = unsafe fn(&[u8]) -> LossyLength;
/// What well-formed UTF-8 holds; some numbers, none above those of bytes, for any other input.
pub(super) type Holds = unsafe fn(&[u8]) -> Contents;
/// How many line feeds the input has.
pub(super) type Lines = unsafe fn(&[u8]) -> usize;
/// Copies units of UTF-16 into as much room in the other order of bytes; both have whole units.
pub(super) type Swap = unsafe fn(&[u8], &mut [MaybeUninit<u8>]);
/// Exchanges the bytes of each unit of UTF-16.
pub(super) type SwapInPlace = unsafe fn(&mut [u16]);
/// How many bytes of the input, from its start, are whole code units outside of some ranges.
pub(super) type Outside = unsafe fn(&[u8], &[Range]) -> usize;

/// The kernels of one instruction set.
///
/// A `Kernels` can only be had from [`available`](super::available) and [`active`](super::active),
/// which give out the sets that this machine can run; that is why calling its kernels is safe. The
/// kernels initialize at least the bytes that they report, may store whole vectors into the room
/// behind them, write nothing but initialized bytes, and never touch memory outside the slices
/// they are given.
pub struct Kernels {
    pub(super) name: &'static str,
    pub(super) validate: [Validate; Form::COUNT],
    /// By the form that is read, then the form that is written.
    pub(super) convert: [[Convert; Form::COUNT]; Form::COUNT],
    /// Likewise, of text that is known to be well-formed; `None` where leaving checks out gains
    /// nothing.
    pub(super) known: [[Option<Convert>; Form::COUNT]; Form::COUNT],
    /// Likewise; `None` where there is nothing better than going from error to error.
    pub(super) lossy: [[Option<Lossy>; Form::COUNT]; Form::COUNT],
    /// By the form that is read, then the form that is measured for.
    pub(super) length: [[Length; Form::COUNT]; Form::COUNT],
    /// Likewise; `None` where there is nothing better than going from error to error.
    pub(super) length_lossy: [[Option<LengthLossy>; Form::COUNT]; Form::COUNT],
    pub(super) contents: Holds,
    pub(super) lines: [Lines; Form::COUNT],
    pub(super) swap16: Swap,
    pub(super) swap16_in_place: SwapInPlace,
    pub(super) outside: [Outside; Form::COUNT],
}

impl Kernels {
    /// The name of the set, as `UTFKIT_SIMD` takes it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// How many bytes of `src`, from its start, are well-formed in `form`: whole sequences only.
    ///
    /// The first ill-formed or incomplete sequence, if any, begins exactly there.
    #[inline]
    #[must_use]
    pub fn validate(&self, form: Form, src: &[u8]) -> usize {
        // SAFETY: this machine can run the set (see the type).
        unsafe { self.validate[form as usize](src) }
    }

    /// Converts the longest prefix of `src` that is well-formed, can be encoded in `to`, and fits.
    ///
    /// It stops exactly before the first sequence of which one of these does not hold.
    #[inline]
    pub fn convert(
        &self,
        from: Form,
        to: Form,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
    ) -> Progress {
        // SAFETY: this machine can run the set (see the type).
        unsafe { self.convert[from as usize][to as usize](src, dst) }
    }

    /// [`Self::convert`] of `src` that is well-formed. What it makes of any other is not specified.
    #[inline]
    pub(crate) fn convert_known(
        &self,
        from: Form,
        to: Form,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
    ) -> Progress {
        let checked = self.convert[from as usize][to as usize];
        let kernel = self.known[from as usize][to as usize].unwrap_or(checked);
        // SAFETY: this machine can run the set (see the type).
        unsafe { kernel(src, dst) }
    }

    /// Converts as much of `src` as fits, with U+FFFD for each maximal subpart that is ill-formed;
    /// what is incomplete at the end is. It also stops before a character that `to` cannot encode,
    /// and before something ill-formed if `to` cannot encode U+FFFD.
    #[inline]
    pub fn convert_lossy(
        &self,
        from: Form,
        to: Form,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
    ) -> LossyProgress {
        match self.lossy[from as usize][to as usize] {
            Some(kernel) => {
                let mut replaced = 0;
                // SAFETY: this machine can run the set (see the type).
                let Progress { read, written } = unsafe { kernel(src, dst, &mut replaced) };
                LossyProgress { read, written, replaced }
            }
            None => by_strict::convert(self, from, to, src, dst),
        }
    }

    /// How many code units well-formed `src` takes in `to`; some number if it is not well-formed.
    ///
    /// Code units, for there may be more bytes than an address can count.
    #[inline]
    #[must_use]
    pub fn length(&self, from: Form, to: Form, src: &[u8]) -> usize {
        // SAFETY: this machine can run the set (see the type).
        unsafe { self.length[from as usize][to as usize](src) }
    }

    /// How many code units [`Self::convert_lossy`] makes of `src` where there is room for all, and
    /// how many of them are replacements. `to` is a form that can encode all.
    ///
    /// There may be more than can be counted on machines of 32 bits, where the answer is the
    /// greatest number.
    #[must_use]
    pub fn length_lossy(&self, from: Form, to: Form, src: &[u8]) -> LossyLength {
        match self.length_lossy[from as usize][to as usize] {
            // SAFETY: this machine can run the set (see the type).
            Some(kernel) => unsafe { kernel(src) },
            None => by_strict::length(self, from, to, src),
        }
    }

    /// What `src`, which is well-formed UTF-8, holds; some numbers if it is not well-formed.
    #[inline]
    #[must_use]
    pub fn contents(&self, src: &[u8]) -> Contents {
        // SAFETY: this machine can run the set (see the type).
        unsafe { (self.contents)(src) }
    }

    /// How many line feeds `src` has. Bytes that do not fill a code unit count nothing.
    #[inline]
    #[must_use]
    pub fn lines(&self, form: Form, src: &[u8]) -> usize {
        // SAFETY: this machine can run the set (see the type).
        unsafe { self.lines[form as usize](src) }
    }

    /// Copies units of UTF-16, well-formed or not, in the other order of bytes, as many as fit.
    #[inline]
    pub fn swap16(&self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
        let fitting = src.len().min(dst.len()) & !1;
        // SAFETY: this machine can run the set (see the type).
        unsafe { (self.swap16)(&src[..fitting], &mut dst[..fitting]) };
        Progress { read: fitting, written: fitting }
    }

    /// Exchanges the bytes of each unit of UTF-16.
    #[inline]
    pub fn swap16_in_place(&self, units: &mut [u16]) {
        // SAFETY: this machine can run the set (see the type).
        unsafe { (self.swap16_in_place)(units) }
    }

    /// How many bytes of `src`, from its start, are whole code units of `form` outside of all
    /// `ranges`.
    #[inline]
    pub(crate) fn outside(&self, form: Form, src: &[u8], ranges: &[Range]) -> usize {
        // SAFETY: this machine can run the set (see the type).
        unsafe { self.outside[form as usize](src, ranges) }
    }
}

impl core::fmt::Debug for Kernels {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Kernels").field("name", &self.name).finish_non_exhaustive()
    }
}
