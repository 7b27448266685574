//! The errors of validation: the first finding, and how much before it is well-formed.

use core::fmt;

use super::{Finding, Kind};

/// The first ill-formed sequence of a slice that should be UTF-8.
///
/// [`valid_up_to`](Self::valid_up_to) and [`error_len`](Self::error_len) say the same as those of
/// [`core::str::Utf8Error`] on every input; [`finding`](Self::finding) says why.
///
/// ```
/// let octets = b"caf\xC3";
/// let (ours, std) = (utfkit::utf8::validate(octets).unwrap_err(), str::from_utf8(octets).unwrap_err());
/// assert_eq!((ours.valid_up_to(), ours.error_len()), (std.valid_up_to(), std.error_len()));
/// assert!(ours.is_incomplete());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Utf8Error {
    finding: Finding,
    incomplete: bool,
}

impl Utf8Error {
    /// The error of `finding`, in a slice of `total` octets.
    #[inline]
    pub(crate) fn new(finding: Finding, total: usize) -> Self {
        let incomplete = finding.kind() == Kind::Truncated && finding.end() == total as u64;
        Self { finding, incomplete }
    }

    /// The ill-formed sequence.
    #[must_use]
    pub const fn finding(&self) -> &Finding {
        &self.finding
    }

    /// How many octets before it are well-formed.
    #[must_use]
    pub const fn valid_up_to(&self) -> usize {
        self.finding.offset() as usize
    }

    /// How many octets the ill-formed sequence has; `None` if the text ends inside a character that
    /// more octets could complete.
    #[must_use]
    pub const fn error_len(&self) -> Option<usize> {
        if self.incomplete { None } else { Some(self.finding.len()) }
    }

    /// Whether the text ends inside a character that more octets could complete.
    #[must_use]
    pub const fn is_incomplete(&self) -> bool {
        self.incomplete
    }

    /// The same error as the standard library gives it, for interfaces that ask for that type.
    ///
    /// `octets` are those that were validated; `None` if they are well-formed after all.
    /// Cost: validates them once more, for [`core::str::Utf8Error`] cannot be made otherwise.
    #[must_use]
    pub fn to_std(&self, octets: &[u8]) -> Option<core::str::Utf8Error> {
        core::str::from_utf8(octets).err()
    }

    /// What `error`, which the standard library found in `octets`, says in full; `None` if it was
    /// not found there.
    #[must_use]
    pub fn from_std(error: core::str::Utf8Error, octets: &[u8]) -> Option<Self> {
        let rest = octets.get(error.valid_up_to()..)?;
        let ours = crate::utf8::validate(rest).err()?;
        let at = error.valid_up_to() as u64;
        (ours.valid_up_to() == 0).then(|| Self { finding: ours.finding.moved(at), ..ours })
    }
}

impl fmt::Display for Utf8Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ill-formed UTF-8: {}", self.finding)
    }
}

/// The first ill-formed sequence of what should be UTF-16.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Utf16Error {
    finding: Finding,
}

/// The first ill-formed sequence of what should be UTF-32.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Utf32Error {
    finding: Finding,
}

impl Utf16Error {
    pub(crate) const fn new(finding: Finding) -> Self {
        Self { finding }
    }

    /// The ill-formed sequence; its offset counts octets, two for each code unit.
    #[must_use]
    pub const fn finding(&self) -> &Finding {
        &self.finding
    }

    /// How many code units before it are well-formed.
    #[must_use]
    pub const fn valid_up_to(&self) -> usize {
        (self.finding.offset() / 2) as usize
    }
}

impl Utf32Error {
    pub(crate) const fn new(finding: Finding) -> Self {
        Self { finding }
    }

    /// The ill-formed sequence; its offset counts octets, four for each code unit.
    #[must_use]
    pub const fn finding(&self) -> &Finding {
        &self.finding
    }

    /// How many code units before it are well-formed.
    #[must_use]
    pub const fn valid_up_to(&self) -> usize {
        (self.finding.offset() / 4) as usize
    }
}

impl fmt::Display for Utf16Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ill-formed UTF-16: {}", self.finding)
    }
}

impl fmt::Display for Utf32Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ill-formed UTF-32: {}", self.finding)
    }
}

impl core::error::Error for Utf8Error {}
impl core::error::Error for Utf16Error {}
impl core::error::Error for Utf32Error {}

#[cfg(feature = "std")]
mod io {
    use super::{Finding, Utf8Error, Utf16Error, Utf32Error};
    use std::io;

    /// What an ill-formed sequence is to readers and writers: data that is not valid.
    fn invalid(
        error: impl Into<std::boxed::Box<dyn core::error::Error + Send + Sync>>,
    ) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, error)
    }

    impl From<Finding> for io::Error {
        fn from(error: Finding) -> Self {
            invalid(error)
        }
    }

    impl From<Utf8Error> for io::Error {
        fn from(error: Utf8Error) -> Self {
            invalid(error)
        }
    }

    impl From<Utf16Error> for io::Error {
        fn from(error: Utf16Error) -> Self {
            invalid(error)
        }
    }

    impl From<Utf32Error> for io::Error {
        fn from(error: Utf32Error) -> Self {
            invalid(error)
        }
    }
}
