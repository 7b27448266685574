//! Decoding of UTF-8 from a stream of chunks.

use core::{array, iter::Flatten, iter::FusedIterator};

use super::{
    Chunks,
    carry::{Carry, Resolution},
};
use crate::Finding;

/// A decoder for a stream of UTF-8: it reads chunks, and returns borrowed text and findings.
///
/// Chunks may be cut anywhere. If the end of a chunk cuts a character, the whole character comes
/// with the next chunk. At most three bytes are kept; nothing is allocated, and text is not copied.
///
/// The findings are the same for every way to cut the stream, with offsets from its start.
///
/// Lossy:
/// ```
/// use utfkit::utf8::{Piece, Utf8Stream};
///
/// let mut stream = Utf8Stream::new();
/// let mut text = String::new();
/// for chunk in [&b"na\xC3"[..], b"\xAFve \xFF caf\xC3", b"\xA9 \xE2\x82"] {
///     text.extend(stream.feed(chunk).map(Piece::lossy));
/// }
/// text.extend(stream.finish().map(Piece::lossy));
/// assert_eq!(text, "naïve \u{FFFD} café \u{FFFD}");
/// ```
///
/// Strict:
/// ```
/// use utfkit::utf8::{Piece, Utf8Stream};
///
/// fn read(chunks: &[&[u8]]) -> Result<String, utfkit::Finding> {
///     let (mut stream, mut text) = (Utf8Stream::new(), String::new());
///     for chunk in chunks {
///         for piece in stream.feed(chunk) {
///             text += piece.strict()?;
///         }
///     }
///     stream.finish().try_for_each(|piece| piece.strict().map(drop))?;
///     Ok(text)
/// }
/// assert_eq!(read(&[b"\xF0\x9F", b"\x98\x80"]), Ok("😀".into()));
/// let finding = read(&[b"a\xC3", b"b"]).unwrap_err();
/// assert_eq!(finding.to_string(), "truncated sequence at byte 1: C3");
/// ```
#[doc(alias("incremental", "decoder"))]
#[derive(Clone, Debug, Default)]
pub struct Utf8Stream {
    carry: Carry,
    /// The character that was cut; pieces borrow it.
    joined: [u8; 4],
}

impl Utf8Stream {
    /// Creates a stream that has not read anything.
    #[must_use]
    pub const fn new() -> Self {
        Self { carry: Carry::new(), joined: [0; 4] }
    }

    /// Creates a stream that starts at `offset`: the next chunk begins there.
    ///
    /// Offsets after `u64::MAX` are reported as `u64::MAX`.
    ///
    /// ```
    /// let mut stream = utfkit::utf8::Utf8Stream::at(100);
    /// let finding = stream.feed(b"a\xFF").nth(1).unwrap().strict().unwrap_err();
    /// assert_eq!(finding.offset(), 101);
    /// ```
    #[must_use]
    pub const fn at(offset: u64) -> Self {
        Self { carry: Carry::at(offset), joined: [0; 4] }
    }

    /// Reads the next chunk, which may be empty, and returns the pieces that are now complete.
    ///
    /// The whole chunk is consumed at once: pieces that are not iterated over are lost, and the
    /// stream continues after the chunk.
    ///
    /// Cost: constant here; the pieces take one pass over the chunk at the speed of the active
    /// kernels.
    ///
    /// ```
    /// use utfkit::utf8::{Piece, Utf8Stream};
    /// let mut stream = Utf8Stream::new();
    /// assert!(stream.feed(b"caf\xC3").eq([Piece::Text("caf")]));
    /// assert!(stream.feed(b"\xA9!").eq([Piece::Text("é"), Piece::Text("!")]));
    /// ```
    #[must_use = "pieces that are not iterated over are lost"]
    pub fn feed<'s>(&'s mut self, chunk: &'s [u8]) -> Pieces<'s> {
        let Resolution { joined, findings, middle, offset } = self.carry.take(chunk);
        let joined = joined.map(|character| &*character.encode_utf8(&mut self.joined));
        Pieces {
            joined,
            findings: findings.into_iter().flatten(),
            after: None,
            middle: Chunks::at(middle, offset),
        }
    }

    /// Ends the stream. The kept bytes are ill-formed: at most three findings, and no text.
    ///
    /// The next chunk begins a new stream.
    ///
    /// ```
    /// let mut stream = utfkit::utf8::Utf8Stream::new();
    /// assert_eq!(stream.feed(b"caf\xC3").count(), 1);
    /// assert_eq!((stream.pending(), stream.offset()), (&b"\xC3"[..], 3));
    /// assert!(stream.finish().next().unwrap().strict().is_err());
    /// ```
    #[must_use = "an incomplete character at the end is a finding"]
    pub fn finish(&mut self) -> Pieces<'static> {
        let findings = self.carry.finish().into_iter().flatten();
        Pieces { joined: None, findings, after: None, middle: Chunks::at(&[], 0) }
    }

    /// Returns the kept bytes: the start of a character that the next chunk must complete.
    #[must_use]
    pub fn pending(&self) -> &[u8] {
        self.carry.bytes()
    }

    /// Returns the number of decided bytes of the stream: all bytes so far except the
    /// [pending](Self::pending) ones.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.carry.offset()
    }
}

/// A piece of a stream: text or a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'s> {
    /// Text, never empty. Its length depends on how the stream was cut.
    Text(&'s str),
    /// An ill-formed maximal subpart.
    IllFormed(Finding),
}

impl<'s> Piece<'s> {
    /// Returns the text, or U+FFFD for an ill-formed piece.
    #[must_use]
    pub const fn lossy(self) -> &'s str {
        match self {
            Piece::Text(text) => text,
            Piece::IllFormed(_) => "\u{FFFD}",
        }
    }

    /// Returns the text, or the finding as an error.
    ///
    /// # Errors
    /// Returns the finding, if the piece is ill-formed.
    pub const fn strict(self) -> Result<&'s str, Finding> {
        match self {
            Piece::Text(text) => Ok(text),
            Piece::IllFormed(finding) => Err(finding),
        }
    }
}

/// An iterator over the complete pieces of a chunk, in order. [`Utf8Stream::feed`] creates it.
#[derive(Clone, Debug)]
pub struct Pieces<'s> {
    joined: Option<&'s str>,
    /// The ill-formed sequences before the middle.
    findings: Findings,
    /// The ill-formed sequence after the last text of the middle.
    after: Option<Finding>,
    middle: Chunks<'s>,
}

type Findings = Flatten<array::IntoIter<Option<Finding>, 3>>;

impl<'s> Pieces<'s> {
    /// Returns the bytes that the next pieces come from. They are empty while another piece is
    /// waiting.
    ///
    /// Programs that read some bytes themselves use this, and then [skip](Self::skip_bytes) these
    /// bytes.
    #[must_use]
    pub fn rest(&self) -> &'s [u8] {
        match (self.joined, self.findings.clone().next(), self.after) {
            (None, None, None) => self.middle.rest(),
            _ => &[],
        }
    }

    /// Skips `bytes` bytes of the [rest](Self::rest), or all of it if it is shorter.
    ///
    /// The skipped bytes must end at the end of a sequence.
    pub fn skip_bytes(&mut self, bytes: usize) {
        self.middle.skip_bytes(bytes);
    }
}

impl<'s> Iterator for Pieces<'s> {
    type Item = Piece<'s>;

    fn next(&mut self) -> Option<Piece<'s>> {
        if let Some(text) = self.joined.take() {
            return Some(Piece::Text(text));
        }
        if let Some(finding) = self.findings.next().or_else(|| self.after.take()) {
            return Some(Piece::IllFormed(finding));
        }
        let chunk = self.middle.next()?;
        match chunk.text() {
            "" => chunk.finding().map(Piece::IllFormed),
            text => {
                self.after = chunk.finding();
                Some(Piece::Text(text))
            }
        }
    }
}

impl FusedIterator for Pieces<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{slices::utf8, testing};
    use std::{string::String, vec::Vec};

    type Report = (String, Vec<Finding>);

    fn note((text, findings): &mut Report, piece: Piece<'_>) {
        text.push_str(piece.lossy());
        findings.extend(piece.strict().err());
    }

    /// Returns the report of the whole text, from its chunks as a slice.
    fn whole(bytes: &[u8]) -> Report {
        let mut report = Report::default();
        for chunk in utf8::chunks(bytes) {
            note(&mut report, Piece::Text(chunk.text()));
            chunk.finding().into_iter().for_each(|f| note(&mut report, Piece::IllFormed(f)));
        }
        report
    }

    /// Returns the report of the stream of `pieces`, with an empty chunk after each of them.
    fn streamed(pieces: &[&[u8]]) -> Report {
        let (mut stream, mut report, mut fed) = (Utf8Stream::new(), Report::default(), 0);
        for piece in pieces {
            stream.feed(piece).for_each(|piece| note(&mut report, piece));
            assert_eq!(stream.feed(b"").next(), None);
            fed += piece.len() as u64;
            assert_eq!(stream.offset() + stream.pending().len() as u64, fed);
        }
        stream.finish().for_each(|piece| note(&mut report, piece));
        report
    }

    #[test]
    fn the_cuts_do_not_matter() {
        testing::hostile(|bytes| {
            let expected = whole(bytes);
            testing::cuts(bytes, |cut| assert_eq!(streamed(cut), expected, "{cut:X?}"));
        });
    }

    #[test]
    fn pieces_that_are_not_looked_at_do_not_disturb_the_next() {
        let mut stream = Utf8Stream::new();
        drop(stream.feed(b"a\xFFb\xE2\x82"));
        assert_eq!(stream.pending(), b"\xE2\x82");
        assert!(stream.feed(b"\xAC!").eq([Piece::Text("€"), Piece::Text("!")]));
        assert_eq!(stream.finish().next(), None);
        assert_eq!(stream.offset(), 0);
    }

    #[test]
    fn offsets_stay_at_the_maximum() {
        testing::strings(b"a\xC3\xA9\xE2\xFF", 4, |bytes| {
            let (_, expected) = whole(bytes);
            testing::cuts(bytes, |cut| {
                for start in (0..5).map(|before| u64::MAX - before) {
                    let (mut stream, mut fed, mut found) = (Utf8Stream::at(start), 0, Vec::new());
                    for piece in cut {
                        found.extend(stream.feed(piece).filter_map(|piece| piece.strict().err()));
                        fed += piece.len();
                        let decided = (fed - stream.pending().len()) as u64;
                        assert_eq!(stream.offset(), start.saturating_add(decided), "{cut:X?}");
                    }
                    found.extend(stream.finish().filter_map(|piece| piece.strict().err()));
                    let moved = expected.iter().map(|finding| finding.moved(start));
                    assert!(found.into_iter().eq(moved), "{cut:X?}");
                }
            });
        });
    }

    #[test]
    fn skipped_bytes_stay_at_the_maximum() {
        let mut stream = Utf8Stream::at(u64::MAX);
        let mut pieces = stream.feed(b"ab\xFF");
        pieces.skip_bytes(2);
        let finding = pieces.next().unwrap().strict().unwrap_err();
        assert_eq!((finding.offset(), finding.end()), (u64::MAX, u64::MAX));
    }
}
