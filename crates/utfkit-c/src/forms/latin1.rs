//! ISO-8859-1.

use std::ffi::c_char;

use utfkit::latin1;

use super::result::{self, utfkit_result};
use crate::{
    memory::{
        guard::guard,
        numbers::{char16_t, char32_t},
        pointers,
    },
    status::utfkit_status,
};

/// Computes the number of bytes that ISO-8859-1 takes in UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_latin1_length_in_utf8(
    text: *const u8,
    length: usize,
    result: *mut usize,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe { result::number(latin1::utf8_len(pointers::slice(text, length)?), result) }
    })
}

/// Converts ISO-8859-1 to UTF-8. It stops when the output is full.
///
/// Two bytes for each byte are always enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_latin1_to_utf8(
    text: *const u8,
    length: usize,
    output: *mut c_char,
    room: usize,
    result: *mut utfkit_result,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe {
            result::strict((text, length), (output.cast::<u8>(), room), result, latin1::to_utf8)
        }
    })
}

/// Converts ISO-8859-1 to UTF-16. It stops when the output is full.
///
/// `length` units are always enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_latin1_to_utf16(
    text: *const u8,
    length: usize,
    output: *mut char16_t,
    room: usize,
    result: *mut utfkit_result,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe { result::strict((text, length), (output, room), result, latin1::to_utf16) }
    })
}

/// Converts ISO-8859-1 to UTF-32. It stops when the output is full.
///
/// `length` units are always enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_latin1_to_utf32(
    text: *const u8,
    length: usize,
    output: *mut char32_t,
    room: usize,
    result: *mut utfkit_result,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe { result::strict((text, length), (output, room), result, latin1::to_utf32) }
    })
}
