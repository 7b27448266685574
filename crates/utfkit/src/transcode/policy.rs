//! What is done about ill-formed text and characters that cannot be encoded.

use super::translit::transliteration;
use crate::{Finding, Kind};

/// What a [`Transcoder`](super::Transcoder) does about what is ill-formed or cannot be encoded.
///
/// Nothing is interpreted that is ill-formed, under any policy.
#[derive(Default)]
#[non_exhaustive]
pub enum Policy<'p> {
    /// Stop, and say what was found.
    #[default]
    Strict,
    /// Write U+FFFD for each maximal subpart (Unicode table 3-8), and for each character that
    /// cannot be encoded; `?` if the target cannot encode U+FFFD either.
    Replace,
    /// Write nothing.
    Skip,
    /// Write `\xNN` for each byte; a backslash before an `x` in the text is written so too, so
    /// that [`unescape`] gives back the input exactly, but for a BOM that
    /// was read (of a [charset](crate::encoding::Charset) with several spellings of a character,
    /// the same text). A character that a charset reads and does not write does not come back:
    /// `unescape` says which. Nor does text of UTF-7 and ISO-2022-JP: bytes mean there what those
    /// before them say. What is well-formed of it comes back as the same text, if not by the same
    /// bytes, where nothing beside it was escaped within a run of base64 or behind a shift.
    ///
    #[cfg_attr(feature = "alloc", doc = "[`unescape`]: super::unescape")]
    #[cfg_attr(
        not(feature = "alloc"),
        doc = "[`unescape`]: https://docs.rs/utfkit/latest/utfkit/transcode/fn.unescape.html"
    )]
    Escape,
    /// Write this text; what the target cannot encode of it becomes `?`.
    ReplaceWith(&'p str),
    /// Write what [`transliteration`](super::transliteration) has for a character that cannot be
    /// encoded, this text where it has nothing; what is ill-formed stops.
    Transliterate(&'p str),
    /// Ask what to do about each finding.
    Call(&'p mut (dyn FnMut(&Finding) -> Action<'p> + Send)),
}

/// What is done about one finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action<'p> {
    /// As [`Policy::Strict`].
    Stop,
    /// As [`Policy::Replace`].
    Replace,
    /// As [`Policy::Skip`].
    Skip,
    /// As [`Policy::Escape`], but for backslashes in the text: they stay as they are, for it is not
    /// known beforehand that something will be escaped.
    Escape,
    /// As [`Policy::ReplaceWith`].
    ReplaceWith(&'p str),
    /// Write a short text that was made for this finding.
    Write(Replacement),
}

/// A short text that a callback makes, kept without allocation.
///
/// ```
/// use std::fmt::Write;
/// use utfkit::{Encoding, transcode::{Action, Policy, Replacement, convert_with}};
/// let mut percent = |finding: &utfkit::Finding| {
///     let mut text = Replacement::new();
///     for byte in finding.bytes() {
///         // There is room for eight bytes so.
///         write!(text, "%{byte:02X}").unwrap();
///     }
///     Action::Write(text)
/// };
/// let policy = Policy::Call(&mut percent);
/// let (text, _) = convert_with(b"caf\xE9", Encoding::Utf8, Encoding::Utf8, policy)?;
/// assert_eq!(text, b"caf%E9");
/// # Ok::<(), utfkit::Finding>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replacement {
    characters: [char; Self::MAX],
    len: u8,
}

impl Replacement {
    /// The most characters it can have.
    pub const MAX: usize = 32;

    /// An empty text.
    #[must_use]
    pub const fn new() -> Self {
        Self { characters: ['\0'; Self::MAX], len: 0 }
    }

    pub(super) fn characters(&self) -> &[char] {
        &self.characters[..usize::from(self.len)]
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
        text.characters[0] = character;
        text.len = 1;
        text
    }
}

impl core::fmt::Write for Replacement {
    /// Appends `text`.
    ///
    /// # Errors
    /// There is no room for all of it; what fits is appended.
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        for character in text.chars() {
            let slot = self.characters.get_mut(usize::from(self.len)).ok_or(core::fmt::Error)?;
            *slot = character;
            self.len += 1;
        }
        Ok(())
    }
}

impl<'p> Policy<'p> {
    /// What this policy does about `finding`.
    pub(super) fn action(&mut self, finding: &Finding) -> Action<'p> {
        match self {
            Policy::Strict => Action::Stop,
            Policy::Replace => Action::Replace,
            Policy::Skip => Action::Skip,
            Policy::Escape => Action::Escape,
            Policy::ReplaceWith(text) => Action::ReplaceWith(text),
            Policy::Transliterate(otherwise) => match finding.kind() {
                Kind::Unencodable { value } => {
                    let known = char::from_u32(value).and_then(transliteration);
                    Action::ReplaceWith(known.unwrap_or(otherwise))
                }
                _ => Action::Stop,
            },
            Policy::Call(decide) => decide(finding),
        }
    }

    /// The same policy for a part of the text, if what it does about a finding depends on nothing
    /// else.
    pub(super) const fn for_part(&self) -> Option<Policy<'p>> {
        match self {
            Policy::Strict => Some(Policy::Strict),
            Policy::Replace => Some(Policy::Replace),
            Policy::Skip => Some(Policy::Skip),
            Policy::ReplaceWith(text) => Some(Policy::ReplaceWith(text)),
            Policy::Transliterate(otherwise) => Some(Policy::Transliterate(otherwise)),
            // A backslash is escaped or not by what follows it.
            Policy::Escape | Policy::Call(_) => None,
        }
    }

    /// Whether `finding` is a character that this policy has a spelling for.
    pub(super) fn transliterates(&self, finding: &Finding) -> bool {
        match (self, finding.kind()) {
            (Policy::Transliterate(_), Kind::Unencodable { value }) => {
                char::from_u32(value).and_then(transliteration).is_some()
            }
            _ => false,
        }
    }

    /// Whether backslashes of the text are escaped where they could be taken for an escape.
    pub(super) const fn escapes_backslashes(&self) -> bool {
        matches!(self, Policy::Escape)
    }
}

impl core::fmt::Debug for Policy<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Policy::Strict => "Strict",
            Policy::Replace => "Replace",
            Policy::Skip => "Skip",
            Policy::Escape => "Escape",
            Policy::ReplaceWith(_) => "ReplaceWith(..)",
            Policy::Transliterate(_) => "Transliterate(..)",
            Policy::Call(_) => "Call(..)",
        })
    }
}

/// What was found so far, and what was done about it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// Maximal subparts that were ill-formed.
    pub ill_formed: u64,
    /// Characters that the target cannot encode.
    pub unencodable: u64,
    /// Findings that were replaced, by U+FFFD or by a text.
    pub replaced: u64,
    /// How many of these were characters with a [`transliteration`], which were written so.
    pub transliterated: u64,
    /// Findings that were left out.
    pub skipped: u64,
    /// Findings that were written as escapes.
    pub escaped: u64,
    /// Backslashes that were written as escapes under [`Policy::Escape`], because an `x` stands
    /// behind them: no findings.
    pub backslashes: u64,
    /// The first finding.
    pub first: Option<Finding>,
}

impl Counts {
    /// Counts what was found in a part of the text that begins at `offset`.
    pub(super) fn add_part(&mut self, part: &Self, offset: u64) {
        self.ill_formed = self.ill_formed.saturating_add(part.ill_formed);
        self.unencodable = self.unencodable.saturating_add(part.unencodable);
        self.replaced = self.replaced.saturating_add(part.replaced);
        self.transliterated = self.transliterated.saturating_add(part.transliterated);
        self.skipped = self.skipped.saturating_add(part.skipped);
        self.escaped = self.escaped.saturating_add(part.escaped);
        self.backslashes = self.backslashes.saturating_add(part.backslashes);
        self.first = self.first.or(part.first.map(|first| first.moved(offset)));
    }

    /// Counts `finding` and what is done about it.
    pub(super) fn add(&mut self, finding: &Finding, action: Action<'_>) {
        self.first.get_or_insert(*finding);
        match finding.kind() {
            Kind::Unencodable { .. } => self.unencodable += 1,
            _ => self.ill_formed += 1,
        }
        match action {
            Action::Stop => {}
            Action::Replace | Action::ReplaceWith(_) | Action::Write(_) => self.replaced += 1,
            Action::Skip => self.skipped += 1,
            Action::Escape => self.escaped += 1,
        }
    }
}
