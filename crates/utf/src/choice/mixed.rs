//! A stream of which each line is in an encoding of its own.

use utfkit::{
    Encoding, Finding, Outcome, Status,
    encoding::Label,
    simd::{self, Form},
    transcode::{Counts, Transcoder},
    utf8,
};

use super::{Candidates, fit};

/// Gives the UTF-8 of a stream of lines, as a transcoder does.
///
/// A line is judged as a whole; of one that is longer than [`Self::MOST`] each part of that length is.
pub struct Mixed<'p> {
    candidates: &'p Candidates,
    /// What reads lines that nothing fits.
    resort: Transcoder<'p>,
    /// The part of a line that no piece has ended yet.
    line: Vec<u8>,
    /// Lines in UTF-8, and how much of them is given out.
    ready: Vec<u8>,
    given: usize,
    /// The finding behind what is ready, and what is left of its line.
    stop: Option<Finding>,
    /// Octets of the stream before the line that is being read.
    offset: u64,
    /// The number of lines before it.
    lines: u64,
    counts: Counts,
    used: Vec<Use>,
    begun: bool,
    found_signature: bool,
}

/// How often an encoding was used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    pub encoding: Encoding,
    /// How many lines.
    pub lines: u64,
    /// The first of them, from 1.
    pub first: u64,
}

const SIGNATURE: &[u8] = b"\xEF\xBB\xBF";

impl<'p> Mixed<'p> {
    /// The most of a line that is judged at once.
    const MOST: usize = 4 << 20;

    /// `resort` gives UTF-8 from the fallback, or from UTF-8 if there is none.
    pub fn new(candidates: &'p Candidates, resort: impl Fn(Label) -> Transcoder<'p>) -> Self {
        Self {
            candidates,
            resort: resort(candidates.fallback.unwrap_or(Encoding::Utf8.into())),
            line: Vec::new(),
            ready: Vec::new(),
            given: 0,
            stop: None,
            offset: 0,
            lines: 0,
            counts: Counts::default(),
            used: Vec::new(),
            begun: false,
            found_signature: false,
        }
    }

    /// [`Transcoder::transcode`].
    pub fn transcode(&mut self, src: &[u8], dst: &mut [u8], last: bool) -> Outcome {
        let (mut read, mut written) = (0, 0);
        let status = loop {
            let ready = &self.ready[self.given..];
            let len = ready.len().min(dst.len() - written);
            // Whole characters, as a transcoder would.
            let len = if len < ready.len() { utf8::floor_boundary(ready, len) } else { len };
            dst[written..written + len].copy_from_slice(&ready[..len]);
            written += len;
            self.given += len;
            if self.given < self.ready.len() {
                break Status::OutputFull;
            }
            self.ready.clear();
            self.given = 0;
            if let Some(finding) = self.stop.take() {
                break Status::IllFormed(finding);
            }
            if read == src.len() && (!last || self.line.is_empty()) {
                break Status::Done;
            }
            read += self.take(&src[read..], last);
        };
        Outcome { read, written, status }
    }

    /// [`Transcoder::counts`].
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// [`Transcoder::found_signature`].
    pub fn found_signature(&self) -> bool {
        self.found_signature
    }

    /// Which encodings were used besides UTF-8.
    pub fn used(&self) -> &[Use] {
        &self.used
    }

    /// Takes lines from `src` until some are ready; gives how much it took.
    fn take(&mut self, src: &[u8], last: bool) -> usize {
        let ends = if last { src.len() } else { end_of_lines(src) };
        if self.line.is_empty() && self.begun {
            let valid =
                utf8::validate(&src[..ends]).map_or_else(|error| error.valid_up_to(), str::len);
            // Only whole lines; at the end of the stream the last one may have no end.
            let whole = if valid == ends { ends } else { end_of_lines(&src[..valid]) };
            if whole > 0 {
                self.pass(&src[..whole]);
                return whole;
            }
        }
        let room = Self::MOST - self.line.len();
        let reach = &src[..src.len().min(room)];
        let end = reach.iter().position(|&octet| octet == b'\n').map(|feed| feed + 1);
        let len = end.unwrap_or(reach.len());
        self.line.extend_from_slice(&src[..len]);
        let full = self.line.len() == Self::MOST;
        if end.is_some() || full || (last && len == src.len()) {
            let mut line = std::mem::take(&mut self.line);
            let cut = if end.is_none() && full { part(&line) } else { line.len() };
            self.judge(&line[..cut]);
            line.drain(..cut);
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

    /// Finds out what `line` is in, and gives it out.
    fn judge(&mut self, line: &[u8]) {
        let mut text = line;
        if !self.begun {
            self.begun = true;
            if let Some(rest) = line.strip_prefix(SIGNATURE) {
                self.found_signature = true;
                self.offset += SIGNATURE.len() as u64;
                text = rest;
            }
        }
        if utf8::is_valid(text) {
            return self.pass(text);
        }
        let fitting =
            self.candidates.list.iter().find(|&&one| fit::decode(text, one, &mut self.ready));
        match fitting {
            Some(label) => self.note(label.encoding()),
            None => self.resort(text),
        }
        self.lines += u64::from(text.ends_with(b"\n"));
        self.offset += text.len() as u64;
    }

    /// Gives out `text`, which nothing fits, as the policy says.
    fn resort(&mut self, text: &[u8]) {
        if let Some(fallback) = self.candidates.fallback {
            self.note(fallback.encoding());
        }
        self.resort.reset();
        let stopped = self.resort.transcode_to_vec(text, &mut self.ready, true).err();
        self.stop = stopped.map(|finding| finding.moved(self.offset));
        let counts = self.resort.counts();
        self.counts.ill_formed += counts.ill_formed;
        self.counts.replaced += counts.replaced;
        self.counts.skipped += counts.skipped;
        self.counts.escaped += counts.escaped;
        let first = counts.first.map(|finding| finding.moved(self.offset));
        self.counts.first = self.counts.first.or(first);
    }

    /// Takes note that a line was read as `encoding`.
    fn note(&mut self, encoding: Encoding) {
        match self.used.iter_mut().find(|used| used.encoding == encoding) {
            Some(used) => used.lines += 1,
            None => self.used.push(Use { encoding, lines: 1, first: self.lines + 1 }),
        }
    }
}

/// Where the last whole line of `text` ends.
fn end_of_lines(text: &[u8]) -> usize {
    text.iter().rposition(|&octet| octet == b'\n').map_or(0, |feed| feed + 1)
}

/// How much of `line`, which goes on, can be judged: not half a character.
fn part(line: &[u8]) -> usize {
    match utf8::validate(line) {
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        _ => line.len(),
    }
}
