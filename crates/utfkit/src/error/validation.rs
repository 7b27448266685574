//! The errors of validation: the first finding, and how much before it is well-formed.

use core::{
    array, fmt,
    hash::{Hash, Hasher},
};

use super::{Finding, Kind};
use crate::{
    engine,
    form::Form,
    segment,
    units::{Unit, Units},
};

/// The first ill-formed sequence of a slice that should be UTF-8.
///
/// [`valid_up_to`](Self::valid_up_to) and [`error_len`](Self::error_len) say the same as those of
/// [`core::str::Utf8Error`] on every input; [`finding`](Self::finding) says why.
///
/// It keeps the place and the octets there. What is wrong with them is told when it is asked for:
/// who only asks where text ends to be well-formed does not wait for that.
///
/// ```
/// let octets = b"caf\xC3";
/// let (ours, std) = (utfkit::utf8::validate(octets).unwrap_err(), str::from_utf8(octets).unwrap_err());
/// assert_eq!((ours.valid_up_to(), ours.error_len()), (std.valid_up_to(), std.error_len()));
/// assert!(ours.is_incomplete());
/// ```
#[derive(Clone, Copy)]
pub struct Utf8Error {
    valid_up_to: usize,
    /// The octets from there on, as far as they can matter and as there are any.
    octets: [u8; ENOUGH],
    len: u8,
}

/// What is wrong with a sequence of UTF-8 shows in as many octets as a lead may announce.
const ENOUGH: usize = 4;

impl Utf8Error {
    /// The error of `text`, which is well-formed up to `at`.
    #[inline]
    pub(crate) fn at(text: &[u8], at: usize) -> Self {
        let rest = &text[at..];
        let octets = rest.first_chunk().copied();
        let few = || array::from_fn(|place| rest.get(place).copied().unwrap_or_default());
        let len = rest.len().min(ENOUGH) as u8;
        Self { valid_up_to: at, octets: octets.unwrap_or_else(few), len }
    }

    /// The ill-formed sequence.
    #[must_use]
    pub fn finding(&self) -> Finding {
        let octets = &self.octets[..self.len.into()];
        engine::finding_in(Form::Utf8, octets, 0).moved(self.valid_up_to as u64)
    }

    /// How many octets before it are well-formed.
    #[must_use]
    pub const fn valid_up_to(&self) -> usize {
        self.valid_up_to
    }

    /// How many octets the ill-formed sequence has; `None` if the text ends inside a character that
    /// more octets could complete.
    #[must_use]
    pub fn error_len(&self) -> Option<usize> {
        let finding = self.finding();
        // Four octets are more than what lacks one.
        let incomplete = finding.kind() == Kind::Truncated && finding.len() == self.len.into();
        (!incomplete).then_some(finding.len())
    }

    /// Whether the text ends inside a character that more octets could complete.
    #[must_use]
    pub fn is_incomplete(&self) -> bool {
        self.error_len().is_none()
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
        (ours.valid_up_to == 0).then_some(Self { valid_up_to: error.valid_up_to(), ..ours })
    }

    /// What it says, whatever follows the sequence.
    fn said(&self) -> (Finding, bool) {
        (self.finding(), self.is_incomplete())
    }
}

impl PartialEq for Utf8Error {
    fn eq(&self, other: &Self) -> bool {
        self.said() == other.said()
    }
}

impl Eq for Utf8Error {}

impl Hash for Utf8Error {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.said().hash(state);
    }
}

impl fmt::Debug for Utf8Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (finding, incomplete) = self.said();
        let mut shown = f.debug_struct("Utf8Error");
        shown.field("finding", &finding).field("incomplete", &incomplete).finish()
    }
}

impl fmt::Display for Utf8Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ill-formed UTF-8: {}", self.finding())
    }
}

/// The first ill-formed sequence of what should be UTF-16.
///
/// ```
/// use utfkit::utf16;
/// let error = utf16::validate(&[0x61, 0xD83D]).unwrap_err();
/// assert_eq!((error.valid_up_to(), error.error_len()), (1, None));
/// assert!(error.is_incomplete());
/// let error = utf16::validate(&[0x61, 0xD83D, 0x62]).unwrap_err();
/// assert_eq!((error.valid_up_to(), error.error_len()), (1, Some(1)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Utf16Error {
    finding: Finding,
    incomplete: bool,
}

/// The first ill-formed sequence of what should be UTF-32.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Utf32Error {
    finding: Finding,
    incomplete: bool,
}

impl Utf16Error {
    /// The error of `text`, of which `finding` is the first.
    pub(crate) fn of(text: Units<'_, u16>, finding: Finding) -> Self {
        Self { finding, incomplete: is_cut(text, &finding) }
    }

    /// The ill-formed sequence; its offset counts octets, two for each code unit.
    #[must_use]
    pub const fn finding(&self) -> Finding {
        self.finding
    }

    /// How many code units before it are well-formed.
    #[must_use]
    pub const fn valid_up_to(&self) -> usize {
        (self.finding.offset() / 2) as usize
    }

    /// How many code units the ill-formed sequence has, which is one; `None` if the text ends inside
    /// a character that more octets could complete.
    #[must_use]
    pub const fn error_len(&self) -> Option<usize> {
        if self.incomplete { None } else { Some(1) }
    }

    /// Whether the text ends inside a character that more octets could complete: behind a high
    /// surrogate, or inside a code unit, whatever is there of it.
    #[must_use]
    pub const fn is_incomplete(&self) -> bool {
        self.incomplete
    }
}

impl Utf32Error {
    /// The error of `text`, of which `finding` is the first.
    pub(crate) fn of(text: Units<'_, u32>, finding: Finding) -> Self {
        Self { finding, incomplete: is_cut(text, &finding) }
    }

    /// The ill-formed sequence; its offset counts octets, four for each code unit.
    #[must_use]
    pub const fn finding(&self) -> Finding {
        self.finding
    }

    /// How many code units before it are well-formed.
    #[must_use]
    pub const fn valid_up_to(&self) -> usize {
        (self.finding.offset() / 4) as usize
    }

    /// How many code units the ill-formed sequence has, which is one; `None` if the text ends inside
    /// a character that more octets could complete.
    #[must_use]
    pub const fn error_len(&self) -> Option<usize> {
        if self.incomplete { None } else { Some(1) }
    }

    /// Whether the text ends inside a code unit, whatever is there of it.
    #[must_use]
    pub const fn is_incomplete(&self) -> bool {
        self.incomplete
    }
}

/// Whether `text` ends where what is at `finding` could still become a character.
fn is_cut<U: Unit>(text: Units<'_, U>, finding: &Finding) -> bool {
    segment::is_cut(text.form(), &text.octets()[finding.offset() as usize..])
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
