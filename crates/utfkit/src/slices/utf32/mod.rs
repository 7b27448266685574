//! UTF-32: code units of 32 bits, one per code point (Unicode D90).
//!
//! Text is anything that converts into [`Units<u32>`]: a slice of `u32`, or bytes in
//! [`Le`](crate::Le) or [`Be`](crate::Be) order, aligned or not. Offsets and lengths are in code
//! units, except in a [`Finding`](crate::Finding), where they are in bytes. All functions accept
//! ill-formed text, and none of them panics.

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
/// Returns the first ill-formed sequence.
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

/// Returns `true` if `text` is well-formed.
///
/// ```
/// use utfkit::utf32;
/// assert!(utf32::is_valid(&[0x1F600]));
/// assert!(!utf32::is_valid(&[0xD800]));
/// ```
#[inline]
#[must_use]
pub fn is_valid<'a>(text: impl Into<Units<'a, u32>>) -> bool {
    validate(text).is_ok()
}

/// Returns the number of units of `text`. If `text` is well-formed, these are its code points.
///
/// ```
/// assert_eq!(utfkit::utf32::count(&[0x61, 0x1F600]), 2);
/// ```
#[inline]
#[must_use]
pub fn count<'a>(text: impl Into<Units<'a, u32>>) -> usize {
    text.into().len()
}

/// Returns the number of bytes that `text` takes in UTF-8.
///
/// The number is unspecified if `text` is ill-formed; use [`utf8_len_lossy`] there.
///
/// ```
/// use utfkit::utf32;
/// assert_eq!(utf32::utf8_len(&[0x61, 0x20AC]), 4);
/// ```
#[inline]
#[must_use]
pub fn utf8_len<'a>(text: impl Into<Units<'a, u32>>) -> usize {
    engine::length::<u32, u8>(text.into())
}

/// Returns the number of UTF-16 code units that `text` takes.
///
/// The number is unspecified if `text` is ill-formed; use [`utf16_len_lossy`] there.
///
/// ```
/// use utfkit::utf32;
/// assert_eq!(utf32::utf16_len(&[0x61, 0x1F600]), 3);
/// ```
#[inline]
#[must_use]
pub fn utf16_len<'a>(text: impl Into<Units<'a, u32>>) -> usize {
    engine::length::<u32, u16>(text.into())
}

/// Returns the number of line feeds (U+000A) in `text`, which may be ill-formed.
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
