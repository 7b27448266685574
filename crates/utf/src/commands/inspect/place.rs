//! Finds the inspected part of a stream, and its cells.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    ops::ControlFlow,
};

use utfkit::{Encoding, encoding::ByteOrder};

use super::target::LineColumn;
use crate::{args::encoding, files::reading, system::facts::Facts};
use utfkit_text::streams::{Cell, Cells, What, block};

/// A range of bytes of a stream. Cells with at least one of these bytes are inspected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub start: u64,
    /// The offset after the last byte.
    pub end: u64,
}

/// The encoding that a stream is read in.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    pub encoding: Encoding,
    /// The byte order of the code units.
    pub order: ByteOrder,
}

/// The number of bytes to read before an offset, to be in step with the code units there. Any
/// self-synchronizing encoding is in step after six bytes.
const RUN_IN: u64 = 64;

/// Passes the cells of `span` to `take`.
///
/// Memory does not depend on the length of the stream.
pub fn cells(
    stream: &mut dyn Stream,
    from: encoding::From,
    span: Span,
    take: &mut dyn FnMut(Reading, &Cell) -> io::Result<()>,
) -> io::Result<Reading> {
    let mut block = vec![0; block::BLOCK];
    let mut filled = stream.head(&mut block)?;
    let label = from.of(&block[..filled]);
    let encoding = label.encoding();
    let order = label.start(&block[..filled], true).map_or(ByteOrder::Big, |(order, _)| order);
    let reading = Reading { encoding, order };
    let mut cells = Cells::new(label);
    if let Some(fixed) = in_step(encoding, order)
        && span.start > RUN_IN + filled as u64
        && span.end > span.start
    {
        let unit = encoding.unit_bytes() as u64;
        let at = (span.start - RUN_IN) / unit * unit;
        let ahead = at - filled as u64;
        if stream.skip(ahead)? < ahead {
            return Ok(reading);
        }
        cells = Cells::inside(fixed, at);
        filled = stream.read(&mut block)?;
    }
    let mut failed = None;
    let mut each = |cell: Cell| {
        if cell.offset >= span.end {
            return ControlFlow::Break(());
        }
        if cell.end() > span.start {
            failed = take(reading, &cell).err();
        }
        if failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    while filled > 0 {
        if cells.feed(&block[..filled], &mut each).is_break() {
            return failed.map_or(Ok(reading), Err);
        }
        filled = stream.read(&mut block)?;
    }
    cells.finish(&mut each);
    failed.map_or(Ok(reading), Err)
}

/// Returns the offset of a line and column, from 1; `None` if there is no such character. A column is
/// a character or an ill-formed sequence, as in the messages of other commands.
pub fn offset(
    stream: &mut dyn Stream,
    from: encoding::From,
    LineColumn { line, column }: LineColumn,
) -> io::Result<Option<u64>> {
    const FOUND: io::ErrorKind = io::ErrorKind::Other;
    let (mut here, mut at) = (LineColumn { line: 1, column: 0 }, None);
    let whole = Span { start: 0, end: u64::MAX };
    let read = cells(stream, from, whole, &mut |_, cell| {
        if matches!(cell.what, What::Bom | What::Shift) {
            return Ok(());
        }
        here.column += 1;
        if (here.line, here.column) == (line, column) {
            at = Some(cell.offset);
        }
        if matches!(cell.what, What::Value(0x0A)) {
            here = LineColumn { line: here.line + 1, column: 0 };
        }
        // An error ends the reading.
        if at.is_some() || here.line > line { Err(FOUND.into()) } else { Ok(()) }
    });
    match read {
        Err(error) if at.is_none() && here.line <= line => Err(error),
        _ => Ok(at),
    }
}

/// Returns the encoding with which to continue in the middle of a text, if a reader can get into
/// step with it.
fn in_step(encoding: Encoding, order: ByteOrder) -> Option<Encoding> {
    let is_narrow =
        encoding.has_utf8_units() || matches!(encoding, Encoding::UsAscii | Encoding::Iso8859_1);
    let is_wide = encoding.unit_bytes() > 1 && encoding != Encoding::Unicode11;
    (is_narrow || is_wide).then(|| encoding.with_order(order))
}

/// A stream that is read once, from its start.
pub trait Stream {
    /// Reads the start of the stream, as much as is needed to recognize a BOM.
    fn head(&mut self, room: &mut [u8]) -> io::Result<usize>;
    /// Reads the next bytes. Returns 0 at the end of the stream.
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize>;
    /// Skips `bytes` bytes, and returns the number of bytes skipped.
    fn skip(&mut self, bytes: u64) -> io::Result<u64>;
}

impl Stream for File {
    fn head(&mut self, room: &mut [u8]) -> io::Result<usize> {
        reading::read_head(self, room, true)
    }

    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        reading::read_some(self, room)
    }

    fn skip(&mut self, bytes: u64) -> io::Result<u64> {
        let found = Facts::of(self)?;
        if found.is_file() {
            let here = self.stream_position()?;
            let there = here.saturating_add(bytes).min(found.len().max(here));
            self.seek(SeekFrom::Start(there))?;
            return Ok(there - here);
        }
        let mut room = vec![0; block::BLOCK];
        let mut left = bytes;
        while left > 0 {
            let most = room.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            match reading::read_some(self, &mut room[..most])? {
                0 => break,
                len => left -= len as u64,
            }
        }
        Ok(bytes - left)
    }
}

impl Stream for &[u8] {
    fn head(&mut self, room: &mut [u8]) -> io::Result<usize> {
        Read::read(self, room)
    }

    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        Read::read(self, room)
    }

    fn skip(&mut self, bytes: u64) -> io::Result<u64> {
        let len = self.len().min(usize::try_from(bytes).unwrap_or(usize::MAX));
        *self = &self[len..];
        Ok(len as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that an inspection of the middle gives the same cells as one of the whole text.
    #[test]
    fn the_middle_is_as_it_is_from_the_start() {
        let broken = b"a\xC0\xAF\xE2\x82\xAC\xED\xA0\x80\xF0\x9F\x98\x80\x80\x80\xFF";
        let text = broken.repeat(40);
        for &encoding in Encoding::ALL {
            let from = encoding::From::Known(encoding.into());
            let mut all = Vec::new();
            let whole = Span { start: 0, end: u64::MAX };
            let mut collect = |_: Reading, cell: &Cell| {
                all.push(cell.clone());
                Ok(())
            };
            cells(&mut text.as_slice(), from, whole, &mut collect).unwrap();
            for start in [0, 63, 64, 65, 200, 301, 302, 303, 304, 305, 306, 307, 308, 400, 639] {
                let mut some = Vec::new();
                let span = Span { start, end: start + 9 };
                let mut collect = |_: Reading, cell: &Cell| {
                    some.push(cell.clone());
                    Ok(())
                };
                // The stream returns few bytes at once, so its middle is reached by skipping.
                let mut slow = Slow(&text);
                cells(&mut slow, from, span, &mut collect).unwrap();
                let expected = all
                    .iter()
                    .filter(|cell| cell.end() > span.start && cell.offset < span.end)
                    .cloned();
                assert!(some.into_iter().eq(expected), "{encoding} {start}");
            }
        }
    }

    struct Slow<'t>(&'t [u8]);

    impl Stream for Slow<'_> {
        fn head(&mut self, room: &mut [u8]) -> io::Result<usize> {
            self.0.head(&mut room[..4])
        }

        fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
            Stream::read(&mut self.0, &mut room[..7])
        }

        fn skip(&mut self, bytes: u64) -> io::Result<u64> {
            self.0.skip(bytes)
        }
    }
}
