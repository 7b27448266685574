//! Finds records of fields with CSV quoting: their ends, and the number of the next field.

use csv_core::{ReadFieldResult, Reader, ReaderBuilder, Terminator};

use super::{feed::Feed, run::Run};

/// Follows the records of a text in which fields may be quoted as in CSV.
///
/// A record ends at a line feed outside quotes. An empty line is not a record. U+FEFF at the start
/// of the text is part of no field, even if it is not a BOM: programs that read CSV skip it.
///
/// ```
/// use utfkit_text::lines::{Feed, Records, Unit};
/// let mut records = Records::new(b',', Feed::new(Unit::BYTE), "\u{FEFF}".into());
/// assert_eq!(records.first(b"a,\"b\nb\"\nc,"), Some((8, true)));
/// assert_eq!(records.first(b"c,"), None);
/// assert_eq!(records.field(), 2);
/// ```
#[derive(Debug)]
pub struct Records {
    reader: Reader,
    feed: Feed,
    /// The bytes of U+FEFF.
    mark: Vec<u8>,
    /// The number of its bytes that came. `None` after the start of the text.
    matched: Option<usize>,
    /// The field that comes next, from 0.
    field: u64,
    /// The number of bytes of the record that were read, and the first of them.
    len: usize,
    first: u8,
    room: Vec<u8>,
    /// Code units as bytes, if they have several.
    narrow: Vec<u8>,
}

impl Records {
    /// Follows records with this separator between fields. `mark` is U+FEFF in the encoding of the
    /// text.
    #[must_use]
    pub fn new(separator: u8, feed: Feed, mark: Vec<u8>) -> Self {
        let mut reader =
            ReaderBuilder::new().delimiter(separator).terminator(Terminator::Any(b'\n')).build();
        let (matched, mut room) = (Some(0), vec![0; 4096]);
        // The reader would skip EF BB BF at the start, even if it is not U+FEFF in this encoding.
        // An empty line ends that, and changes nothing else.
        let _ = reader.read_field(b"\n", &mut room);
        Self { reader, feed, mark, matched, field: 0, len: 0, first: 0, room, narrow: Vec::new() }
    }

    /// Returns the line feed.
    pub(super) fn feed(&self) -> &Feed {
        &self.feed
    }

    /// Returns the number of the field that comes next, from 1.
    #[must_use]
    pub fn field(&self) -> u64 {
        self.field + 1
    }

    /// Returns the end of the last complete record in `bytes`, which come next. All of them are
    /// read.
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
        .scaled(self.feed.unit().size())
        .after(mark)
    }

    /// Returns the offset after the first line end outside quotes in `bytes`, which come next, and
    /// whether a record ends there. If there is one, the next bytes begin after it.
    pub fn first(&mut self, bytes: &[u8]) -> Option<(usize, bool)> {
        let (unit, mark) = (self.feed.unit().size(), self.begin(bytes));
        let found = self.narrowed(&bytes[mark..], Records::end);
        found.map(|(end, is_record)| (mark + end * unit, is_record))
    }

    /// Returns the number of the first bytes of `bytes` that are part of U+FEFF at the start of the
    /// text. It may come in pieces.
    fn begin(&mut self, bytes: &[u8]) -> usize {
        let Some(matched) = self.matched else { return 0 };
        let rest = &self.mark[matched..];
        let same = rest.iter().zip(bytes).take_while(|(mark, byte)| mark == byte).count();
        if same == rest.len() {
            self.matched = None;
            return same;
        }
        if same == bytes.len() {
            self.matched = Some(matched + same);
            return same;
        }
        // The bytes that came before are the start of a field. No line feed is among them.
        self.matched = None;
        let mut start = std::mem::take(&mut self.mark);
        start.truncate(matched);
        self.narrowed(&start, Self::end);
        0
    }

    /// Calls `with` with one byte for each code unit of `bytes`.
    fn narrowed<T>(&mut self, bytes: &[u8], with: impl FnOnce(&mut Self, &[u8]) -> T) -> T {
        let unit = self.feed.unit();
        if unit.size() == 1 {
            return with(self, bytes);
        }
        let mut narrow = std::mem::take(&mut self.narrow);
        narrow.clear();
        // Any other character is like a letter.
        let ascii = |bytes| unit.ascii(bytes).filter(u8::is_ascii).unwrap_or(b'x');
        narrow.extend(bytes.chunks(unit.size()).map(ascii));
        let done = with(self, &narrow);
        self.narrow = narrow;
        done
    }

    /// Returns the offset after the first end of a record in `bytes`, and whether a record ends
    /// there. Reads the bytes up to that offset, or all of them.
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
                    // A carriage return alone in its line is an empty line, too. One after quotes
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
    use utfkit::encoding::ByteOrder;

    use super::*;
    use crate::lines::unit::Unit;

    /// Returns the ends of the records of `text`, which is read in pieces of `piece` bytes. `mark` is
    /// U+FEFF in its encoding.
    fn records(text: &[u8], piece: usize, mark: &str) -> Vec<usize> {
        let mut records = Records::new(b',', Feed::new(Unit::BYTE), mark.into());
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

    /// A quoted empty field is a record of one field. An empty line is not a record.
    #[test]
    fn empty_lines_are_no_records() {
        for (text, expected) in [
            (&b"\"\"\r\n\r\n\n\"\"\n"[..], [(4, true), (2, false), (1, false), (3, true)]),
            (b",\r\n \n\"\r\"\n\r\n", [(3, true), (2, true), (4, true), (2, false)]),
        ] {
            for piece in 1..=text.len() {
                let mut records = Records::new(b',', Feed::new(Unit::BYTE), Vec::new());
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

    /// U+FEFF is not part of the first field, no matter how it is cut. An incomplete U+FEFF is part
    /// of it.
    #[test]
    fn skips_a_bom_that_comes_in_pieces() {
        for (text, expected) in [
            (&b"\xEF\xBB\xBF\"a\nb\"\nc\n"[..], [9, 11]),
            (b"\xEF\xBB\"a\nb\"\n", [5, 8]),
            (b"\xEF\nb\n", [2, 4]),
        ] {
            for piece in 1..=text.len() {
                assert_eq!(records(text, piece, "\u{FEFF}"), expected, "{text:?} by {piece}");
            }
        }
    }

    #[test]
    fn quoted_records_span_lines() {
        let text = b"a,\"b\nb\",c\r\n\n\r\nd,\"x\"\"\n\"\ne\nf";
        for piece in 1..=text.len() {
            assert_eq!(records(text, piece, ""), [11, 12, 14, 23, 25], "{piece}");
        }
        let mut counted = Records::new(b',', Feed::new(Unit::BYTE), Vec::new());
        assert_eq!(counted.run(text), Run { end: 25, records: 3 });
        assert_eq!(counted.field(), 1);
        let wide: Vec<u8> = text.iter().flat_map(|&byte| [byte, 0]).collect();
        let mut counted =
            Records::new(b',', Feed::new(Unit::new(2, ByteOrder::Little)), Vec::new());
        assert_eq!(counted.run(&wide), Run { end: 50, records: 3 });
    }
}
