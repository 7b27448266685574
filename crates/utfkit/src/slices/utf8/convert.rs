//! Conversion of UTF-8 to the other encoding forms.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

#[cfg(feature = "alloc")]
use crate::form::{errors::Utf8Error, unit::Unit};
use crate::{LossyLength, LossyOutcome, Outcome, form::units::Room, slices::engine};

/// Converts `bytes` into UTF-16, up to the first ill-formed sequence or until `dst` is full.
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
#[doc(alias("encode_utf16", "transcode"))]
#[inline]
pub fn to_utf16<'d>(bytes: &(impl AsRef<[u8]> + ?Sized), dst: impl Into<Room<'d, u16>>) -> Outcome {
    engine::convert(bytes.as_ref().into(), dst.into())
}

/// Converts `bytes` into UTF-32, up to the first ill-formed sequence or until `dst` is full.
///
/// `dst` is a slice of `u32`, initialized or not, or bytes in [`Le`](crate::Le) or
/// [`Be`](crate::Be). [`utf32_len`](super::utf32_len) units are enough.
///
/// ```
/// use utfkit::utf8;
/// let mut units = [0_u32; 2];
/// assert_eq!(utf8::to_utf32("a€", &mut units).written, 2);
/// assert_eq!(units, [0x61, 0x20AC]);
/// ```
#[inline]
pub fn to_utf32<'d>(bytes: &(impl AsRef<[u8]> + ?Sized), dst: impl Into<Room<'d, u32>>) -> Outcome {
    engine::convert(bytes.as_ref().into(), dst.into())
}

/// Converts `bytes` into ISO-8859-1, up to the first sequence that is ill-formed or above U+00FF,
/// or until `dst` is full.
///
/// [`count`](super::count) bytes are enough.
///
/// ```
/// use utfkit::{Kind, Status, utf8};
/// let mut out = [0_u8; 8];
/// let outcome = utf8::to_latin1("d\u{E9}j\u{E0} 5 \u{20AC}".as_bytes(), &mut out);
/// assert_eq!(&out[..outcome.written], b"d\xE9j\xE0 5 ");
/// assert!(matches!(outcome.status, Status::IllFormed(it) if it.kind() == Kind::Unencodable { value: 0x20AC }));
/// ```
#[doc(alias = "ISO-8859-1")]
#[inline]
pub fn to_latin1<'d>(bytes: &(impl AsRef<[u8]> + ?Sized), dst: impl Into<Room<'d, u8>>) -> Outcome {
    engine::convert_to_latin1(bytes.as_ref().into(), dst.into())
}

/// Converts `bytes` into UTF-16, with U+FFFD for each ill-formed maximal subpart.
///
/// [`utf16_len_lossy`] returns the length of the result.
///
/// ```
/// use utfkit::utf8;
/// let mut units = [0_u16; 4];
/// let outcome = utf8::to_utf16_lossy(b"a\xFFb", &mut units);
/// assert_eq!((&units[..3], outcome.replaced), (&[0x61, 0xFFFD, 0x62][..], 1));
/// ```
#[inline]
pub fn to_utf16_lossy<'d>(
    bytes: &(impl AsRef<[u8]> + ?Sized),
    dst: impl Into<Room<'d, u16>>,
) -> LossyOutcome {
    engine::convert_lossy(bytes.as_ref().into(), dst.into())
}

/// Converts `bytes` into UTF-32, with U+FFFD for each ill-formed maximal subpart.
///
/// [`utf32_len_lossy`] returns the length of the result.
///
/// ```
/// use utfkit::utf8;
/// let mut units = [0_u32; 2];
/// assert_eq!(utf8::to_utf32_lossy(b"a\xFF", &mut units).replaced, 1);
/// assert_eq!(units, [0x61, 0xFFFD]);
/// ```
#[inline]
pub fn to_utf32_lossy<'d>(
    bytes: &(impl AsRef<[u8]> + ?Sized),
    dst: impl Into<Room<'d, u32>>,
) -> LossyOutcome {
    engine::convert_lossy(bytes.as_ref().into(), dst.into())
}

/// Copies `bytes`, with U+FFFD for each ill-formed maximal subpart.
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

/// Returns the length and the number of replacements of [`to_utf16_lossy`], in one pass.
///
/// ```
/// use utfkit::utf8;
/// let length = utf8::utf16_len_lossy(b"a\xFF");
/// assert_eq!((length.units, length.replaced), (2, 1));
/// ```
#[must_use]
pub fn utf16_len_lossy(bytes: &(impl AsRef<[u8]> + ?Sized)) -> LossyLength {
    engine::length_lossy::<u8, u16>(bytes.as_ref().into())
}

/// Returns the length and the number of replacements of [`to_utf32_lossy`], in one pass.
///
/// ```
/// use utfkit::utf8;
/// assert_eq!(utf8::utf32_len_lossy("😀").units, 1);
/// ```
#[must_use]
pub fn utf32_len_lossy(bytes: &(impl AsRef<[u8]> + ?Sized)) -> LossyLength {
    engine::length_lossy::<u8, u32>(bytes.as_ref().into())
}

/// Returns the length and the number of replacements of [`to_utf8_lossy`], in one pass.
///
/// ```
/// use utfkit::utf8;
/// let length = utf8::utf8_len_lossy(b"a\xFF");
/// assert_eq!((length.units, length.replaced), (4, 1));
/// ```
#[must_use]
pub fn utf8_len_lossy(bytes: &(impl AsRef<[u8]> + ?Sized)) -> LossyLength {
    engine::length_lossy::<u8, u8>(bytes.as_ref().into())
}

/// Converts `bytes` into UTF-16, in one allocation of the exact size.
///
/// # Errors
/// Returns the first ill-formed sequence. A `str` cannot have one: use
/// [`WellFormed`](crate::WellFormed) for it.
///
/// ```
/// use utfkit::utf8;
/// assert_eq!(utf8::to_utf16_vec("a€")?, [0x61, 0x20AC]);
/// assert_eq!(utf8::to_utf16_vec(b"a\xFF").unwrap_err().valid_up_to(), 1);
/// # Ok::<(), utfkit::Utf8Error>(())
/// ```
#[doc(alias = "encode_utf16")]
#[cfg(feature = "alloc")]
pub fn to_utf16_vec(bytes: &(impl AsRef<[u8]> + ?Sized)) -> Result<Vec<u16>, Utf8Error> {
    to_vec(bytes.as_ref())
}

/// Converts `bytes` into UTF-32, in one allocation of the exact size.
///
/// # Errors
/// Returns the first ill-formed sequence.
///
/// ```
/// use utfkit::utf8;
/// assert_eq!(utf8::to_utf32_vec("a😀")?, [0x61, 0x1F600]);
/// # Ok::<(), utfkit::Utf8Error>(())
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf32_vec(bytes: &(impl AsRef<[u8]> + ?Sized)) -> Result<Vec<u32>, Utf8Error> {
    to_vec(bytes.as_ref())
}

/// Converts `bytes` into UTF-16, with U+FFFD for each ill-formed maximal subpart. Returns the
/// number of replacements too.
///
/// ```
/// use utfkit::utf8;
/// assert_eq!(utf8::to_utf16_vec_lossy(b"a\xFF"), (vec![0x61, 0xFFFD], 1));
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_utf16_vec_lossy(bytes: &(impl AsRef<[u8]> + ?Sized)) -> (Vec<u16>, usize) {
    engine::to_vec_lossy(bytes.as_ref().into())
}

/// Converts `bytes` into UTF-32, with U+FFFD for each ill-formed maximal subpart. Returns the
/// number of replacements too.
///
/// ```
/// use utfkit::utf8;
/// assert_eq!(utf8::to_utf32_vec_lossy(b"a\xFF"), (vec![0x61, 0xFFFD], 1));
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_utf32_vec_lossy(bytes: &(impl AsRef<[u8]> + ?Sized)) -> (Vec<u32>, usize) {
    engine::to_vec_lossy(bytes.as_ref().into())
}

/// Converts `bytes` into units of `D`, in one allocation of the exact size.
#[cfg(feature = "alloc")]
fn to_vec<D: Unit>(bytes: &[u8]) -> Result<Vec<D>, Utf8Error> {
    engine::to_vec(bytes.into()).map_err(|finding| Utf8Error::at(bytes, finding.offset() as usize))
}
