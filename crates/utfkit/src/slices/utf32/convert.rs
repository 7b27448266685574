//! UTF-32 to the other encoding forms.

#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};

use super::Units;
use crate::{LossyLength, LossyOutcome, Outcome, form::units::Room, slices::engine};
#[cfg(feature = "alloc")]
use crate::{form::errors::Utf32Error, slices::unchecked};

/// Converts `text` into UTF-8, as far as it is well-formed and fits.
///
/// [`utf8_len`](super::utf8_len) bytes are enough.
///
/// ```
/// use utfkit::{Status, utf32};
/// let mut bytes = [0_u8; 8];
/// let outcome = utf32::to_utf8(&[0x41, 0x20AC], &mut bytes);
/// assert_eq!((outcome.read, outcome.written, outcome.status), (2, 4, Status::Done));
/// assert_eq!(&bytes[..4], "A\u{20AC}".as_bytes());
/// ```
#[inline]
pub fn to_utf8<'a, 'd>(text: impl Into<Units<'a, u32>>, dst: impl Into<Room<'d, u8>>) -> Outcome {
    engine::convert(text.into(), dst.into())
}

/// Converts `text` into UTF-16, as far as it is well-formed and fits.
#[inline]
pub fn to_utf16<'a, 'd>(text: impl Into<Units<'a, u32>>, dst: impl Into<Room<'d, u16>>) -> Outcome {
    engine::convert(text.into(), dst.into())
}

/// Converts `text` into ISO-8859-1, as far as it is well-formed, fits, and has no character above
/// U+00FF.
///
/// As many bytes as `text` has units are enough.
///
/// ```
/// use utfkit::{Kind, Status, utf32};
/// let mut bytes = [0_u8; 2];
/// let outcome = utf32::to_latin1(&[0xE9, 0x20AC], &mut bytes);
/// assert_eq!((outcome.written, bytes[0]), (1, 0xE9));
/// assert!(matches!(outcome.status, Status::IllFormed(it) if it.kind() == Kind::Unencodable { value: 0x20AC }));
/// ```
#[inline]
pub fn to_latin1<'a, 'd>(text: impl Into<Units<'a, u32>>, dst: impl Into<Room<'d, u8>>) -> Outcome {
    engine::convert_to_latin1(text.into(), dst.into())
}

/// Converts `text` into UTF-8, with U+FFFD for each unit that is no scalar value.
#[inline]
pub fn to_utf8_lossy<'a, 'd>(
    text: impl Into<Units<'a, u32>>,
    dst: impl Into<Room<'d, u8>>,
) -> LossyOutcome {
    engine::convert_lossy(text.into(), dst.into())
}

/// Converts `text` into UTF-16, with U+FFFD for each unit that is no scalar value.
#[inline]
pub fn to_utf16_lossy<'a, 'd>(
    text: impl Into<Units<'a, u32>>,
    dst: impl Into<Room<'d, u16>>,
) -> LossyOutcome {
    engine::convert_lossy(text.into(), dst.into())
}

/// Copies `text`, in the order of `dst`, as far as it is well-formed and fits: a checked byte swap
/// if the orders differ.
#[inline]
pub fn to_utf32<'a, 'd>(text: impl Into<Units<'a, u32>>, dst: impl Into<Room<'d, u32>>) -> Outcome {
    engine::convert(text.into(), dst.into())
}

/// Copies `text`, in the order of `dst`, with U+FFFD for each unit that is no scalar value.
#[inline]
pub fn to_utf32_lossy<'a, 'd>(
    text: impl Into<Units<'a, u32>>,
    dst: impl Into<Room<'d, u32>>,
) -> LossyOutcome {
    engine::convert_lossy(text.into(), dst.into())
}

/// How long the result of [`to_utf8_lossy`] is, and how much it replaces, in one pass.
#[must_use]
pub fn utf8_len_lossy<'a>(text: impl Into<Units<'a, u32>>) -> LossyLength {
    engine::length_lossy::<u32, u8>(text.into())
}

/// How long the result of [`to_utf16_lossy`] is, and how much it replaces, in one pass.
#[must_use]
pub fn utf16_len_lossy<'a>(text: impl Into<Units<'a, u32>>) -> LossyLength {
    engine::length_lossy::<u32, u16>(text.into())
}

/// `text` as a string, in one allocation of the exact size.
///
/// # Errors
/// The first ill-formed sequence.
#[cfg(feature = "alloc")]
pub fn to_string<'a>(text: impl Into<Units<'a, u32>>) -> Result<String, Utf32Error> {
    let text = text.into();
    let mut out = String::with_capacity(engine::length::<u32, u8>(text));
    let done = unchecked::append_str(&mut out, text);
    if done.read == text.bytes().len() {
        return Ok(out);
    }
    // Of ill-formed text a length may be too short: where the conversion stopped tells nothing.
    super::validate(text)?;
    Err(Utf32Error::at(text, done.read))
}

/// `text` as a string, with U+FFFD for each unit that is no scalar value, and how many there are.
///
/// Bytes left over at the end that do not fill a unit are one more.
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_string_lossy<'a>(text: impl Into<Units<'a, u32>>) -> (String, usize) {
    let (bytes, replaced) = engine::to_vec_lossy::<u32, u8>(text.into());
    (unchecked::string(bytes), replaced)
}

/// `text` in UTF-16, in one allocation of the exact size.
///
/// # Errors
/// The first ill-formed sequence.
#[cfg(feature = "alloc")]
pub fn to_utf16_vec<'a>(text: impl Into<Units<'a, u32>>) -> Result<Vec<u16>, Utf32Error> {
    let text = text.into();
    engine::to_vec(text).map_err(|finding| Utf32Error::at(text, finding.offset() as usize))
}

/// `text` in UTF-16, with U+FFFD for each unit that is no scalar value, and how many there are.
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_utf16_vec_lossy<'a>(text: impl Into<Units<'a, u32>>) -> (Vec<u16>, usize) {
    engine::to_vec_lossy(text.into())
}
