//! What comes next in a stream.

use crate::{error::Kind, form::Sequence};

/// The maximum number of bytes of a code value in any encoding, with the shifts before it.
pub const MAX_BYTES: usize = 8;

/// What a [`Decoder`](super::Decoder) finds at the start of some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A well-formed sequence.
    Value {
        /// Its code value. It is a Unicode scalar value, except in encodings of UCS-4 and UTF-8 of
        /// RFC 2279 or UTF-1, which go up to 7FFFFFFF.
        value: u32,
        /// Its length in bytes.
        len: usize,
    },
    /// Bytes that change the meaning of those after them and stand for no character, as in UTF-7.
    Shift {
        /// Their length in bytes.
        len: usize,
    },
    /// There are no bytes, or the answer depends on bytes that follow them.
    Incomplete,
    /// A maximal subpart that is ill-formed: a piece that decoders replace with one U+FFFD.
    IllFormed {
        /// Why.
        kind: Kind,
        /// Its length in bytes.
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
