//! Policies for ill-formed text and for characters that the target cannot encode.

use super::translit::transliteration;
use crate::{Finding, Kind, form::cut};

/// The policy of a [`Transcoder`](super::Transcoder) for ill-formed input and unencodable
/// characters.
///
/// Under no policy is ill-formed text interpreted as characters. A program that decides about each
/// finding itself uses [`Policy::Strict`] and [`resolve`](super::Transcoder::resolve).
///
/// ```
/// use utfkit::{Encoding, transcode::{Policy, convert_with}};
/// let convert = |policy| convert_with(b"a\xFFb", Encoding::Utf8, Encoding::Utf8, policy);
/// assert!(convert(Policy::Strict).is_err());
/// assert_eq!(convert(Policy::Skip)?.0, b"ab");
/// assert_eq!(convert(Policy::Escape)?.0, br"a\xFFb");
/// # Ok::<(), utfkit::Finding>(())
/// ```
#[doc(alias("errors", "error handler"))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Policy<'p> {
    /// Stop, and return the finding. The caller may [`resolve`](super::Transcoder::resolve) it.
    #[default]
    Strict,
    /// Write U+FFFD for each maximal subpart (Unicode table 3-8), and for each character that the
    /// target cannot encode. If the target cannot encode U+FFFD either, write `?`. Ten charsets, such
    /// as those of Braille, have neither: stop, and return the finding.
    #[doc(alias("U+FFFD", "fatal"))]
    Replace,
    /// Write nothing.
    #[doc(alias = "ignore")]
    Skip,
    /// Write `\xNN` for each byte. A backslash before an `x` in the text is escaped too. So
    /// [`unescape`] restores the input exactly, except for a BOM that was read.
    ///
    /// Exceptions: if a [charset](crate::encoding::Charset) has several spellings of a character,
    /// the restored text is the same, but not its bytes. A character that a charset decodes but
    /// does not encode is not restored, and `unescape` reports it. UTF-7 and ISO-2022-JP are not
    /// restored, because their bytes depend on those before them. Their well-formed text is
    /// restored, possibly with other bytes, if nothing next to it was escaped inside a run of
    /// base64 or after a shift. If the target lacks the characters of escapes, such as the
    /// backslash, the conversion stops as with [`Policy::Strict`].
    ///
    #[cfg_attr(feature = "alloc", doc = "[`unescape`]: super::unescape")]
    #[cfg_attr(
        not(feature = "alloc"),
        doc = "[`unescape`]: https://docs.rs/utfkit/latest/utfkit/transcode/fn.unescape.html"
    )]
    Escape,
    /// Write this text. Characters of it that the target cannot encode become `?`.
    ReplaceWith(&'p str),
    /// Write the [`transliteration`](super::transliteration) of a character that the target cannot
    /// encode, or this text if there is none. Stop at ill-formed input.
    #[doc(alias = "TRANSLIT")]
    Transliterate(&'p str),
    /// Like [`Policy::Transliterate`], but [escape](Policy::Escape) the bytes of a character without
    /// a transliteration.
    TransliterateOrEscape,
}

/// The action for one finding.
///
/// ```
/// use utfkit::{Encoding, Kind, transcode::{Action, convert_by}};
/// let decide = |finding: &utfkit::Finding| match finding.kind() {
///     Kind::Truncated => Action::ReplaceWith("?"),
///     _ => Action::Skip,
/// };
/// let (text, _) = convert_by(b"a\xE2b\xFFc", Encoding::Utf8, Encoding::Utf8, decide)?;
/// assert_eq!(text, b"a?bc");
/// # Ok::<(), utfkit::Finding>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action<'p> {
    /// Stop, as with [`Policy::Strict`].
    Stop,
    /// Replace, as with [`Policy::Replace`].
    Replace,
    /// Skip, as with [`Policy::Skip`].
    Skip,
    /// Escape, as with [`Policy::Escape`]. If the target lacks the characters of escapes, stop.
    /// Backslashes in the text are not escaped, because it is not known in advance whether any
    /// finding will be.
    #[doc(alias = "backslashreplace")]
    Escape,
    /// Write this text, as with [`Policy::ReplaceWith`].
    ReplaceWith(&'p str),
    /// Write a short text that was made for this finding.
    Write(Replacement),
}

/// A short text that was made for one finding, kept without allocation.
///
/// ```
/// use std::fmt::Write;
/// use utfkit::{Encoding, transcode::{Action, Replacement, convert_by}};
/// let percent = |finding: &utfkit::Finding| {
///     let mut text = Replacement::new();
///     for byte in finding.bytes() {
///         // There is room for eight bytes in this form.
///         write!(text, "%{byte:02X}").unwrap();
///     }
///     Action::Write(text)
/// };
/// let (text, _) = convert_by(b"caf\xE9", Encoding::Utf8, Encoding::Utf8, percent)?;
/// assert_eq!(text, b"caf%E9");
/// # Ok::<(), utfkit::Finding>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replacement {
    bytes: [u8; Self::MAX],
    len: u8,
}

impl Replacement {
    /// The maximum length in bytes of UTF-8.
    pub const MAX: usize = 32;

    /// Creates an empty text.
    #[must_use]
    pub const fn new() -> Self {
        Self { bytes: [0; Self::MAX], len: 0 }
    }

    /// Returns the text.
    ///
    /// ```
    /// use utfkit::transcode::Replacement;
    /// assert_eq!(Replacement::from('\u{FFFD}').as_str(), "\u{FFFD}");
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(cut::prefix(&self.bytes, self.len())).unwrap_or_default()
    }

    pub(super) const fn len(&self) -> usize {
        self.len as usize
    }

    /// Appends `character`. Returns `false` if it does not fit.
    pub(super) fn push(&mut self, character: char) -> bool {
        let room = cut::rest_mut(&mut self.bytes, self.len.into());
        if room.len() < character.len_utf8() {
            return false;
        }
        self.len += character.encode_utf8(room).len() as u8;
        true
    }
}

impl Default for Replacement {
    fn default() -> Self {
        Self::new()
    }
}

impl From<char> for Replacement {
    fn from(character: char) -> Self {
        let mut text = Self::new();
        text.push(character);
        text
    }
}

impl core::fmt::Write for Replacement {
    /// Appends `text`.
    ///
    /// # Errors
    /// Not all of it fits. The part that fits is appended.
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        if text.chars().all(|character| self.push(character)) {
            Ok(())
        } else {
            Err(core::fmt::Error)
        }
    }
}

impl<'p> Policy<'p> {
    /// Returns the action of this policy for `finding`.
    pub(super) fn action(&self, finding: &Finding) -> Action<'p> {
        match self {
            Policy::Strict => Action::Stop,
            Policy::Replace => Action::Replace,
            Policy::Skip => Action::Skip,
            Policy::Escape => Action::Escape,
            Policy::ReplaceWith(text) => Action::ReplaceWith(text),
            Policy::Transliterate(_) | Policy::TransliterateOrEscape
                if !matches!(finding.kind(), Kind::Unencodable { .. }) =>
            {
                Action::Stop
            }
            Policy::Transliterate(otherwise) => {
                Action::ReplaceWith(spelling(finding).unwrap_or(otherwise))
            }
            Policy::TransliterateOrEscape => {
                spelling(finding).map_or(Action::Escape, Action::ReplaceWith)
            }
        }
    }

    /// Returns `true` if `finding` is a character that this policy transliterates.
    pub(super) fn transliterates(&self, finding: &Finding) -> bool {
        matches!(self, Policy::Transliterate(_) | Policy::TransliterateOrEscape)
            && spelling(finding).is_some()
    }

    /// Returns `true` if backslashes of the text are escaped where they could look like an escape.
    pub(super) const fn escapes_backslashes(&self) -> bool {
        matches!(self, Policy::Escape)
    }
}

/// Returns the transliteration of the character that the target cannot encode.
fn spelling(finding: &Finding) -> Option<&'static str> {
    let Kind::Unencodable { value } = finding.kind() else { return None };
    char::from_u32(value).and_then(transliteration)
}

/// The numbers of findings so far, and of the actions for them.
///
/// ```
/// use utfkit::{Encoding, transcode::{Policy, convert_with}};
/// let (_, counts) =
///     convert_with("a€\u{E9}".as_bytes(), Encoding::Utf8, Encoding::UsAscii, Policy::Replace)?;
/// assert_eq!((counts.unencodable, counts.replaced, counts.ill_formed), (2, 2, 0));
/// # Ok::<(), utfkit::Finding>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// The number of ill-formed maximal subparts.
    pub ill_formed: u64,
    /// The number of characters that the target cannot encode.
    pub unencodable: u64,
    /// The number of findings that were replaced with U+FFFD or with a text.
    pub replaced: u64,
    /// The number of these that were characters with a [`transliteration`], which was written.
    pub transliterated: u64,
    /// The number of characters that were written as their twins
    /// ([`Transcoder::twins`](super::Transcoder::twins)). These are not findings.
    pub twins: u64,
    /// The first of these characters.
    pub first_twin: Option<Finding>,
    /// The number of findings that were skipped.
    pub skipped: u64,
    /// The number of findings that were written as escapes.
    pub escaped: u64,
    /// The number of backslashes that were escaped under [`Policy::Escape`] because an `x` follows
    /// them. These are not findings.
    pub backslashes: u64,
    /// The first finding.
    pub first: Option<Finding>,
}

impl Counts {
    /// Adds the counts of a part of the text that begins at `offset`.
    pub(super) fn add_part(&mut self, part: &Self, offset: u64) {
        self.ill_formed = self.ill_formed.saturating_add(part.ill_formed);
        self.unencodable = self.unencodable.saturating_add(part.unencodable);
        self.replaced = self.replaced.saturating_add(part.replaced);
        self.transliterated = self.transliterated.saturating_add(part.transliterated);
        self.twins = self.twins.saturating_add(part.twins);
        self.first_twin = self.first_twin.or(part.first_twin.map(|first| first.moved(offset)));
        self.skipped = self.skipped.saturating_add(part.skipped);
        self.escaped = self.escaped.saturating_add(part.escaped);
        self.backslashes = self.backslashes.saturating_add(part.backslashes);
        self.first = self.first.or(part.first.map(|first| first.moved(offset)));
    }

    /// Counts `finding`.
    pub(super) fn add(&mut self, finding: &Finding) {
        self.first.get_or_insert(*finding);
        match finding.kind() {
            Kind::Unencodable { .. } => self.unencodable += 1,
            _ => self.ill_formed += 1,
        }
    }

    /// Counts the action for a finding.
    pub(super) fn add_action(&mut self, action: Action<'_>) {
        match action {
            Action::Stop => {}
            Action::Replace | Action::ReplaceWith(_) | Action::Write(_) => self.replaced += 1,
            Action::Skip => self.skipped += 1,
            Action::Escape => self.escaped += 1,
        }
    }
}
