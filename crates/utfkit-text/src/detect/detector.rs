//! Whole texts, and streams in pieces.

use super::{
    conclude::Seen,
    detection::Detection,
    head::{BLOCK, Head},
    utf8::scan::Scan,
};

/// How much behind a block tells what a byte of it begins: a BOM, and text that follows it.
const AHEAD: usize = 1 << 10;

/// Which encoding `bytes`, a whole text, are in.
///
/// Cost: linear. Well-formed UTF-8 takes two passes by the active kernels.
#[must_use]
pub fn detect(bytes: &[u8]) -> Detection {
    let mut detector = Detector::new();
    detector.feed(bytes);
    detector.finish()
}

/// Finds out which encoding a stream is in, in whatever pieces it comes: these change nothing.
///
/// It keeps less than 256 KiB, whatever the length of the stream.
///
/// ```
/// use utfkit::Encoding;
/// use utfkit_text::detect::{Detector, Verdict};
/// let mut detector = Detector::new();
/// detector.feed(b"\xFE");
/// detector.feed(b"\xFF\0a");
/// let detection = detector.finish();
/// assert_eq!((detection.encoding(), detection.verdict()), (Some(Encoding::Utf16), Verdict::Proven));
/// ```
#[derive(Debug, Default)]
pub struct Detector {
    /// Bytes that do not fill a block.
    block: Vec<u8>,
    /// Bytes before the block.
    offset: u64,
    head: Head,
    scan: Scan,
}

impl Detector {
    /// A detector of which nothing has come yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next bytes of the stream.
    pub fn feed(&mut self, mut bytes: &[u8]) {
        if self.is_settled() {
            self.offset += bytes.len() as u64;
            return;
        }
        while !self.block.is_empty() {
            let fill = bytes.len().min(BLOCK + AHEAD - self.block.len());
            self.block.extend_from_slice(&bytes[..fill]);
            if self.block.len() < BLOCK + AHEAD {
                return;
            }
            let mut block = std::mem::take(&mut self.block);
            self.take(&block[..BLOCK], &block[BLOCK..]);
            // What is ahead is taken again from where it came from, if all of it came now.
            let again = if fill >= AHEAD { AHEAD } else { 0 };
            bytes = &bytes[fill - again..];
            block.truncate(BLOCK + AHEAD - again);
            block.drain(..BLOCK);
            self.block = block;
        }
        while bytes.len() >= BLOCK + AHEAD {
            let (block, rest) = bytes.split_at(BLOCK);
            self.take(block, &rest[..AHEAD]);
            bytes = rest;
        }
        self.block.extend_from_slice(bytes);
    }

    /// Whether nothing that follows can change the answer: the stream is [not
    /// text](super::Verdict::Binary), but of a known type.
    #[must_use]
    pub const fn is_settled(&self) -> bool {
        self.head.file_type.is_some()
    }

    /// What the stream is, which is at its end.
    #[must_use]
    pub fn finish(self) -> Detection {
        self.conclude(true)
    }

    /// What the stream is as far as it was fed; more follows. What would be proven is so [so
    /// far](super::Verdict::SoFar).
    #[must_use]
    pub fn so_far(self) -> Detection {
        self.conclude(false)
    }

    /// Takes a block, or what is left at the end; `ahead` is what follows it, as far as it matters.
    fn take(&mut self, block: &[u8], ahead: &[u8]) {
        if self.offset == 0 {
            self.head = Head::of(block);
            self.scan.begin(self.head.wide.take());
        }
        if let Some(track) = &mut self.head.track {
            track.push(block);
        }
        if self.head.may_be_utf8 {
            self.scan.push(block, ahead, self.offset);
        }
        self.offset += block.len() as u64;
    }

    fn conclude(mut self, whole: bool) -> Detection {
        let block = std::mem::take(&mut self.block);
        let (first, rest) = block.split_at(block.len().min(BLOCK));
        self.take(first, rest);
        if !rest.is_empty() {
            self.take(rest, &[]);
        }
        self.scan.finish();
        let (head, scan, bytes) = (self.head, self.scan, self.offset);
        Seen { head, scan, bytes, whole, strange: (0, 0) }.conclude()
    }
}
