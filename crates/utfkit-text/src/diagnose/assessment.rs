//! The facts about a text in addition to its errors, for every command that reads it.
//!
//! A [`Watcher`] follows the bytes of a text while they are read for another purpose. It looks at
//! samples only, so it is cheap. It knows when to ask a
//! [`Detector`](crate::detect::Detector) about the whole text, and it makes [`Remark`]s.

use std::{borrow::Cow, ops::Range};

use utfkit::{Encoding, transcode::Transcoder, utf8};

use super::sample::Sample;
use crate::{
    detect::parts::damaged_utf16::Lookout,
    receivers::declared::{self, Declared},
    repair::{
        self, Fault,
        lost::{self, Loss},
    },
};

/// Something to know about a text, although it is well-formed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remark {
    /// Text was read in the wrong charset before it was encoded.
    Mojibake,
    /// The text declares to be in another encoding.
    Declares(Declared),
    /// Characters were lost before the text was written.
    Lost(Loss),
}

/// Follows a text while it is read.
#[derive(Clone, Debug, Default)]
pub struct Watcher {
    lookout: Lookout,
    sample: Sample,
    samples: Samples,
    replaced: Replaced,
}

impl Watcher {
    /// Returns a watcher of a text before its first byte.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns a watcher that finds other text with `lookout`.
    #[must_use]
    pub fn with_lookout(lookout: Lookout) -> Self {
        Self { lookout, ..Self::default() }
    }

    /// Takes the next bytes of the text, in pieces of any length.
    ///
    /// Cost: it reads a sixteenth of the bytes. UTF-16 with a BOM takes a pass by the active kernels.
    pub fn push(&mut self, bytes: &[u8]) {
        self.lookout.push(bytes);
        self.sample.push(bytes);
        self.samples.push(bytes);
        self.replaced.push(bytes);
    }

    /// Returns `true` if a detector should read the whole text: the text was read as `encoding`, and
    /// parts of it may be in another one.
    #[must_use]
    pub fn is_doubtful(&self, encoding: Encoding) -> bool {
        let has_bytes = || self.samples.has_nul() || self.samples.has_escape();
        self.lookout.has_seen() || (encoding.unit_bytes() == 1 && has_bytes())
    }

    /// Returns the remarks on the first bytes of the text, which was read as `encoding` and is
    /// well-formed.
    #[must_use]
    pub fn remarks(&self, encoding: Encoding) -> Vec<Remark> {
        let bytes = self.sample.bytes();
        let declared = declared::find(bytes);
        let declared = declared.filter(|one| one.contradicts(encoding, bytes.is_ascii()));
        let text = text(bytes, encoding);
        // A text in a legacy charset may be read so on purpose, to undo mojibake.
        let is_unicode = encoding == Encoding::Utf8 || encoding.unit_bytes() > 1;
        let mojibake = (is_unicode && is_mojibake(&text)).then_some(Remark::Mojibake);
        let is_replaced = match encoding {
            Encoding::Utf8 => self.replaced.seen,
            _ => lost::has_replacement(&text),
        };
        let text = str::from_utf8(&text[..utf8::complete_up_to(&text)]).unwrap_or_default();
        let lost = if is_replaced {
            Some(Loss::Replacement)
        } else {
            lost::has_question_marks(text).then_some(Loss::QuestionMark)
        };
        let declared = declared.map(Remark::Declares);
        mojibake.into_iter().chain(lost.map(Remark::Lost)).chain(declared).collect()
    }
}

/// Returns `bytes`, the first of a text in `encoding`, as UTF-8.
fn text(bytes: &[u8], encoding: Encoding) -> Cow<'_, [u8]> {
    if encoding == Encoding::Utf8 {
        return bytes.into();
    }
    let mut text = Vec::new();
    // The text is well-formed, except that its end may be cut.
    let _ = Transcoder::new(encoding, Encoding::Utf8).transcode_to_vec(bytes, &mut text, false);
    text.into()
}

/// Returns `true` if some of `bytes` were read in the wrong charset before. They are UTF-8, except
/// that the end may be cut.
fn is_mojibake(bytes: &[u8]) -> bool {
    if !may_be_mojibake(bytes) {
        return false;
    }
    let whole = &bytes[..utf8::complete_up_to(bytes)];
    let fixes = repair::repair(whole, repair::Options::default()).fixes;
    fixes.iter().any(|fix| matches!(fix.fault, Fault::Mojibake { .. }))
}

/// Returns `false` if a look at each character shows that no text was read in the wrong charset.
///
/// In such text, each sequence of two bytes or more begins with a letter of ISO-8859-1, and another
/// character beyond ASCII follows. That is rare in any language. The fold has no branches, so the
/// compiler vectorizes it.
fn may_be_mojibake(bytes: &[u8]) -> bool {
    let from = |at: usize| bytes.get(at..).unwrap_or_default();
    let triples = bytes.iter().zip(from(1)).zip(from(2));
    triples.fold(false, |any, ((&first, &second), &third)| {
        let is_lead = (second.wrapping_sub(0x82) < 0x10) | (second == 0xA2);
        any | ((first == 0xC3) & is_lead & (third >= 0xC2))
    })
}

/// Looks for U+FFFD in a stream of UTF-8: in its first bytes, and in samples of the rest.
#[derive(Clone, Debug, Default)]
struct Replaced {
    /// The number of bytes so far.
    offset: u64,
    /// The last bytes so far, of a character that may be cut.
    tail: Vec<u8>,
    seen: bool,
}

impl Replaced {
    /// All of the first bytes are examined, and then a sample at each multiple of the same number.
    const ALL: u64 = 64 << 10;
    /// The number of bytes in a sample.
    const LEN: u64 = 4 << 10;

    fn push(&mut self, bytes: &[u8]) {
        let (start, end) = (self.offset, self.offset + bytes.len() as u64);
        self.offset = end;
        if self.seen {
            return;
        }
        let seam = [&self.tail, &bytes[..bytes.len().min(2)]].concat();
        self.seen = lost::has_replacement(&seam);
        let mut at = start / Self::ALL * Self::ALL;
        while at < end && !self.seen {
            let len = if at == 0 { Self::ALL } else { Self::LEN };
            let inside = |offset: u64| (offset.clamp(start, end) - start) as usize;
            let range: Range<usize> = inside(at)..inside(at + len);
            self.seen = lost::has_replacement(&bytes[range]);
            at += Self::ALL;
        }
        let kept = &bytes[bytes.len().saturating_sub(2)..];
        self.tail.drain(..(self.tail.len() + kept.len()).saturating_sub(2).min(self.tail.len()));
        self.tail.extend_from_slice(kept);
    }
}

/// Looks for NULs, and for escape sequences of charsets, in samples of a stream: its start, its end,
/// and stretches at equal distances, so that the pieces in which it comes do not matter.
#[derive(Clone, Debug, Default)]
struct Samples {
    /// The number of bytes so far.
    offset: u64,
    /// The last bytes so far.
    tail: Vec<u8>,
    nul: bool,
    escape: bool,
}

impl Samples {
    /// A stretch begins at each multiple of this, and has this many bytes.
    const STEP: u64 = 32 << 10;
    const LEN: u64 = 2 << 10;

    fn push(&mut self, bytes: &[u8]) {
        let (start, end) = (self.offset, self.offset + bytes.len() as u64);
        self.offset = end;
        let mut at = start / Self::STEP * Self::STEP;
        while at < end && !self.nul {
            let inside = |offset: u64| (offset.clamp(start, end) - start) as usize;
            let range: Range<usize> = inside(at)..inside(at + Self::LEN);
            self.nul = memchr::memchr(0, &bytes[range.clone()]).is_some();
            self.escape |= has_escape(&bytes[range]);
            at += Self::STEP;
        }
        let kept = Self::LEN as usize;
        let last = &bytes[bytes.len().saturating_sub(kept)..];
        let excess = (self.tail.len() + last.len()).saturating_sub(kept);
        self.tail.drain(..excess.min(self.tail.len()));
        self.tail.extend_from_slice(last);
    }

    fn has_nul(&self) -> bool {
        self.nul || memchr::memchr(0, &self.tail).is_some()
    }

    fn has_escape(&self) -> bool {
        self.escape || has_escape(&self.tail)
    }
}

/// Returns `true` if `bytes` have the escape sequence of a set of two bytes, as in ISO-2022-JP.
fn has_escape(bytes: &[u8]) -> bool {
    memchr::memchr_iter(0x1B, bytes).any(|at| bytes.get(at + 1) == Some(&b'$'))
}

/// Counts line ends that were written as the two bytes `0D 0A` into UTF-16, where each is read as
/// one character: U+0A0D or U+0D0A.
#[derive(Clone, Debug)]
pub struct RawLineEnds {
    encoding: Encoding,
    offset: u64,
    /// The last byte, if it may be half of such a line end.
    half: bool,
    first: Option<u64>,
    count: u64,
}

impl RawLineEnds {
    /// Returns a counter for a text in `encoding`, before its first byte.
    #[must_use]
    pub fn new(encoding: Encoding) -> Self {
        Self { encoding, offset: 0, half: false, first: None, count: 0 }
    }

    /// Takes the next bytes of the text.
    pub fn push(&mut self, bytes: &[u8]) {
        let mut found = |at: u64| {
            self.first.get_or_insert(at);
            self.count += 1;
        };
        if self.half && bytes.first() == Some(&b'\n') {
            found(self.offset - 1);
        }
        for at in memchr::memmem::find_iter(bytes, b"\r\n") {
            // Malayalam has U+0D0A among other letters of its own.
            let is_letter = bytes.get(at + 2) == Some(&0x0D) || (at > 1 && bytes[at - 2] == 0x0D);
            let offset = self.offset + at as u64;
            if offset.is_multiple_of(2) && !is_letter {
                found(offset);
            }
        }
        self.offset += bytes.len() as u64;
        self.half = bytes.last() == Some(&b'\r') && self.offset % 2 == 1;
    }

    /// Returns the offset of the first such line end, their number, and the character that each is
    /// read as.
    #[must_use]
    pub fn found(&self) -> Option<(u64, u64, char)> {
        let is_wide =
            matches!(self.encoding, Encoding::Utf16 | Encoding::Utf16Le | Encoding::Utf16Be);
        let first = self.first.filter(|_| is_wide)?;
        let is_big = self.encoding == Encoding::Utf16Be;
        Some((first, self.count, if is_big { '\u{D0A}' } else { '\u{A0D}' }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watcher(bytes: &[u8], size: usize) -> Watcher {
        let mut watcher = Watcher::new();
        bytes.chunks(size).for_each(|piece| watcher.push(piece));
        watcher
    }

    #[test]
    fn nuls_are_seen_in_any_pieces() {
        let text = "naïve text\n".repeat(20_000);
        let tail = [text.as_bytes(), b"a\0\n\0"].concat();
        let part = [text.as_bytes(), &b"a\0".repeat(20_000), text.as_bytes()].concat();
        for size in [1, 1000, 65_536, 1 << 20] {
            let is_doubtful = |bytes: &[u8]| watcher(bytes, size).is_doubtful(Encoding::Utf8);
            assert!(!is_doubtful(text.as_bytes()), "{size}");
            assert!(is_doubtful(&tail) && is_doubtful(&part), "{size}");
            assert!(!watcher(&tail, size).is_doubtful(Encoding::Utf16Le));
        }
    }

    #[test]
    fn remarks_are_made_by_the_first_bytes() {
        let remarks = |text: &str| watcher(text.as_bytes(), 7).remarks(Encoding::Utf8);
        assert_eq!(remarks("Le cafÃ© est fermÃ©.\n"), [Remark::Mojibake]);
        assert!(matches!(remarks("<?xml encoding='UTF-16'?>")[..], [Remark::Declares(_)]));
        for text in ["", "Le café est fermé. NÃO, não.", "<?xml encoding='latin1'?><a>e</a>"] {
            assert_eq!(remarks(text), [], "{text}");
        }
    }

    #[test]
    fn lost_text_is_seen() {
        let lost = |bytes: &[u8], size: usize, encoding| {
            let remarks = watcher(bytes, size).remarks(encoding);
            remarks.into_iter().find_map(|remark| match remark {
                Remark::Lost(loss) => Some(loss),
                _ => None,
            })
        };
        let text = "a\u{FFFD}b";
        let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let late = [&b"plain\n".repeat(10_000), text.as_bytes()].concat();
        for size in [1, 2, 3, 7, 1000, 1 << 20] {
            let replaced = Some(Loss::Replacement);
            assert_eq!(lost(text.as_bytes(), size, Encoding::Utf8), replaced);
            assert_eq!(lost(&late, size, Encoding::Utf8), replaced);
            assert_eq!(lost(&wide, size, Encoding::Utf16Le), replaced);
            let marks = "?tre, ?gal, l?gume, pr?t, for?t";
            assert_eq!(lost(marks.as_bytes(), size, Encoding::Utf8), Some(Loss::QuestionMark));
            assert_eq!(lost("，Why? 日本".as_bytes(), size, Encoding::Utf8), None);
        }
    }

    #[test]
    fn raw_line_ends_are_counted() {
        let lines = |raw: &[u8], order: fn(u16) -> [u8; 2]| {
            let line: Vec<u8> = "Zeile".encode_utf16().flat_map(order).collect();
            [&line, raw, &line, raw].concat()
        };
        let found = |bytes: &[u8], size: usize, encoding| {
            let mut ends = RawLineEnds::new(encoding);
            bytes.chunks(size).for_each(|piece| ends.push(piece));
            ends.found()
        };
        for size in [1, 2, 3, 100] {
            let little = lines(b"\r\n", u16::to_le_bytes);
            assert_eq!(found(&little, size, Encoding::Utf16Le), Some((10, 2, '\u{A0D}')));
            let big = lines(b"\r\n", u16::to_be_bytes);
            assert_eq!(found(&big, size, Encoding::Utf16Be), Some((10, 2, '\u{D0A}')));
            let right = lines(b"\r\0\n\0", u16::to_le_bytes);
            assert_eq!(found(&right, size, Encoding::Utf16Le), None);
        }
    }
}
