//! UTF-8 to the other encoding forms.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

#[cfg(feature = "alloc")]
use crate::form::{errors::Utf8Error, unit::Unit};
use crate::{LossyLength, LossyOutcome, Outcome, form::units::Room, slices::engine};

/// Converts `bytes` into UTF-16, as far as they are well-formed and fit.
///
/// `dst` is a slice of `u16`, initialized or not, or bytes in [`Le`](crate::Le) or
/// [`Be`](crate::Be). [`utf16_len`](super::utf16_len) units are enough.
///
/// ```
/// use utfkit::{Be, Status, utf8};
/// let mut units = [0_u16; 8];
/// let outcome = utf8::to_utf16("\u{1F600}!", &mut units);
/// assert_eq!((outcome.read, outcome.written, outcome.status), (5, 3, Status::Done));
/// assert_eq!(units[..3], [0xD83D, 0xDE00, 0x21]);
///
/// let mut bytes = [0_u8; 3];
/// let outcome = utf8::to_utf16(b"hi", Be(&mut bytes));
/// assert_eq!((outcome.written, outcome.status), (1, Status::OutputFull));
/// assert_eq!(bytes, *b"\0h\0");
/// ```
#[inline]
pub fn to_utf16<'d>(bytes: &(impl AsRef<[u8]> + ?Sized), dst: impl Into<Room<'d, u16>>) -> Outcome {
    engine::convert(bytes.as_ref().into(), dst.into())
}

/// Converts `bytes` into UTF-32, as far as they are well-formed and fit.
///
/// `dst` is a slice of `u32`, initialized or not, or bytes in [`Le`](crate::Le) or
/// [`Be`](crate::Be). [`utf32_len`](super::utf32_len) units are enough.
#[inline]
pub fn to_utf32<'d>(bytes: &(impl AsRef<[u8]> + ?Sized), dst: impl Into<Room<'d, u32>>) -> Outcome {
    engine::convert(bytes.as_ref().into(), dst.into())
}

/// Converts `bytes` into ISO-8859-1, as far as they are well-formed, fit, and encode no character
/// above U+00FF. [`count`](super::count) bytes are enough.
///
/// ```
/// use utfkit::{Kind, Status, utf8};
/// let mut out = [0_u8; 8];
/// let outcome = utf8::to_latin1("d\u{E9}j\u{E0} 5 \u{20AC}".as_bytes(), &mut out);
/// assert_eq!(&out[..outcome.written], b"d\xE9j\xE0 5 ");
/// assert!(matches!(outcome.status, Status::IllFormed(it) if it.kind() == Kind::Unencodable { value: 0x20AC }));
/// ```
#[inline]
pub fn to_latin1<'d>(bytes: &(impl AsRef<[u8]> + ?Sized), dst: impl Into<Room<'d, u8>>) -> Outcome {
    engine::convert_to_latin1(bytes.as_ref().into(), dst.into())
}

/// Converts `bytes` into UTF-16, with U+FFFD for each maximal subpart that is ill-formed.
#[inline]
pub fn to_utf16_lossy<'d>(
    bytes: &(impl AsRef<[u8]> + ?Sized),
    dst: impl Into<Room<'d, u16>>,
) -> LossyOutcome {
    engine::convert_lossy(bytes.as_ref().into(), dst.into())
}

/// Converts `bytes` into UTF-32, with U+FFFD for each maximal subpart that is ill-formed.
#[inline]
pub fn to_utf32_lossy<'d>(
    bytes: &(impl AsRef<[u8]> + ?Sized),
    dst: impl Into<Room<'d, u32>>,
) -> LossyOutcome {
    engine::convert_lossy(bytes.as_ref().into(), dst.into())
}

/// Copies `bytes`, with U+FFFD for each maximal subpart that is ill-formed.
///
/// [`utf8_len_lossy`] bytes are enough.
///
/// ```
/// use utfkit::utf8;
/// let mut out = [0_u8; 16];
/// let outcome = utf8::to_utf8_lossy(b"caf\xE9!", &mut out);
/// assert_eq!(&out[..outcome.written], "caf\u{FFFD}!".as_bytes());
/// assert_eq!((outcome.replaced, outcome.done), (1, true));
/// ```
#[inline]
pub fn to_utf8_lossy<'d>(
    bytes: &(impl AsRef<[u8]> + ?Sized),
    dst: impl Into<Room<'d, u8>>,
) -> LossyOutcome {
    engine::convert_lossy(bytes.as_ref().into(), dst.into())
}

/// How long the result of [`to_utf16_lossy`] is, and how much it replaces, in one pass.
#[must_use]
pub fn utf16_len_lossy(bytes: &(impl AsRef<[u8]> + ?Sized)) -> LossyLength {
    engine::length_lossy::<u8, u16>(bytes.as_ref().into())
}

/// How long the result of [`to_utf32_lossy`] is, and how much it replaces, in one pass.
#[must_use]
pub fn utf32_len_lossy(bytes: &(impl AsRef<[u8]> + ?Sized)) -> LossyLength {
    engine::length_lossy::<u8, u32>(bytes.as_ref().into())
}

/// How long `bytes` are with U+FFFD for each maximal subpart, and how much that replaces.
#[must_use]
pub fn utf8_len_lossy(bytes: &(impl AsRef<[u8]> + ?Sized)) -> LossyLength {
    engine::length_lossy::<u8, u8>(bytes.as_ref().into())
}

/// `bytes` in UTF-16, in one allocation of the exact size.
///
/// # Errors
/// The first ill-formed sequence. A `str` has none: [`WellFormed`](crate::WellFormed) knows that.
///
/// ```
/// use utfkit::utf8;
/// assert_eq!(utf8::to_utf16_vec("a€")?, [0x61, 0x20AC]);
/// assert_eq!(utf8::to_utf16_vec(b"a\xFF").unwrap_err().valid_up_to(), 1);
/// # Ok::<(), utfkit::Utf8Error>(())
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf16_vec(bytes: &(impl AsRef<[u8]> + ?Sized)) -> Result<Vec<u16>, Utf8Error> {
    to_vec(bytes.as_ref())
}

/// `bytes` in UTF-32, in one allocation of the exact size.
///
/// # Errors
/// The first ill-formed sequence.
#[cfg(feature = "alloc")]
pub fn to_utf32_vec(bytes: &(impl AsRef<[u8]> + ?Sized)) -> Result<Vec<u32>, Utf8Error> {
    to_vec(bytes.as_ref())
}

/// `bytes` in UTF-16, with U+FFFD for each maximal subpart that is ill-formed, and how many there
/// are.
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_utf16_vec_lossy(bytes: &(impl AsRef<[u8]> + ?Sized)) -> (Vec<u16>, usize) {
    engine::to_vec_lossy(bytes.as_ref().into())
}

/// `bytes` in UTF-32, with U+FFFD for each maximal subpart that is ill-formed, and how many there
/// are.
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_utf32_vec_lossy(bytes: &(impl AsRef<[u8]> + ?Sized)) -> (Vec<u32>, usize) {
    engine::to_vec_lossy(bytes.as_ref().into())
}

/// `bytes` in units of `D`, in one allocation of the exact size.
#[cfg(feature = "alloc")]
fn to_vec<D: Unit>(bytes: &[u8]) -> Result<Vec<D>, Utf8Error> {
    engine::to_vec(bytes.into()).map_err(|finding| Utf8Error::at(bytes, finding.offset() as usize))
}
