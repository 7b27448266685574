//! UTF-16: code units of 16 bits (RFC 2781; Unicode D91).
//!
//! Text is anything that converts into [`Units<u16>`]: a slice of `u16`, or bytes in
//! [`Le`](crate::Le) or [`Be`](crate::Be) order, aligned or not. Offsets and lengths are in code
//! units, except in a [`Finding`](crate::Finding), where they are in bytes. All functions accept
//! ill-formed text, and none of them panics. A *lone surrogate* is one that is not half of a pair.

mod boundary;
mod chars;
mod chunks;
mod convert;
mod order;
mod scalar;
mod stream;
mod well_formed;

pub use crate::form::units::Units;
pub use boundary::*;
pub use chars::*;
pub use chunks::*;
pub use convert::*;
pub use order::*;
pub use scalar::*;
pub use stream::*;
pub use well_formed::*;

use crate::{form::errors::Utf16Error, slices::engine};

/// Checks that `text` is well-formed: every surrogate is half of a pair, and no byte is left over.
///
/// # Errors
/// Returns the first ill-formed sequence.
///
/// ```
/// use utfkit::{Kind, Le, utf16};
/// assert!(utf16::validate(&[0xD83D, 0xDE00]).is_ok());
/// let error = utf16::validate(Le(&b"a\0\x00\xD8b\0"[..])).unwrap_err();
/// assert_eq!(error.finding().kind(), Kind::LoneHighSurrogate { value: 0xD800 });
/// assert_eq!(error.valid_up_to(), 1);
/// ```
#[doc(alias = "surrogate")]
#[inline]
pub fn validate<'a>(text: impl Into<Units<'a, u16>>) -> Result<(), Utf16Error> {
    let text = text.into();
    let valid = engine::valid(text);
    if valid == text.bytes().len() { Ok(()) } else { Err(Utf16Error::at(text, valid)) }
}

/// Returns `true` if `text` is well-formed.
///
/// ```
/// use utfkit::utf16;
/// assert!(utf16::is_valid(&[0xD83D, 0xDE00]));
/// assert!(!utf16::is_valid(&[0xD83D]));
/// ```
#[doc(alias("isWellFormed", "validate"))]
#[inline]
#[must_use]
pub fn is_valid<'a>(text: impl Into<Units<'a, u16>>) -> bool {
    validate(text).is_ok()
}

/// Returns the number of code points of `text`.
///
/// The number is unspecified if `text` is ill-formed.
///
/// ```
/// use utfkit::utf16;
/// assert_eq!(utf16::count(&[0x61, 0xD83D, 0xDE00]), 2);
/// ```
#[inline]
#[must_use]
pub fn count<'a>(text: impl Into<Units<'a, u16>>) -> usize {
    engine::length::<u16, u32>(text.into())
}

/// Returns the number of bytes that `text` takes in UTF-8.
///
/// The number is unspecified if `text` is ill-formed; use [`utf8_len_lossy`] there.
///
/// ```
/// use utfkit::utf16;
/// assert_eq!(utf16::utf8_len(&[0x61, 0x20AC]), 4);
/// ```
#[inline]
#[must_use]
pub fn utf8_len<'a>(text: impl Into<Units<'a, u16>>) -> usize {
    engine::length::<u16, u8>(text.into())
}

/// Returns the number of UTF-32 code units that `text` takes, which is its number of code points.
///
/// The number is unspecified if `text` is ill-formed; use [`utf32_len_lossy`] there.
///
/// ```
/// use utfkit::utf16;
/// assert_eq!(utf16::utf32_len(&[0xD83D, 0xDE00]), 1);
/// ```
#[inline]
#[must_use]
pub fn utf32_len<'a>(text: impl Into<Units<'a, u16>>) -> usize {
    count(text)
}

/// Returns the number of line feeds (U+000A) in `text`, which may be ill-formed.
///
/// Cost: one pass, at the speed of the active kernels.
///
/// ```
/// assert_eq!(utfkit::utf16::count_lines(&[0x61, 0x0A, 0x0A00]), 1);
/// ```
#[inline]
#[must_use]
pub fn count_lines<'a>(text: impl Into<Units<'a, u16>>) -> usize {
    engine::lines::<u16>(text.into())
}
