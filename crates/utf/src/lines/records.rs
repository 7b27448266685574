//! Records of fields, quoted as CSV has it: where they end, and which field is next.

use csv_core::{ReadFieldResult, Reader, ReaderBuilder, Terminator};

use super::feed::{Feed, Run};

/// Follows records. Only a line feed outside quotes ends one; an empty line is none. U+FEFF at the
/// start of the text is part of no field, be it a BOM or not: programs that read CSV pass
/// over it.
pub struct Records {
    reader: Reader,
    pub feed: Feed,
    /// U+FEFF in the text, while that has not begun.
    mark: Option<Vec<u8>>,
    /// Which field is next, from 0.
    field: u64,
    /// How many bytes of the record were read, and the first of them.
    len: usize,
    first: u8,
    room: Vec<u8>,
    /// Code units as bytes, where they have several.
    narrow: Vec<u8>,
}

impl Records {
    /// Records whose fields `separator` ends, of a text in which U+FEFF is `mark`.
    pub fn new(separator: u8, feed: Feed, mark: Vec<u8>) -> Self {
        let mut reader =
            ReaderBuilder::new().delimiter(separator).terminator(Terminator::Any(b'\n')).build();
        let (mark, mut room) = (Some(mark), vec![0; 4096]);
        // First of all it would pass over EF BB BF, whatever that is in the text. An empty line
        // changes nothing else.
        let _ = reader.read_field(b"\n", &mut room);
        Self { reader, feed, mark, field: 0, len: 0, first: 0, room, narrow: Vec::new() }
    }

    /// The number of the field that comes next.
    pub fn field(&self) -> u64 {
        self.field + 1
    }

    /// How far whole records go in `bytes`, which are next.
    pub fn run(&mut self, bytes: &[u8]) -> Run {
        let mark = self.begin(bytes);
        self.narrowed(&bytes[mark..], |records, bytes| {
            let mut run = Run::default();
            while let Some((len, is_record)) = records.end(&bytes[run.end..]) {
                run.end += len;
                run.records += u64::from(is_record);
            }
            run
        })
        .scaled(self.feed.unit())
        .behind(mark)
    }

    /// Behind the first end of a record in `bytes`; those up to there are taken, or all. Whether
    /// it was one.
    pub fn first(&mut self, bytes: &[u8]) -> Option<(usize, bool)> {
        let (unit, mark) = (self.feed.unit(), self.begin(bytes));
        let found = self.narrowed(&bytes[mark..], Records::end);
        found.map(|(end, is_record)| (mark + end * unit, is_record))
    }

    /// How many of `bytes`, which are next, are U+FEFF at the start of the text.
    fn begin(&mut self, bytes: &[u8]) -> usize {
        let mark = if bytes.is_empty() { None } else { self.mark.take() };
        mark.filter(|mark| bytes.starts_with(mark)).map_or(0, |mark| mark.len())
    }

    /// Does `with` the code units of `bytes`.
    fn narrowed<T>(&mut self, bytes: &[u8], with: impl FnOnce(&mut Self, &[u8]) -> T) -> T {
        let unit = self.feed.unit();
        if unit == 1 {
            return with(self, bytes);
        }
        let mut narrow = std::mem::take(&mut self.narrow);
        narrow.clear();
        narrow.extend(bytes.chunks(unit).map(|unit| self.feed.ascii(unit)));
        let done = with(self, &narrow);
        self.narrow = narrow;
        done
    }

    /// Behind the first end of a record; those up to there are taken, or all. Whether it was one.
    fn end(&mut self, bytes: &[u8]) -> Option<(usize, bool)> {
        let mut read = 0;
        while read < bytes.len() {
            if self.len == 0 {
                self.first = bytes[read];
                if self.first == b'\n' {
                    return Some((read + 1, false));
                }
            }
            let (result, taken, _) = self.reader.read_field(&bytes[read..], &mut self.room);
            read += taken;
            self.len = self.len.saturating_add(taken);
            match result {
                ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull => {}
                ReadFieldResult::Field { record_end: false } => self.field += 1,
                ReadFieldResult::Field { record_end: true } => {
                    // A carriage return alone in its line is an empty line, too. One behind quotes
                    // is not.
                    let is_empty = self.len == b"\r\n".len() && self.first == b'\r';
                    (self.field, self.len) = (0, 0);
                    return Some((read, !is_empty));
                }
                ReadFieldResult::End => break,
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::unit::Unit;

    /// The records of `text`, and the field at each place of `at`, however it is cut.
    fn records(text: &[u8], piece: usize) -> Vec<usize> {
        let mut records = Records::new(b',', Feed::new(Unit::new(1, false)), Vec::new());
        let (mut ends, mut done) = (Vec::new(), 0);
        for piece in text.chunks(piece) {
            let mut at = 0;
            while let Some((len, _)) = records.first(&piece[at..]) {
                at += len;
                ends.push(done + at);
            }
            done += piece.len();
        }
        ends
    }

    /// A record of one empty field is one, in quotes; a line of nothing is none.
    #[test]
    fn empty_lines_are_no_records() {
        for (text, expected) in [
            (&b"\"\"\r\n\r\n\n\"\"\n"[..], [(4, true), (2, false), (1, false), (3, true)]),
            (b",\r\n \n\"\r\"\n\r\n", [(3, true), (2, true), (4, true), (2, false)]),
        ] {
            for piece in 1..=text.len() {
                let mut records = Records::new(b',', Feed::new(Unit::new(1, false)), Vec::new());
                let (mut found, mut len) = (Vec::new(), 0);
                for mut piece in text.chunks(piece) {
                    while let Some((end, is_record)) = records.first(piece) {
                        found.push((len + end, is_record));
                        (piece, len) = (&piece[end..], 0);
                    }
                    len += piece.len();
                }
                assert_eq!(found, expected, "{piece}");
            }
        }
    }

    #[test]
    fn quoted_records_span_lines() {
        let text = b"a,\"b\nb\",c\r\n\n\r\nd,\"x\"\"\n\"\ne\nf";
        for piece in 1..=text.len() {
            assert_eq!(records(text, piece), [11, 12, 14, 23, 25], "{piece}");
        }
        let mut counted = Records::new(b',', Feed::new(Unit::new(1, false)), Vec::new());
        assert_eq!(counted.run(text), Run { end: 25, records: 3 });
        assert_eq!(counted.field(), 1);
        let wide: Vec<u8> = text.iter().flat_map(|&byte| [byte, 0]).collect();
        let mut counted = Records::new(b',', Feed::new(Unit::new(2, true)), Vec::new());
        assert_eq!(counted.run(&wide), Run { end: 50, records: 3 });
    }
}
