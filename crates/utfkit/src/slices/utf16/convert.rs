//! Conversion of UTF-16 to the other encoding forms.

#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};

use super::Units;
use crate::{LossyLength, LossyOutcome, Outcome, form::units::Room, slices::engine};
#[cfg(feature = "alloc")]
use crate::{form::errors::Utf16Error, slices::unchecked};

/// Converts `text` into UTF-8, up to the first ill-formed sequence or until `dst` is full.
///
/// [`utf8_len`](super::utf8_len) bytes are enough.
///
/// ```
/// use utfkit::{Status, utf16};
/// let mut bytes = [0_u8; 8];
/// let outcome = utf16::to_utf8(&[0x41, 0x20AC], &mut bytes);
/// assert_eq!((outcome.read, outcome.written, outcome.status), (2, 4, Status::Done));
/// assert_eq!(&bytes[..4], "A\u{20AC}".as_bytes());
/// ```
#[doc(alias = "transcode")]
#[inline]
pub fn to_utf8<'a, 'd>(text: impl Into<Units<'a, u16>>, dst: impl Into<Room<'d, u8>>) -> Outcome {
    engine::convert(text.into(), dst.into())
}

/// Converts `text` into UTF-32, up to the first ill-formed sequence or until `dst` is full.
///
/// [`utf32_len`](super::utf32_len) units are enough.
///
/// ```
/// use utfkit::utf16;
/// let mut units = [0_u32; 2];
/// assert_eq!(utf16::to_utf32(&[0xD83D, 0xDE00, 0x21], &mut units).written, 2);
/// assert_eq!(units, [0x1F600, 0x21]);
/// ```
#[inline]
pub fn to_utf32<'a, 'd>(text: impl Into<Units<'a, u16>>, dst: impl Into<Room<'d, u32>>) -> Outcome {
    engine::convert(text.into(), dst.into())
}

/// Converts `text` into ISO-8859-1, up to the first sequence that is ill-formed or above U+00FF, or
/// until `dst` is full.
///
/// One byte per unit of `text` is enough.
///
/// ```
/// use utfkit::{Kind, Status, utf16};
/// let mut bytes = [0_u8; 2];
/// let outcome = utf16::to_latin1(&[0xE9, 0x20AC], &mut bytes);
/// assert_eq!((outcome.written, bytes[0]), (1, 0xE9));
/// assert!(matches!(outcome.status, Status::IllFormed(it) if it.kind() == Kind::Unencodable { value: 0x20AC }));
/// ```
#[inline]
pub fn to_latin1<'a, 'd>(text: impl Into<Units<'a, u16>>, dst: impl Into<Room<'d, u8>>) -> Outcome {
    engine::convert_to_latin1(text.into(), dst.into())
}

/// Converts `text` into UTF-8, with U+FFFD for each lone surrogate.
///
/// [`utf8_len_lossy`] returns the length of the result.
///
/// ```
/// use utfkit::utf16;
/// let mut bytes = [0_u8; 8];
/// let outcome = utf16::to_utf8_lossy(&[0x61, 0xD800], &mut bytes);
/// assert_eq!(&bytes[..outcome.written], "a\u{FFFD}".as_bytes());
/// ```
#[inline]
pub fn to_utf8_lossy<'a, 'd>(
    text: impl Into<Units<'a, u16>>,
    dst: impl Into<Room<'d, u8>>,
) -> LossyOutcome {
    engine::convert_lossy(text.into(), dst.into())
}

/// Converts `text` into UTF-32, with U+FFFD for each lone surrogate.
///
/// [`utf32_len_lossy`] returns the length of the result.
///
/// ```
/// use utfkit::utf16;
/// let mut units = [0_u32; 2];
/// assert_eq!(utf16::to_utf32_lossy(&[0x61, 0xD800], &mut units).replaced, 1);
/// assert_eq!(units, [0x61, 0xFFFD]);
/// ```
#[inline]
pub fn to_utf32_lossy<'a, 'd>(
    text: impl Into<Units<'a, u16>>,
    dst: impl Into<Room<'d, u32>>,
) -> LossyOutcome {
    engine::convert_lossy(text.into(), dst.into())
}

/// Copies `text` in the byte order of `dst`, up to the first ill-formed sequence or until `dst` is
/// full. If the orders differ, this is a checked byte swap.
///
/// ```
/// use utfkit::{Be, Le, utf16};
/// let mut swapped = [0; 4];
/// assert_eq!(utf16::to_utf16(Le(b"h\0i\0"), Be(&mut swapped)).written, 2);
/// assert_eq!(swapped, *b"\0h\0i");
/// ```
#[inline]
pub fn to_utf16<'a, 'd>(text: impl Into<Units<'a, u16>>, dst: impl Into<Room<'d, u16>>) -> Outcome {
    engine::convert(text.into(), dst.into())
}

/// Copies `text` in the byte order of `dst`, with U+FFFD for each lone surrogate.
///
/// ```
/// use utfkit::utf16;
/// let mut units = [0; 2];
/// assert_eq!(utf16::to_utf16_lossy(&[0xDC00, 0x61], &mut units).replaced, 1);
/// assert_eq!(units, [0xFFFD, 0x61]);
/// ```
#[inline]
pub fn to_utf16_lossy<'a, 'd>(
    text: impl Into<Units<'a, u16>>,
    dst: impl Into<Room<'d, u16>>,
) -> LossyOutcome {
    engine::convert_lossy(text.into(), dst.into())
}

/// Returns the length and the number of replacements of [`to_utf8_lossy`], in one pass.
///
/// ```
/// use utfkit::utf16;
/// let length = utf16::utf8_len_lossy(&[0x61, 0xD800]);
/// assert_eq!((length.units, length.replaced), (4, 1));
/// ```
#[must_use]
pub fn utf8_len_lossy<'a>(text: impl Into<Units<'a, u16>>) -> LossyLength {
    engine::length_lossy::<u16, u8>(text.into())
}

/// Returns the length and the number of replacements of [`to_utf32_lossy`], in one pass.
///
/// ```
/// use utfkit::utf16;
/// let length = utf16::utf32_len_lossy(&[0xD83D, 0xDE00, 0xD800]);
/// assert_eq!((length.units, length.replaced), (2, 1));
/// ```
#[must_use]
pub fn utf32_len_lossy<'a>(text: impl Into<Units<'a, u16>>) -> LossyLength {
    engine::length_lossy::<u16, u32>(text.into())
}

/// Converts `text` into a string, in one allocation of the exact size.
///
/// # Errors
/// Returns the first ill-formed sequence.
///
/// ```
/// use utfkit::{Be, utf16};
/// assert_eq!(utf16::to_string(&[0x68, 0x69])?, "hi");
/// assert_eq!(utf16::to_string(Be(b"\0h\0i"))?, "hi");
/// # Ok::<(), utfkit::Utf16Error>(())
/// ```
#[doc(alias = "from_utf16")]
#[cfg(feature = "alloc")]
pub fn to_string<'a>(text: impl Into<Units<'a, u16>>) -> Result<String, Utf16Error> {
    let text = text.into();
    let mut out = String::with_capacity(engine::length::<u16, u8>(text));
    let done = unchecked::append_str(&mut out, text);
    if done.read == text.bytes().len() {
        return Ok(out);
    }
    // For ill-formed text, the length may be too short. Then the place where the kernel stopped may
    // be well-formed, so validate.
    super::validate(text)?;
    Err(Utf16Error::at(text, done.read))
}

/// Converts `text` into a string, with U+FFFD for each lone surrogate. Returns the number of
/// replacements too.
///
/// A byte left over at the end is one more. So `D8 00 DC` in [`Be`](crate::Be) order has two: a
/// lone surrogate, and a byte that is not a code unit. (The standard library agrees; Python and the
/// WHATWG decoder replace both with one.)
///
/// ```
/// use utfkit::utf16;
/// assert_eq!(utf16::to_string_lossy(&[0x68, 0xD800]), ("h\u{FFFD}".into(), 1));
/// ```
#[doc(alias = "from_utf16_lossy")]
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_string_lossy<'a>(text: impl Into<Units<'a, u16>>) -> (String, usize) {
    engine::to_string_lossy(text.into())
}

/// Converts `text` into UTF-32, in one allocation of the exact size.
///
/// # Errors
/// Returns the first ill-formed sequence.
///
/// ```
/// use utfkit::utf16;
/// assert_eq!(utf16::to_utf32_vec(&[0xD83D, 0xDE00])?, [0x1F600]);
/// # Ok::<(), utfkit::Utf16Error>(())
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf32_vec<'a>(text: impl Into<Units<'a, u16>>) -> Result<Vec<u32>, Utf16Error> {
    let text = text.into();
    engine::to_vec(text).map_err(|finding| Utf16Error::at(text, finding.offset() as usize))
}

/// Converts `text` into UTF-32, with U+FFFD for each lone surrogate. Returns the number of
/// replacements too.
///
/// ```
/// use utfkit::utf16;
/// assert_eq!(utf16::to_utf32_vec_lossy(&[0x61, 0xD800]), (vec![0x61, 0xFFFD], 1));
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_utf32_vec_lossy<'a>(text: impl Into<Units<'a, u16>>) -> (Vec<u32>, usize) {
    engine::to_vec_lossy(text.into())
}
