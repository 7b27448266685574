//! UTF-32 in the byte order of this machine.

use std::ffi::c_char;

use utfkit::utf32;

use super::result::{self, utfkit_result};
use crate::{
    finding::utfkit_finding,
    memory::{
        guard::guard,
        numbers::{char16_t, char32_t},
        pointers,
    },
    status::utfkit_status,
};

/// Validates UTF-32. `first` gets the first finding, and may be NULL. Offsets are in bytes.
///
/// The status is `UTFKIT_STATUS_OK` or `UTFKIT_STATUS_ILL_FORMED`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_utf32_validate(
    text: *const char32_t,
    length: usize,
    first: *mut utfkit_finding,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe {
            let text = pointers::slice(text, length)?;
            result::first(utf32::validate(text).err().map(|error| error.finding()), first)
        }
    })
}

/// Finds all ill-formed sequences of UTF-32. Offsets are in bytes.
///
/// `findings` gets the first `room` of them, and `count` the number of all. The status is
/// `UTFKIT_STATUS_OK` if there are none, `UTFKIT_STATUS_ILL_FORMED` if all of them fit, and
/// `UTFKIT_STATUS_OUTPUT_FULL` if not. With `room` 0, `findings` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_utf32_findings(
    text: *const char32_t,
    length: usize,
    findings: *mut utfkit_finding,
    room: usize,
    count: *mut usize,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe {
            result::all((text, length), (findings, room), count, |text| {
                result::findings(utf32::chunks(text))
            })
        }
    })
}

/// Counts the code points of UTF-32. The number is unspecified if the text is ill-formed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_utf32_count(
    text: *const char32_t,
    length: usize,
    count: *mut usize,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe { result::number(utf32::count(pointers::slice(text, length)?), count) }
    })
}

/// Counts the line feeds (U+000A) of UTF-32, which may be ill-formed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_utf32_count_lines(
    text: *const char32_t,
    length: usize,
    count: *mut usize,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe { result::number(utf32::count_lines(pointers::slice(text, length)?), count) }
    })
}

/// Computes the number of bytes that UTF-32 takes in UTF-8.
///
/// The number is unspecified if the text is ill-formed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_utf32_length_in_utf8(
    text: *const char32_t,
    length: usize,
    result: *mut usize,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe { result::number(utf32::utf8_len(pointers::slice(text, length)?), result) }
    })
}

/// Computes the number of code units that UTF-32 takes in UTF-16.
///
/// The number is unspecified if the text is ill-formed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_utf32_length_in_utf16(
    text: *const char32_t,
    length: usize,
    result: *mut usize,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe { result::number(utf32::utf16_len(pointers::slice(text, length)?), result) }
    })
}

/// Computes the number of bytes that UTF-32 takes in UTF-8, with U+FFFD for each ill-formed
/// sequence.
///
/// `replaced` gets the number of these sequences, and may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_utf32_length_in_utf8_lossy(
    text: *const char32_t,
    length: usize,
    result: *mut usize,
    replaced: *mut usize,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe { result::lossy_length((text, length), result, replaced, utf32::utf8_len_lossy) }
    })
}

/// Computes the number of code units that UTF-32 takes in UTF-16, with U+FFFD for each ill-formed
/// sequence.
///
/// `replaced` gets the number of these sequences, and may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_utf32_length_in_utf16_lossy(
    text: *const char32_t,
    length: usize,
    result: *mut usize,
    replaced: *mut usize,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe { result::lossy_length((text, length), result, replaced, utf32::utf16_len_lossy) }
    })
}

/// Converts UTF-32 to UTF-8. It stops at an ill-formed sequence, or when the output is full.
///
/// Four bytes for each unit are always enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_utf32_to_utf8(
    text: *const char32_t,
    length: usize,
    output: *mut c_char,
    room: usize,
    result: *mut utfkit_result,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe {
            result::strict((text, length), (output.cast::<u8>(), room), result, utf32::to_utf8)
        }
    })
}

/// Converts UTF-32 to UTF-16. It stops at an ill-formed sequence, or when the output is full.
///
/// Two units for each unit are always enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_utf32_to_utf16(
    text: *const char32_t,
    length: usize,
    output: *mut char16_t,
    room: usize,
    result: *mut utfkit_result,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe { result::strict((text, length), (output, room), result, utf32::to_utf16) }
    })
}

/// Converts UTF-32 to ISO-8859-1. It stops at an ill-formed sequence, at a character above U+00FF,
/// or when the output is full.
///
/// `length` bytes are always enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_utf32_to_latin1(
    text: *const char32_t,
    length: usize,
    output: *mut u8,
    room: usize,
    result: *mut utfkit_result,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe { result::strict((text, length), (output, room), result, utf32::to_latin1) }
    })
}

/// Converts UTF-32 to UTF-8, with U+FFFD for each ill-formed sequence. It stops only when the
/// output is full.
///
/// Four bytes for each unit are always enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_utf32_to_utf8_lossy(
    text: *const char32_t,
    length: usize,
    output: *mut c_char,
    room: usize,
    result: *mut utfkit_result,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe {
            result::lossy((text, length), (output.cast::<u8>(), room), result, utf32::to_utf8_lossy)
        }
    })
}

/// Converts UTF-32 to UTF-16, with U+FFFD for each ill-formed sequence. It stops only when the
/// output is full.
///
/// Two units for each unit are always enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_utf32_to_utf16_lossy(
    text: *const char32_t,
    length: usize,
    output: *mut char16_t,
    room: usize,
    result: *mut utfkit_result,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe { result::lossy((text, length), (output, room), result, utf32::to_utf16_lossy) }
    })
}

/// Copies UTF-32, with U+FFFD for each ill-formed sequence. It stops only when the output is full.
///
/// `length` units are always enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_utf32_to_utf32_lossy(
    text: *const char32_t,
    length: usize,
    output: *mut char32_t,
    room: usize,
    result: *mut utfkit_result,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe { result::lossy((text, length), (output, room), result, utf32::to_utf32_lossy) }
    })
}
