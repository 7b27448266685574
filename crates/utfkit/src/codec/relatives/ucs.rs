//! UCS-2 and UCS-4 (RFC 2279 section 2, ISO/IEC 10646-1:1993): units of two and four bytes, without
//! surrogates, and without the limit of UTF-16.

use crate::{
    codec::step::MAX_BYTES,
    error::Kind,
    form::{Encoded, Sequence},
    scalar,
};

/// The maximum value of UCS-4.
const GREATEST: u32 = 0x7FFF_FFFF;

/// Decodes the sequence at the start of `src`, UCS-2.
pub(super) fn first2(src: &[u8], big: bool, last: bool) -> Sequence {
    let Some(&pair) = src.first_chunk() else { return cut(src, last) };
    let unit = if big { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) };
    judge(unit.into(), 2)
}

/// Decodes the sequence at the start of `src`, UCS-4.
pub(super) fn first4(src: &[u8], big: bool, last: bool) -> Sequence {
    let Some(&four) = src.first_chunk() else { return cut(src, last) };
    judge(if big { u32::from_be_bytes(four) } else { u32::from_le_bytes(four) }, 4)
}

/// Returns the sequence of `src`, which is too short for a unit.
fn cut(src: &[u8], last: bool) -> Sequence {
    if last && !src.is_empty() {
        Sequence::IllFormed { kind: Kind::OddLength, len: src.len() }
    } else {
        Sequence::Incomplete
    }
}

/// Returns the sequence of the unit `value` of `len` bytes.
fn judge(value: u32, len: usize) -> Sequence {
    if scalar::is_surrogate(value) {
        Sequence::IllFormed { kind: Kind::Surrogate { value: value as u16 }, len }
    } else if value > GREATEST {
        Sequence::IllFormed { kind: Kind::OutOfRange { value }, len }
    } else {
        Sequence::Value { value, len }
    }
}

/// Returns the bytes of `value` in UCS-2.
pub(super) fn encode2(value: u32, big: bool) -> Option<Encoded<MAX_BYTES>> {
    let unit = u16::try_from(value).ok().filter(|_| !scalar::is_surrogate(value))?;
    let [a, b] = if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
    Some(Encoded::new([a, b, 0, 0, 0, 0, 0, 0], 2))
}

/// Returns the bytes of `value` in UCS-4.
pub(super) fn encode4(value: u32, big: bool) -> Option<Encoded<MAX_BYTES>> {
    if scalar::is_surrogate(value) || value > GREATEST {
        return None;
    }
    let [a, b, c, d] = if big { value.to_be_bytes() } else { value.to_le_bytes() };
    Some(Encoded::new([a, b, c, d, 0, 0, 0, 0], 4))
}
