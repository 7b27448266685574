//! Checks a large UTF-8 file with several threads.
//!
//! The file is cut into chunks at boundaries, which the bytes around an offset determine. Idle
//! threads check the chunks and measure the well-formed ones. One thread, which helps with that,
//! follows the results in order. Only chunks with ill-formed or rejected text are followed event by
//! event. So the events are the same as with one thread.

use std::ops::{ControlFlow, Range};

use utfkit::utf8;
use utfkit_text::receivers::Receiver;

use crate::{
    system::files::ByOffset,
    threads::{ahead, idle::Spare},
};
use utfkit_text::streams::{Events, Stretch, block::BLOCK, refused};

/// The maximum number of chunks to check ahead of the one in use.
const AHEAD: u64 = 32;

/// The number of bytes on each side of an offset that determine whether it is a boundary, and the
/// last boundary before it.
const AROUND: usize = 4;

/// The part of a file to read.
pub struct Part<'f> {
    pub file: ByOffset<'f>,
    /// The start in the file, at a boundary.
    pub start: u64,
    /// The offset of the start in the stream.
    pub offset: u64,
    /// The number of bytes after the start that were already read.
    pub known: usize,
    /// The size of the file, as known so far.
    pub size: u64,
    /// The receiver of the text.
    pub receiver: Option<Receiver>,
}

/// Returns `true` if a part of `len` bytes is large enough for several threads.
pub fn is_large(len: u64) -> bool {
    len >= 8 * BLOCK as u64
}

impl Part<'_> {
    /// Reports the text to `events`, in chunks of [`BLOCK`] bytes, except the end, and returns the
    /// offset where the end begins. The rest must be read like any stream, even if the file has
    /// become shorter or cannot be read.
    pub fn read(&self, spare: &Spare, events: &mut dyn Events) -> u64 {
        self.read_by(BLOCK as u64, spare, events)
    }

    fn read_by(&self, chunk: u64, spare: &Spare, events: &mut dyn Events) -> u64 {
        let last = self.size.saturating_sub(self.start + AROUND as u64) / chunk;
        let mut at = self.start;
        let measure = events.measures();
        let worker = || |number, room| self.chunk(number, chunk, measure, room);
        ahead::ahead(spare, last, AHEAD, worker, |number, checked: Checked| {
            // The file changed while it was read, so the chunk is not the next one.
            if checked.start != at {
                return ControlFlow::Break(());
            }
            at += checked.range.len() as u64;
            let known = if number == 0 { self.known } else { 0 };
            checked.report(checked.start - self.start + self.offset, known, events);
            if events.is_satisfied() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(checked.bytes)
            }
        });
        at
    }

    /// Reads and checks chunk `number`. Returns `None` if it cannot be read, or if the file has
    /// become shorter.
    fn chunk(&self, number: u64, size: u64, measure: bool, mut bytes: Vec<u8>) -> Option<Checked> {
        // The bytes around both ends are needed to find the boundaries.
        let nominal = number * size;
        let before = AROUND.min(usize::try_from(nominal).unwrap_or(AROUND));
        let end = before + usize::try_from(size).ok()?;
        let from = self.start + nominal - before as u64;
        bytes.resize(end + AROUND, 0);
        self.file.read_exact_at(&mut bytes, from).ok()?;
        let range = utf8::floor_boundary(&bytes, before)..utf8::floor_boundary(&bytes, end);
        let (start, text) = (from + range.start as u64, &bytes[range.clone()]);
        let plain = utf8::validate(text).ok().filter(|text| refused::takes(self.receiver, text));
        let stretch = plain.map(|text| Stretch::measured(text.as_bytes(), measure));
        Some(Checked { start, range, bytes, stretch, receiver: self.receiver })
    }
}

/// A chunk that was checked.
struct Checked {
    /// The start of the chunk in the file.
    start: u64,
    /// The range of the chunk in `bytes`, which also has the bytes around it.
    range: Range<usize>,
    bytes: Vec<u8>,
    /// The measures of the chunk, if it is well-formed and the receiver accepts it.
    stretch: Option<Stretch>,
    receiver: Option<Receiver>,
}

impl Checked {
    /// Reports the chunk to `events`. `offset` is the offset of its start, and its first `known`
    /// bytes were already reported as read.
    fn report(&self, offset: u64, known: usize, events: &mut dyn Events) {
        let bytes = &self.bytes[self.range.clone()];
        match &self.stretch {
            Some(stretch) => events.stretch(bytes, stretch),
            None => self.follow(offset, events),
        }
        events.read(&bytes[known..]);
    }
}

impl Checked {
    /// Reports the chunk to `events`, event by event. The kind of an ill-formed sequence at its end
    /// depends on the bytes after it.
    fn follow(&self, offset: u64, events: &mut dyn Events) {
        let len = self.range.len();
        let mut left = len;
        let Range { start, end } = self.range;
        for chunk in utf8::chunks(&self.bytes[start..end + AROUND]) {
            let text = chunk.text();
            let (plain, at) = (text.get(..left).unwrap_or(text), (len - left) as u64);
            refused::tell_utf8(self.receiver, plain, offset + at, events);
            if events.is_satisfied() {
                return;
            }
            left = left.saturating_sub(text.len());
            let Some(finding) = chunk.finding().filter(|_| left > 0) else { return };
            events.ill_formed(finding.moved(offset));
            left = left.saturating_sub(finding.len());
            if left == 0 || events.is_satisfied() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Seek, SeekFrom, Write};

    use utfkit::{Encoding, Finding};

    use super::*;
    use utfkit_text::streams::Use;

    /// The events, with U+FFFD for each ill-formed sequence.
    #[derive(Debug, Default, PartialEq)]
    struct Recorded {
        text: String,
        findings: Vec<Finding>,
        bytes: usize,
        /// The number of stretches.
        stretches: usize,
    }

    impl Events for Recorded {
        fn begin(&mut self, _: Encoding) {}
        fn text(&mut self, text: &str) {
            self.text.push_str(text);
        }
        fn stretch(&mut self, bytes: &[u8], stretch: &Stretch) {
            assert_eq!(*stretch, Stretch::of(bytes));
            self.stretches += 1;
            self.text(str::from_utf8(bytes).unwrap());
        }
        fn ill_formed(&mut self, finding: Finding) {
            self.text.push('\u{FFFD}');
            self.findings.push(finding);
        }
        fn read(&mut self, bytes: &[u8]) {
            self.bytes += bytes.len();
        }
        fn used(&mut self, _: &[Use]) {}
        fn is_satisfied(&self) -> bool {
            false
        }
    }

    /// Reports `bytes` as one thread would. The first byte is at `offset`.
    fn follow(bytes: &[u8], offset: u64, recorded: &mut Recorded) {
        for chunk in utf8::chunks(bytes) {
            recorded.text(chunk.text());
            chunk.finding().into_iter().for_each(|f| recorded.ill_formed(f.moved(offset)));
        }
        recorded.read(bytes);
    }

    /// Returns the events of a file with these `bytes`, if its size is believed to be `more` bytes
    /// larger or smaller.
    fn spread(bytes: &[u8], more: i64, chunk: u64, threads: usize) -> Recorded {
        // A file without a name cannot be opened again on Windows.
        let named = tempfile::NamedTempFile::new().unwrap();
        let mut file = named.as_file();
        file.write_all(bytes).unwrap();
        let size = (bytes.len() as u64).checked_add_signed(more).unwrap();
        let by_offset = ByOffset::of(file).unwrap();
        let part = Part { file: by_offset, start: 0, offset: 100, known: 0, size, receiver: None };
        let mut recorded = Recorded::default();
        let spare = Spare::new(threads);
        let end = part.read_by(chunk, &spare, &mut recorded);
        assert!((0..threads).all(|_| spare.take().is_some()), "all threads are given back");
        assert_eq!(recorded.bytes as u64, end);
        let mut rest = Vec::new();
        file.seek(SeekFrom::Start(end)).unwrap();
        file.read_to_end(&mut rest).unwrap();
        follow(&rest, 100 + end, &mut recorded);
        recorded
    }

    #[track_caller]
    fn same(bytes: &[u8], more: i64, chunk: u64, threads: usize) -> usize {
        let mut expected = Recorded::default();
        follow(bytes, 100, &mut expected);
        let recorded = spread(bytes, more, chunk, threads);
        expected.stretches = recorded.stretches;
        assert_eq!(recorded, expected, "{bytes:X?} by {chunk}");
        recorded.stretches
    }

    /// Checks complete and broken sequences at all positions across the border of two chunks.
    #[test]
    fn borders_do_not_matter() {
        let sequences: [&[u8]; 10] = [
            "\u{E9}".as_bytes(),
            "\u{20AC}".as_bytes(),
            "\u{1F600}".as_bytes(),
            b"\xF0\x9F\x98",
            b"\xE2\x82",
            b"\xED\xA0\xBD\xED\xB8\x80",
            b"\xF8\x88\x80\x80\x80",
            b"\x80\x80\x80\x80\x80",
            b"\xC3\xC3\xC3\xA9",
            b"\xFF\n",
        ];
        for sequence in sequences {
            for before in 0..18 {
                let mut bytes = b"0123456789abcdef012345"[..before].to_vec();
                bytes.extend_from_slice(sequence);
                bytes.extend_from_slice(b"after it, and more");
                same(&bytes, 0, 8, before % 3);
                same(&bytes, 0, 9, 1);
            }
        }
    }

    #[test]
    fn many_chunks_by_many_threads() {
        let text = "text \u{E9}\u{20AC}\u{1F600}\n".repeat(2000);
        for threads in [0, 1, 3] {
            assert!(same(text.as_bytes(), 0, 64, threads) > 400);
            let mut damaged = text.clone().into_bytes();
            damaged.iter_mut().step_by(1009).for_each(|byte| *byte = 0xFF);
            assert!(same(&damaged, 0, 64, threads) > 400);
        }
    }

    /// Checks a file that has become shorter or longer.
    #[test]
    fn sizes_change() {
        let text = "text \u{E9}\u{20AC}\u{1F600}\n".repeat(20);
        for more in [-17, -1, 1, 5, 300, 10_000] {
            for threads in [0, 2] {
                same(text.as_bytes(), more, 16, threads);
            }
        }
    }
}
