//! Decodes a text to code points, block by block, with the bytes of each.

use std::io::{self, Read};

use utfkit::{
    Encoding, Finding, Status,
    encoding::{Bom, BomPolicy, Label},
    transcode::Transcoder,
};

use super::block::{BLOCK, read_head, read_some};

/// The value for an ill-formed maximal subpart. No encoding has this value.
pub const ILL_FORMED: u32 = u32::MAX;

/// The code points of a stream.
///
/// Memory: a few blocks and the values that are [kept](Self::keep), for a stream of any length.
pub struct CodePoints<'r> {
    reader: Box<dyn Read + 'r>,
    label: Label,
    transcoder: Transcoder<'static>,
    /// The BOM at the start of the stream, or nothing.
    bom: Vec<u8>,
    /// The bytes of the values of this block, and after them the bytes that are not settled.
    bytes: Vec<u8>,
    /// The offset of the first byte in `bytes`.
    base: u64,
    values: Vec<u32>,
    /// The ill-formed sequences, one for each [`ILL_FORMED`].
    findings: Vec<Finding>,
    /// The first ill-formed sequence of the stream.
    first: Option<Finding>,
    scratch: Vec<u8>,
    /// The number of bytes to read at once.
    block: usize,
    /// The number of values to drop before the next block is read, and the offset before which to
    /// drop bytes; `None` drops the whole block.
    forgotten: Option<(usize, u64)>,
    begun: bool,
    ended: bool,
}

impl<'r> CodePoints<'r> {
    /// Opens the text of `reader`, with this label. Without a label, the BOM determines the
    /// encoding, and text without a BOM is UTF-8.
    ///
    /// # Errors
    ///
    /// Returns the error of `reader`.
    pub fn new(reader: impl Read + 'r, label: Option<Label>) -> io::Result<Self> {
        Self::by_blocks(Box::new(reader), label, BLOCK)
    }

    fn by_blocks(
        mut reader: Box<dyn Read + 'r>,
        label: Option<Label>,
        block: usize,
    ) -> io::Result<Self> {
        let mut bytes = vec![0; block.max(Bom::MAX_BYTES)];
        let head = read_head(&mut reader, &mut bytes, true)?;
        bytes.truncate(head);
        let label =
            label.unwrap_or_else(|| Bom::of(&bytes).map_or(Encoding::Utf8, Bom::encoding).into());
        Ok(Self {
            reader,
            label,
            transcoder: to_values(label),
            bom: Vec::new(),
            bytes,
            base: 0,
            values: Vec::new(),
            findings: Vec::new(),
            first: None,
            scratch: vec![0; 4 * block.max(Transcoder::MIN_OUTPUT)],
            block,
            forgotten: None,
            begun: false,
            ended: false,
        })
    }

    /// Returns the encoding that the text is read in.
    pub fn encoding(&self) -> Encoding {
        self.label.encoding()
    }

    /// Returns the BOM at the start of the stream, or an empty slice. It is known after the first
    /// block.
    pub fn bom(&self) -> &[u8] {
        &self.bom
    }

    /// Keeps the values of this block from `index` on, which is at `offset`: the next block begins
    /// with them. If there is no next block, this one stays.
    pub fn keep(&mut self, index: usize, offset: u64) {
        self.forgotten = Some((index, offset));
    }

    /// Reads the next block, and returns `true` if there is one. A block may have no values.
    ///
    /// # Errors
    ///
    /// Returns the error of the reader.
    pub fn advance(&mut self) -> io::Result<bool> {
        let kept = self.forgotten.take();
        if self.ended && kept.is_some() {
            return Ok(false);
        }
        let (index, offset) = kept.unwrap_or((self.values.len(), self.end()));
        let gone = self.values.drain(..index).filter(|&value| value == ILL_FORMED).count();
        self.findings.drain(..gone);
        if self.ended {
            return Ok(false);
        }
        self.bytes.drain(..distance(self.base, offset));
        self.base = offset;
        let kept = if self.begun { self.bytes.len() } else { 0 };
        if self.begun {
            self.bytes.resize(kept + self.block, 0);
            let len = read_some(&mut self.reader, &mut self.bytes[kept..])?;
            self.bytes.truncate(kept + len);
        }
        self.ended = self.bytes.len() == kept;
        let (bytes, scratch) = (&self.bytes[kept..], &mut self.scratch);
        let (values, findings) = (&mut self.values, &mut self.findings);
        each(&mut self.transcoder, bytes, scratch, self.ended, |part| match part {
            Part::Values(bytes) => values.extend(values_of(bytes)),
            Part::IllFormed(finding) => {
                values.push(ILL_FORMED);
                findings.push(finding);
            }
        });
        self.first = self.first.or(self.findings.first().copied());
        if !self.begun {
            self.begun = true;
            if self.transcoder.found_bom() {
                self.bom = bom(self.label, &self.bytes).to_vec();
            }
        }
        Ok(true)
    }

    /// Returns the values of this block.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Returns the ill-formed sequences of this block, one for each [`ILL_FORMED`].
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Returns the first ill-formed sequence of the blocks so far.
    pub fn first_finding(&self) -> Option<&Finding> {
        self.first.as_ref()
    }

    /// Returns the offset after the last value of this block.
    pub fn end(&self) -> u64 {
        self.transcoder.offset()
    }

    /// Returns the bytes from offset `start` up to `end`. Both must be in this block.
    pub fn bytes(&self, start: u64, end: u64) -> &[u8] {
        &self.bytes[distance(self.base, start)..distance(self.base, end)]
    }

    /// Returns a finder for the offsets of the values of this block.
    ///
    /// The offsets are wrong in an encoding with shifts, where the meaning of a byte depends on the
    /// bytes before it.
    pub fn places(&self) -> Places {
        let mut transcoder = to_values(self.label);
        // A BOM at the start of a later block is text, so the transcoder must have begun. If the
        // stream has a BOM, it still determines the byte order.
        let prelude = match self.base > 0 && self.bom.is_empty() {
            true => letter(self.label.encoding()),
            false => self.bom.clone(),
        };
        let _ = transcoder.transcode(&prelude, &mut [0; 16][..], false);
        let (before, fed) = match self.base {
            0 => (0, prelude.len()),
            _ => (transcoder.offset(), 0),
        };
        Places { transcoder, fed, index: 0, passed: 0, base: self.base, before }
    }
}

/// Returns the BOM at the start of `bytes`, read as `label`: all bytes before the first value.
fn bom(label: Label, bytes: &[u8]) -> &[u8] {
    let mut transcoder = to_values(label);
    let mut room = [0; 16];
    let len = bytes.iter().position(|byte| {
        let _ = transcoder.transcode(std::slice::from_ref(byte), &mut room[..], false);
        transcoder.found_bom() && transcoder.offset() > 0
    });
    &bytes[..len.map_or(0, |last| last + 1)]
}

/// Returns a letter in `encoding`, without a BOM.
fn letter(encoding: Encoding) -> Vec<u8> {
    let mut letter = Vec::new();
    let mut writer = Transcoder::new(Encoding::Utf8, encoding).bom(BomPolicy::Forbid);
    // Every encoding has this letter.
    let _ = writer.transcode_to_vec(b"a", &mut letter, true);
    letter
}

/// Finds the offsets of the values of a block, from the first to the last.
pub struct Places {
    transcoder: Transcoder<'static>,
    /// The number of bytes of the block that were decoded.
    fed: usize,
    /// The number of values in these bytes.
    index: usize,
    /// The offset of the last ill-formed sequence in these bytes.
    passed: u64,
    /// The offset of the block, and the offset that the transcoder has there.
    base: u64,
    before: u64,
}

impl Places {
    /// Returns the offset of value `index` of the block of `text`. The indexes must not decrease
    /// from call to call.
    ///
    /// Cost: decodes the bytes since the last call.
    pub fn of(&mut self, text: &CodePoints<'_>, index: usize) -> u64 {
        if index >= text.values.len() {
            return text.end();
        }
        if self.index > index {
            return self.passed;
        }
        let mut room = [0; 1024];
        while self.index < index {
            let bytes = &text.bytes[self.fed..];
            let wanted = (4 * (index - self.index)).min(room.len());
            let outcome = self.transcoder.transcode(bytes, &mut room[..wanted], text.ended);
            self.fed += outcome.read;
            self.index += outcome.written / 4;
            // An ill-formed sequence needs no room, so the transcoder may pass the one at `index`.
            if let Status::IllFormed(finding) = outcome.status {
                self.index += 1;
                self.passed = self.base + (finding.offset() - self.before);
                if self.index > index {
                    return self.passed;
                }
            }
        }
        self.offset()
    }

    /// Returns the last boundary between values at or before `offset`: the number of values of the
    /// block before it, and its offset. It is never before the result of an earlier call.
    pub fn boundary_before(&mut self, text: &CodePoints<'_>, offset: u64) -> (usize, u64) {
        if offset < self.offset() {
            // The offset is inside the BOM.
            return (self.index, self.base);
        }
        let limit = distance(text.base, offset).min(text.bytes.len());
        let mut room = [0; 1024];
        while self.fed < limit {
            let bytes = &text.bytes[self.fed..limit];
            let outcome = self.transcoder.transcode(bytes, &mut room[..], false);
            self.fed += outcome.read;
            self.index += outcome.written / 4;
            self.index += usize::from(matches!(outcome.status, Status::IllFormed(_)));
        }
        (self.index, self.offset())
    }

    fn offset(&self) -> u64 {
        self.base + (self.transcoder.offset() - self.before)
    }
}

/// A part of what a transcoder returns.
enum Part<'t> {
    Values(&'t [u8]),
    IllFormed(Finding),
}

/// Converts all of `bytes`, and passes the values and the ill-formed sequences to `pass`.
fn each(
    transcoder: &mut Transcoder<'_>,
    mut bytes: &[u8],
    room: &mut [u8],
    last: bool,
    mut pass: impl FnMut(Part<'_>),
) {
    loop {
        let outcome = transcoder.transcode(bytes, &mut *room, last);
        bytes = &bytes[outcome.read..];
        pass(Part::Values(&room[..outcome.written]));
        match outcome.status {
            Status::Done => return,
            Status::OutputFull => {}
            Status::IllFormed(finding) => pass(Part::IllFormed(finding)),
        }
    }
}

/// Returns a transcoder to UCS-4, which has every value of every encoding.
fn to_values(label: Label) -> Transcoder<'static> {
    Transcoder::labelled(label, Encoding::Ucs4Le.into())
}

fn values_of(bytes: &[u8]) -> impl Iterator<Item = u32> {
    bytes.as_chunks::<4>().0.iter().map(|unit| u32::from_le_bytes(*unit))
}

/// Returns the distance from `base` to `offset`, which are both in one block.
fn distance(base: u64, offset: u64) -> usize {
    usize::try_from(offset.saturating_sub(base)).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use utfkit::encoding::Charset;

    use super::*;
    const TEXT: &str =
        "a\u{FEFF}\u{E9}\n\u{3042}\u{4E2D}\u{1F600}b\u{FFFD}\u{10FFFF}\u{7F}\0\u{AC00}\u{FFFE}z";

    /// Returns all encodings without shifts, each with the characters of the text that it can
    /// encode.
    fn texts() -> Vec<(Encoding, Vec<char>)> {
        let all = Encoding::ALL.iter().copied().chain(Charset::all().map(Encoding::Charset));
        let has = |encoding: Encoding, letter: &char| {
            encoding.first_unencodable(letter.encode_utf8(&mut [0; 4])).is_none()
        };
        all.filter(|&encoding| !encoding.has_shifts())
            .map(|encoding| {
                (encoding, TEXT.chars().filter(|letter| has(encoding, letter)).collect())
            })
            .collect()
    }

    fn open(bytes: &[u8], encoding: Encoding, block: usize) -> CodePoints<'_> {
        CodePoints::by_blocks(Box::new(bytes), Some(encoding.into()), block).unwrap()
    }

    fn encode(encoding: Encoding, letters: &[char], bom: BomPolicy) -> Vec<u8> {
        let text: String = letters.iter().collect();
        let mut out = Vec::new();
        let mut writer = Transcoder::new(Encoding::Utf8, encoding).bom(bom);
        writer.transcode_to_vec(text.as_bytes(), &mut out, true).unwrap();
        out
    }

    /// Every value has its offset, no matter how the text is cut into blocks.
    #[test]
    fn values_and_their_places() {
        for (encoding, letters) in texts() {
            let bytes = encode(encoding, &letters, BomPolicy::Add);
            let unsigned = |letters| encode(encoding, letters, BomPolicy::Forbid).len();
            let bom = bytes.len() - unsigned(&letters);
            let place = |at| bom + unsigned(&letters[..at]);
            for block in 1..12 {
                let mut read = open(&bytes, encoding, block);
                let mut passed = 0;
                while read.advance().unwrap() {
                    let mut places = read.places();
                    for (at, &value) in read.values().iter().enumerate() {
                        let place = place(passed + at) as u64;
                        assert_eq!(value, u32::from(letters[passed + at]), "{encoding} by {block}");
                        assert_eq!(places.of(&read, at), place, "{encoding} by {block}");
                    }
                    passed += read.values().len();
                }
                assert_eq!((passed, read.end()), (letters.len(), bytes.len() as u64), "{encoding}");
            }
        }
    }

    /// Each ill-formed subpart is one value, and has an offset.
    #[test]
    fn ill_formed_text_has_places() {
        let bytes = b"a\xE2\x82b\xFF\xF0\x9F\x98\x80\xC0\xAF\xE2\x82";
        let offsets = [0, 1, 3, 4, 5, 9, 10, 11];
        for block in 1..14 {
            let mut read = open(bytes, Encoding::Utf8, block);
            let (mut passed, mut findings) = (0, Vec::new());
            while read.advance().unwrap() {
                let mut places = read.places();
                for at in 0..read.values().len() {
                    assert_eq!(places.of(&read, at), offsets[passed + at], "by {block}");
                }
                passed += read.values().len();
                findings.extend(read.findings().iter().map(Finding::offset));
            }
            assert_eq!((passed, &findings[..]), (offsets.len(), &[1, 4, 9, 10, 11][..]));
        }
    }

    #[test]
    fn boundaries_before_offsets() {
        let bytes = b"a\xC3\xA9\xE2\x82\xACz";
        let read = || {
            let mut read = open(bytes, Encoding::Utf8, 64);
            assert!(read.advance().unwrap());
            read
        };
        for (offset, boundary) in [(0, 0), (1, 1), (2, 1), (3, 3), (4, 3), (5, 3), (6, 6), (7, 7)] {
            let read = read();
            assert_eq!(read.places().boundary_before(&read, offset).1, boundary);
        }
    }
}
