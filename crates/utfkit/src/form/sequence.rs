//! A sequence of a form, and what decodes and encodes one.

use core::mem::MaybeUninit;

use crate::error::Kind;

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

/// The bytes of one code value, at most `MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoded<const MAX: usize = 4> {
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

    /// Returns the bytes.
    #[inline(always)]
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
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

    /// Returns the number of bytes.
    #[inline(always)]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns `true` if there are no bytes.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// A form as a type, for code that is written once and compiled for each.
pub(crate) trait Codec {
    /// How many bytes a code unit has: [`Form::unit`](super::Form::unit) as a constant.
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
