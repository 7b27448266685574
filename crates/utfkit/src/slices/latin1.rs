//! ISO-8859-1: each byte is the code point of the same number, so all bytes are well-formed.
//!
//! To convert back, use `to_latin1` of [`utf8`](crate::utf8), [`utf16`](mod@crate::utf16),
//! [`utf32`](crate::utf32) or [`WellFormed`](crate::WellFormed). This is not the charset
//! windows-1252, which web pages mean by this name.

#[cfg(feature = "alloc")]
use alloc::string::String;

#[cfg(feature = "alloc")]
use crate::slices::unchecked;
use crate::{
    Outcome, form::units::Room, simd::operations::LENGTH_OF_LATIN1_IN_UTF8, slices::engine,
};

/// Converts `bytes` into UTF-8, until `dst` is full.
///
/// [`utf8_len`] bytes are enough.
///
/// Cost: one pass, at the speed of the active kernels, like all functions of this module.
///
/// ```
/// use utfkit::{Status, latin1};
/// let mut out = [0; 8];
/// let outcome = latin1::to_utf8(b"na\xEFve", &mut out);
/// assert_eq!((outcome.read, outcome.written, outcome.status), (5, 6, Status::Done));
/// assert_eq!(&out[..6], "naïve".as_bytes());
/// ```
#[doc(alias = "ISO-8859-1")]
#[inline]
pub fn to_utf8<'d>(bytes: &[u8], dst: impl Into<Room<'d, u8>>) -> Outcome {
    engine::convert_latin1(bytes, dst.into())
}

/// Converts `bytes` into UTF-16, until `dst` is full: one unit per byte.
///
/// `dst` is a slice of `u16`, initialized or not, or bytes in [`Le`](crate::Le) or
/// [`Be`](crate::Be).
///
/// ```
/// let mut units = [0_u16; 2];
/// assert_eq!(utfkit::latin1::to_utf16(b"\xE9t", &mut units).written, 2);
/// assert_eq!(units, [0xE9, 0x74]);
/// ```
#[inline]
pub fn to_utf16<'d>(bytes: &[u8], dst: impl Into<Room<'d, u16>>) -> Outcome {
    engine::convert_latin1(bytes, dst.into())
}

/// Converts `bytes` into UTF-32, until `dst` is full: one unit per byte.
///
/// `dst` is a slice of `u32`, initialized or not, or bytes in [`Le`](crate::Le) or
/// [`Be`](crate::Be).
///
/// ```
/// let mut units = [0_u32; 2];
/// assert_eq!(utfkit::latin1::to_utf32(b"\xE9t", &mut units).written, 2);
/// assert_eq!(units, [0xE9, 0x74]);
/// ```
#[inline]
pub fn to_utf32<'d>(bytes: &[u8], dst: impl Into<Room<'d, u32>>) -> Outcome {
    engine::convert_latin1(bytes, dst.into())
}

/// Returns the number of bytes that `bytes` take in UTF-8.
///
/// ```
/// assert_eq!(utfkit::latin1::utf8_len(b"na\xEFve"), 6);
/// ```
#[inline]
#[must_use]
pub fn utf8_len(bytes: &[u8]) -> usize {
    LENGTH_OF_LATIN1_IN_UTF8.run(bytes)
}

/// Returns `bytes` as a string, in one allocation of the exact size.
///
/// ```
/// assert_eq!(utfkit::latin1::to_string(b"na\xEFve"), "naïve");
/// ```
#[doc(alias("ISO-8859-1", "latin-1"))]
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_string(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(utf8_len(bytes));
    unchecked::append_latin1(&mut out, bytes);
    out
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::{
        Be, Kind, Le, Status,
        slices::{utf8, utf16, utf32},
    };
    use std::vec::Vec;

    #[test]
    fn every_byte_there_and_back() {
        let bytes: Vec<u8> = (0..=255).chain(0..100).collect();
        let text: String = bytes.iter().copied().map(char::from).collect();
        assert_eq!(to_string(&bytes), text);
        assert_eq!(utf8_len(&bytes), text.len());
        let mut narrow = [0; 356];
        assert_eq!(utf8::to_latin1(text.as_bytes(), &mut narrow).status, Status::Done);
        assert_eq!(narrow[..], bytes);

        let (mut units, mut swapped) = ([0_u16; 356], [0; 712]);
        assert_eq!(to_utf16(&bytes, &mut units).status, Status::Done);
        assert!(units.iter().zip(&bytes).all(|(&unit, &byte)| unit == byte.into()));
        let outcome = to_utf16(&bytes, Be(&mut swapped[..]));
        assert_eq!((outcome.read, outcome.written), (356, 356));
        narrow.fill(0);
        assert_eq!(utf16::to_latin1(Be(&swapped[..]), &mut narrow).written, 356);
        assert_eq!(narrow[..], bytes);

        let mut wide = [0; 1424];
        assert_eq!(to_utf32(&bytes, Le(&mut wide[..])).written, 356);
        narrow.fill(0);
        assert_eq!(utf32::to_latin1(Le(&wide[..]), &mut narrow).written, 356);
        assert_eq!(narrow[..], bytes);
    }

    #[test]
    fn unencodable_characters_are_reported() {
        let mut bytes = [0; 3];
        let outcome = utf16::to_latin1(&[0x61, 0x100, 0x62], &mut bytes);
        let Status::IllFormed(finding) = outcome.status else { panic!("{outcome:?}") };
        assert_eq!((outcome.read, finding.kind()), (1, Kind::Unencodable { value: 0x100 }));
        let outcome = utf8::to_latin1(b"abcd", &mut bytes);
        assert_eq!((outcome.read, outcome.status), (3, Status::OutputFull));
        let outcome = utf32::to_latin1(&[0x61, 0x11_0000], &mut bytes);
        let Status::IllFormed(finding) = outcome.status else { panic!("{outcome:?}") };
        assert_eq!(finding.kind(), Kind::OutOfRange { value: 0x11_0000 });
    }
}
