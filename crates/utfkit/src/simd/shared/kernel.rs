//! What a kernel is: the types of the functions, one for each operation.

use core::mem::MaybeUninit;

use crate::{
    LossyLength,
    error::outcome::{Contents, Progress},
    simd::shared::spans::Range,
};

/// Returns the length in bytes of the longest prefix of the input that is well-formed: whole
/// sequences only. The first ill-formed or incomplete sequence, if any, begins exactly there.
pub(crate) type Validate = unsafe fn(&[u8]) -> usize;
/// Converts the longest prefix that is well-formed, encodable, and fits; whole sequences only. It
/// stops exactly before the first sequence of which one of these does not hold.
pub(crate) type Convert = unsafe fn(&[u8], &mut [MaybeUninit<u8>]) -> Progress;
/// Converts all that fits, with U+FFFD for each maximal subpart that is ill-formed; the input ends
/// where the slice ends. Adds the number of replacements to the count: in the result it would not
/// fit registers, and to return it through memory takes longer than to convert a short text.
pub(crate) type Lossy = unsafe fn(&[u8], &mut [MaybeUninit<u8>], &mut usize) -> Progress;
/// Counts the code units that well-formed input takes in another form; some number for any other
/// input.
pub(crate) type Length = unsafe fn(&[u8]) -> usize;
/// Counts the code units that input of any kind takes in another form, with U+FFFD for each maximal
/// subpart, and the replacements.
pub(crate) type LengthLossy = unsafe fn(&[u8]) -> LossyLength;
/// What well-formed UTF-8 holds; some numbers, none above the number of bytes, for any other input.
pub(crate) type Holds = unsafe fn(&[u8]) -> Contents;
/// Counts the line feeds of the input. Bytes that do not fill a code unit count nothing.
pub(crate) type Lines = unsafe fn(&[u8]) -> usize;
/// Copies units of UTF-16 in the other byte order; input and output have the same length, which is
/// that of whole units.
pub(crate) type Swap = unsafe fn(&[u8], &mut [MaybeUninit<u8>]);
/// Swaps the bytes of each unit of UTF-16.
pub(crate) type SwapInPlace = unsafe fn(&mut [u16]);
/// Returns the length in bytes of the longest prefix that is whole code units outside of all ranges.
pub(crate) type Outside = unsafe fn(&[u8], &[Range]) -> usize;
