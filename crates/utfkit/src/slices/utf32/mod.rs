//! UTF-32: code units of thirty-two bits, one for each code point (Unicode D90).
//!
//! Text is anything that converts into [`Units<u32>`]: a slice of `u32`, or bytes in
//! [`Le`](crate::Le) or [`Be`](crate::Be) order, aligned or not. Positions and lengths are in code
//! units, those in a [`Finding`](crate::Finding) in bytes. Everything takes ill-formed text too,
//! and says what is wrong with it; nothing panics.

mod boundary;
mod chars;
mod chunks;
mod convert;
mod order;
mod scalar;
mod well_formed;

pub use crate::form::units::Units;
pub use boundary::*;
pub use chars::*;
pub use chunks::*;
pub use convert::*;
pub use order::*;
pub use scalar::*;
pub use well_formed::*;

use crate::{form::errors::Utf32Error, slices::engine};

/// Checks that `text` is well-formed: every unit is a scalar value, and no byte is left over.
///
/// # Errors
/// The first ill-formed sequence.
///
/// ```
/// use utfkit::{Kind, utf32};
/// assert!(utf32::validate(&[0x41, 0x1F600]).is_ok());
/// let error = utf32::validate(&[0x41, 0x110000]).unwrap_err();
/// assert_eq!(error.finding().kind(), Kind::OutOfRange { value: 0x110000 });
/// assert_eq!(error.valid_up_to(), 1);
/// ```
#[inline]
pub fn validate<'a>(text: impl Into<Units<'a, u32>>) -> Result<(), Utf32Error> {
    let text = text.into();
    let valid = engine::valid(text);
    if valid == text.bytes().len() { Ok(()) } else { Err(Utf32Error::at(text, valid)) }
}

/// Whether `text` is well-formed.
#[inline]
#[must_use]
pub fn is_valid<'a>(text: impl Into<Units<'a, u32>>) -> bool {
    validate(text).is_ok()
}

/// Returns the number of code points of `text`, if it is well-formed: that of its units.
///
/// ```
/// assert_eq!(utfkit::utf32::count(&[0x61, 0x1F600]), 2);
/// ```
#[inline]
#[must_use]
pub fn count<'a>(text: impl Into<Units<'a, u32>>) -> usize {
    text.into().len()
}

/// How many bytes `text` takes in UTF-8, if it is well-formed.
#[inline]
#[must_use]
pub fn utf8_len<'a>(text: impl Into<Units<'a, u32>>) -> usize {
    engine::length::<u32, u8>(text.into())
}

/// How many UTF-16 code units `text` takes, if it is well-formed.
#[inline]
#[must_use]
pub fn utf16_len<'a>(text: impl Into<Units<'a, u32>>) -> usize {
    engine::length::<u32, u16>(text.into())
}

/// How many line feeds (U+000A) `text` has, well-formed or not.
///
/// Cost: one pass, at the speed of the active kernels.
///
/// ```
/// assert_eq!(utfkit::utf32::count_lines(&[0x61, 0x0A, 0x0A00]), 1);
/// ```
#[inline]
#[must_use]
pub fn count_lines<'a>(text: impl Into<Units<'a, u32>>) -> usize {
    engine::lines::<u32>(text.into())
}
