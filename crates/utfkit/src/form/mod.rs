//! The forms in which code values stand in bytes, and the one scalar decoder of each.
//!
//! A *form* here is an encoding form with its byte order fixed: what remains of an encoding once
//! its BOM has been read. A form's decoder is the only code that decides what is ill-formed
//! and of which kind; kernels only stop there.

pub(crate) mod boundary;
pub(crate) mod errors;
mod latin1;
pub(crate) mod order;
pub(crate) mod parts;
#[allow(unsafe_code)]
pub(crate) mod unit;
pub(crate) mod units;
mod utf16;
mod utf32;
mod utf8;

pub(crate) use latin1::{Ascii, Latin1, count_bytes};
pub(crate) use utf8::Utf8;
pub use utf8::is_continuation;
pub(crate) use utf16::Utf16;
pub(crate) use utf32::Utf32;

use core::mem::MaybeUninit;

use crate::error::Kind;

/// An encoding form with its byte order fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Form {
    /// US-ASCII: bytes up to 7F.
    Ascii,
    /// ISO-8859-1: each byte is the code point of the same number.
    Latin1,
    /// UTF-8 of RFC 3629.
    Utf8,
    /// UTF-16, little-endian.
    Utf16Le,
    /// UTF-16, big-endian.
    Utf16Be,
    /// UTF-32, little-endian.
    Utf32Le,
    /// UTF-32, big-endian.
    Utf32Be,
}

impl Form {
    /// Every form, in the order of their numbers.
    pub const ALL: [Form; Form::COUNT] = [
        Form::Ascii,
        Form::Latin1,
        Form::Utf8,
        Form::Utf16Le,
        Form::Utf16Be,
        Form::Utf32Le,
        Form::Utf32Be,
    ];
    /// How many forms there are.
    pub const COUNT: usize = 7;
    /// UTF-16 in the byte order of this machine.
    pub const UTF16: Form = if cfg!(target_endian = "big") { Form::Utf16Be } else { Form::Utf16Le };
    /// UTF-32 in the byte order of this machine.
    pub const UTF32: Form = if cfg!(target_endian = "big") { Form::Utf32Be } else { Form::Utf32Le };

    /// How many bytes a code unit has.
    #[must_use]
    pub const fn unit(self) -> usize {
        match self {
            Form::Ascii | Form::Latin1 | Form::Utf8 => 1,
            Form::Utf16Le | Form::Utf16Be => 2,
            Form::Utf32Le | Form::Utf32Be => 4,
        }
    }

    /// What stands at the start of `src`.
    #[inline]
    pub(crate) fn first(self, src: &[u8], last: bool) -> Sequence {
        match self {
            Form::Ascii => Ascii::first(src, last),
            Form::Latin1 => Latin1::first(src, last),
            Form::Utf8 => Utf8::first(src, last),
            Form::Utf16Le => Utf16::<false>::first(src, last),
            Form::Utf16Be => Utf16::<true>::first(src, last),
            Form::Utf32Le => Utf32::<false>::first(src, last),
            Form::Utf32Be => Utf32::<true>::first(src, last),
        }
    }

    /// The bytes of `value`; `None` if this form cannot encode it.
    pub(crate) fn encode(self, value: u32) -> Option<Encoded> {
        match self {
            Form::Ascii => Ascii::encode(value),
            Form::Latin1 => Latin1::encode(value),
            Form::Utf8 => Utf8::encode(value),
            Form::Utf16Le => Utf16::<false>::encode(value),
            Form::Utf16Be => Utf16::<true>::encode(value),
            Form::Utf32Le => Utf32::<false>::encode(value),
            Form::Utf32Be => Utf32::<true>::encode(value),
        }
    }
}

/// What stands at the start of some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sequence {
    /// A well-formed sequence.
    Value {
        /// Its code value.
        value: u32,
        /// Its length in bytes.
        len: usize,
    },
    /// Only more bytes can tell; there are none at all, or the stream goes on after these.
    Incomplete,
    /// A maximal subpart that is ill-formed.
    IllFormed {
        /// Why.
        kind: Kind,
        /// Its length in bytes.
        len: usize,
    },
}

/// The bytes of one code value: at most `MAX` of them, four in any form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Encoded<const MAX: usize = 4> {
    bytes: [u8; MAX],
    len: u8,
}

impl<const MAX: usize> Encoded<MAX> {
    /// No bytes.
    pub(crate) const EMPTY: Self = Self { bytes: [0; MAX], len: 0 };

    /// The first `len` of `bytes`.
    #[inline(always)]
    pub(crate) const fn new(bytes: [u8; MAX], len: u8) -> Self {
        Self { bytes, len }
    }

    /// The bytes.
    #[inline(always)]
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len()]
    }

    /// Writes the bytes at the start of `dst`; gives how many they are, `None` if they do not fit.
    #[inline]
    pub(crate) fn store(&self, dst: &mut [MaybeUninit<u8>]) -> Option<usize> {
        let room = dst.get_mut(..self.len())?;
        for (slot, &byte) in room.iter_mut().zip(self.bytes()) {
            slot.write(byte);
        }
        Some(self.len())
    }

    /// The bytes with what is behind them, for stores of a fixed size.
    #[inline(always)]
    pub(crate) const fn padded(&self) -> [u8; MAX] {
        self.bytes
    }

    /// Adds `byte` behind the others, if there is room.
    pub(crate) fn push(&mut self, byte: u8) {
        if let Some(slot) = self.bytes.get_mut(usize::from(self.len)) {
            *slot = byte;
            self.len += 1;
        }
    }

    /// The same bytes, with room for more.
    #[inline(always)]
    pub(crate) fn widened<const MORE: usize>(&self) -> Encoded<MORE> {
        let mut wide = Encoded { bytes: [0; MORE], len: self.len };
        wide.bytes[..self.len()].copy_from_slice(self.bytes());
        wide
    }

    /// How many bytes there are.
    #[inline(always)]
    pub(crate) const fn len(&self) -> usize {
        self.len as usize
    }
}

/// A form as a type, for code that is written once and compiled for each.
pub(crate) trait Codec {
    /// How many bytes a code unit has: [`Form::unit`] as a constant.
    const UNIT: usize;
    /// How many code units a code point takes: below U+0080, U+0800 and U+10000, and above. A form
    /// that cannot encode some of them counts what its replacement would take.
    const UNITS: [usize; 4];

    /// What stands at the start of `src`. With `last`, nothing follows it and nothing is
    /// [`Sequence::Incomplete`] but no bytes at all.
    ///
    /// The answer does not depend on where a stream was cut: at most three bytes stay undecided.
    fn first(src: &[u8], last: bool) -> Sequence;

    /// The bytes of `value`; `None` if this form cannot encode it.
    fn encode(value: u32) -> Option<Encoded>;

    /// The code unit at the start of `bytes`, which has [`Self::UNIT`] bytes.
    fn unit(bytes: &[u8]) -> u32;

    /// Writes the code unit `unit` at the start of `bytes`, which has [`Self::UNIT`] bytes.
    fn put_unit(unit: u32, bytes: &mut [MaybeUninit<u8>]);

    /// How many code units the code points of `src` take in a form of which a code point takes
    /// `units` (as [`Self::UNITS`]). Exact for well-formed `src`; some number for any other.
    ///
    /// Code units, for there may be more bytes than an address can count.
    fn measure(src: &[u8], units: [usize; 4]) -> usize;
}
