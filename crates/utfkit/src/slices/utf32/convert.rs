//! Conversion of UTF-32 to the other encoding forms.

#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};

use super::Units;
use crate::{LossyLength, LossyOutcome, Outcome, form::units::Room, slices::engine};
#[cfg(feature = "alloc")]
use crate::{form::errors::Utf32Error, slices::unchecked};

/// Converts `text` into UTF-8, up to the first ill-formed unit or until `dst` is full.
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

/// Converts `text` into UTF-16, up to the first ill-formed unit or until `dst` is full.
///
/// [`utf16_len`](super::utf16_len) units are enough.
///
/// ```
/// use utfkit::utf32;
/// let mut units = [0_u16; 2];
/// assert_eq!(utf32::to_utf16(&[0x1F600], &mut units).written, 2);
/// assert_eq!(units, [0xD83D, 0xDE00]);
/// ```
#[inline]
pub fn to_utf16<'a, 'd>(text: impl Into<Units<'a, u32>>, dst: impl Into<Room<'d, u16>>) -> Outcome {
    engine::convert(text.into(), dst.into())
}

/// Converts `text` into ISO-8859-1, up to the first unit that is ill-formed or above U+00FF, or
/// until `dst` is full.
///
/// One byte per unit of `text` is enough.
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

/// Converts `text` into UTF-8, with U+FFFD for each unit that is not a scalar value.
///
/// [`utf8_len_lossy`] returns the length of the result.
///
/// ```
/// use utfkit::utf32;
/// let mut bytes = [0_u8; 8];
/// let outcome = utf32::to_utf8_lossy(&[0x61, 0x11_0000], &mut bytes);
/// assert_eq!(&bytes[..outcome.written], "a\u{FFFD}".as_bytes());
/// ```
#[inline]
pub fn to_utf8_lossy<'a, 'd>(
    text: impl Into<Units<'a, u32>>,
    dst: impl Into<Room<'d, u8>>,
) -> LossyOutcome {
    engine::convert_lossy(text.into(), dst.into())
}

/// Converts `text` into UTF-16, with U+FFFD for each unit that is not a scalar value.
///
/// [`utf16_len_lossy`] returns the length of the result.
///
/// ```
/// use utfkit::utf32;
/// let mut units = [0_u16; 2];
/// assert_eq!(utf32::to_utf16_lossy(&[0x61, 0xD800], &mut units).replaced, 1);
/// assert_eq!(units, [0x61, 0xFFFD]);
/// ```
#[inline]
pub fn to_utf16_lossy<'a, 'd>(
    text: impl Into<Units<'a, u32>>,
    dst: impl Into<Room<'d, u16>>,
) -> LossyOutcome {
    engine::convert_lossy(text.into(), dst.into())
}

/// Copies `text` in the byte order of `dst`, up to the first ill-formed unit or until `dst` is
/// full. If the orders differ, this is a checked byte swap.
///
/// ```
/// use utfkit::{Be, utf32};
/// let mut bytes = [0; 4];
/// assert_eq!(utf32::to_utf32(&[0x1F600], Be(&mut bytes)).written, 1);
/// assert_eq!(bytes, [0, 1, 0xF6, 0]);
/// ```
#[inline]
pub fn to_utf32<'a, 'd>(text: impl Into<Units<'a, u32>>, dst: impl Into<Room<'d, u32>>) -> Outcome {
    engine::convert(text.into(), dst.into())
}

/// Copies `text` in the byte order of `dst`, with U+FFFD for each unit that is not a scalar value.
///
/// ```
/// use utfkit::utf32;
/// let mut units = [0; 2];
/// assert_eq!(utf32::to_utf32_lossy(&[0x61, 0xD800], &mut units).replaced, 1);
/// assert_eq!(units, [0x61, 0xFFFD]);
/// ```
#[inline]
pub fn to_utf32_lossy<'a, 'd>(
    text: impl Into<Units<'a, u32>>,
    dst: impl Into<Room<'d, u32>>,
) -> LossyOutcome {
    engine::convert_lossy(text.into(), dst.into())
}

/// Returns the length and the number of replacements of [`to_utf8_lossy`], in one pass.
///
/// ```
/// let length = utfkit::utf32::utf8_len_lossy(&[0x61, 0xD800]);
/// assert_eq!((length.units, length.replaced), (4, 1));
/// ```
#[must_use]
pub fn utf8_len_lossy<'a>(text: impl Into<Units<'a, u32>>) -> LossyLength {
    engine::length_lossy::<u32, u8>(text.into())
}

/// Returns the length and the number of replacements of [`to_utf16_lossy`], in one pass.
///
/// ```
/// let length = utfkit::utf32::utf16_len_lossy(&[0x1F600, 0xD800]);
/// assert_eq!((length.units, length.replaced), (3, 1));
/// ```
#[must_use]
pub fn utf16_len_lossy<'a>(text: impl Into<Units<'a, u32>>) -> LossyLength {
    engine::length_lossy::<u32, u16>(text.into())
}

/// Converts `text` into a string, in one allocation of the exact size.
///
/// # Errors
/// Returns the first ill-formed sequence.
///
/// ```
/// use utfkit::utf32;
/// assert_eq!(utf32::to_string(&[0x48, 0x1F600])?, "H\u{1F600}");
/// # Ok::<(), utfkit::Utf32Error>(())
/// ```
#[cfg(feature = "alloc")]
pub fn to_string<'a>(text: impl Into<Units<'a, u32>>) -> Result<String, Utf32Error> {
    let text = text.into();
    let mut out = String::with_capacity(engine::length::<u32, u8>(text));
    let done = unchecked::append_str(&mut out, text);
    if done.read == text.bytes().len() {
        return Ok(out);
    }
    // For ill-formed text, the length may be too short. Then the place where the kernel stopped may
    // be well-formed, so validate.
    super::validate(text)?;
    Err(Utf32Error::at(text, done.read))
}

/// Converts `text` into a string, with U+FFFD for each unit that is not a scalar value. Returns the
/// number of replacements too.
///
/// Bytes at the end that do not fill a unit are one more.
///
/// ```
/// use utfkit::utf32;
/// assert_eq!(utf32::to_string_lossy(&[0x48, 0xD800]), ("H\u{FFFD}".into(), 1));
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_string_lossy<'a>(text: impl Into<Units<'a, u32>>) -> (String, usize) {
    engine::to_string_lossy(text.into())
}

/// Converts `text` into UTF-16, in one allocation of the exact size.
///
/// # Errors
/// Returns the first ill-formed sequence.
///
/// ```
/// use utfkit::utf32;
/// assert_eq!(utf32::to_utf16_vec(&[0x1F600])?, [0xD83D, 0xDE00]);
/// # Ok::<(), utfkit::Utf32Error>(())
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf16_vec<'a>(text: impl Into<Units<'a, u32>>) -> Result<Vec<u16>, Utf32Error> {
    let text = text.into();
    engine::to_vec(text).map_err(|finding| Utf32Error::at(text, finding.offset() as usize))
}

/// Converts `text` into UTF-16, with U+FFFD for each unit that is not a scalar value. Returns the
/// number of replacements too.
///
/// ```
/// use utfkit::utf32;
/// assert_eq!(utf32::to_utf16_vec_lossy(&[0x61, 0xD800]), (vec![0x61, 0xFFFD], 1));
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_utf16_vec_lossy<'a>(text: impl Into<Units<'a, u32>>) -> (Vec<u16>, usize) {
    engine::to_vec_lossy(text.into())
}
