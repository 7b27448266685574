//! A piece of text, and the places of its characters in the stream.

use std::{cell::Cell, ops::Range};

use utfkit::{
    Encoding,
    codec::{Decoder, Step},
};

use super::mark::Mark;

/// A piece of well-formed text.
#[derive(Clone, Copy)]
pub struct Piece<'t> {
    /// The text.
    pub text: &'t str,
    /// The offset of the text in that of `places`.
    from: usize,
    places: &'t Places<'t>,
}

/// A text, and the bytes of a stream that spell it.
///
/// Cost: finding a place takes time in proportion to the distance from one of the last two places.
/// In UTF-8, it takes none.
pub(crate) struct Places<'t> {
    text: &'t str,
    bytes: &'t [u8],
    /// The offset of the bytes in the stream.
    start: u64,
    spelling: Spelling<'t>,
    /// The last two known places, the first of which is not after the second.
    known: Cell<[Known; 2]>,
}

/// How the bytes spell the text.
#[derive(Clone, Copy)]
pub(super) enum Spelling<'t> {
    /// The text is the bytes of the stream.
    Same,
    /// In code units of this many bytes, one for each character.
    Units(usize),
    /// In UTF-16.
    Utf16,
    /// In any encoding. The decoder has the state before the first byte.
    Any(Decoder),
    /// The offset of each character in the stream is known, at the index of its first byte. The
    /// last offset is that of the end.
    Known(&'t [u64]),
}

/// An offset in the text, and the mark in the bytes.
#[derive(Clone, Copy)]
struct Known {
    text: usize,
    mark: Mark,
}

/// Below this length in bytes, a kernel is not faster.
const SHORT: usize = 64;

impl Spelling<'_> {
    /// Returns the spelling in `encoding`, before the first byte of a text.
    pub(super) fn of(encoding: Encoding, decoder: Decoder) -> Self {
        let is_character = |byte| {
            matches!(decoder.first(&[byte], false), Step::Value { .. } | Step::IllFormed { .. })
        };
        match encoding.without_order() {
            Encoding::Utf8 => Self::Same,
            Encoding::Utf16 => Self::Utf16,
            Encoding::Utf32 => Self::Units(4),
            Encoding::UsAscii | Encoding::Iso8859_1 => Self::Units(1),
            Encoding::Charset(_) if (0..=u8::MAX).all(is_character) => Self::Units(1),
            _ => Self::Any(decoder),
        }
    }

    /// Returns the spelling after more of the text was decoded by `decoder`.
    pub(super) fn at(self, decoder: Decoder) -> Self {
        match self {
            Self::Any(_) => Self::Any(decoder),
            other => other,
        }
    }
}

impl<'t> Places<'t> {
    /// Creates the places of `text`, which is UTF-8 at the offset `start` of a stream of UTF-8.
    #[must_use]
    pub(crate) fn of_utf8(text: &'t str, start: u64) -> Self {
        Self::new(text, text.as_bytes(), start, Spelling::Same)
    }

    /// Creates the places of `text` from the offset of each character in the stream, at the index
    /// of its first byte, and the offset of the end.
    #[must_use]
    pub(crate) fn known(text: &'t str, offsets: &'t [u64]) -> Self {
        Self::new(text, &[], 0, Spelling::Known(offsets))
    }

    pub(super) fn new(text: &'t str, bytes: &'t [u8], start: u64, spelling: Spelling<'t>) -> Self {
        // Only `Any` uses the decoder.
        let decoder = match spelling {
            Spelling::Any(decoder) => decoder,
            _ => Encoding::Utf8.decoder(utfkit::encoding::ByteOrder::Big),
        };
        let first = Known { text: 0, mark: Mark { decoder, at: 0 } };
        Self { text, bytes, start, spelling, known: Cell::new([first; 2]) }
    }

    /// Returns all of the text.
    #[must_use]
    pub(crate) fn piece(&self) -> Piece<'_> {
        Piece { text: self.text, from: 0, places: self }
    }

    /// Returns the offset in the stream of the character at `at`.
    fn offset(&self, at: usize) -> u64 {
        match self.spelling {
            Spelling::Same => self.start + at as u64,
            Spelling::Known(offsets) => offsets.get(at).copied().unwrap_or_default(),
            _ => self.start + self.find(at) as u64,
        }
    }

    /// Returns the offset in the bytes of the character at `at`.
    fn find(&self, at: usize) -> usize {
        let [first, second] = self.known.get();
        let from = if at < second.text { first } else { second };
        let mut mark = from.mark;
        let between = |range: Range<usize>| self.text.get(range).unwrap_or_default();
        let len = |range| match self.spelling {
            Spelling::Units(unit) => unit * between(range).chars().count(),
            _ => utf16_len(between(range)),
        };
        match self.spelling {
            Spelling::Any(decoder) => {
                let from = if from.text <= at {
                    from.text
                } else {
                    mark = Mark { decoder, at: 0 };
                    0
                };
                mark.skip(self.bytes, between(from..at).chars().count(), true);
                // A shift belongs to the character before it.
                mark.skip_shifts(self.bytes, true);
            }
            _ if from.text <= at => mark.at += len(from.text..at),
            _ => mark.at -= len(at..from.text),
        }
        let found = Known { text: at, mark };
        self.known.set(if at < from.text { [found, from] } else { [from, found] });
        mark.at
    }
}

/// Returns the number of bytes of `text` in UTF-16.
fn utf16_len(text: &str) -> usize {
    if text.len() < SHORT {
        2 * text.chars().map(char::len_utf16).sum::<usize>()
    } else {
        2 * utfkit::utf8::utf16_len(text.as_bytes())
    }
}

impl<'t> Piece<'t> {
    /// Returns the offset in the stream of the character at `at`, or of the end.
    ///
    /// A shift is before it: it belongs to the previous character.
    #[must_use]
    pub fn offset(self, at: usize) -> u64 {
        self.places.offset(self.from + at)
    }

    /// Returns the bytes of the stream that spell the text at `range`.
    #[must_use]
    pub fn bytes(self, range: Range<usize>) -> &'t [u8] {
        let index = |at| usize::try_from(self.offset(at) - self.places.start).unwrap_or(0);
        self.places.bytes.get(index(range.start)..index(range.end)).unwrap_or_default()
    }

    /// Returns the text at `range`.
    #[must_use]
    pub fn part(self, range: Range<usize>) -> Self {
        Self { from: self.from + range.start, text: &self.text[range], ..self }
    }

    /// Returns `true` if the text is the bytes of the stream.
    #[must_use]
    pub fn is_utf8(self) -> bool {
        matches!(self.places.spelling, Spelling::Same)
    }

    /// Returns `true` if the text is known to be UTF-16 in the stream.
    #[must_use]
    pub fn is_utf16(self) -> bool {
        matches!(self.places.spelling, Spelling::Utf16)
    }
}
