//! The next sequence of a stream.

use crate::{error::Kind, form::Sequence};

/// The maximum number of bytes of a code value in any encoding, with the shifts before it.
pub const MAX_BYTES: usize = 8;

/// The sequence that a [`Decoder`](super::Decoder) finds at the start of some bytes.
///
/// ```
/// use utfkit::{Encoding, Kind, codec::Step, encoding::ByteOrder};
/// let step = Encoding::Utf8.decoder(ByteOrder::Big).first(b"\xC0\xAF", true);
/// assert_eq!(step, Step::IllFormed { kind: Kind::Overlong { means: 0x2F }, len: 1 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A well-formed sequence.
    Value {
        /// The code value. It is a Unicode scalar value, except in UCS-4, in UTF-8 of RFC 2279 and
        /// in UTF-1, whose values go up to 7FFFFFFF.
        value: u32,
        /// The length in bytes.
        len: usize,
    },
    /// Bytes that change the meaning of those after them and are not a character, as in UTF-7.
    Shift {
        /// The length in bytes.
        len: usize,
    },
    /// There are no bytes, or the result depends on the bytes after them.
    Incomplete,
    /// A maximal subpart that is ill-formed: a piece that decoders replace with one U+FFFD.
    IllFormed {
        /// The reason.
        kind: Kind,
        /// The length in bytes.
        len: usize,
    },
}

impl From<Sequence> for Step {
    #[inline]
    fn from(sequence: Sequence) -> Self {
        match sequence {
            Sequence::Value { value, len } => Step::Value { value, len },
            Sequence::Incomplete => Step::Incomplete,
            Sequence::IllFormed { kind, len } => Step::IllFormed { kind, len },
        }
    }
}
