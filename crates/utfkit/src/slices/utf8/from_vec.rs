//! Conversion of owned bytes into strings, without a copy.

use alloc::{string::String, vec::Vec};
use core::fmt;

use crate::{
    error::Finding,
    form::{Form, errors::Utf8Error},
    simd,
    slices::unchecked,
};

/// Converts `bytes` into a string, if they are well-formed.
///
/// # Errors
/// Returns a [`FromUtf8Error`], which holds the bytes and the first ill-formed sequence.
///
/// Cost: one pass, without a copy or an allocation.
///
/// ```
/// use utfkit::utf8;
/// assert_eq!(utf8::into_string(b"text".to_vec())?, "text");
/// let error = utf8::into_string(b"caf\xE9".to_vec()).unwrap_err();
/// assert_eq!(error.utf8_error().valid_up_to(), 3);
/// assert_eq!(error.into_bytes(), b"caf\xE9");
/// # Ok::<(), utf8::FromUtf8Error>(())
/// ```
#[doc(alias = "from_utf8")]
pub fn into_string(bytes: Vec<u8>) -> Result<String, FromUtf8Error> {
    unchecked::into_string(bytes).map_err(|bytes| {
        let at = simd::active().validate(Form::Utf8, &bytes);
        let error = Utf8Error::at(&bytes, at);
        FromUtf8Error { bytes, error }
    })
}

/// The error of [`into_string`]: the bytes, and the first ill-formed sequence in them.
///
/// It is like [`std::string::FromUtf8Error`](alloc::string::FromUtf8Error), into which it converts.
/// It also converts into [`Utf8Error`] and
/// [`io::Error`](https://doc.rust-lang.org/std/io/struct.Error.html).
///
/// ```
/// use utfkit::utf8;
/// let error = utf8::into_string(b"caf\xE9".to_vec()).unwrap_err();
/// assert_eq!(error.finding().offset(), 3);
/// assert_eq!(error.to_string(), "ill-formed UTF-8: truncated sequence at byte 3: E9");
/// // Convert anyway:
/// assert_eq!(error.into_string_lossy().0, "caf\u{FFFD}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FromUtf8Error {
    bytes: Vec<u8>,
    error: Utf8Error,
}

impl FromUtf8Error {
    /// Returns the bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the bytes and drops the error.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Returns the error, with the offset and the kind of the ill-formed sequence.
    #[must_use]
    pub const fn utf8_error(&self) -> Utf8Error {
        self.error
    }

    /// Returns the first ill-formed sequence.
    #[must_use]
    pub fn finding(&self) -> Finding {
        self.error.finding()
    }

    /// Converts the bytes into a string like [`into_string_lossy`](super::into_string_lossy).
    ///
    /// Each ill-formed maximal subpart becomes U+FFFD. The number is that of the replacements.
    ///
    /// ```
    /// let error = utfkit::utf8::into_string(b"caf\xE9".to_vec()).unwrap_err();
    /// assert_eq!(error.into_string_lossy(), ("caf\u{FFFD}".into(), 1));
    /// ```
    #[must_use]
    pub fn into_string_lossy(self) -> (String, usize) {
        super::into_string_lossy(self.bytes)
    }
}

impl fmt::Display for FromUtf8Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl core::error::Error for FromUtf8Error {}

impl From<FromUtf8Error> for Utf8Error {
    fn from(error: FromUtf8Error) -> Self {
        error.error
    }
}

/// Cost: the standard library validates the bytes again.
impl From<FromUtf8Error> for alloc::string::FromUtf8Error {
    fn from(error: FromUtf8Error) -> Self {
        match String::from_utf8(error.bytes) {
            Err(error) => error,
            Ok(_) => unreachable!("these bytes are ill-formed"),
        }
    }
}

#[cfg(feature = "std")]
impl From<FromUtf8Error> for std::io::Error {
    /// The kind is [`InvalidData`](std::io::ErrorKind::InvalidData), and the source is this error.
    fn from(error: FromUtf8Error) -> Self {
        Self::new(std::io::ErrorKind::InvalidData, error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn strings_and_errors_are_those_of_the_standard_library() {
        testing::hostile(|bytes| {
            match (into_string(bytes.to_vec()), String::from_utf8(bytes.to_vec())) {
                (Ok(ours), Ok(theirs)) => assert_eq!(ours, theirs),
                (Err(ours), Err(theirs)) => {
                    assert_eq!(ours.as_bytes(), bytes);
                    let (std, expected) = (ours.utf8_error(), theirs.utf8_error());
                    assert_eq!(std.valid_up_to(), expected.valid_up_to(), "{bytes:X?}");
                    assert_eq!(std.error_len(), expected.error_len(), "{bytes:X?}");
                    assert_eq!(ours.finding().offset(), expected.valid_up_to() as u64);
                    let lossy = String::from_utf8_lossy(bytes);
                    assert_eq!(ours.clone().into_string_lossy().0, lossy, "{bytes:X?}");
                    assert_eq!(alloc::string::FromUtf8Error::from(ours), theirs);
                }
                (ours, theirs) => assert_eq!(ours.is_ok(), theirs.is_ok(), "{bytes:X?}"),
            }
        });
    }
}
