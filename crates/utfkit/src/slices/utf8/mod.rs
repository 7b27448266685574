//! UTF-8: code units of eight bits (RFC 3629; Unicode D92).
//!
//! Positions and lengths are in octets. Everything takes ill-formed text too, and says what is
//! wrong with it; nothing panics.

mod boundary;
mod carry;
mod chunks;
mod convert;
mod lossy;
mod offsets;
mod order;
mod scalar;
mod scan;
mod stream;
mod validator;

pub use boundary::*;
pub use chunks::*;
pub use convert::*;
pub use lossy::*;
pub use offsets::*;
pub use order::*;
pub use scalar::*;
pub use scan::*;
pub use stream::*;
pub use validator::*;

use crate::{
    error::Utf8Error,
    form::Form,
    simd,
    slices::{engine, unchecked},
};

/// `octets` as text, if they are well-formed.
///
/// # Errors
/// The first ill-formed sequence, with its kind.
///
/// Cost: one pass, at the speed of the active kernels.
///
/// ```
/// use utfkit::{Kind, utf8};
/// assert_eq!(utf8::validate(b"na\xC3\xAFve"), Ok("na\u{EF}ve"));
/// let error = utf8::validate(b"\xED\xA0\x80").unwrap_err();
/// assert_eq!(error.finding().kind(), Kind::Surrogate { value: 0xD800 });
/// ```
#[inline]
pub fn validate(octets: &[u8]) -> Result<&str, Utf8Error> {
    let (text, rest) = unchecked::split_well_formed(octets);
    if rest.is_empty() { Ok(text) } else { Err(Utf8Error::at(octets, text.len())) }
}

/// Whether `octets` are well-formed.
#[inline]
#[must_use]
pub fn is_valid(octets: &[u8]) -> bool {
    simd::active().validate(Form::Utf8, octets) == octets.len()
}

/// How many code points `octets` have, if they are well-formed; what is not counts something.
#[inline]
#[must_use]
pub fn count(octets: &[u8]) -> usize {
    engine::length::<u8, u32>(octets.into())
}

/// How many UTF-16 code units `octets` take, if they are well-formed.
#[inline]
#[must_use]
pub fn utf16_len(octets: &[u8]) -> usize {
    engine::length::<u8, u16>(octets.into())
}

/// How many UTF-32 code units `octets` take, if they are well-formed: as many as code points.
#[inline]
#[must_use]
pub fn utf32_len(octets: &[u8]) -> usize {
    count(octets)
}

/// How many line feeds (U+000A) `octets` have, well-formed or not.
///
/// Cost: one pass, at the speed of the active kernels.
///
/// ```
/// assert_eq!(utfkit::utf8::count_lines(b"a\nb\xFF\r\n"), 2);
/// ```
#[inline]
#[must_use]
pub fn count_lines(octets: &[u8]) -> usize {
    engine::lines::<u8>(octets.into())
}
