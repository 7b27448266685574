//! The types of the kernels, one for each operation.

use core::mem::MaybeUninit;

#[cfg(feature = "whatwg-charsets")]
use crate::simd::shared::page::{Utf8Cells, Windows};
use crate::{
    LossyLength,
    error::outcome::{Contents, Progress},
    simd::shared::spans::Range,
};

/// Returns the length in bytes of the longest prefix of the input that is well-formed. It has only
/// whole sequences. The first ill-formed or incomplete sequence, if any, begins at its end.
pub(crate) type Validate = unsafe fn(&[u8]) -> usize;
/// Converts the longest prefix of whole sequences that is well-formed, can be encoded, and fits. It
/// stops exactly before the first sequence that fails one of these conditions.
pub(crate) type Convert = unsafe fn(&[u8], &mut [MaybeUninit<u8>]) -> Progress;
/// Converts as much as fits, with U+FFFD for each ill-formed maximal subpart. The input ends with
/// the slice. Adds the number of replacements to the count. As a part of the result, it would not
/// fit registers, and to return it through memory takes longer than to convert a short text.
pub(crate) type Lossy = unsafe fn(&[u8], &mut [MaybeUninit<u8>], &mut usize) -> Progress;
/// Counts the code units of well-formed input in another form. For other input, the result is
/// unspecified.
pub(crate) type Length = unsafe fn(&[u8]) -> usize;
/// Counts the code units of any input in another form, with U+FFFD for each maximal subpart, and
/// the replacements.
pub(crate) type LengthLossy = unsafe fn(&[u8]) -> LossyLength;
/// Counts the contents of well-formed UTF-8. For other input, the counts are unspecified, but not
/// above the number of bytes.
pub(crate) type Holds = unsafe fn(&[u8]) -> Contents;
/// Counts the line feeds of the input. An incomplete code unit at the end does not count.
pub(crate) type Lines = unsafe fn(&[u8]) -> usize;
/// Copies units of UTF-16 in the other byte order. Input and output have the same length, in whole
/// units.
pub(crate) type Swap = unsafe fn(&[u8], &mut [MaybeUninit<u8>]);
/// Swaps the bytes of each unit of UTF-16.
pub(crate) type SwapInPlace = unsafe fn(&mut [u16]);
/// Returns the length in bytes of the longest prefix that is whole code units outside of all
/// ranges.
pub(crate) type Outside = unsafe fn(&[u8], &[Range]) -> usize;
/// Converts the longest prefix of a text in a charset of one byte per character to UTF-8 that has
/// characters and fits.
#[cfg(feature = "whatwg-charsets")]
pub(crate) type ReadPage = unsafe fn(&Utf8Cells, &[u8], &mut [MaybeUninit<u8>]) -> Progress;
/// Converts the longest prefix of whole characters of UTF-8 to a charset of one byte per character
/// that the charset has and that fits.
#[cfg(feature = "whatwg-charsets")]
pub(crate) type WritePage = unsafe fn(&Windows, &[u8], &mut [MaybeUninit<u8>]) -> Progress;
