//! Decodes a stream to cells: characters and ill-formed sequences, each with its bytes.

use std::collections::VecDeque;

use utfkit::{
    Encoding, Finding, Status,
    encoding::{BomPolicy, Label},
    error::Grouper,
    transcode::Transcoder,
};

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

/// The length of the output for skipped bytes.
const SKIPPED: usize = 16 << 10;

/// Decodes bytes to cells, in any encoding.
///
/// The transcoder receives one byte at a time, because only then is it known which bytes each
/// character has.
pub struct Cells {
    transcoder: Transcoder<'static>,
    /// The difference between offsets in the stream and those of the transcoder.
    moved: u64,
    /// The bytes that are not settled.
    open: Vec<u8>,
    /// The offset of the first byte in `open`.
    base: u64,
    grouper: Grouper,
    ready: VecDeque<Cell>,
}

impl Cells {
    /// Creates the cells of a stream from its start.
    pub fn new(label: Label) -> Self {
        Self::of(Transcoder::labelled(label, Encoding::Ucs4Be.into()), 0)
    }

    /// Creates the cells of a stream in `encoding` that continues at `offset`. U+FEFF is not a BOM
    /// there.
    pub fn inside(encoding: Encoding, offset: u64) -> Self {
        let transcoder = Transcoder::new(encoding, Encoding::Ucs4Be);
        Self::of(transcoder.bom(BomPolicy::Forbid), offset)
    }

    fn of(transcoder: Transcoder<'static>, offset: u64) -> Self {
        Self {
            transcoder,
            moved: offset,
            open: Vec::new(),
            base: offset,
            grouper: Grouper::new(),
            ready: VecDeque::new(),
        }
    }

    /// Decodes `byte`, the next in the stream, and passes each cell that it completes to `take`.
    pub fn push(&mut self, byte: u8, take: impl FnMut(Cell)) {
        self.open.push(byte);
        self.advance(&[byte], false);
        self.ready.drain(..).for_each(take);
    }

    /// Decodes `bytes`, the next in the stream, without cells for them. It is much faster than
    /// [`push`](Self::push).
    ///
    /// An error after `bytes` is not joined with one in them. So continue with at least 64 bytes
    /// before the first cell of interest.
    pub fn skip(&mut self, mut bytes: &[u8]) {
        self.open.extend_from_slice(bytes);
        let mut values = vec![0; SKIPPED];
        loop {
            let outcome = self.transcoder.transcode(bytes, &mut values[..], false);
            bytes = &bytes[outcome.read..];
            if outcome.status == Status::Done {
                break;
            }
        }
        self.take(self.moved + self.transcoder.offset());
        self.grouper = Grouper::new();
    }

    /// Ends the stream, and passes the remaining cells to `take`.
    pub fn finish(mut self, take: impl FnMut(Cell)) {
        self.advance(&[], true);
        self.end_errors();
        self.ready.into_iter().for_each(take);
    }

    fn advance(&mut self, mut src: &[u8], last: bool) {
        let mut values = [0; 4 * Transcoder::MIN_OUTPUT];
        loop {
            let outcome = self.transcoder.transcode(src, &mut values[..], last);
            src = &src[outcome.read..];
            let finding = match outcome.status {
                Status::IllFormed(finding) => Some(finding.moved(self.moved)),
                _ => None,
            };
            let settled = self.moved + self.transcoder.offset();
            let end = finding.map_or(settled, |finding| finding.offset());
            self.text(&values[..outcome.written], end);
            if let Some(finding) = finding {
                self.take(settled);
                let whole = self.grouper.push(finding);
                self.ready.extend(whole.map(error));
            }
            if outcome.status == Status::Done {
                return;
            }
        }
    }

    /// Removes the bytes before `end` from `open`, and returns them.
    fn take(&mut self, end: u64) -> Vec<u8> {
        let len = usize::try_from(end.saturating_sub(self.base)).unwrap_or(0);
        let len = len.min(self.open.len());
        self.base += len as u64;
        self.open.drain(..len).collect()
    }

    /// Adds cells for `values`, characters in UCS-4, which have the bytes before `end`.
    fn text(&mut self, values: &[u8], end: u64) {
        let values = values.as_chunks::<4>().0;
        if values.is_empty() && end <= self.base {
            return;
        }
        self.end_errors();
        for (at, &value) in values.iter().enumerate() {
            // If two characters are settled at once, the first has one byte.
            let end = if at + 1 == values.len() { end } else { self.base + 1 };
            self.cell(What::Value(u32::from_be_bytes(value)), end);
        }
        if values.is_empty() {
            let bom = self.base == 0 && self.transcoder.found_bom();
            self.cell(if bom { What::Bom } else { What::Shift }, end);
        }
    }

    fn cell(&mut self, what: What, end: u64) {
        let offset = self.base;
        let bytes = self.take(end);
        self.ready.push_back(Cell { offset, bytes, what });
    }

    fn end_errors(&mut self) {
        while let Some(finding) = self.grouper.finish() {
            self.ready.push_back(error(finding));
        }
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
        bytes.iter().for_each(|&byte| cells.push(byte, |cell| all.push(cell)));
        cells.finish(|cell| all.push(cell));
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
                before.chunks(60).for_each(|piece| cells.skip(piece));
                after.iter().for_each(|&byte| cells.push(byte, |cell| some.push(cell)));
                cells.finish(|cell| some.push(cell));
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
        let mut all = Vec::new();
        b"\xACa\xE2\x82".iter().for_each(|&byte| cells.push(byte, |cell| all.push(cell)));
        cells.finish(|cell| all.push(cell));
        assert_eq!(all.iter().map(|cell| cell.offset).collect::<Vec<_>>(), [100, 101, 102]);
    }
}
