//! The errors of validation: the first finding, and how much before it is well-formed.

use core::{
    array, fmt,
    hash::{Hash, Hasher},
};

use crate::{
    error::{Finding, Kind},
    form::{Form, Sequence, boundary, units::Units},
};

/// The finding at `at`, where a kernel stopped before the end.
#[cold]
pub(crate) fn finding(form: Form, src: &[u8], at: usize) -> Finding {
    finding_in(form, src, at)
}

/// [`finding`], compiled for the form that the caller names.
#[inline(always)]
pub(crate) fn finding_in(form: Form, src: &[u8], at: usize) -> Finding {
    let rest = &src[at..];
    match form.first(rest, true) {
        Sequence::IllFormed { kind, len } => Finding::new(at as u64, kind, &rest[..len]),
        // Kernels stop nowhere else; should one ever do, the text is not passed off as well-formed.
        _ => Finding::new(at as u64, Kind::Truncated, &[]),
    }
}

/// The first ill-formed sequence of a slice that should be UTF-8.
///
/// [`valid_up_to`](Self::valid_up_to) and [`error_len`](Self::error_len) say the same as those of
/// [`core::str::Utf8Error`] on every input; [`finding`](Self::finding) says why.
///
/// It keeps the place and the bytes there. What is wrong with them is told when it is asked for:
/// who only asks where text ends to be well-formed does not wait for that. Two are equal if they say
/// the same of the same bytes. What a sequence was meant to be may show in the bytes behind it:
/// `C0 AF` is told as overlong, `C0` behind which nothing continues it as a byte that is never used.
///
/// ```
/// let bytes = b"caf\xC3";
/// let (ours, std) = (utfkit::utf8::validate(bytes).unwrap_err(), str::from_utf8(bytes).unwrap_err());
/// assert_eq!((ours.valid_up_to(), ours.error_len()), (std.valid_up_to(), std.error_len()));
/// assert!(ours.is_incomplete());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Utf8Error(Place);

/// Where an error is, and the bytes there.
#[derive(Clone, Copy)]
struct Place {
    /// Bytes before it.
    at: usize,
    form: Form,
    /// The bytes from there on, as far as they can matter and as there are any.
    bytes: [u8; ENOUGH],
    len: u8,
}

/// What is wrong with a sequence shows in as many bytes as a lead may announce, or two units of
/// UTF-16 have.
const ENOUGH: usize = 4;

impl Place {
    /// The place `at` of `text`, up to which that is well-formed.
    #[inline]
    fn new(form: Form, text: &[u8], at: usize) -> Self {
        let rest = &text[at..];
        let bytes = rest.first_chunk().copied();
        let few = || array::from_fn(|place| rest.get(place).copied().unwrap_or_default());
        let len = rest.len().min(ENOUGH) as u8;
        Self { at, form, bytes: bytes.unwrap_or_else(few), len }
    }

    fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len.into()]
    }

    /// The ill-formed sequence.
    fn finding(&self) -> Finding {
        finding_in(self.form, self.bytes(), 0).moved(self.at as u64)
    }

    /// Whether the text ends where what is there could still become a character: there are fewer
    /// bytes than [`ENOUGH`] then.
    fn is_cut(&self) -> bool {
        boundary::is_cut(self.form, self.bytes())
    }

    /// What it says, whatever follows the sequence.
    fn said(&self) -> (Finding, bool) {
        (self.finding(), self.is_cut())
    }

    fn show(&self, name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (finding, incomplete) = self.said();
        let mut shown = f.debug_struct(name);
        shown.field("finding", &finding).field("incomplete", &incomplete).finish()
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        self.said() == other.said()
    }
}

impl Eq for Place {}

impl Hash for Place {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.said().hash(state);
    }
}

impl Utf8Error {
    /// The error of `text`, which is well-formed up to `at`.
    #[inline]
    pub(crate) fn at(text: &[u8], at: usize) -> Self {
        Self(Place::new(Form::Utf8, text, at))
    }

    /// The ill-formed sequence.
    #[must_use]
    pub fn finding(&self) -> Finding {
        self.0.finding()
    }

    /// How many bytes before it are well-formed.
    #[must_use]
    pub const fn valid_up_to(&self) -> usize {
        self.0.at
    }

    /// How many bytes the ill-formed sequence has; `None` if the text ends inside a character that
    /// more bytes could complete.
    #[must_use]
    pub fn error_len(&self) -> Option<usize> {
        (!self.0.is_cut()).then(|| self.finding().len())
    }

    /// Whether the ill-formed sequence is a character cut off by the end of the text.
    #[must_use]
    pub fn is_incomplete(&self) -> bool {
        self.0.is_cut()
    }

    /// The same error as the standard library gives it, for interfaces that ask for that type.
    ///
    /// `bytes` are those that were validated; `None` if they are well-formed after all.
    /// Cost: validates them once more, for [`core::str::Utf8Error`] cannot be made otherwise.
    #[must_use]
    pub fn to_std(&self, bytes: &[u8]) -> Option<core::str::Utf8Error> {
        core::str::from_utf8(bytes).err()
    }

    /// What `error`, which the standard library found in `bytes`, says in full; `None` if it was
    /// not found there.
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

/// The first ill-formed sequence of what should be UTF-16.
///
/// As [`Utf8Error`] it keeps the place, and says what is wrong when it is asked. Two are equal if they
/// say the same of the same bytes, whatever stands before and behind them.
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
pub struct Utf16Error(Place);

/// The first ill-formed sequence of what should be UTF-32.
///
/// As [`Utf8Error`] it keeps the place, and says what is wrong when it is asked. Two are equal if they
/// say the same of the same bytes, whatever stands before and behind them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Utf32Error(Place);

impl Utf16Error {
    /// The error of `text`, of which so many bytes are well-formed.
    #[inline]
    pub(crate) fn at(text: Units<'_, u16>, bytes: usize) -> Self {
        Self(Place::new(text.form(), text.bytes(), bytes))
    }

    /// The ill-formed sequence; its offset counts bytes, two for each code unit.
    #[must_use]
    pub fn finding(&self) -> Finding {
        self.0.finding()
    }

    /// How many code units before it are well-formed.
    #[must_use]
    pub const fn valid_up_to(&self) -> usize {
        self.0.at / 2
    }

    /// How many code units the ill-formed sequence has, which is one; `None` if it
    /// [is incomplete](Self::is_incomplete).
    #[must_use]
    pub fn error_len(&self) -> Option<usize> {
        (!self.0.is_cut()).then_some(1)
    }

    /// Whether the ill-formed sequence is where the text ends, and more bytes could complete it: a
    /// high surrogate, with nothing behind it or a byte that may begin a low one, or a byte that
    /// is left over, whatever it is.
    #[must_use]
    pub fn is_incomplete(&self) -> bool {
        self.0.is_cut()
    }
}

impl Utf32Error {
    /// The error of `text`, of which so many bytes are well-formed.
    #[inline]
    pub(crate) fn at(text: Units<'_, u32>, bytes: usize) -> Self {
        Self(Place::new(text.form(), text.bytes(), bytes))
    }

    /// The ill-formed sequence; its offset counts bytes, four for each code unit.
    #[must_use]
    pub fn finding(&self) -> Finding {
        self.0.finding()
    }

    /// How many code units before it are well-formed.
    #[must_use]
    pub const fn valid_up_to(&self) -> usize {
        self.0.at / 4
    }

    /// How many code units the ill-formed sequence has, which is one; `None` if it
    /// [is incomplete](Self::is_incomplete).
    #[must_use]
    pub fn error_len(&self) -> Option<usize> {
        (!self.0.is_cut()).then_some(1)
    }

    /// Whether the ill-formed sequence is what is left of a code unit where the text ends, whatever
    /// is there of it.
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

/// The standard library's error for UTF-16 says nothing more: use [`Utf16Error::finding`] before.
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
