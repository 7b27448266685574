//! Decoding of UTF-16 from a stream of chunks.

use core::{array, iter::FusedIterator};

use super::{Chunks, Units};
use crate::{
    error::{Finding, Kind},
    form::{Form, boundary, cut},
    slices::well_formed::WellFormed,
};

/// A decoder for a stream of UTF-16: it reads chunks, and returns borrowed text and findings.
///
/// Chunks may be cut anywhere, and may be units or bytes. If the end of a chunk cuts a surrogate
/// pair or a unit, the whole character comes with the next chunk. At most three bytes are kept;
/// nothing is allocated, and text is not copied. The findings are the same for every way to cut the
/// stream, with offsets in bytes from its start.
///
/// ```
/// use utfkit::utf16::Utf16Stream;
/// let (mut stream, mut text) = (Utf16Stream::new(), String::new());
/// for chunk in [&[0x68, 0x69, 0xD83D][..], &[0xDE00, 0xD800]] {
///     for piece in stream.feed(chunk) {
///         piece.lossy().append_to(&mut text);
///     }
/// }
/// for piece in stream.finish() {
///     piece.lossy().append_to(&mut text);
/// }
/// assert_eq!(text, "hi\u{1F600}\u{FFFD}");
/// ```
#[doc(alias("incremental", "decoder"))]
#[derive(Clone, Debug, Default)]
pub struct Utf16Stream {
    /// The high surrogate at the end of the last chunk.
    high: Option<u16>,
    /// The first byte of a unit at the end of the last chunk.
    byte: Option<u8>,
    /// Whether the bytes of the last chunk are big-endian.
    big: bool,
    /// The number of bytes of the stream before the kept ones.
    offset: u64,
    /// The character that was cut; pieces borrow it.
    joined: [u16; 2],
}

/// A piece of a stream: text or a finding.
#[derive(Clone, Copy, Debug)]
pub enum Piece<'s> {
    /// Text, never empty. Its length depends on how the stream was cut.
    Text(WellFormed<'s, u16>),
    /// A lone surrogate, or a byte that is left over at the end.
    IllFormed(Finding),
}

impl<'s> Piece<'s> {
    /// Returns the text, or U+FFFD for an ill-formed piece.
    #[must_use]
    pub fn lossy(self) -> WellFormed<'s, u16> {
        match self {
            Piece::Text(text) => text,
            Piece::IllFormed(_) => WellFormed::known((&[0xFFFD]).into()),
        }
    }

    /// Returns the text, or the finding as an error.
    ///
    /// # Errors
    /// Returns the finding, if the piece is ill-formed.
    pub const fn strict(self) -> Result<WellFormed<'s, u16>, Finding> {
        match self {
            Piece::Text(text) => Ok(text),
            Piece::IllFormed(finding) => Err(finding),
        }
    }
}

/// A piece before the middle of a chunk: the kept high surrogate, or the unit after it.
#[derive(Clone, Copy, Debug)]
enum Head {
    /// The character in `joined`, with its number of units.
    Joined(usize),
    Finding(Finding),
}

impl Utf16Stream {
    /// Creates a stream that has not read anything.
    #[must_use]
    pub const fn new() -> Self {
        Self { high: None, byte: None, big: false, offset: 0, joined: [0; 2] }
    }

    /// Reads the next chunk, which may be empty, and returns the pieces that are now complete.
    ///
    /// The whole chunk is consumed at once: pieces that are not iterated over are lost.
    ///
    /// Cost: constant here; the pieces take one pass over the chunk at the speed of the active
    /// kernels.
    ///
    /// ```
    /// use utfkit::utf16::Utf16Stream;
    /// let mut stream = Utf16Stream::new();
    /// assert_eq!(stream.feed(&[0x61, 0xD83D]).count(), 1);
    /// let piece = stream.feed(&[0xDE00]).next().unwrap();
    /// assert_eq!(piece.lossy().to_utf8_string(), "\u{1F600}");
    /// ```
    #[must_use = "pieces that are not iterated over are lost"]
    pub fn feed<'s>(&'s mut self, chunk: impl Into<Units<'s, u16>>) -> Pieces<'s> {
        let mut rest = chunk.into();
        self.big = rest.form() == Form::Utf16Be;
        let mut head = [None; 2];
        // A unit whose first byte was kept.
        let mut unit = None;
        if let (Some(first), [second, ..]) = (self.byte, rest.bytes()) {
            let bytes = [first, *second];
            unit =
                Some(if self.big { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) });
            self.byte = None;
            rest = rest.split_at_byte(1).1;
        } else if self.byte.is_some() {
            return Pieces::new(head, &self.joined, Units::from(&[]), 0);
        }
        for slot in &mut head {
            // The kept high surrogate comes first, then that unit.
            let first = match self.high.take().or_else(|| unit.take()) {
                Some(first) => first,
                None => break,
            };
            let next = unit.or_else(|| rest.get(0));
            *slot = match (first, next) {
                (0xD800..0xDC00, Some(low @ 0xDC00..0xE000)) => {
                    if unit.take().is_none() {
                        rest = rest.split_at_byte(2).1;
                    }
                    self.joined = [first, low];
                    Some(Head::Joined(2))
                }
                (0xD800..0xDC00, None) if !self.is_decided(rest) => {
                    self.high = Some(first);
                    break;
                }
                (0xD800..0xE000, _) => Some(Head::Finding(self.lone(first))),
                _ => {
                    self.joined = [first, 0];
                    Some(Head::Joined(1))
                }
            };
            self.offset += if matches!(slot, Some(Head::Joined(2))) { 4 } else { 2 };
        }
        let whole = if self.high.is_some() { 0 } else { boundary::complete(rest) * 2 };
        let (middle, mut tail) = rest.split_at_byte(whole);
        let offset = self.offset;
        self.offset += middle.bytes().len() as u64;
        if let Some(high) = tail.get(0) {
            self.high = Some(high);
            tail = tail.split_at_byte(2).1;
        }
        self.byte = tail.bytes().first().copied();
        Pieces::new(head, &self.joined, middle, offset)
    }

    /// Ends the stream. The kept bytes are ill-formed: at most two findings.
    ///
    /// The next chunk begins a new stream.
    ///
    /// ```
    /// use utfkit::utf16::Utf16Stream;
    /// let mut stream = Utf16Stream::new();
    /// assert_eq!(stream.feed(&[0xD83D]).count(), 0);
    /// assert_eq!(stream.finish().filter(|piece| piece.strict().is_err()).count(), 1);
    /// ```
    #[must_use = "an incomplete character at the end is a finding"]
    pub fn finish(&mut self) -> Pieces<'static> {
        let high = self.high.take().map(|high| {
            let finding = self.lone(high);
            self.offset += 2;
            finding
        });
        let byte = self.byte.take().map(|byte| Finding::new(self.offset, Kind::OddLength, &[byte]));
        *self = Self::new();
        let head = [high, byte].map(|found| found.map(Head::Finding));
        Pieces::new(head, &[0; 2], Units::from(&[]), 0)
    }

    /// Returns the number of kept bytes: a high surrogate, a part of a unit, or both.
    ///
    /// ```
    /// use utfkit::{Le, utf16::Utf16Stream};
    /// let mut stream = Utf16Stream::new();
    /// assert_eq!(stream.feed(Le(b"a\0\x3D\xD8\0")).count(), 1);
    /// assert_eq!((stream.pending(), stream.offset()), (3, 2));
    /// ```
    #[must_use]
    pub const fn pending(&self) -> usize {
        2 * self.high.is_some() as usize + self.byte.is_some() as usize
    }

    /// Returns the number of decided bytes of the stream: all bytes so far except the
    /// [pending](Self::pending) ones.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns `true` if `rest`, less than a unit after a high surrogate, cannot begin a low one.
    fn is_decided(&self, rest: Units<'_, u16>) -> bool {
        self.big && rest.bytes().first().is_some_and(|byte| byte & 0xFC != 0xDC)
    }

    /// Creates the finding for a lone surrogate.
    fn lone(&self, unit: u16) -> Finding {
        let kind = match unit {
            ..0xDC00 => Kind::LoneHighSurrogate { value: unit },
            _ => Kind::LoneLowSurrogate { value: unit },
        };
        let bytes = if self.big { unit.to_be_bytes() } else { unit.to_le_bytes() };
        Finding::new(self.offset, kind, &bytes)
    }
}

/// An iterator over the complete pieces of a chunk, in order. [`Utf16Stream::feed`] creates it.
#[derive(Clone, Debug)]
pub struct Pieces<'s> {
    head: array::IntoIter<Option<Head>, 2>,
    joined: &'s [u16; 2],
    /// The ill-formed sequence after the last text of the middle.
    after: Option<Finding>,
    middle: Chunks<'s>,
}

impl<'s> Pieces<'s> {
    fn new(
        head: [Option<Head>; 2],
        joined: &'s [u16; 2],
        middle: Units<'s, u16>,
        offset: u64,
    ) -> Self {
        let middle = Chunks::at(middle, offset);
        Self { head: head.into_iter(), joined, after: None, middle }
    }
}

impl<'s> Iterator for Pieces<'s> {
    type Item = Piece<'s>;

    fn next(&mut self) -> Option<Piece<'s>> {
        match self.head.find_map(|head| head) {
            Some(Head::Joined(units)) => {
                return Some(Piece::Text(WellFormed::known(
                    cut::prefix(self.joined, units).into(),
                )));
            }
            Some(Head::Finding(finding)) => return Some(Piece::IllFormed(finding)),
            None => {}
        }
        if let Some(finding) = self.after.take() {
            return Some(Piece::IllFormed(finding));
        }
        let chunk = self.middle.next()?;
        if chunk.text().is_empty() {
            return chunk.finding().map(Piece::IllFormed);
        }
        self.after = chunk.finding();
        Some(Piece::Text(WellFormed::known(chunk.text())))
    }
}

impl FusedIterator for Pieces<'_> {}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::{
        form::units::{Be, Le},
        slices::utf16,
        testing,
    };
    use std::{string::String, vec::Vec};

    type Report = (String, Vec<Finding>);

    fn note((text, findings): &mut Report, piece: Piece<'_>) {
        piece.lossy().append_to(text);
        findings.extend(piece.strict().err());
    }

    /// Returns the report of the whole text, from its chunks as a slice.
    fn whole(text: Units<'_, u16>) -> Report {
        let mut report = Report::default();
        for chunk in utf16::chunks(text) {
            report.0 += &utf16::to_string_lossy(chunk.text()).0;
            report.0.extend(chunk.finding().map(|_| '\u{FFFD}'));
            report.1.extend(chunk.finding());
        }
        report
    }

    /// Returns the report of the stream of `pieces`, with an empty chunk after each of them.
    fn streamed<'a>(pieces: impl Iterator<Item = Units<'a, u16>>) -> Report {
        let (mut stream, mut report, mut fed) = (Utf16Stream::new(), Report::default(), 0);
        for piece in pieces {
            stream.feed(piece).for_each(|piece| note(&mut report, piece));
            assert!(stream.feed(piece.split_at_byte(0).0).next().is_none());
            fed += piece.bytes().len() as u64;
            assert_eq!(stream.offset() + stream.pending() as u64, fed);
            assert!(stream.pending() <= 3);
        }
        stream.finish().for_each(|piece| note(&mut report, piece));
        assert_eq!((stream.offset(), stream.pending()), (0, 0));
        report
    }

    #[test]
    fn the_cuts_of_units_do_not_matter() {
        testing::strings(&[0x41, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000], 4, |units: &[u16]| {
            let expected = whole(units.into());
            for cut in 0..=units.len() {
                let (a, b) = units.split_at(cut);
                assert_eq!(streamed([a.into(), b.into()].into_iter()), expected, "{units:X?}");
            }
            let each = units.chunks(1).map(Units::from);
            assert_eq!(streamed(each), expected, "{units:X?}");
        });
    }

    #[test]
    fn the_cuts_of_bytes_do_not_matter() {
        testing::strings(&[0x00, 0x41, 0xD8, 0xDC], 6, |bytes: &[u8]| {
            let (big, little) = (whole(Be(bytes).into()), whole(Le(bytes).into()));
            for size in 1..=bytes.len() {
                let pieces = bytes.chunks(size);
                assert_eq!(
                    streamed(pieces.clone().map(|piece| Be(piece).into())),
                    big,
                    "{bytes:X?}"
                );
                assert_eq!(streamed(pieces.map(|piece| Le(piece).into())), little, "{bytes:X?}");
            }
        });
    }

    #[test]
    fn pieces_that_are_not_looked_at_do_not_disturb_the_next() {
        let mut stream = Utf16Stream::new();
        drop(stream.feed(&[0x61, 0xDC00, 0xD83D]));
        assert_eq!((stream.pending(), stream.offset()), (2, 4));
        let mut text = String::new();
        stream.feed(&[0xDE00]).for_each(|piece| piece.lossy().append_to(&mut text));
        assert_eq!((&*text, stream.pending()), ("\u{1F600}", 0));
    }
}
