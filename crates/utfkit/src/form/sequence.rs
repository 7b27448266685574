//! A sequence of a form, and the trait of its decoder and encoder.

use core::mem::MaybeUninit;

use crate::error::Kind;

/// The result of decoding the start of some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sequence {
    /// A well-formed sequence.
    Value {
        /// The code value.
        value: u32,
        /// The length in bytes.
        len: usize,
    },
    /// More bytes are needed to decide: there are none, or the stream may continue after these.
    Incomplete,
    /// A maximal subpart that is ill-formed.
    IllFormed {
        /// The reason.
        kind: Kind,
        /// The length in bytes.
        len: usize,
    },
}

/// The encoded bytes of one code value, at most `MAX`.
///
/// ```
/// use utfkit::{Encoding, encoding::ByteOrder};
/// let encoded = Encoding::Cesu8.encoder(ByteOrder::Big).encode(0x1F600).unwrap();
/// assert_eq!((encoded.len(), encoded.bytes()), (6, &b"\xED\xA0\xBD\xED\xB8\x80"[..]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoded<const MAX: usize = 4> {
    bytes: [u8; MAX],
    len: u8,
}

impl<const MAX: usize> Encoded<MAX> {
    /// An empty value.
    pub(crate) const EMPTY: Self = Self { bytes: [0; MAX], len: 0 };

    /// Creates the value from the first `len` bytes of `bytes`.
    #[inline(always)]
    pub(crate) const fn new(bytes: [u8; MAX], len: u8) -> Self {
        Self { bytes, len }
    }

    /// Returns the bytes.
    #[inline(always)]
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.bytes.get(..self.len()).unwrap_or(&self.bytes)
    }

    /// Writes the bytes at the start of `dst`. Returns their number, or `None` if they do not fit.
    #[inline]
    pub(crate) fn store(&self, dst: &mut [MaybeUninit<u8>]) -> Option<usize> {
        let room = dst.get_mut(..self.len())?;
        for (slot, &byte) in room.iter_mut().zip(self.bytes()) {
            slot.write(byte);
        }
        Some(self.len())
    }

    /// Returns the bytes, padded to `MAX`, for stores of a fixed size.
    #[inline(always)]
    pub(crate) const fn padded(&self) -> [u8; MAX] {
        self.bytes
    }

    /// Appends `byte`, if there is room.
    pub(crate) fn push(&mut self, byte: u8) {
        if let Some(slot) = self.bytes.get_mut(usize::from(self.len)) {
            *slot = byte;
            self.len += 1;
        }
    }

    /// Returns the same bytes, with room for more.
    #[inline(always)]
    pub(crate) fn widened<const MORE: usize>(&self) -> Encoded<MORE> {
        let mut wide = Encoded { bytes: [0; MORE], len: self.len };
        for (slot, &byte) in wide.bytes.iter_mut().zip(self.bytes()) {
            *slot = byte;
        }
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

/// A form as a type, for generic code that is compiled for each form.
pub(crate) trait Codec {
    /// The size of a code unit in bytes: [`Form::unit`](super::Form::unit) as a constant.
    const UNIT: usize;
    /// The number of code units that a code point takes: below U+0080, U+0800 and U+10000, and
    /// above. If a form cannot encode some of them, the number is that of the replacement.
    const UNITS: [usize; 4];

    /// Decodes the sequence at the start of `src`. With `last`, nothing follows `src`, so only an
    /// empty `src` is [`Sequence::Incomplete`].
    ///
    /// The result does not depend on where a stream was cut: at most three bytes stay undecided.
    fn first(src: &[u8], last: bool) -> Sequence;

    /// Returns the bytes of `value`, or `None` if this form cannot encode it.
    fn encode(value: u32) -> Option<Encoded>;

    /// Returns the code unit at the start of `bytes`, which has [`Self::UNIT`] bytes.
    fn unit(bytes: &[u8]) -> u32;

    /// Writes the code unit `unit` at the start of `bytes`, which has [`Self::UNIT`] bytes.
    fn put_unit(unit: u32, bytes: &mut [MaybeUninit<u8>]);

    /// Returns the number of code units of the text `src` in a form that takes `units` per code
    /// point (see [`Self::UNITS`]). It is exact if `src` is well-formed, and unspecified otherwise.
    ///
    /// The result counts code units, because the number of bytes may exceed `usize`.
    fn measure(src: &[u8], units: [usize; 4]) -> usize;
}
