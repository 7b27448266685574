//! Decodes a stream to cells: characters and ill-formed sequences, each with its bytes.

use std::{mem, ops::ControlFlow};

use utfkit::{
    Encoding, Finding,
    codec::{Decoder, Step},
    encoding::{BomPolicy, Label},
    error::Grouper,
};

use super::text::Mark;

/// Some bytes of a stream, and their meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The offset of the first byte, in bytes from the start of the stream.
    pub offset: u64,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The meaning of the bytes.
    pub what: What,
}

/// The meaning of the bytes of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A character, or a value beyond Unicode if the encoding has such values.
    Value(u32),
    /// The BOM of the stream.
    Bom,
    /// Bytes without a character, such as the end of a run in UTF-7.
    Shift,
    /// An error, with adjacent subparts joined.
    IllFormed(Finding),
}

impl Cell {
    /// Returns the offset after the last byte.
    pub fn end(&self) -> u64 {
        self.offset + self.bytes.len() as u64
    }
}

/// Receives the cells of a stream. [`ControlFlow::Break`] ends the reading.
pub type TakeCell<'t> = &'t mut dyn FnMut(Cell) -> ControlFlow<()>;

/// Decodes bytes to cells, in any encoding.
pub struct Cells {
    label: Label,
    bom: Option<BomPolicy>,
    /// `None` until the BOM is decided.
    decoder: Option<Decoder>,
    /// The bytes that are not decided.
    open: Vec<u8>,
    /// The offset of the first byte in `open`.
    offset: u64,
    grouper: Grouper,
}

impl Cells {
    /// Creates the cells of a stream from its start.
    pub fn new(label: Label) -> Self {
        let grouper = Grouper::new();
        Self { label, bom: None, decoder: None, open: Vec::new(), offset: 0, grouper }
    }

    /// Creates the cells of a stream in `encoding` that continues at `offset`. U+FEFF is not a BOM
    /// there.
    pub fn inside(encoding: Encoding, offset: u64) -> Self {
        Self { bom: Some(BomPolicy::Forbid), offset, ..Self::new(encoding.into()) }
    }

    /// Decodes `bytes`, the next in the stream, and passes each cell that they complete to `take`.
    /// Returns [`ControlFlow::Break`] if `take` ended the reading.
    pub fn feed(&mut self, bytes: &[u8], take: TakeCell<'_>) -> ControlFlow<()> {
        self.open.extend_from_slice(bytes);
        self.read(false, take)
    }

    /// Decodes `bytes`, the next in the stream, without cells for them. It is much faster than
    /// [`feed`](Self::feed).
    ///
    /// An error after `bytes` is not joined with one in them. So continue with at least 64 bytes
    /// before the first cell of interest.
    pub fn skip(&mut self, bytes: &[u8]) {
        self.open.extend_from_slice(bytes);
        let bytes = mem::take(&mut self.open);
        let at = match self.decoder {
            None => self.begin(&bytes, false).map_or(0, |(_, len)| len),
            Some(_) => 0,
        };
        let mut rest = &bytes[..];
        if let Some(decoder) = &mut self.decoder {
            let mut mark = Mark { decoder: *decoder, at };
            mark.skip(&bytes, usize::MAX, false);
            *decoder = mark.decoder;
            rest = &bytes[mark.at..];
        }
        self.offset += (bytes.len() - rest.len()) as u64;
        self.open = rest.to_vec();
        self.grouper = Grouper::new();
    }

    /// Ends the stream, and passes the remaining cells to `take`.
    pub fn finish(mut self, take: TakeCell<'_>) {
        let _ = self.read(true, take).is_continue() && self.end_errors(take).is_continue();
    }

    fn read(&mut self, last: bool, take: TakeCell<'_>) -> ControlFlow<()> {
        let mut bytes = mem::take(&mut self.open);
        let mut at = 0;
        while let Some((what, len)) = self.next(&bytes[at..], last) {
            let (offset, bytes) = (self.offset, &bytes[at..][..len]);
            at += len;
            self.offset += len as u64;
            match what {
                What::IllFormed(finding) => {
                    if let Some(whole) = self.grouper.push(finding) {
                        take(error(whole))?;
                    }
                }
                what => {
                    self.end_errors(take)?;
                    take(Cell { offset, bytes: bytes.to_vec(), what })?;
                }
            }
        }
        bytes.drain(..at);
        self.open = bytes;
        ControlFlow::Continue(())
    }

    /// Reads the next sequence of `bytes`, and returns its meaning and its length. Returns `None`
    /// if it needs more bytes.
    fn next(&mut self, bytes: &[u8], last: bool) -> Option<(What, usize)> {
        let Some(decoder) = &mut self.decoder else {
            return match self.begin(bytes, last)? {
                (Some(what), len) => Some((what, len)),
                (None, _) => self.next(bytes, last),
            };
        };
        let (what, len) = match decoder.first(bytes, last) {
            Step::Incomplete => return None,
            Step::Shift { len } => (What::Shift, len),
            Step::Value { value, len } => (What::Value(value), len),
            Step::IllFormed { kind, len } => {
                (What::IllFormed(Finding::new(self.offset, kind, &bytes[..len])), len)
            }
        };
        decoder.pass(&bytes[..len]);
        Some((what, len))
    }

    /// Reads the BOM of a stream that begins with `bytes`, and returns its meaning and its length.
    /// Returns `None` if it needs more bytes.
    fn begin(&mut self, bytes: &[u8], last: bool) -> Option<(Option<What>, usize)> {
        let opening = self.label.open(self.bom, None, bytes, last)?;
        self.decoder = Some(opening.decoder);
        let finding = opening.finding.map(|finding| What::IllFormed(finding.moved(self.offset)));
        Some((finding.or((opening.len > 0).then_some(What::Bom)), opening.len))
    }

    fn end_errors(&mut self, take: TakeCell<'_>) -> ControlFlow<()> {
        while let Some(finding) = self.grouper.finish() {
            take(error(finding))?;
        }
        ControlFlow::Continue(())
    }
}

fn error(finding: Finding) -> Cell {
    let bytes = finding.bytes().to_vec();
    Cell { offset: finding.offset(), bytes, what: What::IllFormed(finding) }
}

#[cfg(test)]
mod tests {
    use utfkit::Kind;

    use super::*;

    fn cells(encoding: Encoding, bytes: &[u8]) -> Vec<Cell> {
        let mut all = Vec::new();
        let mut cells = Cells::new(encoding.into());
        let mut take = |cell| {
            all.push(cell);
            ControlFlow::Continue(())
        };
        let _ = bytes.chunks(3).try_for_each(|bytes| cells.feed(bytes, &mut take));
        cells.finish(&mut take);
        all
    }

    /// In every encoding, the bytes of the cells are those of the text.
    #[test]
    fn no_byte_is_lost() {
        let texts: [&[u8]; 8] = [
            b"a\xC0\xAF\xED\xA0\xBD\xED\xB8\x80z",
            b"\xEF\xBB\xBFa\xE2\x82",
            b"\xFF\xFEa\0\x3D\xD8\0\xDEb",
            b"+2D3eAA-a+ImIA- +",
            b"\x1B$B\x30\x21\x1B(B",
            b"\xF8\x88\x80\x80\x80\xE2\x82A",
            b"\x88\x62\x81\x30\x84\x36\x82\xA0",
            b"\0\0\xFE\xFF\0\0\0a\0\0",
        ];
        let charsets = utfkit::encoding::Charset::all().map(Encoding::Charset);
        for encoding in Encoding::ALL.iter().copied().chain(charsets) {
            for text in texts {
                let mut end = 0;
                for cell in cells(encoding, text) {
                    assert_eq!(cell.offset, end, "{encoding} {text:X?}");
                    assert_eq!(cell.bytes, text[end as usize..cell.end() as usize]);
                    end = cell.end();
                }
                assert_eq!(end, text.len() as u64, "{encoding} {text:X?}");
            }
        }
    }

    #[test]
    fn cells_are_characters_and_mistakes() {
        let found = cells(Encoding::Utf8, b"\xEF\xBB\xBF\xE2\x82\xAC\xC0\xAFA");
        let whats: Vec<_> = found.iter().map(|cell| cell.what).collect();
        assert_eq!(whats[..2], [What::Bom, What::Value(0x20AC)]);
        assert!(
            matches!(whats[2], What::IllFormed(f) if f.kind() == Kind::Overlong { means: 0x2F })
        );
        assert_eq!(whats[3..], [What::Value(0x41)]);
    }

    /// In every encoding, the cells after skipped bytes are those of the whole text.
    #[test]
    fn cells_follow_skipped_bytes() {
        let text =
            b"\x1B$B\x30\x21\x1B(Ba\xC0\xAF+2D3eAA-\xE2\x82\xAC\x81\x30\x84\x36\x82\x0E\x45\x46"
                .repeat(9);
        let charsets = utfkit::encoding::Charset::all().map(Encoding::Charset);
        for encoding in Encoding::ALL.iter().copied().chain(charsets) {
            let all = cells(encoding, &text);
            for skipped in 100..108 {
                let (mut cells, mut some) = (Cells::new(encoding.into()), Vec::new());
                let (before, after) = text.split_at(skipped);
                let mut take = |cell| {
                    some.push(cell);
                    ControlFlow::Continue(())
                };
                before.chunks(60).for_each(|piece| cells.skip(piece));
                let _ = cells.feed(after, &mut take);
                cells.finish(&mut take);
                let from = skipped as u64 + 64;
                let expected = all.iter().filter(|cell| cell.end() > from);
                let found = some.iter().filter(|cell| cell.end() > from);
                assert!(found.eq(expected), "{encoding} {skipped}");
            }
        }
    }

    #[test]
    fn text_can_be_entered_in_the_middle() {
        let mut cells = Cells::inside(Encoding::Utf8, 100);
        let mut offsets = Vec::new();
        let mut take = |cell: Cell| {
            offsets.push(cell.offset);
            ControlFlow::Continue(())
        };
        let _ = cells.feed(b"\xACa\xE2\x82", &mut take);
        cells.finish(&mut take);
        assert_eq!(offsets, [100, 101, 102]);
    }
}
