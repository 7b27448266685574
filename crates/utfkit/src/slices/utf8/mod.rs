//! UTF-8: code units of 8 bits (RFC 3629; Unicode D92).
//!
//! Text is a slice of bytes. Conversions and counts also accept a `str` or another owner of bytes
//! ([`AsRef`]). Offsets and lengths are in bytes. All functions accept ill-formed text, and none of
//! them panics. A *maximal subpart* is a piece that decoders replace with one U+FFFD.

mod boundary;
mod carry;
mod chars;
mod chunks;
mod convert;
#[cfg(feature = "alloc")]
mod from_vec;
mod lossy;
mod offsets;
mod order;
mod scalar;
mod scan;
mod stream;
mod validator;

pub use crate::form::is_continuation;
pub use boundary::*;
pub use chars::*;
pub use chunks::*;
pub use convert::*;
#[cfg(feature = "alloc")]
pub use from_vec::*;
pub use lossy::*;
pub use offsets::*;
pub use order::*;
pub use scalar::*;
pub use scan::*;
pub use stream::*;
pub use validator::*;

pub use crate::error::outcome::Contents;

use crate::{
    Finding,
    form::{Form, Sequence, cut, errors::Utf8Error},
    simd::operations::{CONTENTS, VALIDATE_UTF8},
    slices::{engine, unchecked},
};

/// Returns `bytes` as text, if they are well-formed.
///
/// # Errors
/// Returns the first ill-formed sequence, with its kind.
///
/// Cost: one pass, at the speed of the active kernels.
///
/// ```
/// use utfkit::{Kind, utf8};
/// assert_eq!(utf8::validate(b"na\xC3\xAFve"), Ok("na\u{EF}ve"));
/// let error = utf8::validate(b"\xED\xA0\x80").unwrap_err();
/// assert_eq!(error.finding().kind(), Kind::Surrogate { value: 0xD800 });
/// ```
#[doc(alias("from_utf8", "check"))]
#[inline]
pub fn validate(bytes: &[u8]) -> Result<&str, Utf8Error> {
    let (text, rest) = unchecked::split_well_formed(bytes);
    if rest.is_empty() { Ok(text) } else { Err(Utf8Error::at(bytes, text.len())) }
}

/// Returns the number of well-formed bytes at the start of `bytes`.
///
/// Cost: one pass, at the speed of the active kernels.
///
/// ```
/// use utfkit::utf8;
/// assert_eq!(utf8::valid_up_to(b"na\xC3\xAFve"), 6);
/// assert_eq!(utf8::valid_up_to(b"na\xEFve"), 2);
/// ```
#[inline]
#[must_use]
pub fn valid_up_to(bytes: &[u8]) -> usize {
    VALIDATE_UTF8.run(bytes)
}

/// Returns the ill-formed sequence at `at`, or `None` if the bytes there are well-formed or `at` is
/// not before the end.
///
/// `at` must not be inside a character, or the result is about the rest of that character. A
/// character that the end cuts is ill-formed.
///
/// ```
/// use utfkit::{Kind, utf8};
/// let text = b"na\xEFve";
/// let finding = utf8::finding_at(text, utf8::valid_up_to(text)).unwrap();
/// assert_eq!((finding.offset(), finding.kind()), (2, Kind::Truncated));
/// assert_eq!(utf8::finding_at(text, 0), None);
/// ```
#[must_use]
pub fn finding_at(bytes: &[u8], at: usize) -> Option<Finding> {
    let rest = bytes.get(at..)?;
    match Form::Utf8.first(rest, true) {
        Sequence::IllFormed { kind, len } => {
            Some(Finding::new(at as u64, kind, cut::prefix(rest, len)))
        }
        _ => None,
    }
}

/// Counts the characters, line feeds and other contents of `text`.
///
/// Cost: one pass, at the speed of the active kernels.
///
/// ```
/// use utfkit::utf8;
/// let contents = utf8::contents("naïve\n");
/// assert_eq!((contents.characters, contents.lines, contents.nuls), (6, 1, 0));
/// ```
#[inline]
#[must_use]
pub fn contents(text: &str) -> Contents {
    CONTENTS.run(text.as_bytes())
}

/// Returns `true` if `bytes` are well-formed.
///
/// ```
/// use utfkit::utf8;
/// assert!(utf8::is_valid("naïve".as_bytes()));
/// assert!(!utf8::is_valid(b"na\xEFve"));
/// ```
#[doc(alias("from_utf8", "is_utf8", "validate"))]
#[inline]
#[must_use]
pub fn is_valid(bytes: &[u8]) -> bool {
    VALIDATE_UTF8.run(bytes) == bytes.len()
}

/// Returns the number of code points of `bytes`.
///
/// The number is unspecified if `bytes` are ill-formed.
///
/// ```
/// use utfkit::utf8;
/// assert_eq!(utf8::count("naïve"), 5);
/// ```
#[doc(alias("code points", "chars", "length"))]
#[inline]
#[must_use]
pub fn count(bytes: &(impl AsRef<[u8]> + ?Sized)) -> usize {
    engine::length::<u8, u32>(bytes.as_ref().into())
}

/// Returns the number of UTF-16 code units that `bytes` take.
///
/// The number is unspecified if `bytes` are ill-formed; use [`utf16_len_lossy`] there.
///
/// ```
/// use utfkit::utf8;
/// assert_eq!(utf8::utf16_len("a😀"), 3);
/// ```
#[doc(alias = "encode_utf16")]
#[inline]
#[must_use]
pub fn utf16_len(bytes: &(impl AsRef<[u8]> + ?Sized)) -> usize {
    engine::length::<u8, u16>(bytes.as_ref().into())
}

/// Returns the number of UTF-32 code units that `bytes` take, which is their number of code points.
///
/// The number is unspecified if `bytes` are ill-formed; use [`utf32_len_lossy`] there.
///
/// ```
/// use utfkit::utf8;
/// assert_eq!(utf8::utf32_len("a😀"), 2);
/// ```
#[inline]
#[must_use]
pub fn utf32_len(bytes: &(impl AsRef<[u8]> + ?Sized)) -> usize {
    count(bytes)
}

/// Returns the number of line feeds (U+000A) in `bytes`, which may be ill-formed.
///
/// Cost: one pass, at the speed of the active kernels.
///
/// ```
/// assert_eq!(utfkit::utf8::count_lines(b"a\nb\xFF\r\n"), 2);
/// ```
#[doc(alias("wc", "newlines"))]
#[inline]
#[must_use]
pub fn count_lines(bytes: &(impl AsRef<[u8]> + ?Sized)) -> usize {
    engine::lines::<u8>(bytes.as_ref().into())
}
