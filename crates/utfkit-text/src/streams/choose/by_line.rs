//! Decodes a stream in which each line has its own encoding.

use std::cell::OnceCell;

use utfkit::{
    Encoding, Finding, Outcome, Status,
    encoding::{BomPolicy, Label},
    simd::{self, Form},
    transcode::{Counts, Transcoder},
    utf8,
};

use super::{
    candidates::Candidates,
    fit::{self, Decoded},
    plausible::has_odd,
};

/// Converts a stream of lines to UTF-8, like a transcoder.
///
/// The encoding is chosen for each line as a whole. A line longer than [`Self::MAX`] is divided
/// into parts of that length, and the encoding is chosen for each part.
pub struct Mixed<'p> {
    candidates: &'p Candidates,
    /// Whether each candidate fits every text. Few streams need to know it.
    fits_all: OnceCell<Vec<bool>>,
    /// The policy for BOMs. Only `Forbid` and `Require` make a difference; with all others, a BOM
    /// is read.
    bom: BomPolicy,
    /// Creates the transcoder for a line that cannot be converted without loss.
    reader: Box<dyn Fn(Label) -> Transcoder<'p> + 'p>,
    /// The first part of a line whose end was not read yet.
    line: Vec<u8>,
    /// Lines in UTF-8, and the number of their bytes that were written.
    ready: Vec<u8>,
    given: usize,
    /// The finding before the lines that are ready: a missing BOM.
    stop: Option<Finding>,
    /// A line that cannot be converted without loss. It comes after the lines that are ready.
    reading: Option<Reading<'p>>,
    /// The number of bytes of the stream before the current line.
    offset: u64,
    /// The number of lines before the current line.
    lines: u64,
    counts: Counts,
    used: Vec<Use>,
    begun: bool,
    found_bom: bool,
}

/// A line, or a part of one, that is converted piece by piece, because findings interrupt it.
struct Reading<'p> {
    transcoder: Transcoder<'p>,
    text: Vec<u8>,
    read: usize,
    /// Whether the line continues after `text`, which may then end inside a character.
    goes_on: bool,
}

/// The lines that were read in an encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Use {
    /// The encoding.
    pub encoding: Encoding,
    /// The number of lines.
    pub lines: u64,
    /// The numbers of the first lines, from 1; at most five.
    pub first: Vec<u64>,
    /// The number of the last line. A long line has several parts, but counts once.
    last: u64,
}

impl Use {
    /// The maximum number of lines in `first`.
    const MAX: usize = 5;
}

const BOM: &[u8] = b"\xEF\xBB\xBF";

impl<'p> Mixed<'p> {
    /// The maximum length of a line, or a part of one, whose encoding is chosen at once: 4 MiB.
    pub const MAX: usize = 4 << 20;

    /// Creates the converter. `reader` creates a transcoder from a label to UTF-8 that does not
    /// look for BOMs.
    pub fn new(
        candidates: &'p Candidates,
        bom: BomPolicy,
        reader: impl Fn(Label) -> Transcoder<'p> + 'p,
    ) -> Self {
        Self {
            candidates,
            fits_all: OnceCell::new(),
            bom,
            reader: Box::new(reader),
            line: Vec::new(),
            ready: Vec::new(),
            given: 0,
            stop: None,
            reading: None,
            offset: 0,
            lines: 0,
            counts: Counts::default(),
            used: Vec::new(),
            begun: false,
            found_bom: false,
        }
    }

    /// Converts `src`, like [`Transcoder::transcode`].
    pub fn transcode(&mut self, src: &[u8], dst: &mut [u8], last: bool) -> Outcome {
        let (mut read, mut written) = (0, 0);
        let status = loop {
            if let Some(finding) = self.stop.take() {
                break Status::IllFormed(finding);
            }
            written += self.give(&mut dst[written..]);
            if self.given < self.ready.len() {
                break Status::OutputFull;
            }
            self.ready.clear();
            self.given = 0;
            if let Some(reading) = &mut self.reading {
                let outcome = reading.go_on(&mut dst[written..]);
                written += outcome.written;
                match outcome.status {
                    Status::Done => self.finish_reading(),
                    Status::OutputFull => break Status::OutputFull,
                    Status::IllFormed(finding) => {
                        break Status::IllFormed(finding.moved(self.offset));
                    }
                }
            } else if read < src.len() || (last && !self.line.is_empty()) {
                read += self.take(&src[read..], last);
            } else if last && !self.begun {
                // A stream without text can lack a BOM, too.
                self.begin(&[]);
            } else {
                break Status::Done;
            }
        };
        Outcome { read, written, status }
    }

    /// Returns the counts, like [`Transcoder::counts`].
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Returns `true` if the stream began with a BOM, like [`Transcoder::found_bom`].
    pub fn found_bom(&self) -> bool {
        self.found_bom
    }

    /// Returns the encodings other than UTF-8 that were used.
    pub fn used(&self) -> &[Use] {
        &self.used
    }

    /// Writes to `dst` as much of `ready` as fits, and returns its length.
    fn give(&mut self, dst: &mut [u8]) -> usize {
        let ready = &self.ready[self.given..];
        let len = ready.len().min(dst.len());
        // Only whole characters are written, as by a transcoder.
        let len = if len < ready.len() { utf8::floor_boundary(ready, len) } else { len };
        dst[..len].copy_from_slice(&ready[..len]);
        self.given += len;
        len
    }

    /// Reads lines from `src` until some are ready, and returns the number of bytes read.
    fn take(&mut self, src: &[u8], last: bool) -> usize {
        if self.line.is_empty() && self.begun {
            // Cost: text after the first line that is not UTF-8 is not validated here. Otherwise,
            // such a line every few bytes would make the cost quadratic.
            let valid = utf8::validate(src).map_or_else(|error| error.valid_up_to(), str::len);
            // Only whole lines are passed. At the end of the stream, the last line may lack a line
            // feed.
            let all = last && valid == src.len();
            let whole = if all { valid } else { end_of_lines(&src[..valid]) };
            if whole > 0 {
                self.pass(&src[..whole]);
                return whole;
            }
        }
        let room = Self::MAX - self.line.len();
        let reach = &src[..src.len().min(room)];
        let end = reach.iter().position(|&byte| byte == b'\n').map(|feed| feed + 1);
        let len = end.unwrap_or(reach.len());
        self.line.extend_from_slice(&src[..len]);
        let complete = end.is_some() || (last && len == src.len());
        if complete || self.line.len() == Self::MAX {
            let mut line = std::mem::take(&mut self.line);
            let done = self.judge(&line, !complete);
            line.drain(..done);
            self.line = line;
        }
        len
    }

    /// Makes `lines`, which are UTF-8, ready to be written.
    fn pass(&mut self, lines: &[u8]) {
        self.ready.extend_from_slice(lines);
        self.lines += simd::active().lines(Form::Utf8, lines) as u64;
        self.offset += lines.len() as u64;
    }

    /// Chooses the encoding of `line`, and converts it. If the line continues, its last character may
    /// be cut. Returns the number of bytes that are done.
    fn judge(&mut self, line: &[u8], goes_on: bool) -> usize {
        let bom = if self.begun { 0 } else { self.begin(line) };
        let text = &line[bom..];
        let whole = complete(text, goes_on);
        if utf8::is_valid(&text[..whole]) {
            self.pass(&text[..whole]);
            return bom + whole;
        }
        let before = self.ready.len();
        // The first candidate that fits, although the text has characters that suggest another.
        let mut odd = None;
        for (number, &label) in self.candidates.list.iter().enumerate() {
            // A charset in which every byte is a character says nothing against the others.
            if odd.is_some() && self.fits_all(number) {
                continue;
            }
            match fit::decode(text, label, &mut self.ready, goes_on) {
                Decoded::All(_) if has_odd(&self.ready[before..]) => {
                    self.ready.truncate(before);
                    odd = odd.or(Some(label));
                }
                Decoded::All(len) => {
                    self.note(label.encoding());
                    self.settle(&text[..len]);
                    return bom + len;
                }
                Decoded::Beyond if odd.is_none() => {
                    self.note(label.encoding());
                    return bom + self.read_as(label, text, goes_on);
                }
                Decoded::Beyond | Decoded::Nothing => {}
            }
        }
        if let Some(label) = odd
            && let Decoded::All(len) = fit::decode(text, label, &mut self.ready, goes_on)
        {
            self.note(label.encoding());
            self.settle(&text[..len]);
            return bom + len;
        }
        if let Some(fallback) = self.candidates.fallback {
            self.note(fallback.encoding());
        }
        let resort = self.candidates.fallback.unwrap_or(Encoding::Utf8.into());
        bom + self.read_as(resort, text, goes_on)
    }

    /// Returns `true` if every text fits the candidate with this number.
    fn fits_all(&self, number: usize) -> bool {
        let all = || self.candidates.list.iter().map(|&label| fit::fits_everything(label));
        self.fits_all.get_or_init(|| all().collect())[number]
    }

    /// Handles the BOM of a stream that begins with `line`, and returns its length.
    fn begin(&mut self, line: &[u8]) -> usize {
        self.begun = true;
        if self.bom == BomPolicy::Forbid {
            return 0;
        }
        self.found_bom = line.starts_with(BOM);
        if self.found_bom {
            self.offset += BOM.len() as u64;
            return BOM.len();
        }
        if self.bom == BomPolicy::Require {
            self.stop = missing_bom();
            self.counts.ill_formed += u64::from(self.stop.is_some());
            self.counts.first = self.stop;
        }
        0
    }

    /// Begins to convert `text`, which is in `label` or in no known encoding, with the policy of
    /// the reader. Returns its length.
    fn read_as(&mut self, label: Label, text: &[u8], goes_on: bool) -> usize {
        let transcoder = (self.reader)(label);
        self.reading = Some(Reading { transcoder, text: text.to_vec(), read: 0, goes_on });
        text.len()
    }

    /// Adds the results of the line that was converted.
    fn finish_reading(&mut self) {
        let Some(Reading { transcoder, mut text, .. }) = self.reading.take() else { return };
        let counts = transcoder.counts();
        self.counts.ill_formed += counts.ill_formed;
        self.counts.unencodable += counts.unencodable;
        self.counts.replaced += counts.replaced;
        self.counts.skipped += counts.skipped;
        self.counts.escaped += counts.escaped;
        let first = counts.first.map(|finding| finding.moved(self.offset));
        self.counts.first = self.counts.first.or(first);
        // A cut character belongs to the next part of the line. No line is read while another is
        // converted, so `line` is empty.
        let settled = fit::settled(&transcoder, &text);
        self.settle(&text[..settled]);
        self.line.splice(..0, text.drain(settled..));
    }

    /// Records that `text`, at most one line, is done.
    fn settle(&mut self, text: &[u8]) {
        self.lines += u64::from(text.ends_with(b"\n"));
        self.offset += text.len() as u64;
    }

    /// Records that a line was read in `encoding`.
    fn note(&mut self, encoding: Encoding) {
        let line = self.lines + 1;
        match self.used.iter_mut().find(|used| used.encoding == encoding) {
            Some(used) if used.last == line => {}
            Some(used) => {
                used.lines += 1;
                used.last = line;
                if used.first.len() < Use::MAX {
                    used.first.push(line);
                }
            }
            None => self.used.push(Use { encoding, lines: 1, first: vec![line], last: line }),
        }
    }
}

impl Reading<'_> {
    /// Converts until the next finding.
    fn go_on(&mut self, dst: &mut [u8]) -> Outcome {
        let outcome = self.transcoder.transcode(&self.text[self.read..], dst, !self.goes_on);
        self.read += outcome.read;
        outcome
    }
}

/// Returns the finding that a transcoder reports for a stream without a BOM.
fn missing_bom() -> Option<Finding> {
    let utf8 = Encoding::Utf8;
    let mut transcoder = Transcoder::new(utf8, utf8).bom(BomPolicy::Require);
    transcoder.transcode_to_vec(&[], &mut Vec::new(), true).err()
}

/// Returns the offset after the last line feed of `text`.
fn end_of_lines(text: &[u8]) -> usize {
    text.iter().rposition(|&byte| byte == b'\n').map_or(0, |feed| feed + 1)
}

/// Returns the length of `text` without a character that is cut at its end, if the line continues.
fn complete(text: &[u8], goes_on: bool) -> usize {
    match utf8::validate(text) {
        Err(error) if goes_on && error.error_len().is_none() => error.valid_up_to(),
        _ => text.len(),
    }
}
