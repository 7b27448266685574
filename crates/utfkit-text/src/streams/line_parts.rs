//! Cuts the same part out of each line of a text, as `cut` does.

use std::ops::Range;

use utfkit::{Encoding, Finding, encoding::BomPolicy, transcode::Transcoder};

use super::{
    code_points::{CodePoints, ILL_FORMED, Places},
    cutter::{Sink, Stop},
};

/// An end of the part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// This number of units after the start of the line.
    After(u64),
    /// This number of units before the end of the line.
    Before(u64),
}

/// The part of a line: from `start` up to `end`, or to the end of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinePart {
    /// The start of the part.
    pub start: Edge,
    /// The end of the part; `None` is the end of the line.
    pub end: Option<Edge>,
    /// Whether the units are bytes. Otherwise, they are characters. A position inside a character
    /// counts as the start of that character.
    pub is_bytes: bool,
}

/// The number of bytes that are written at once.
const WRITE: usize = 64 << 10;

const LINE_FEED: u32 = 0x0A;
const CARRIAGE_RETURN: u32 = 0x0D;

/// Writes `part` of each line of `text` to `sink`. The line feeds stay, also with a carriage return
/// before them, and so does the BOM. Returns the first ill-formed sequence.
///
/// Memory: a few blocks. If `part` is counted from the end of the line, also the longest line.
///
/// # Errors
///
/// Returns the reason if the parts could not be completed.
pub fn cut(
    text: CodePoints<'_>,
    part: LinePart,
    sink: Sink<'_>,
) -> Result<Option<(Encoding, Finding)>, Stop> {
    let encoding = text.encoding();
    let writer = encoding
        .has_shifts()
        .then(|| Box::new(Transcoder::new(Encoding::Ucs4Le, encoding).bom(BomPolicy::Forbid)));
    let mut lines = Lines { text, part, passed: 0, writer, out: Vec::new(), sink };
    lines.run()?;
    Ok(lines.text.first_finding().map(|finding| (encoding, *finding)))
}

/// The lines of a text.
struct Lines<'r, 's> {
    text: CodePoints<'r>,
    part: LinePart,
    /// The number of units of the line before this block.
    passed: u64,
    /// Encodes the parts again, if the encoding has shifts.
    writer: Option<Box<Transcoder<'static>>>,
    /// Bytes that are not written yet.
    out: Vec<u8>,
    sink: Sink<'s>,
}

/// The offsets of values of a block. Both are asked from the start to the end.
struct Offsets {
    /// For the ends of lines and for characters.
    of_lines: Places,
    /// For bytes.
    of_bytes: Places,
}

/// A position in a block.
#[derive(Clone, Copy)]
struct At {
    index: usize,
    offset: u64,
}

impl Lines<'_, '_> {
    fn run(&mut self) -> Result<(), Stop> {
        let edges = [Some(self.part.start), self.part.end];
        let holds = edges.iter().flatten().any(|edge| matches!(edge, Edge::Before(_)));
        // The number of values that were kept from the last block, and how many have no line feed.
        let (mut first, mut scanned, mut begun) = (0, 0, false);
        while self.text.advance().map_err(Stop::Input)? {
            if !begun {
                begun = true;
                if self.writer.is_none() {
                    self.out.extend_from_slice(self.text.bom());
                }
            }
            let mut offsets = self.offsets();
            let mut at = self.at(&mut offsets, 0);
            let len = self.text.values().len();
            while let Some(feed) = self.feed(scanned.max(at.index)) {
                at = self.line(&mut offsets, at, feed)?;
            }
            if !holds {
                let is_return = self.text.values().last() == Some(&CARRIAGE_RETURN);
                let end = len.max(at.index + usize::from(is_return)) - usize::from(is_return);
                let end = self.at(&mut offsets, end);
                self.content(&mut offsets, at, end, None)?;
                self.passed += self.units(at, end);
                at = end;
            }
            first = at.index;
            scanned = len - at.index;
            let offset = if self.writer.is_some() { self.text.end() } else { at.offset };
            self.text.keep(at.index, offset);
            self.flush(WRITE)?;
        }
        // The last line does not have a line feed.
        let mut offsets = self.offsets();
        let at = self.at(&mut offsets, first);
        let end = self.at(&mut offsets, self.text.values().len());
        self.content(&mut offsets, at, end, Some(self.passed + self.units(at, end)))?;
        self.encode(&[], true)?;
        self.flush(0)
    }

    /// Writes the part of the line from `at` to the line feed `feed`, and returns the start of the
    /// next line.
    fn line(&mut self, offsets: &mut Offsets, at: At, feed: usize) -> Result<At, Stop> {
        let has_return = feed > at.index && self.text.values()[feed - 1] == CARRIAGE_RETURN;
        let end = self.end_of(offsets, at, feed - usize::from(has_return))?;
        let next = self.at(offsets, feed + 1);
        self.write(end, next)?;
        self.passed = 0;
        Ok(next)
    }

    /// Writes the part of a complete line from `at` to the value `end`, and returns that position.
    fn end_of(&mut self, offsets: &mut Offsets, at: At, end: usize) -> Result<At, Stop> {
        // Offsets are asked in their order, so those of characters come before that of the end.
        if !self.part.is_bytes {
            let total = self.passed + (end - at.index) as u64;
            return self.characters(offsets, at, end, Some(total));
        }
        let end = self.at(offsets, end);
        self.content(offsets, at, end, Some(self.passed + self.units(at, end)))?;
        Ok(end)
    }

    /// Writes the part of the line's text from `at` to `end`. `total` is the number of units of the
    /// line, if it is known.
    fn content(
        &mut self,
        offsets: &mut Offsets,
        at: At,
        end: At,
        total: Option<u64>,
    ) -> Result<(), Stop> {
        if !self.part.is_bytes {
            let mut again = self.offsets();
            return self.characters(&mut again, at, end.index, total).map(drop);
        }
        let wanted = self.wanted(total);
        let mut boundary = |units: u64| {
            let offset = at.offset.saturating_add(units.saturating_sub(self.passed));
            let (index, offset) =
                offsets.of_bytes.boundary_before(&self.text, offset.min(end.offset));
            At { index: index.max(at.index), offset: offset.max(at.offset) }
        };
        let (start, end) = (boundary(wanted.start), boundary(wanted.end));
        self.write(start, end)
    }

    /// Like [`content`](Self::content), for characters. Returns the position of `end`.
    fn characters(
        &mut self,
        offsets: &mut Offsets,
        at: At,
        end: usize,
        total: Option<u64>,
    ) -> Result<At, Stop> {
        let wanted = self.wanted(total);
        let index = |units: u64| {
            let more = usize::try_from(units.saturating_sub(self.passed)).unwrap_or(usize::MAX);
            at.index.saturating_add(more).min(end)
        };
        let (start, stop) = (index(wanted.start), index(wanted.end));
        let start = self.at(offsets, start);
        let stop = self.at(offsets, stop.max(start.index));
        self.write(start, stop)?;
        Ok(self.at(offsets, end))
    }

    /// Returns the units of the part in a line of `total` units.
    fn wanted(&self, total: Option<u64>) -> Range<u64> {
        let place = |edge| match edge {
            Edge::After(units) => units,
            Edge::Before(units) => total.unwrap_or(u64::MAX).saturating_sub(units),
        };
        let start = place(self.part.start);
        start..self.part.end.map_or(u64::MAX, place).max(start)
    }

    /// Returns the number of units between two positions of this block.
    fn units(&self, start: At, end: At) -> u64 {
        if self.part.is_bytes {
            end.offset - start.offset
        } else {
            (end.index - start.index) as u64
        }
    }

    /// Returns the index of the first line feed of this block from `from` on.
    fn feed(&self, from: usize) -> Option<usize> {
        let values = self.text.values().get(from..)?;
        values.iter().position(|&value| value == LINE_FEED).map(|at| from + at)
    }

    fn offsets(&self) -> Offsets {
        Offsets { of_lines: self.text.places(), of_bytes: self.text.places() }
    }

    fn at(&self, offsets: &mut Offsets, index: usize) -> At {
        // Values of encodings with shifts have no offsets. They are not needed.
        let offset = match self.writer {
            Some(_) => 0,
            None => offsets.of_lines.of(&self.text, index),
        };
        At { index, offset }
    }

    /// Writes the text from `start` to `end`.
    fn write(&mut self, start: At, end: At) -> Result<(), Stop> {
        if start.index >= end.index {
            return Ok(());
        }
        if self.writer.is_none() {
            self.out.extend_from_slice(self.text.bytes(start.offset, end.offset));
            return Ok(());
        }
        let values = &self.text.values()[start.index..end.index];
        if values.contains(&ILL_FORMED) {
            let first = self.text.findings().first().map_or(0, Finding::offset);
            return Err(Stop::IllFormed(first));
        }
        let units: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.encode(&units, false)
    }

    /// Encodes `units`, if the encoding has shifts.
    fn encode(&mut self, units: &[u8], last: bool) -> Result<(), Stop> {
        let Some(writer) = &mut self.writer else { return Ok(()) };
        // The encoding can encode everything that was decoded from it.
        let written = writer.transcode_to_vec(units, &mut self.out, last);
        written.map(drop).map_err(|finding| Stop::IllFormed(finding.offset()))
    }

    /// Writes the bytes that are not written yet, if there are more than `most`.
    fn flush(&mut self, most: usize) -> Result<(), Stop> {
        if self.out.len() > most {
            (self.sink)(&self.out).map_err(Stop::Output)?;
            self.out.clear();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a few bytes at once.
    struct Small<'b>(&'b [u8], usize);

    impl std::io::Read for Small<'_> {
        fn read(&mut self, room: &mut [u8]) -> std::io::Result<usize> {
            let len = self.1.min(room.len()).min(self.0.len());
            room[..len].copy_from_slice(&self.0[..len]);
            self.0 = &self.0[len..];
            Ok(len)
        }
    }

    fn encode(text: &str, encoding: Encoding) -> Vec<u8> {
        let mut out = Vec::new();
        let mut writer = Transcoder::new(Encoding::Utf8, encoding).bom(BomPolicy::Forbid);
        writer.transcode_to_vec(text.as_bytes(), &mut out, true).unwrap();
        out
    }

    const TEXT: &str = "h\u{E9}llo\r\n\n\u{20AC}\n\rab\rc\r\n\u{1F600}z";

    #[test]
    fn each_line_is_cut_in_each_encoding() {
        use Edge::{After, Before};
        let cases = [
            (After(1), Some(After(3)), "\u{E9}l\r\n\n\n\u{61}b\r\nz"),
            (After(0), Some(After(1)), "h\r\n\n\u{20AC}\n\r\r\n\u{1F600}"),
            (Before(1), None, "o\r\n\n\u{20AC}\nc\r\nz"),
            (After(0), Some(Before(1)), "h\u{E9}ll\r\n\n\n\rab\r\r\n\u{1F600}"),
            (After(9), None, "\r\n\n\n\r\n"),
            (After(0), None, TEXT),
            (Before(2), Some(After(1)), "\r\n\n\u{20AC}\n\r\n\u{1F600}"),
        ];
        let encodings = ["utf-8", "utf-16le", "utf-32be", "gb18030", "utf-7"];
        for (encoding, size) in encodings.iter().flat_map(|name| [(name, 1), (name, 3), (name, 99)])
        {
            let encoding: Encoding = encoding.parse().unwrap();
            let bytes = encode(TEXT, encoding);
            for (start, end, wanted) in cases {
                let text = CodePoints::new(Small(&bytes, size), Some(encoding.into())).unwrap();
                let mut out = Vec::new();
                let part = LinePart { start, end, is_bytes: false };
                let found = cut(text, part, &mut |bytes| {
                    out.extend_from_slice(bytes);
                    Ok(())
                });
                assert!(found.unwrap().is_none());
                assert_eq!(out, encode(wanted, encoding), "{encoding} {start:?} {end:?} {size}");
            }
        }
    }

    #[test]
    fn bytes_do_not_divide_characters() {
        let text = "h\u{E9}llo\n\u{20AC}\u{20AC}\nab\u{E9}".as_bytes();
        for (range, wanted) in [
            (0..2, "h\n\nab"),
            (0..3, "h\u{E9}\n\u{20AC}\nab"),
            (2..5, "\u{E9}ll\n\u{20AC}\n\u{E9}"),
        ] {
            let part = LinePart {
                start: Edge::After(range.start),
                end: Some(Edge::After(range.end)),
                is_bytes: true,
            };
            let mut out = Vec::new();
            let text = CodePoints::new(text, None).unwrap();
            let _ = cut(text, part, &mut |bytes| {
                out.extend_from_slice(bytes);
                Ok(())
            });
            assert_eq!(String::from_utf8(out).unwrap(), wanted, "{range:?}");
        }
    }
}
