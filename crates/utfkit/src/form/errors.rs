//! The errors of validation: the first finding, and the length of the well-formed text before it.

use core::{
    array, fmt,
    hash::{Hash, Hasher},
};

use crate::{
    error::{Finding, Kind},
    form::{Form, Sequence, boundary, cut, units::Units},
};

/// Returns the finding at `at`, where a kernel stopped before the end.
#[cold]
pub(crate) fn finding(form: Form, src: &[u8], at: usize) -> Finding {
    finding_in(form, src, at)
}

/// Like [`finding`], but inlined and compiled for the form that the caller names.
#[inline(always)]
pub(crate) fn finding_in(form: Form, src: &[u8], at: usize) -> Finding {
    let rest = cut::rest(src, at);
    match form.first(rest, true) {
        Sequence::IllFormed { kind, len } => Finding::new(at as u64, kind, cut::prefix(rest, len)),
        // Kernels stop nowhere else. If one ever does, the text must not count as well-formed.
        _ => Finding::new(at as u64, Kind::Truncated, &[]),
    }
}

/// The first ill-formed sequence of a slice that should be UTF-8.
///
/// [`valid_up_to`](Self::valid_up_to) and [`error_len`](Self::error_len) return the same as those
/// of [`core::str::Utf8Error`] for every input. [`finding`](Self::finding) tells the reason.
///
/// Cost: the error keeps the offset and up to four bytes, and computes the finding on demand. So
/// code that only needs [`valid_up_to`](Self::valid_up_to) does not pay for the finding.
///
/// Two errors are equal if their findings are equal and both are incomplete or both are not. The
/// kind may depend on the bytes after the sequence. `C0 AF` is reported as overlong, but a `C0`
/// without a continuation byte after it is reported as an invalid byte.
///
/// ```
/// let bytes = b"caf\xC3";
/// let (ours, std) = (utfkit::utf8::validate(bytes).unwrap_err(), str::from_utf8(bytes).unwrap_err());
/// assert_eq!((ours.valid_up_to(), ours.error_len()), (std.valid_up_to(), std.error_len()));
/// assert!(ours.is_incomplete());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Utf8Error(Site);

/// The offset of an error, and the bytes there.
#[derive(Clone, Copy)]
struct Site {
    /// The number of bytes before the error.
    at: usize,
    form: Form,
    /// The first bytes of the error and after it: at most [`ENOUGH`], fewer at the end of the text.
    bytes: [u8; ENOUGH],
    len: u8,
}

/// The number of bytes that determine the kind of an error: the most that a lead announces, or two
/// units of UTF-16.
const ENOUGH: usize = 4;

impl Site {
    /// Creates the error at `at` of `text`, which is well-formed before `at`.
    #[inline]
    fn new(form: Form, text: &[u8], at: usize) -> Self {
        let rest = cut::rest(text, at);
        let bytes = rest.first_chunk().copied();
        let few = || array::from_fn(|place| rest.get(place).copied().unwrap_or_default());
        let len = rest.len().min(ENOUGH) as u8;
        Self { at, form, bytes: bytes.unwrap_or_else(few), len }
    }

    fn bytes(&self) -> &[u8] {
        self.bytes.get(..self.len.into()).unwrap_or(&self.bytes)
    }

    /// Returns the ill-formed sequence.
    fn finding(&self) -> Finding {
        finding_in(self.form, self.bytes(), 0).moved(self.at as u64)
    }

    /// Returns `true` if the text ends inside a sequence that could still become a character. There
    /// are fewer than [`ENOUGH`] bytes then.
    fn is_cut(&self) -> bool {
        boundary::is_cut(self.form, self.bytes())
    }

    /// Returns the facts that decide equality. They do not depend on the bytes after the sequence.
    fn facts(&self) -> (Finding, bool) {
        (self.finding(), self.is_cut())
    }

    fn show(&self, name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (finding, incomplete) = self.facts();
        let mut shown = f.debug_struct(name);
        shown.field("finding", &finding).field("incomplete", &incomplete).finish()
    }
}

impl PartialEq for Site {
    fn eq(&self, other: &Self) -> bool {
        self.facts() == other.facts()
    }
}

impl Eq for Site {}

impl Hash for Site {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.facts().hash(state);
    }
}

impl Utf8Error {
    /// Creates the error of `text`, which is well-formed up to `at`.
    #[inline]
    pub(crate) fn at(text: &[u8], at: usize) -> Self {
        Self(Site::new(Form::Utf8, text, at))
    }

    /// Returns the ill-formed sequence, with its kind and its bytes.
    ///
    /// ```
    /// let error = utfkit::utf8::validate(b"caf\xE9!").unwrap_err();
    /// assert_eq!(error.finding().to_string(), "truncated sequence at byte 3: E9");
    /// ```
    #[must_use]
    pub fn finding(&self) -> Finding {
        self.0.finding()
    }

    /// Returns the number of well-formed bytes before the ill-formed sequence.
    ///
    /// ```
    /// let error = utfkit::utf8::validate(b"caf\xE9!").unwrap_err();
    /// assert_eq!((error.valid_up_to(), error.error_len()), (3, Some(1)));
    /// ```
    #[doc(alias = "error offset")]
    #[must_use]
    pub const fn valid_up_to(&self) -> usize {
        self.0.at
    }

    /// Returns the length of the ill-formed sequence in bytes, or `None` if the text ends inside a
    /// character that more bytes could complete.
    ///
    /// ```
    /// use utfkit::utf8;
    /// assert_eq!(utf8::validate(b"\xE2\x82!").unwrap_err().error_len(), Some(2));
    /// assert_eq!(utf8::validate(b"\xE2\x82").unwrap_err().error_len(), None);
    /// ```
    #[must_use]
    pub fn error_len(&self) -> Option<usize> {
        (!self.0.is_cut()).then(|| self.finding().len())
    }

    /// Returns `true` if the end of the text cuts a character that more bytes could complete.
    ///
    /// ```
    /// use utfkit::utf8;
    /// assert!(utf8::validate(b"caf\xC3").unwrap_err().is_incomplete());
    /// assert!(!utf8::validate(b"caf\xC3!").unwrap_err().is_incomplete());
    /// ```
    #[must_use]
    pub fn is_incomplete(&self) -> bool {
        self.0.is_cut()
    }

    /// Returns the same error as the type of the standard library.
    ///
    /// `bytes` must be the bytes that were validated. The result is `None` if they are well-formed.
    ///
    /// Cost: the standard library validates `bytes` again, because its error cannot be created
    /// otherwise.
    ///
    /// ```
    /// let bytes = b"caf\xE9!";
    /// let error = utfkit::utf8::validate(bytes).unwrap_err();
    /// assert_eq!(error.to_std(bytes), str::from_utf8(bytes).err());
    /// ```
    #[must_use]
    pub fn to_std(&self, bytes: &[u8]) -> Option<core::str::Utf8Error> {
        core::str::from_utf8(bytes).err()
    }

    /// Converts an error that the standard library reported for `bytes`.
    ///
    /// The result is `None` if `bytes` have no error at that offset.
    ///
    /// ```
    /// use utfkit::Utf8Error;
    /// let bytes = b"caf\xE9!";
    /// let error = Utf8Error::from_std(str::from_utf8(bytes).unwrap_err(), bytes).unwrap();
    /// assert_eq!(error.finding().bytes(), b"\xE9");
    /// ```
    #[must_use]
    pub fn from_std(error: core::str::Utf8Error, bytes: &[u8]) -> Option<Self> {
        let rest = bytes.get(error.valid_up_to()..)?;
        match Form::Utf8.first(rest, true) {
            Sequence::IllFormed { .. } => Some(Self::at(bytes, error.valid_up_to())),
            _ => None,
        }
    }
}

impl fmt::Debug for Utf8Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.show("Utf8Error", f)
    }
}

impl fmt::Display for Utf8Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ill-formed UTF-8: {}", self.finding())
    }
}

/// The first ill-formed sequence of a text that should be UTF-16.
///
/// Like [`Utf8Error`], it keeps the offset and computes the finding on demand. Two errors are equal
/// if their findings are equal and both are incomplete or both are not. The text around the
/// sequence does not matter.
///
/// ```
/// use utfkit::utf16;
/// let error = utf16::validate(&[0x61, 0xD83D]).unwrap_err();
/// assert_eq!((error.valid_up_to(), error.error_len()), (1, None));
/// assert!(error.is_incomplete());
/// let error = utf16::validate(&[0x61, 0xD83D, 0x62]).unwrap_err();
/// assert_eq!((error.valid_up_to(), error.error_len()), (1, Some(1)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Utf16Error(Site);

/// The first ill-formed sequence of a text that should be UTF-32.
///
/// Like [`Utf8Error`], it keeps the offset and computes the finding on demand. Two errors are equal
/// if their findings are equal and both are incomplete or both are not. The text around the
/// sequence does not matter.
///
/// ```
/// let error = utfkit::utf32::validate(&[0x61, 0xD800]).unwrap_err();
/// assert_eq!((error.valid_up_to(), error.error_len()), (1, Some(1)));
/// assert_eq!(error.finding().offset(), 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Utf32Error(Site);

impl Utf16Error {
    /// Creates the error of `text`, whose first `bytes` bytes are well-formed.
    #[inline]
    pub(crate) fn at(text: Units<'_, u16>, bytes: usize) -> Self {
        Self(Site::new(text.form(), text.bytes(), bytes))
    }

    /// Returns the ill-formed sequence. Its offset is in bytes, two per code unit.
    #[must_use]
    pub fn finding(&self) -> Finding {
        self.0.finding()
    }

    /// Returns the number of well-formed code units before the ill-formed sequence.
    #[must_use]
    pub const fn valid_up_to(&self) -> usize {
        self.0.at / 2
    }

    /// Returns the length of the ill-formed sequence in code units, which is 1, or `None` if it [is
    /// incomplete](Self::is_incomplete).
    #[must_use]
    pub fn error_len(&self) -> Option<usize> {
        (!self.0.is_cut()).then_some(1)
    }

    /// Returns `true` if the text ends with the ill-formed sequence and more bytes could complete
    /// it.
    ///
    /// There are three cases: a high surrogate at the end, a high surrogate followed by one byte
    /// that may begin a low surrogate, and a single byte that is left over.
    #[must_use]
    pub fn is_incomplete(&self) -> bool {
        self.0.is_cut()
    }
}

impl Utf32Error {
    /// Creates the error of `text`, whose first `bytes` bytes are well-formed.
    #[inline]
    pub(crate) fn at(text: Units<'_, u32>, bytes: usize) -> Self {
        Self(Site::new(text.form(), text.bytes(), bytes))
    }

    /// Returns the ill-formed sequence. Its offset is in bytes, four per code unit.
    #[must_use]
    pub fn finding(&self) -> Finding {
        self.0.finding()
    }

    /// Returns the number of well-formed code units before the ill-formed sequence.
    #[must_use]
    pub const fn valid_up_to(&self) -> usize {
        self.0.at / 4
    }

    /// Returns the length of the ill-formed sequence in code units, which is 1, or `None` if it [is
    /// incomplete](Self::is_incomplete).
    #[must_use]
    pub fn error_len(&self) -> Option<usize> {
        (!self.0.is_cut()).then_some(1)
    }

    /// Returns `true` if the text ends inside a code unit. The values of the bytes that are left do
    /// not matter.
    #[must_use]
    pub fn is_incomplete(&self) -> bool {
        self.0.is_cut()
    }
}

impl fmt::Debug for Utf16Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.show("Utf16Error", f)
    }
}

impl fmt::Debug for Utf32Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.show("Utf32Error", f)
    }
}

impl fmt::Display for Utf16Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ill-formed UTF-16: {}", self.finding())
    }
}

impl fmt::Display for Utf32Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ill-formed UTF-32: {}", self.finding())
    }
}

impl core::error::Error for Utf8Error {}
impl core::error::Error for Utf16Error {}
impl core::error::Error for Utf32Error {}

/// The error of the standard library does not keep any detail. Read [`Utf16Error::finding`] first.
#[cfg(feature = "alloc")]
impl From<Utf16Error> for alloc::string::FromUtf16Error {
    fn from(_: Utf16Error) -> Self {
        match alloc::string::String::from_utf16(&[0xD800]) {
            Err(error) => error,
            Ok(_) => unreachable!("a lone surrogate is ill-formed"),
        }
    }
}

#[cfg(feature = "std")]
mod io {
    use super::{Finding, Utf8Error, Utf16Error, Utf32Error};
    use std::io;

    /// Creates the I/O error for an ill-formed sequence, of the kind `InvalidData`.
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
