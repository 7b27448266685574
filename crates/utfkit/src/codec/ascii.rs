//! US-ASCII: bytes up to 7F, the same in UTF-8.

use super::step::MAX_BYTES;
use crate::{
    error::Kind,
    form::{Encoded, Sequence},
};

/// What stands at the start of `src`.
pub(super) fn first(src: &[u8]) -> Sequence {
    match src.first() {
        None => Sequence::Incomplete,
        Some(&byte) if byte.is_ascii() => Sequence::Value { value: byte.into(), len: 1 },
        Some(_) => Sequence::IllFormed { kind: Kind::InvalidByte, len: 1 },
    }
}

/// The byte of `value`; `None` if it cannot be encoded.
pub(super) fn encode(value: u32) -> Option<Encoded<MAX_BYTES>> {
    (value <= 0x7F).then(|| Encoded::new([value as u8, 0, 0, 0, 0, 0, 0, 0], 1))
}
