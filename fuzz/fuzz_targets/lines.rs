//! Checks that sorting lines, or records of CSV, loses no byte, in any pieces.
//!
//! The first byte of the input chooses lines or records, the code unit and its byte order, and the
//! second the size of the pieces.
#![no_main]

use std::convert::Infallible;

use libfuzzer_sys::fuzz_target;
use utfkit::{encoding::ByteOrder, utf8};
use utfkit_text::lines::{Cut, Feed, Held, Records, Refuse, Rejected, Sorter, Taker, Unit};

/// Keeps the good bytes, and the offsets and lengths of the bad lines.
#[derive(Default)]
struct Sorted {
    good: Vec<u8>,
    bad: Vec<(u64, u64)>,
}

impl Taker for &mut Sorted {
    type Error = Infallible;

    fn good(&mut self, bytes: &[u8]) -> Result<(), Infallible> {
        self.good.extend_from_slice(bytes);
        Ok(())
    }

    fn bad(&mut self, rejected: &Rejected, _: &mut Held<'_>) -> Result<(), Infallible> {
        self.bad.push((rejected.offset, rejected.length));
        Ok(())
    }
}

/// Sorts `bytes`, in pieces of `size`. The errors are those of UTF-8.
fn sorted(bytes: &[u8], choice: u8, size: usize) -> Sorted {
    let order = if choice & 1 == 0 { ByteOrder::Little } else { ByteOrder::Big };
    let unit = Unit::new([1, 2, 4, 1][usize::from(choice >> 1 & 3)], order);
    let feed = Feed::new(unit);
    // U+FEFF in an encoding with such units.
    let mark: &[u8] = match (unit.size(), order) {
        (1, _) => b"\xEF\xBB\xBF",
        (2, ByteOrder::Little) => b"\xFF\xFE",
        (2, ByteOrder::Big) => b"\xFE\xFF",
        (_, ByteOrder::Little) => b"\xFF\xFE\0\0",
        (_, ByteOrder::Big) => b"\0\0\xFE\xFF",
    };
    let cut = match choice & 8 {
        0 => Cut::lines(feed),
        _ => Cut::records(Records::new(b',', feed, mark.to_vec())),
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
    assert_eq!(tally.bytes, bytes.len() as u64);
    assert_eq!(tally.rejected_bytes, sorted.bad.iter().map(|(_, length)| length).sum::<u64>());
    sorted
}

fuzz_target!(|data: &[u8]| {
    let [choice, size, bytes @ ..] = data else { return };
    let whole = sorted(bytes, *choice, bytes.len().max(1));
    let pieces = sorted(bytes, *choice, 1 + usize::from(*size));
    assert_eq!((&whole.good, &whole.bad), (&pieces.good, &pieces.bad));
    // The bad lines are where the good bytes have gaps, and hold all errors.
    let (mut good, mut at) = (Vec::new(), 0);
    for &(offset, length) in &whole.bad {
        let offset = usize::try_from(offset).expect("it is in memory");
        good.extend_from_slice(&bytes[at..offset]);
        at = offset + usize::try_from(length).expect("it is in memory");
    }
    good.extend_from_slice(&bytes[at..]);
    assert_eq!(good, whole.good);
    let found = utf8::chunks(bytes).filter_map(|chunk| chunk.finding());
    for finding in found {
        let is_in = |&(offset, length): &(u64, u64)| {
            offset <= finding.offset() && finding.offset() < offset + length
        };
        assert!(whole.bad.iter().any(is_in), "{finding}");
    }
});
