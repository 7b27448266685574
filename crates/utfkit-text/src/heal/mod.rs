//! Puts lost characters back: finds out what destroyed a text, and takes its bytes from an older
//! version.
//!
//! Editors, scripts and tools read legacy charsets as UTF-8, and write U+FFFD, `?` or mojibake. The
//! characters are lost then, but an older version has them. [`heal`] takes both versions, infers
//! the damage, aligns the texts, and keeps the edits of the new version.
//!
//! Old bytes are copied, never encoded again. A character is restored only if its place in the old
//! version is certain; every other place is an [`Open`] place and keeps its bytes.
//!
//! # Not finished
//!
//! This module needs the feature `unstable-heal`, and may change in any release. Check what it
//! returns before you overwrite a file with it. Known problems:
//!
//! - Accuracy: `cargo xtask score-heal` still finds wrong bytes and lost edits, most of them where
//!   the damage loses the number of characters, or the old version has only ASCII.
//! - Speed: 10 MB take 1 to 1.5 seconds.
//! - Doubt about `old`: a text with few damaged words can pass for an older version.
//! - Most of the table for `//TRANSLIT` of libiconv.
//! - In encodings with shift states, such as ISO-2022-JP, parts of a changed line.
//! - Several damages at several times: it takes one older version.
//!
//! ```
//! use utfkit_text::heal::heal;
//! let old = b"Gr\xFC\xDFe aus der K\xFCche\nund aus dem Garten\n";
//! let new = "Gr\u{FFFD}\u{FFFD}e aus der K\u{FFFD}che\nund aus dem Keller\n".as_bytes();
//! let encoding: utfkit::Encoding = "windows-1252".parse()?;
//! let healed = heal(old, new, encoding).expect("one version of the other");
//! assert_eq!(healed.bytes, b"Gr\xFC\xDFe aus der K\xFCche\nund aus dem Keller\n");
//! assert!(healed.open.is_empty());
//! # Ok::<(), utfkit::encoding::UnknownLabel>(())
//! ```

mod align;
mod charset;
mod family;
mod healer;
mod infer;
mod kinship;
mod loss;
mod region;
mod state;
mod text;
mod unsure;
mod weights;

#[cfg(test)]
mod tests;

use std::fmt;

pub use loss::{Loss, MixedLine, loss, mixed_line};

use utfkit::Encoding;

/// The result of [`heal`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Healed {
    /// The new version, with the bytes of the old one where they are certain.
    pub bytes: Vec<u8>,
    /// The part of the damaged words that the damage explains, from 0 to 1.
    pub score: f64,
    /// The damages, such as `read as UTF-8 with U+FFFD per part`; the first explains most. It is
    /// empty if nothing is damaged.
    pub damages: Vec<String>,
    /// The restored places, in their order.
    pub restored: Vec<Restored>,
    /// The places that may be damaged and stay, in their order.
    pub open: Vec<Open>,
    /// The number of open places that are not in `open`, which has at most 100,000.
    pub more_open: usize,
    /// Whether the line ends of the old version were put back.
    pub line_ends: bool,
    /// Whether the BOM of the old version was put back, or a BOM that it lacks was removed.
    pub bom: bool,
}

/// A place that was restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Restored {
    /// The offset in [`Healed::bytes`].
    pub offset: usize,
    /// The length there, in bytes.
    pub len: usize,
    /// The number of restored characters.
    pub characters: usize,
    /// Why this is certain.
    pub evidence: Evidence,
    /// The line of the old version that has the bytes, from 1, where one line has them.
    pub old_line: Option<usize>,
}

/// Why a restored place is certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Evidence {
    /// The whole line is a line of the old version at the same place.
    Line,
    /// The whole line is a line of the old version at another place.
    Moved,
    /// The text around it is in the old version.
    Aligned,
    /// The word and the text around it are in the old version, at another place.
    Context,
    /// The damage loses nothing and was undone.
    Inverse,
    /// It was dropped between two characters that are neighbors in the old version.
    Dropped,
}

impl Evidence {
    /// Returns the word for it in reports.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Moved => "moved",
            Self::Aligned => "aligned",
            Self::Context => "context",
            Self::Inverse => "inverse",
            Self::Dropped => "dropped",
        }
    }
}

/// A place that may be damaged and was not restored.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Open {
    /// The offset in [`Healed::bytes`].
    pub offset: usize,
    /// The length there, in bytes. It is 0 where characters may be missing.
    pub len: usize,
    /// Why the place was not restored.
    pub reason: Reason,
    /// At most four texts of the old version that may have been here, as its bytes.
    pub candidates: Vec<Vec<u8>>,
}

/// Why a place was not restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// Two places of the old version are possible.
    TwoPlaces,
    /// Several texts of the old version look like this one.
    LookAlike,
    /// There is too little text around it.
    PoorContext,
    /// The old version does not have this text.
    NotInOld,
    /// The encoding of the old version lacks the character.
    NotInEncoding,
    /// Characters may be missing here.
    MayBeMissing,
}

impl Reason {
    /// Returns the word for it in reports.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::TwoPlaces => "two-places",
            Self::LookAlike => "look-alike",
            Self::PoorContext => "poor-context",
            Self::NotInOld => "not-in-old",
            Self::NotInEncoding => "not-in-encoding",
            Self::MayBeMissing => "may-be-missing",
        }
    }
}

/// Why [`heal`] did nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Refusal {
    /// The old text does not look like an older version of the new one.
    Unrelated {
        /// The part of the damaged words that the best damage explains, from 0 to 1.
        score: f64,
    },
    /// The new text reads better than the old one, so the damage was undone. Only the feature `model`
    /// finds this.
    OldIsDamaged,
    /// The encoding has no ASCII, such as EBCDIC.
    Encoding,
    /// One of the texts is longer than [`MAX_LEN`].
    TooLong,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unrelated { score } => write!(
                f,
                "the old text does not look like an older version: it explains {:.0} % of the \
                 damaged words",
                score * 100.0
            ),
            Self::OldIsDamaged => f.write_str("the old text is the damaged one"),
            Self::Encoding => f.write_str("texts in this encoding cannot be compared by lines"),
            Self::TooLong => write!(f, "the text is longer than {MAX_LEN} bytes"),
        }
    }
}

impl std::error::Error for Refusal {}

/// The maximum length of each text, in bytes.
pub const MAX_LEN: usize = 256 << 20;

/// Restores the characters of `new`, a damaged and edited version of `old`, which is in `encoding`.
///
/// A BOM of `old` decides before `encoding`. Bytes of `new` that are not damaged, and the edits,
/// stay; text that was typed in UTF-8 is encoded in the encoding of `old`. If all of `old` is ASCII,
/// it has no characters to restore, and `new` stays as it is.
///
/// Cost: linear in the lengths, apart from the search for context, which is bounded.
///
/// # Errors
///
/// Returns a [`Refusal`] if `old` is not an older version of `new`, or if its encoding has no ASCII,
/// or if a text is too long.
pub fn heal(old: &[u8], new: &[u8], encoding: Encoding) -> Result<Healed, Refusal> {
    if let Some(healed) = state::Healer::new(old, new, encoding)?.heal()? {
        return Ok(healed);
    }
    let mut healer = state::Healer::new(old, new, encoding)?;
    healer.typed_misread = true;
    Ok(healer.heal()?.unwrap_or_else(|| unreachable!("what was to be found is known")))
}
