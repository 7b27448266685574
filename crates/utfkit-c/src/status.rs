//! The results of calls.

use std::ffi::{CStr, c_char};

use crate::memory::panics::guard_value;

/// The result of a call. Negative values are errors of the caller or of the library.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum utfkit_status {
    /// The call did all of its work.
    Ok = 0,
    /// The next character does not fit the output.
    OutputFull = 1,
    /// A sequence is ill-formed, or the target cannot encode a character. The finding describes it.
    IllFormed = 2,
    /// The name does not belong to any encoding, or the number to none of this version.
    UnknownEncoding = 3,
    /// A name in a list is unknown, such as the code of an audit rule.
    UnknownName = 4,
    /// An edit cannot be made exactly. Its result has the reason.
    Refused = 5,
    /// A pointer is NULL that must not be. With length 0, pointers to text may be NULL.
    NullPointer = -1,
    /// A pointer is not aligned for its type.
    Misaligned = -2,
    /// A length is greater than half of the address space.
    TooLong = -3,
    /// The output overlaps the input.
    Overlap = -4,
    /// A value is not one of its enumeration.
    BadValue = -5,
    /// A text argument, such as a replacement, is not well-formed UTF-8.
    BadText = -6,
    /// The conversion has begun, so its settings cannot change.
    Started = -7,
    /// A bug in the library. Free the object of the call.
    Internal = -8,
    /// The stream is complete. `utfkit_converter_reset` begins a new one.
    Ended = -9,
}

impl utfkit_status {
    /// All values.
    pub(crate) const ALL: [Self; 15] = [
        Self::Ok,
        Self::OutputFull,
        Self::IllFormed,
        Self::UnknownEncoding,
        Self::UnknownName,
        Self::Refused,
        Self::NullPointer,
        Self::Misaligned,
        Self::TooLong,
        Self::Overlap,
        Self::BadValue,
        Self::BadText,
        Self::Started,
        Self::Internal,
        Self::Ended,
    ];

    /// Returns `true` if it is an error of the caller or of the library: a negative value.
    pub(crate) const fn is_error(self) -> bool {
        (self as i32) < 0
    }

    const fn text(self) -> &'static CStr {
        match self {
            Self::Ok => c"success",
            Self::OutputFull => c"the output is full",
            Self::IllFormed => c"ill-formed text, or a character that the target cannot encode",
            Self::UnknownEncoding => c"unknown encoding",
            Self::UnknownName => c"unknown name",
            Self::Refused => c"the edit was refused",
            Self::NullPointer => c"a pointer is NULL",
            Self::Misaligned => c"a pointer is not aligned",
            Self::TooLong => c"a length is too great",
            Self::Overlap => c"the output overlaps the input",
            Self::BadValue => c"a value is not one of its enumeration",
            Self::BadText => c"a text argument is not UTF-8",
            Self::Started => c"the conversion has begun",
            Self::Internal => c"a bug in the library",
            Self::Ended => c"the stream is complete",
        }
    }
}

/// Returns the meaning of a status, in a few words. The text is static. It is never NULL.
#[unsafe(no_mangle)]
pub extern "C" fn utfkit_status_text(status: i32) -> *const c_char {
    guard_value(c"unknown status".as_ptr(), || {
        let known = utfkit_status::ALL.into_iter().find(|known| *known as i32 == status);
        known.map_or(c"unknown status", utfkit_status::text).as_ptr()
    })
}

/// Returns the version of the library, such as "0.1.0". The text is static.
#[unsafe(no_mangle)]
pub extern "C" fn utfkit_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}
