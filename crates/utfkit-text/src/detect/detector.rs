//! Detection for whole texts, and for streams in pieces.

use super::{
    conclude::facts::Facts,
    detection::Detection,
    head::{BLOCK, ESCAPE, Head},
    named::hints::Hints,
    utf8::scan::Scan,
};
use crate::receivers::declared::{Declared, Records};

/// The number of bytes after a block that are needed to see what its last byte begins: a BOM, and
/// text after it.
const AHEAD: usize = 1 << 10;

/// Returns the encoding of `bytes`, a whole text.
///
/// Cost: linear. Well-formed UTF-8 takes two passes by the active kernels.
#[must_use]
pub fn detect(bytes: &[u8]) -> Detection {
    let mut detector = Detector::new();
    detector.feed(bytes);
    detector.finish()
}

/// Detects the encoding of a stream. The pieces in which the stream comes do not matter.
///
/// It keeps less than 256 KiB of a stream of any length.
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
#[derive(Clone, Debug, Default)]
pub struct Detector {
    /// The bytes that do not fill a block yet.
    block: Vec<u8>,
    /// The number of bytes before the block.
    offset: u64,
    head: Head,
    scan: Scan,
    /// The sort of records in the stream.
    records: Option<Records>,
    /// The declaration outside of the stream.
    beside: Option<Declared>,
    hints: Hints,
}

impl Detector {
    /// Returns a detector of a stream before its first byte.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a declaration that is not in the stream. It is evidence, and it counts more than one in
    /// the stream.
    #[must_use]
    pub fn declared(self, beside: Declared) -> Self {
        Self { beside: Some(beside), ..self }
    }

    /// Sets the hints about the text.
    ///
    /// ```
    /// use utfkit_text::detect::{Detector, Evidence, Hints};
    /// # #[cfg(feature = "model")] {
    /// let detect = |hints| {
    ///     let mut detector = Detector::new().hints(hints);
    ///     detector.feed(b"\xE9t\xE9\n");
    ///     detector.finish()
    /// };
    /// let plain = detect(Hints::new());
    /// assert_eq!(plain.encoding().unwrap().name(), "windows-1252");
    /// let hinted = detect(Hints::new().expect("iso-8859-15".parse()?));
    /// assert_eq!(hinted.encoding().unwrap().name(), "iso-8859-15");
    /// assert!(hinted.evidence().contains(&Evidence::Hinted(plain.encoding().unwrap())));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn hints(self, hints: Hints) -> Self {
        Self { hints, ..self }
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
            // If all bytes ahead came with this call, they are read again from `bytes`.
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

    /// Returns `true` if more bytes cannot change the answer: the stream is [not
    /// text](super::Verdict::Binary), and its type is known.
    #[must_use]
    pub const fn is_settled(&self) -> bool {
        self.head.file_type.is_some()
    }

    /// Returns the answer at the end of the stream.
    #[must_use]
    pub fn finish(self) -> Detection {
        self.conclude(true)
    }

    /// Returns the answer for the bytes so far, before the end of the stream. A verdict that would
    /// be proven is [`SoFar`](super::Verdict::SoFar). The stream can continue.
    ///
    /// Cost: that of a copy of the detector, and of the decision.
    ///
    /// ```
    /// use utfkit_text::detect::{Detector, Verdict};
    /// let mut detector = Detector::new();
    /// detector.feed("caf\u{E9}".as_bytes());
    /// assert_eq!(detector.so_far().verdict(), Verdict::SoFar);
    /// detector.feed(b"s");
    /// assert_eq!(detector.finish().verdict(), Verdict::Proven);
    /// ```
    #[must_use]
    pub fn so_far(&self) -> Detection {
        self.clone().conclude(false)
    }

    /// Takes a block, or the rest at the end. `ahead` is the start of the bytes that follow.
    fn take(&mut self, block: &[u8], ahead: &[u8]) {
        if self.offset == 0 {
            self.records = Records::of(block);
        }
        let text = self.records.map(|records| records.text(block, self.offset));
        let block = text.as_deref().unwrap_or(block);
        if self.offset == 0 {
            self.head = Head::of(block, self.records, self.beside.take());
            self.scan.begin(self.head.wide.take());
        }
        match self.records {
            Some(_) => self.head.escaped |= block.contains(&ESCAPE),
            // Bytes before the first shift are the same text in an encoding with shifts.
            None if self.scan.is_plain() => self.head.shift_in(block, self.offset),
            None => {}
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
        let records = self.records.map(Records::format);
        Facts {
            head,
            scan,
            bytes,
            whole,
            strange: (0, 0),
            within: None,
            is_visual: false,
            records,
            hints: self.hints,
        }
        .conclude()
    }
}
