//! UTF-16: code units of sixteen bits (RFC 2781; Unicode D91).
//!
//! Text is anything that converts into [`Units<u16>`]: a slice of `u16`, or bytes in
//! [`Le`](crate::Le) or [`Be`](crate::Be) order, aligned or not. Positions and lengths are in code
//! units, those in a [`Finding`](crate::Finding) in bytes. Everything takes ill-formed text too,
//! and says what is wrong with it; nothing panics.

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
/// The first ill-formed sequence.
///
/// ```
/// use utfkit::{Kind, Le, utf16};
/// assert!(utf16::validate(&[0xD83D, 0xDE00]).is_ok());
/// let error = utf16::validate(Le(&b"a\0\x00\xD8b\0"[..])).unwrap_err();
/// assert_eq!(error.finding().kind(), Kind::LoneHighSurrogate { value: 0xD800 });
/// assert_eq!(error.valid_up_to(), 1);
/// ```
#[inline]
pub fn validate<'a>(text: impl Into<Units<'a, u16>>) -> Result<(), Utf16Error> {
    let text = text.into();
    let valid = engine::valid(text);
    if valid == text.bytes().len() { Ok(()) } else { Err(Utf16Error::at(text, valid)) }
}

/// Whether `text` is well-formed.
#[inline]
#[must_use]
pub fn is_valid<'a>(text: impl Into<Units<'a, u16>>) -> bool {
    validate(text).is_ok()
}

/// How many code points `text` has, if it is well-formed; what is not counts something.
#[inline]
#[must_use]
pub fn count<'a>(text: impl Into<Units<'a, u16>>) -> usize {
    engine::length::<u16, u32>(text.into())
}

/// How many bytes `text` takes in UTF-8, if it is well-formed.
#[inline]
#[must_use]
pub fn utf8_len<'a>(text: impl Into<Units<'a, u16>>) -> usize {
    engine::length::<u16, u8>(text.into())
}

/// How many UTF-32 code units `text` takes, if it is well-formed: as many as code points.
#[inline]
#[must_use]
pub fn utf32_len<'a>(text: impl Into<Units<'a, u16>>) -> usize {
    count(text)
}

/// How many line feeds (U+000A) `text` has, well-formed or not.
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
