//! Records of fields, quoted as CSV has it: where they end, and which field is next.

use csv_core::{ReadFieldResult, Reader, ReaderBuilder, Terminator};

use super::ends::{Feed, Run};

/// Follows records. Only a line feed outside quotes ends one; an empty line is none.
pub struct Records {
    reader: Reader,
    pub feed: Feed,
    /// Which field is next, from 0.
    field: u64,
    /// How many octets of the record were read, and the first of them.
    len: usize,
    first: u8,
    room: Vec<u8>,
    /// Code units as octets, where they have several.
    narrow: Vec<u8>,
}

impl Records {
    /// Records whose fields `separator` ends.
    pub fn new(separator: u8, feed: Feed) -> Self {
        let reader =
            ReaderBuilder::new().delimiter(separator).terminator(Terminator::Any(b'\n')).build();
        Self { reader, feed, field: 0, len: 0, first: 0, room: vec![0; 4096], narrow: Vec::new() }
    }

    /// The number of the field that comes next.
    pub fn field(&self) -> u64 {
        self.field + 1
    }

    /// How far whole records go in `octets`, which are next.
    pub fn run(&mut self, octets: &[u8]) -> Run {
        self.narrowed(octets, |records, octets| {
            let mut run = Run::default();
            while let Some((len, is_record)) = records.end(&octets[run.end..]) {
                run.end += len;
                run.records += u64::from(is_record);
            }
            run
        })
        .scaled(self.feed.unit())
    }

    /// Behind the first end of a record in `octets`; those up to there are taken, or all. Whether it was one.
    pub fn first(&mut self, octets: &[u8]) -> Option<(usize, bool)> {
        let unit = self.feed.unit();
        let found = self.narrowed(octets, Records::end);
        found.map(|(end, is_record)| (end * unit, is_record))
    }

    /// Does `with` the code units of `octets`.
    fn narrowed<T>(&mut self, octets: &[u8], with: impl FnOnce(&mut Self, &[u8]) -> T) -> T {
        let unit = self.feed.unit();
        if unit == 1 {
            return with(self, octets);
        }
        let mut narrow = std::mem::take(&mut self.narrow);
        narrow.clear();
        narrow.extend(octets.chunks(unit).map(|unit| self.feed.ascii(unit)));
        let done = with(self, &narrow);
        self.narrow = narrow;
        done
    }

    /// Behind the first end of a record; those up to there are taken, or all. Whether it was one.
    fn end(&mut self, octets: &[u8]) -> Option<(usize, bool)> {
        let mut read = 0;
        while read < octets.len() {
            if self.len == 0 {
                self.first = octets[read];
                if self.first == b'\n' {
                    return Some((read + 1, false));
                }
            }
            let (result, taken, _) = self.reader.read_field(&octets[read..], &mut self.room);
            read += taken;
            self.len = self.len.saturating_add(taken);
            match result {
                ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull => {}
                ReadFieldResult::Field { record_end: false } => self.field += 1,
                ReadFieldResult::Field { record_end: true } => {
                    // A carriage return alone in its line is an empty line, too. One behind quotes is not.
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

impl Run {
    fn scaled(self, unit: usize) -> Self {
        Self { end: self.end * unit, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::Unit;

    /// The records of `text`, and the field at each place of `at`, however it is cut.
    fn records(text: &[u8], piece: usize) -> Vec<usize> {
        let mut records = Records::new(b',', Feed::new(Unit::new(1, false)));
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
                let mut records = Records::new(b',', Feed::new(Unit::new(1, false)));
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
        let mut counted = Records::new(b',', Feed::new(Unit::new(1, false)));
        assert_eq!(counted.run(text), Run { end: 25, records: 3 });
        assert_eq!(counted.field(), 1);
        let wide: Vec<u8> = text.iter().flat_map(|&octet| [octet, 0]).collect();
        let mut counted = Records::new(b',', Feed::new(Unit::new(2, true)));
        assert_eq!(counted.run(&wide), Run { end: 50, records: 3 });
    }
}
