//! Sorts lines, or records of CSV, in any pieces, and compares the result with a plain split.
//!
//! The oracle splits the text by a loop over its code units, with a state of four values for the
//! quotes of CSV. A line is bad if the standard library finds an ill-formed sequence in it.
//!
//! The first byte of the input chooses lines or records, the code unit and its byte order, and the
//! second the size of the pieces.
#![no_main]

use std::{convert::Infallible, io, ops::Range};

use libfuzzer_sys::fuzz_target;
use utfkit::{encoding::ByteOrder, utf8};
use utfkit_text::lines::{Cut, Feed, Held, Records, Refuse, Rejected, Sorter, Taker, Unit};

/// The report about a bad line.
#[derive(Debug, PartialEq, Eq)]
struct Bad {
    line: u64,
    record: Option<u64>,
    offset: u64,
    lines: u64,
    bytes: Vec<u8>,
}

/// Keeps the good bytes, and the bad lines.
#[derive(Debug, Default, PartialEq, Eq)]
struct Sorted {
    good: Vec<u8>,
    bad: Vec<Bad>,
    lines: u64,
}

impl Taker for &mut Sorted {
    type Error = Infallible;

    fn good(&mut self, bytes: &[u8]) -> Result<(), Infallible> {
        self.good.extend_from_slice(bytes);
        Ok(())
    }

    fn bad(&mut self, rejected: &Rejected, held: &mut Held<'_>) -> Result<(), Infallible> {
        let &Rejected { line, record, offset, length, lines, count, .. } = rejected;
        let mut bytes = Vec::new();
        let keep = |part: &[u8]| {
            bytes.extend_from_slice(part);
            Ok::<(), io::Error>(())
        };
        held.original().each(|error| error, keep).expect("lines are short");
        assert_eq!(bytes.len() as u64, length);
        // Parts of one error are counted once.
        assert!(count > 0);
        self.bad.push(Bad { line, record, offset, lines, bytes });
        Ok(())
    }
}

/// The choices that the first byte of the input makes.
#[derive(Clone, Copy)]
struct Choice {
    unit: usize,
    is_big: bool,
    has_records: bool,
}

impl Choice {
    /// Returns U+FEFF in an encoding with such units.
    fn mark(self) -> &'static [u8] {
        match (self.unit, self.is_big) {
            (1, _) => b"\xEF\xBB\xBF",
            (2, false) => b"\xFF\xFE",
            (2, true) => b"\xFE\xFF",
            (_, false) => b"\xFF\xFE\0\0",
            (_, true) => b"\0\0\xFE\xFF",
        }
    }

    /// Returns the ASCII character of a code unit, or `x`.
    fn ascii(self, unit: &[u8]) -> u8 {
        let mut bytes = unit.to_vec();
        if self.is_big {
            bytes.reverse();
        }
        match bytes.split_first() {
            Some((&first, rest)) if unit.len() == self.unit && rest.iter().all(|&b| b == 0) => {
                first
            }
            _ => b'x',
        }
    }

    /// Returns the lines, or the records and empty lines.
    fn split(self, bytes: &[u8]) -> Vec<Range<usize>> {
        /// The state in a record.
        enum In {
            Start,
            Field,
            Quotes,
            /// After a quote in quotes, which ends them or is doubled.
            Quote,
        }
        let (mut all, mut start, mut state) = (Vec::new(), 0, In::Start);
        let skipped =
            if self.has_records && bytes.starts_with(self.mark()) { self.mark().len() } else { 0 };
        for (index, unit) in bytes[skipped..].chunks(self.unit).enumerate() {
            let end = skipped + index * self.unit + unit.len();
            let ascii = self.ascii(unit);
            state = match (state, ascii) {
                (In::Quotes, b'"') if self.has_records => In::Quote,
                (In::Quotes, _) => In::Quotes,
                (In::Start | In::Quote, b'"') if self.has_records => In::Quotes,
                (_, b'\n') => {
                    all.push(start..end);
                    start = end;
                    In::Start
                }
                (_, b',') => In::Start,
                _ => In::Field,
            };
        }
        if start < bytes.len() {
            all.push(start..bytes.len());
        }
        all
    }

    /// Returns `true` if this is a record, and not an empty line.
    fn is_record(self, item: &Range<usize>, bytes: &[u8]) -> bool {
        let mut item = &bytes[item.clone()];
        if bytes.as_ptr() == item.as_ptr() {
            item = item.strip_prefix(self.mark()).unwrap_or(item);
        }
        let text: Vec<u8> = item.chunks(self.unit).map(|unit| self.ascii(unit)).collect();
        ![&b"\n"[..], b"\r\n"].contains(&&text[..])
    }

    /// Returns what sorting must find.
    fn expected(self, bytes: &[u8]) -> Sorted {
        let mut errors = Vec::new();
        let mut at = 0;
        for chunk in bytes.utf8_chunks() {
            at += chunk.valid().len();
            if !chunk.invalid().is_empty() {
                errors.push(at);
                at += chunk.invalid().len();
            }
        }
        let mut sorted = Sorted::default();
        let (mut line, mut record) = (1, 1);
        for item in self.split(bytes) {
            let part = &bytes[item.clone()];
            // A code unit that is cut is not a line feed.
            let feeds = part.chunks(self.unit).filter(|unit| self.ascii(unit) == b'\n').count();
            let ends = part.chunks(self.unit).last().is_some_and(|unit| self.ascii(unit) == b'\n');
            let lines = feeds as u64 + u64::from(!ends);
            if !errors.iter().any(|at| item.contains(at)) {
                sorted.good.extend_from_slice(part);
            } else {
                sorted.bad.push(Bad {
                    line,
                    record: self.has_records.then_some(record),
                    offset: item.start as u64,
                    lines,
                    bytes: part.to_vec(),
                });
            }
            line += feeds as u64;
            record += u64::from(self.is_record(&item, bytes));
            sorted.lines += lines;
        }
        sorted
    }

    /// Sorts `bytes`, in pieces of `size`. The errors are those of UTF-8.
    fn sorted(self, bytes: &[u8], size: usize) -> Sorted {
        let order = if self.is_big { ByteOrder::Big } else { ByteOrder::Little };
        let feed = Feed::new(Unit::new(self.unit, order));
        let cut = match self.has_records {
            false => Cut::lines(feed),
            true => Cut::records(Records::new(b',', feed, self.mark().to_vec())),
        };
        let mut sorted = Sorted::default();
        let mut taker = &mut sorted;
        let mut sorter = Sorter::new(cut, &mut taker, &Refuse);
        for finding in utf8::chunks(bytes).filter_map(|chunk| chunk.finding()) {
            sorter.mark(finding.into());
        }
        for piece in bytes.chunks(size) {
            sorter.pass(piece).expect("lines are short");
        }
        let tally = sorter.finish().expect("lines are short");
        sorted.lines = tally.lines;
        let rejected = sorted.bad.iter().map(|bad| bad.bytes.len() as u64).sum::<u64>();
        assert_eq!((tally.bytes, tally.rejected_bytes), (bytes.len() as u64, rejected));
        assert_eq!(tally.rejected, sorted.bad.len() as u64);
        sorted
    }
}

fuzz_target!(|data: &[u8]| {
    let [choice, size, bytes @ ..] = data else { return };
    let choice = Choice {
        unit: [1, 2, 4, 1][usize::from(choice >> 1 & 3)],
        is_big: choice & 1 != 0,
        has_records: choice & 8 != 0,
    };
    let expected = choice.expected(bytes);
    assert_eq!(choice.sorted(bytes, bytes.len().max(1)), expected);
    assert_eq!(choice.sorted(bytes, 1 + usize::from(*size)), expected);
});
