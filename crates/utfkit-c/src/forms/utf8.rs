//! UTF-8.

use std::ffi::c_char;

use utfkit::{ascii, utf8};

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

/// Validates UTF-8. `first` gets the first finding, and may be NULL.
///
/// The status is `UTFKIT_STATUS_OK` or `UTFKIT_STATUS_ILL_FORMED`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_utf8_validate(
    text: *const c_char,
    length: usize,
    first: *mut utfkit_finding,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe {
            let text = pointers::slice(text.cast::<u8>(), length)?;
            result::first(utf8::validate(text).err().map(|error| error.finding()), first)
        }
    })
}

/// Finds all ill-formed sequences of UTF-8.
///
/// `findings` gets the first `room` of them, and `count` the number of all. The status is
/// `UTFKIT_STATUS_OK` if there are none, `UTFKIT_STATUS_ILL_FORMED` if all of them fit, and
/// `UTFKIT_STATUS_OUTPUT_FULL` if not. With `room` 0, `findings` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_utf8_findings(
    text: *const c_char,
    length: usize,
    findings: *mut utfkit_finding,
    room: usize,
    count: *mut usize,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe {
            result::all((text.cast::<u8>(), length), (findings, room), count, |text| {
                utf8::chunks(text).filter_map(|chunk| chunk.finding())
            })
        }
    })
}

/// Counts the code points of UTF-8. The number is unspecified if the text is ill-formed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_utf8_count(
    text: *const c_char,
    length: usize,
    count: *mut usize,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe { result::number(utf8::count(pointers::slice(text.cast::<u8>(), length)?), count) }
    })
}

/// Counts the line feeds (U+000A) of UTF-8, which may be ill-formed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_utf8_count_lines(
    text: *const c_char,
    length: usize,
    count: *mut usize,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe {
            result::number(utf8::count_lines(pointers::slice(text.cast::<u8>(), length)?), count)
        }
    })
}

/// Validates US-ASCII. `first` gets the first byte above 7F, and may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_ascii_validate(
    text: *const c_char,
    length: usize,
    first: *mut utfkit_finding,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe {
            let text = pointers::slice(text.cast::<u8>(), length)?;
            result::first(ascii::validate(text).err(), first)
        }
    })
}

/// Computes the number of code units that UTF-8 takes in UTF-16.
///
/// The number is unspecified if the text is ill-formed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_utf8_length_in_utf16(
    text: *const c_char,
    length: usize,
    result: *mut usize,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe {
            result::number(utf8::utf16_len(pointers::slice(text.cast::<u8>(), length)?), result)
        }
    })
}

/// Computes the number of bytes that UTF-8 takes in UTF-8, with U+FFFD for each ill-formed
/// sequence.
///
/// `replaced` gets the number of these sequences, and may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_utf8_length_in_utf8_lossy(
    text: *const c_char,
    length: usize,
    result: *mut usize,
    replaced: *mut usize,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe {
            result::lossy_length(
                (text.cast::<u8>(), length),
                result,
                replaced,
                utf8::utf8_len_lossy,
            )
        }
    })
}

/// Computes the number of code units that UTF-8 takes in UTF-16, with U+FFFD for each ill-formed
/// sequence.
///
/// `replaced` gets the number of these sequences, and may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_utf8_length_in_utf16_lossy(
    text: *const c_char,
    length: usize,
    result: *mut usize,
    replaced: *mut usize,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe {
            result::lossy_length(
                (text.cast::<u8>(), length),
                result,
                replaced,
                utf8::utf16_len_lossy,
            )
        }
    })
}

/// Computes the number of code units that UTF-8 takes in UTF-32, with U+FFFD for each ill-formed
/// sequence.
///
/// `replaced` gets the number of these sequences, and may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_utf8_length_in_utf32_lossy(
    text: *const c_char,
    length: usize,
    result: *mut usize,
    replaced: *mut usize,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe {
            result::lossy_length(
                (text.cast::<u8>(), length),
                result,
                replaced,
                utf8::utf32_len_lossy,
            )
        }
    })
}

/// Converts UTF-8 to UTF-16. It stops at an ill-formed sequence, or when the output is full.
///
/// `length` units are always enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_utf8_to_utf16(
    text: *const c_char,
    length: usize,
    output: *mut char16_t,
    room: usize,
    result: *mut utfkit_result,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe {
            result::strict((text.cast::<u8>(), length), (output, room), result, utf8::to_utf16)
        }
    })
}

/// Converts UTF-8 to UTF-32. It stops at an ill-formed sequence, or when the output is full.
///
/// `length` units are always enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_utf8_to_utf32(
    text: *const c_char,
    length: usize,
    output: *mut char32_t,
    room: usize,
    result: *mut utfkit_result,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe {
            result::strict((text.cast::<u8>(), length), (output, room), result, utf8::to_utf32)
        }
    })
}

/// Converts UTF-8 to ISO-8859-1. It stops at an ill-formed sequence, at a character above U+00FF,
/// or when the output is full.
///
/// `length` bytes are always enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_utf8_to_latin1(
    text: *const c_char,
    length: usize,
    output: *mut u8,
    room: usize,
    result: *mut utfkit_result,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe {
            result::strict((text.cast::<u8>(), length), (output, room), result, utf8::to_latin1)
        }
    })
}

/// Copies UTF-8, with U+FFFD for each ill-formed sequence. It stops only when the output is full.
///
/// Three bytes for each byte are always enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_utf8_to_utf8_lossy(
    text: *const c_char,
    length: usize,
    output: *mut c_char,
    room: usize,
    result: *mut utfkit_result,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe {
            result::lossy(
                (text.cast::<u8>(), length),
                (output.cast::<u8>(), room),
                result,
                utf8::to_utf8_lossy,
            )
        }
    })
}

/// Converts UTF-8 to UTF-16, with U+FFFD for each ill-formed sequence. It stops only when the
/// output is full.
///
/// `length` units are always enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_utf8_to_utf16_lossy(
    text: *const c_char,
    length: usize,
    output: *mut char16_t,
    room: usize,
    result: *mut utfkit_result,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe {
            result::lossy((text.cast::<u8>(), length), (output, room), result, utf8::to_utf16_lossy)
        }
    })
}

/// Converts UTF-8 to UTF-32, with U+FFFD for each ill-formed sequence. It stops only when the
/// output is full.
///
/// `length` units are always enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_utf8_to_utf32_lossy(
    text: *const c_char,
    length: usize,
    output: *mut char32_t,
    room: usize,
    result: *mut utfkit_result,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        unsafe {
            result::lossy((text.cast::<u8>(), length), (output, room), result, utf8::to_utf32_lossy)
        }
    })
}
