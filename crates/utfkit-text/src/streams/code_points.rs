//! Decodes a text to code points, block by block, with the bytes of each.

use std::io::{self, Read};

use utfkit::{
    Encoding, Finding,
    codec::{Decoder, Step},
    encoding::{Bom, Label},
};

use super::{
    block::{BLOCK, read_head, read_some},
    reading::Reading,
    text::Mark,
};

/// The value for an ill-formed maximal subpart. No encoding has this value.
pub const ILL_FORMED: u32 = u32::MAX;

/// The code points of a stream.
///
/// Memory: a few blocks and the values that are [kept](Self::keep), for a stream of any length.
pub struct CodePoints<'r> {
    reader: Box<dyn Read + 'r>,
    label: Label,
    /// The decoder at the start of the text, and after the values of this block. `None` until the
    /// BOM is decided.
    decoders: Option<[Decoder; 2]>,
    /// The BOM at the start of the stream, or nothing.
    bom: Vec<u8>,
    /// The bytes of the values of this block, and after them the bytes that are not settled.
    bytes: Vec<u8>,
    /// The number of the settled bytes.
    settled: usize,
    /// The offset of the first byte in `bytes`.
    base: u64,
    values: Vec<u32>,
    /// The ill-formed sequences, one for each [`ILL_FORMED`].
    findings: Vec<Finding>,
    /// The first ill-formed sequence of the stream.
    first: Option<Finding>,
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
        let head = read_head(|room| read_some(&mut reader, room), &mut bytes, true)?;
        bytes.truncate(head);
        let label = Reading { label, ..Reading::default() }.label_of(&bytes);
        Ok(Self {
            reader,
            label,
            decoders: None,
            bom: Vec::new(),
            bytes,
            settled: 0,
            base: 0,
            values: Vec::new(),
            findings: Vec::new(),
            first: None,
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
        let gone = distance(self.base, offset);
        self.bytes.drain(..gone);
        self.settled -= gone;
        self.base = offset;
        let more = match self.begun {
            false => self.bytes.len(),
            true => {
                let kept = self.bytes.len();
                self.bytes.resize(kept + self.block, 0);
                let len = read_some(&mut self.reader, &mut self.bytes[kept..])?;
                self.bytes.truncate(kept + len);
                len
            }
        };
        (self.begun, self.ended) = (true, more == 0);
        self.decode();
        self.first = self.first.or(self.findings.first().copied());
        Ok(true)
    }

    /// Decodes the bytes that are not settled, as far as possible.
    fn decode(&mut self) {
        let Some([_, decoder]) = self.decoders else { return self.begin() };
        let mut mark = Mark { decoder, at: self.settled };
        let mut len = self.values.len();
        // Every value has at least one code unit.
        let most = (self.bytes.len() - mark.at).div_ceil(decoder.unit_bytes());
        self.values.resize(len + most, 0);
        loop {
            let done = mark.decoder.decode(&self.bytes[mark.at..], &mut self.values[len..]);
            mark.at += done.read;
            len += done.written;
            let rest = &self.bytes[mark.at..];
            let (value, bytes) = match mark.decoder.first(rest, self.ended) {
                Step::Incomplete => break,
                Step::Shift { len } => (None, len),
                Step::Value { value, len } => (Some(value), len),
                Step::IllFormed { kind, len } => {
                    let offset = self.base + mark.at as u64;
                    self.findings.push(Finding::new(offset, kind, &rest[..len]));
                    (Some(ILL_FORMED), len)
                }
            };
            mark.pass(&self.bytes, bytes);
            if let Some(value) = value {
                self.values[len] = value;
                len += 1;
            }
        }
        self.values.truncate(len);
        self.settled = mark.at;
        if let Some([_, decoder]) = &mut self.decoders {
            *decoder = mark.decoder;
        }
    }

    /// Reads the BOM, and decodes the bytes after it.
    fn begin(&mut self) {
        let opening = self.label.open(None, None, &self.bytes, self.ended);
        let Some(opening) = opening else { return };
        self.settled = opening.len;
        self.decoders = Some([opening.decoder; 2]);
        match opening.finding {
            Some(finding) => {
                self.values.push(ILL_FORMED);
                self.findings.push(finding);
            }
            None => self.bom = self.bytes[..opening.len].to_vec(),
        }
        self.decode();
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
        self.base + self.settled as u64
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
        let at = if self.base == 0 { self.bom.len() } else { 0 };
        // A missing BOM is a value without bytes.
        let index = self.findings.first().is_some_and(|first| first.bytes().is_empty()).into();
        Places { mark: self.decoders.map(|[decoder, _]| Mark { decoder, at }), index }
    }
}

/// Finds the offsets of the values of a block, from the first to the last.
pub struct Places {
    /// `None` if the block has no values.
    mark: Option<Mark>,
    /// The number of values before the mark.
    index: usize,
}

impl Places {
    /// Returns the offset of value `index` of the block of `text`. The indexes must not decrease
    /// from call to call.
    ///
    /// Cost: decodes the bytes since the last call.
    pub fn of(&mut self, text: &CodePoints<'_>, index: usize) -> u64 {
        let Some(mark) = self.mark.as_mut().filter(|_| index < text.values.len()) else {
            return text.end();
        };
        self.index += mark.skip(&text.bytes, index.saturating_sub(self.index), text.ended);
        text.base + mark.at as u64
    }

    /// Returns the last boundary between values at or before `offset`: the number of values of the
    /// block before it, and its offset. It is never before the result of an earlier call.
    pub fn boundary_before(&mut self, text: &CodePoints<'_>, offset: u64) -> (usize, u64) {
        let limit = distance(text.base, offset).min(text.bytes.len());
        match &mut self.mark {
            Some(mark) if mark.at <= limit => {
                self.index += mark.skip(&text.bytes[..limit], usize::MAX, false);
                (self.index, text.base + mark.at as u64)
            }
            // The offset is inside the BOM.
            _ => (self.index, text.base),
        }
    }
}

/// Returns the distance from `base` to `offset`, which are both in one block.
fn distance(base: u64, offset: u64) -> usize {
    usize::try_from(offset.saturating_sub(base)).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use utfkit::{
        encoding::{BomPolicy, Charset},
        transcode::Transcoder,
    };

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
