//! Replaces text in a file of any encoding, and keeps every other byte.
//!
//! Programs that read a file as UTF-8 and write it again lose the characters of all other charsets,
//! even where they change only one ASCII word. [`edit`] looks for the old text character by
//! character, and writes only the bytes of the new text.
//!
//! The contract:
//!
//! 1. The bytes outside of the replaced places are identical.
//! 2. The result, read again, is the characters before each place, the new text, and the characters
//!    after it. [`edit`] reads the result again to check this.
//! 3. Otherwise, it returns a [`Refusal`].
//!
//! The BOM, the line ends and ill-formed bytes stay. A line feed of the old text also matches CRLF,
//! and a line feed of the new text becomes the line end of its place. With a carriage return in one
//! of the texts, both are taken as they are.
//!
//! The old text may come from a program that misread the file: U+FFFD matches a character that it
//! could not read. The new text may repeat these U+FFFD in the same order, and keeps their bytes.
//!
//! ```
//! # #[cfg(feature = "charsets")] {
//! use utfkit_text::transform::{Times, edit};
//! let file = b"Gr\xF6\xDFe = 12\n";
//! let encoding: utfkit::Encoding = "windows-1252".parse()?;
//! let edited = edit(file, encoding, "= 12", "= 13 \u{20AC}", Times::Once).expect("found once");
//! assert_eq!(edited.bytes, b"Gr\xF6\xDFe = 13 \x80\n");
//! # }
//! # Ok::<(), utfkit::encoding::UnknownLabel>(())
//! ```

mod compose;
mod find;
mod marks;
mod quick;
mod reading;
mod spell;
mod verify;

#[cfg(test)]
#[cfg(feature = "charsets")]
mod tests;

use std::{fmt, ops::Range};

use utfkit::{
    Encoding,
    encoding::{Bom, ByteOrder},
    utf8,
};

use self::{find::Pattern, reading::Reading};
use crate::detect::{detect, likeliest::Likeliest};

/// The maximum number of places that one call replaces.
pub const MAX_PLACES: usize = 1_000_000;

/// The number of times that the old text has to be in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Times {
    /// Once. A second place would make it uncertain which one is meant.
    Once,
    /// This number of times.
    Exactly(usize),
    /// At least once. The first of several places that overlap is replaced.
    All,
}

/// The result of [`edit`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Edited {
    /// The encoding of the file.
    pub encoding: Encoding,
    /// The new content of the file.
    pub bytes: Vec<u8>,
    /// The replaced places, in their order.
    pub places: Vec<Place>,
}

/// A replaced place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Place {
    /// The bytes of the old text, in the old content.
    pub old: Range<usize>,
    /// The bytes of the new text, in the new content.
    pub new: Range<usize>,
}

/// Why [`edit`] changed nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The old text is empty.
    Empty,
    /// The file does not have the old text.
    NotFound,
    /// The file has the old text another number of times.
    Found {
        /// The number of places, including those that overlap.
        found: usize,
    },
    /// The encoding of the file does not have a character of the new text.
    NotInEncoding {
        /// The character.
        character: char,
        /// The encoding of the file.
        encoding: Encoding,
        /// Text that the encoding has and that is often written for it.
        nearest: Option<String>,
    },
    /// The new bytes would be read together with the bytes around them.
    Joins {
        /// The offset of the place in the file.
        offset: usize,
    },
    /// The U+FFFD of the new text are not those of the old text in their order, or are only a part
    /// of them.
    Marks,
    /// The file has more than `MAX_PLACES` places.
    TooMany,
    /// The encoding was not named, and is not certain.
    Uncertain,
    /// The file is certainly UTF-8, and the named encoding would write other bytes.
    IsUtf8 {
        /// The encoding that was named.
        named: Encoding,
    },
}

impl Refusal {
    /// Returns the word for it in reports.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::NotFound => "not-found",
            Self::Found { .. } => "found-elsewhere",
            Self::NotInEncoding { .. } => "not-in-encoding",
            Self::Joins { .. } => "joins",
            Self::Marks => "lost-characters",
            Self::TooMany => "too-many",
            Self::Uncertain => "uncertain-encoding",
            Self::IsUtf8 { .. } => "is-utf-8",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the old text is empty"),
            Self::NotFound => f.write_str("the old text is not in the file"),
            Self::Found { found } => write!(f, "the old text is in {found} places"),
            Self::NotInEncoding { character, encoding, nearest } => {
                write!(f, "`{character}` is not in {encoding}")?;
                match nearest {
                    Some(text) => write!(f, "; the nearest text is `{text}`"),
                    None => Ok(()),
                }
            }
            Self::Joins { offset } => write!(
                f,
                "the new bytes would be read together with the bytes around them at byte {offset}"
            ),
            Self::Marks => f.write_str(
                "the U+FFFD of the new text are not those of the old text in the same order",
            ),
            Self::TooMany => write!(f, "the old text is in more than {MAX_PLACES} places"),
            Self::Uncertain => f.write_str("the encoding is not certain"),
            Self::IsUtf8 { named } => write!(f, "the file is UTF-8, not {named}"),
        }
    }
}

impl std::error::Error for Refusal {}

/// Replaces `old` by `new` in `bytes`, the content of a file in `encoding`.
///
/// A BOM of `bytes` decides before `encoding`. Without both, the detected encoding is used if it is
/// certain. Both texts are compared by code points: a letter and its accent do not match the letter
/// with the accent.
///
/// Cost: linear. In UTF-8 and charsets of one byte per character, the search is as fast as the memory,
/// and in most encodings only lines with a place are read as characters. Memory: the new content, and about 32 bytes per place.
///
/// # Errors
///
/// Returns a [`Refusal`] if the contract cannot be kept.
pub fn edit(
    bytes: &[u8],
    encoding: impl Into<Option<Encoding>>,
    old: &str,
    new: &str,
    times: Times,
) -> Result<Edited, Refusal> {
    let bom = Bom::of(bytes);
    let named = bom.map(Bom::encoding_after).or_else(|| encoding.into());
    let may_be_utf8 = || !bytes.is_ascii() && utf8::is_valid(bytes);
    let encoding = match named {
        Some(named)
            if named.is_legacy() && may_be_utf8() && certain(bytes) == Some(Encoding::Utf8) =>
        {
            return Err(Refusal::IsUtf8 { named });
        }
        Some(named) => named,
        None => certain(bytes).ok_or(Refusal::Uncertain)?,
    };
    let text = Text {
        bytes,
        start: bom.map_or(0, |bom| bom.bytes().len()),
        encoding,
        order: encoding.byte_order().unwrap_or_default(),
    };
    let pattern = Pattern::new(old, new).ok_or(Refusal::Empty)?;
    for &reading in find::readings(&text, &pattern) {
        let is_right = reading == Reading::Right;
        let found = match is_right.then(|| quick::places(&text, &pattern)).flatten() {
            Some(all) => {
                let count = all.len();
                find::as_wanted(all, count, times)
            }
            None => find::places(&text, reading, &pattern, times),
        };
        match found {
            Err(Refusal::NotFound) => {}
            Err(refusal) => return Err(refusal),
            Ok(places) => return compose::compose(&text, reading, &pattern, &places),
        }
    }
    Err(Refusal::NotFound)
}

/// Returns the encoding of `bytes`, if it is certain. Text of ISO-2022-JP, HZ or UTF-16 can also be
/// well-formed UTF-8, and an edit as UTF-8 would damage it. So detection decides.
fn certain(bytes: &[u8]) -> Option<Encoding> {
    Likeliest::certain(&detect(bytes))
}

/// A file with its encoding.
struct Text<'t> {
    bytes: &'t [u8],
    /// The length of the BOM.
    start: usize,
    encoding: Encoding,
    order: ByteOrder,
}
