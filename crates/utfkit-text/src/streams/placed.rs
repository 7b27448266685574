//! A stream of bytes as cells: characters and ill-formed sequences, each with its bytes.

use std::collections::VecDeque;

use utfkit::{
    Encoding, Finding, Status,
    encoding::{BomPolicy, Label},
    error::Grouper,
    transcode::Transcoder,
};

/// Some bytes, and what they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Where they begin, in bytes from the start of the stream.
    pub offset: u64,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// What they are.
    pub what: What,
}

/// What the bytes of a cell are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A character, or a value beyond Unicode in an encoding that has such.
    Value(u32),
    /// The BOM of the stream.
    Bom,
    /// Bytes that stand for no character, as the end of a run in UTF-7.
    Shift,
    /// A mistake, its neighbouring subparts joined.
    IllFormed(Finding),
}

impl Cell {
    /// Where its bytes end.
    pub fn end(&self) -> u64 {
        self.offset + self.bytes.len() as u64
    }
}

/// Makes cells of bytes, whatever their encoding: byte by byte, for then what became settled
/// with one is known.
pub struct Cells {
    transcoder: Transcoder<'static>,
    /// What is to be added to the offsets of the transcoder.
    moved: u64,
    /// The bytes that are not settled.
    open: Vec<u8>,
    /// The offset of the first of them.
    base: u64,
    grouper: Grouper,
    ready: VecDeque<Cell>,
}

impl Cells {
    /// The cells of a stream from its start.
    pub fn new(label: Label) -> Self {
        Self::of(Transcoder::labelled(label, Encoding::Ucs4Be.into()), 0)
    }

    /// The cells of a stream of `encoding` from `offset` on, where there is no BOM.
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

    /// The stream goes on with `byte`; gives each cell that is complete by now to `take`.
    pub fn push(&mut self, byte: u8, take: impl FnMut(Cell)) {
        self.open.push(byte);
        self.advance(&[byte], false);
        self.ready.drain(..).for_each(take);
    }

    /// The stream is at its end; gives what is left to `take`.
    pub fn finish(mut self, take: impl FnMut(Cell)) {
        self.advance(&[], true);
        self.end_mistakes();
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
                self.ready.extend(whole.map(mistake));
            }
            if outcome.status == Status::Done {
                return;
            }
        }
    }

    /// Takes the bytes before `end` off what is open.
    fn take(&mut self, end: u64) -> Vec<u8> {
        let len = usize::try_from(end.saturating_sub(self.base)).unwrap_or(0);
        let len = len.min(self.open.len());
        self.base += len as u64;
        self.open.drain(..len).collect()
    }

    /// The bytes before `end` are the characters `values`, in UCS-4.
    fn text(&mut self, values: &[u8], end: u64) {
        let values = values.as_chunks::<4>().0;
        if values.is_empty() && end <= self.base {
            return;
        }
        self.end_mistakes();
        for (at, &value) in values.iter().enumerate() {
            // Where two characters become settled at once, the first has the bytes of one.
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

    fn end_mistakes(&mut self) {
        while let Some(finding) = self.grouper.finish() {
            self.ready.push_back(mistake(finding));
        }
    }
}

fn mistake(finding: Finding) -> Cell {
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

    /// The bytes of the cells are those of the text, in every encoding.
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

    #[test]
    fn text_can_be_entered_in_the_middle() {
        let mut cells = Cells::inside(Encoding::Utf8, 100);
        let mut all = Vec::new();
        b"\xACa\xE2\x82".iter().for_each(|&byte| cells.push(byte, |cell| all.push(cell)));
        cells.finish(|cell| all.push(cell));
        assert_eq!(all.iter().map(|cell| cell.offset).collect::<Vec<_>>(), [100, 101, 102]);
    }
}
