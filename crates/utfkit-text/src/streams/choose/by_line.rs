//! A stream of which each line is in an encoding of its own.

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
};

/// Gives the UTF-8 of a stream of lines, as a transcoder does.
///
/// A line is judged as a whole; of one that is longer than [`Self::MAX`] each part of that length
/// is.
pub struct Mixed<'p> {
    candidates: &'p Candidates,
    /// What is done about a BOM: `Forbid` and `Require` count, all else reads it.
    bom: BomPolicy,
    /// Gives what reads a line that cannot be read without loss, as the policy says.
    reader: Box<dyn Fn(Label) -> Transcoder<'p> + 'p>,
    /// The part of a line that no piece has ended yet.
    line: Vec<u8>,
    /// Lines in UTF-8, and how much of them is given out.
    ready: Vec<u8>,
    given: usize,
    /// The finding before what is ready: a BOM that is missing.
    stop: Option<Finding>,
    /// The line that a policy has to deal with, behind what is ready.
    reading: Option<Reading<'p>>,
    /// Bytes of the stream before the line that is being read.
    offset: u64,
    /// The number of lines before it.
    lines: u64,
    counts: Counts,
    used: Vec<Use>,
    begun: bool,
    found_bom: bool,
}

/// A line, or a part of one, that is read piece by piece: between them stand findings.
struct Reading<'p> {
    transcoder: Transcoder<'p>,
    text: Vec<u8>,
    read: usize,
    /// Whether the line goes on behind `text`, which may end within a character then.
    goes_on: bool,
}

/// How often an encoding was used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// The encoding.
    pub encoding: Encoding,
    /// How many lines.
    pub lines: u64,
    /// The first five of them, from 1.
    pub first: Vec<u64>,
    /// The last of them: a long line is judged in parts, and is one line all the same.
    last: u64,
}

impl Use {
    /// How many lines are named.
    const MAX: usize = 5;
}

const BOM: &[u8] = b"\xEF\xBB\xBF";

impl<'p> Mixed<'p> {
    /// The most of a line that is judged at once.
    pub const MAX: usize = 4 << 20;

    /// `reader` gives UTF-8 from a label, without heed to BOMs, as the policy says.
    pub fn new(
        candidates: &'p Candidates,
        bom: BomPolicy,
        reader: impl Fn(Label) -> Transcoder<'p> + 'p,
    ) -> Self {
        Self {
            candidates,
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

    /// [`Transcoder::transcode`].
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
                // Also a stream without text can lack a BOM.
                self.begin(&[]);
            } else {
                break Status::Done;
            }
        };
        Outcome { read, written, status }
    }

    /// [`Transcoder::counts`].
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// [`Transcoder::found_bom`].
    pub fn found_bom(&self) -> bool {
        self.found_bom
    }

    /// Which encodings were used besides UTF-8.
    pub fn used(&self) -> &[Use] {
        &self.used
    }

    /// Writes of what is ready as much as there is room for; gives how much that was.
    fn give(&mut self, dst: &mut [u8]) -> usize {
        let ready = &self.ready[self.given..];
        let len = ready.len().min(dst.len());
        // Whole characters, as a transcoder would.
        let len = if len < ready.len() { utf8::floor_boundary(ready, len) } else { len };
        dst[..len].copy_from_slice(&ready[..len]);
        self.given += len;
        len
    }

    /// Takes lines from `src` until some are ready; gives how much it took.
    fn take(&mut self, src: &[u8], last: bool) -> usize {
        if self.line.is_empty() && self.begun {
            // What lies behind the first line that is not UTF-8 is not looked at: there may be such
            // a line for every few bytes of it.
            let valid = utf8::validate(src).map_or_else(|error| error.valid_up_to(), str::len);
            // Only whole lines; at the end of the stream the last one may have no end.
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

    /// Gives out `lines`, which are UTF-8.
    fn pass(&mut self, lines: &[u8]) {
        self.ready.extend_from_slice(lines);
        self.lines += simd::active().lines(Form::Utf8, lines) as u64;
        self.offset += lines.len() as u64;
    }

    /// Finds out what `line` is in, and gives it out. Where it goes on, the last character may be
    /// cut; gives how much of it is dealt with.
    fn judge(&mut self, line: &[u8], goes_on: bool) -> usize {
        let bom = if self.begun { 0 } else { self.begin(line) };
        let text = &line[bom..];
        let whole = complete(text, goes_on);
        if utf8::is_valid(&text[..whole]) {
            self.pass(&text[..whole]);
            return bom + whole;
        }
        for &label in &self.candidates.list {
            match fit::decode(text, label, &mut self.ready, goes_on) {
                Decoded::All(len) => {
                    self.note(label.encoding());
                    self.settle(&text[..len]);
                    return bom + len;
                }
                Decoded::Beyond => {
                    self.note(label.encoding());
                    return bom + self.read_as(label, text, goes_on);
                }
                Decoded::Nothing => {}
            }
        }
        if let Some(fallback) = self.candidates.fallback {
            self.note(fallback.encoding());
        }
        let resort = self.candidates.fallback.unwrap_or(Encoding::Utf8.into());
        bom + self.read_as(resort, text, goes_on)
    }

    /// Settles the BOM of a stream that begins with `line`; gives its length.
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

    /// Lets the policy deal with `text`, which is in `label` or in nothing; gives how much that is.
    fn read_as(&mut self, label: Label, text: &[u8], goes_on: bool) -> usize {
        let transcoder = (self.reader)(label);
        self.reading = Some(Reading { transcoder, text: text.to_vec(), read: 0, goes_on });
        text.len()
    }

    /// Takes in what became of the line that was read.
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
        // Half a character is for the next part of the line. No line is taken while one is read.
        let settled = fit::settled(&transcoder, &text);
        self.settle(&text[..settled]);
        self.line.splice(..0, text.drain(settled..));
    }

    /// Takes note that `text`, no more than a line, is dealt with.
    fn settle(&mut self, text: &[u8]) {
        self.lines += u64::from(text.ends_with(b"\n"));
        self.offset += text.len() as u64;
    }

    /// Takes note that a line was read as `encoding`.
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
    /// Reads on until a finding.
    fn go_on(&mut self, dst: &mut [u8]) -> Outcome {
        let outcome = self.transcoder.transcode(&self.text[self.read..], dst, !self.goes_on);
        self.read += outcome.read;
        outcome
    }
}

/// What a transcoder says of a stream that lacks a BOM.
fn missing_bom() -> Option<Finding> {
    let utf8 = Encoding::Utf8;
    let mut transcoder = Transcoder::new(utf8, utf8).bom(BomPolicy::Require);
    transcoder.transcode_to_vec(&[], &mut Vec::new(), true).err()
}

/// Where the last whole line of `text` ends.
fn end_of_lines(text: &[u8]) -> usize {
    text.iter().rposition(|&byte| byte == b'\n').map_or(0, |feed| feed + 1)
}

/// How much of `text` can be judged as UTF-8: where it goes on, not half a character.
fn complete(text: &[u8], goes_on: bool) -> usize {
    match utf8::validate(text) {
        Err(error) if goes_on && error.error_len().is_none() => error.valid_up_to(),
        _ => text.len(),
    }
}
