//! Converts a stream with one transcoder, or with text filters between two transcoders.

use std::mem;

use utfkit::{
    Finding, Kind, Outcome, Status,
    encoding::{BomPolicy, Label},
    transcode::{Counts, Transcoder},
};

use super::filters::{Changed, Filters, Kept, Wanted};
use crate::streams::choose::by_line::{Mixed, Use};

/// The results of converting a stream.
pub struct Tally {
    /// The counts of the input.
    pub read: Counts,
    /// The counts of encoding the changed text, if there are filters.
    pub written: Option<Counts>,
    /// The number of dropped U+FEFF inside the text.
    pub inner_boms: u64,
    /// The number of escapes that stayed as they were.
    pub kept: Kept,
    /// The number of line ends whose additional carriage returns were dropped.
    pub merged: u64,
    /// The other changes in the text.
    pub changed: Changed,
    /// Whether the changes lost something.
    pub lost: bool,
    /// Whether the input began with a BOM.
    pub found_bom: bool,
    /// Whether the output begins with a BOM.
    pub writes_bom: bool,
    /// The result of [`Transcoder::opens_with_feff`].
    pub opens_with_feff: bool,
}

impl Tally {
    /// Returns `true` if the output has escapes.
    pub fn has_escapes(&self) -> bool {
        let escapes = |counts: &Counts| counts.escaped + counts.backslashes;
        escapes(&self.read) + self.written.as_ref().map_or(0, escapes) > 0
    }
}

/// The text that a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    /// The input.
    Input,
    /// A value in the input beyond Unicode. Filters cannot process it.
    Beyond,
    /// The changed text, in UTF-8.
    Changed,
}

/// Converts a stream, like a [`Transcoder`].
pub enum Pipeline<'p> {
    /// One transcoder.
    Direct(Box<Transcoder<'p>>),
    /// Filters between two transcoders.
    Filtered(Box<Filtered<'p>>),
}

impl<'p> Pipeline<'p> {
    /// Converts `src`, like [`Transcoder::transcode`].
    pub fn transcode(&mut self, src: &[u8], dst: &mut [u8], last: bool) -> Outcome {
        match self {
            Pipeline::Direct(transcoder) => transcoder.transcode(src, dst, last),
            Pipeline::Filtered(filtered) => filtered.transcode(src, dst, last),
        }
    }

    /// Completes the output, like [`Transcoder::complete`].
    pub fn complete(&mut self, dst: &mut [u8]) -> Outcome {
        match self {
            Pipeline::Direct(transcoder) => transcoder.complete(dst),
            Pipeline::Filtered(filtered) => filtered.writer.complete(dst),
        }
    }

    /// Writes the rest of the output if another input was expected, but does not follow.
    pub fn end(&mut self, dst: &mut [u8]) -> Outcome {
        match self {
            Pipeline::Direct(transcoder) => transcoder.complete(dst),
            Pipeline::Filtered(filtered) => filtered.end(dst),
        }
    }

    /// Returns the transcoder, if there is only one.
    pub fn direct(&self) -> Option<&Transcoder<'p>> {
        match self {
            Pipeline::Direct(transcoder) => Some(transcoder),
            Pipeline::Filtered(_) => None,
        }
    }

    /// Returns the transcoder to be changed, if there is only one.
    pub fn direct_mut(&mut self) -> Option<&mut Transcoder<'p>> {
        match self {
            Pipeline::Direct(transcoder) => Some(transcoder),
            Pipeline::Filtered(_) => None,
        }
    }

    /// Returns the transcoder that writes the output.
    fn writer(&self) -> &Transcoder<'p> {
        match self {
            Pipeline::Direct(transcoder) => transcoder,
            Pipeline::Filtered(filtered) => &filtered.writer,
        }
    }

    /// Returns the results so far.
    pub fn tally(&self) -> Tally {
        match self {
            Pipeline::Direct(transcoder) => Tally {
                read: *transcoder.counts(),
                written: None,
                inner_boms: 0,
                kept: Kept::default(),
                merged: 0,
                changed: Changed::default(),
                lost: false,
                found_bom: transcoder.found_bom(),
                writes_bom: transcoder.writes_bom(),
                opens_with_feff: transcoder.opens_with_feff(),
            },
            Pipeline::Filtered(filtered) => filtered.tally(),
        }
    }

    /// Returns the text that `finding`, at which the conversion stopped, is about.
    pub fn site(&self, finding: &Finding) -> Site {
        match (self, finding.kind()) {
            (Pipeline::Filtered(_), Kind::Unencodable { value }) => match char::from_u32(value) {
                Some(_) => Site::Changed,
                // Only the reader can find such a value, because its output is UTF-8.
                None => Site::Beyond,
            },
            _ => Site::Input,
        }
    }

    /// Returns `true` if the input began with a BOM, like [`Transcoder::found_bom`].
    pub fn found_bom(&self) -> bool {
        match self {
            Pipeline::Direct(transcoder) => transcoder.found_bom(),
            Pipeline::Filtered(filtered) => filtered.reader.found_bom(),
        }
    }

    /// Returns `true` if the output begins with a BOM, like [`Transcoder::writes_bom`].
    pub fn writes_bom(&self) -> bool {
        match self {
            Pipeline::Direct(transcoder) => transcoder.writes_bom(),
            Pipeline::Filtered(filtered) => filtered.writes_bom,
        }
    }

    /// Returns the encodings other than UTF-8 that lines were read in.
    pub fn used(&self) -> &[Use] {
        match self {
            Pipeline::Filtered(filtered) => match &filtered.reader {
                Reader::Mixed(mixed) => mixed.used(),
                Reader::One(_) => &[],
            },
            Pipeline::Direct(_) => &[],
        }
    }

    /// Returns `true` if the text has more marks on one letter than can be normalized in bounded
    /// memory.
    pub fn overflowed(&self) -> bool {
        matches!(self, Pipeline::Filtered(filtered) if filtered.filters.overflowed())
    }
}

/// Converts a stream to UTF-8.
pub enum Reader<'p> {
    /// The whole stream has one encoding.
    One(Box<Transcoder<'p>>),
    /// Each line has its own encoding.
    Mixed(Box<Mixed<'p>>),
}

impl Reader<'_> {
    fn transcode(&mut self, src: &[u8], dst: &mut [u8], last: bool) -> Outcome {
        match self {
            Reader::One(transcoder) => transcoder.transcode(src, dst, last),
            Reader::Mixed(mixed) => mixed.transcode(src, dst, last),
        }
    }

    fn counts(&self) -> &Counts {
        match self {
            Reader::One(transcoder) => transcoder.counts(),
            Reader::Mixed(mixed) => mixed.counts(),
        }
    }

    /// Returns `true` if something was read, even if it has no text.
    fn has_begun(&self) -> bool {
        match self {
            Reader::One(transcoder) => transcoder.offset() > 0,
            Reader::Mixed(mixed) => mixed.counts().first.is_some(),
        }
    }

    fn found_bom(&self) -> bool {
        match self {
            Reader::One(transcoder) => transcoder.found_bom(),
            Reader::Mixed(mixed) => mixed.found_bom(),
        }
    }
}

/// Filters between a reader, which converts to UTF-8, and a transcoder from UTF-8.
pub struct Filtered<'p> {
    reader: Reader<'p>,
    filters: Filters,
    writer: Transcoder<'p>,
    /// The choice whether to write a BOM. It is made when the first text is read.
    bom: Bom,
    writes_bom: bool,
    /// The last output of the reader.
    text: Vec<u8>,
    /// The result of the filters, and the number of bytes of it that were written.
    ready: String,
    written: usize,
    begun: bool,
    /// Whether other text comes before and after. The end of one text can compose with the start of
    /// the next.
    after_text: bool,
    followed: bool,
    /// The finding at which the reader stopped. It comes after the text in `ready`.
    stop: Option<Finding>,
    ended: Ended,
}

/// The settings that determine whether the output has a BOM.
#[derive(Clone, Copy)]
pub struct Bom {
    /// The policy for BOMs.
    pub policy: BomPolicy,
    /// The label of the input.
    pub from: Label,
    /// The label of the output.
    pub to: Label,
}

/// The inputs before and after an input, whose outputs are joined.
pub struct Joint<'j, 'p> {
    /// The pipeline of the previous input.
    pub before: Option<&'j mut Pipeline<'p>>,
    /// Whether other inputs follow.
    pub followed: bool,
}

impl Joint<'_, '_> {
    /// Joins `writer`, the transcoder of this input, to those of the other inputs.
    pub fn join<'t>(&self, writer: Transcoder<'t>) -> Transcoder<'t> {
        let writer = if self.followed { writer.followed() } else { writer };
        match &self.before {
            Some(before) => writer.appended_to(before.writer()),
            None => writer,
        }
    }

    /// Returns the filters of the previous input, with the text that waits in them. Returns `None`
    /// if there is no text before.
    fn filters(self, wanted: Wanted) -> Option<Filters> {
        match self.before? {
            Pipeline::Filtered(before) if before.begun || before.after_text => {
                let mut filters = mem::replace(&mut before.filters, Filters::new(wanted));
                filters.forget_counts();
                Some(filters)
            }
            _ => None,
        }
    }
}

/// The progress at the end of the stream.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
    No,
    /// All text is ready to be written.
    Ready,
    /// All text was written.
    Written,
}

impl<'p> Filtered<'p> {
    /// The number of bytes of text to filter at once: 64 KiB.
    const TEXT: usize = 64 << 10;

    /// Creates a pipeline with filters. `reader` must convert to UTF-8 without a BOM, and `writer`
    /// from UTF-8.
    pub fn new(
        reader: Reader<'p>,
        wanted: Wanted,
        writer: Transcoder<'p>,
        bom: Bom,
        joint: Joint<'_, '_>,
    ) -> Self {
        let (writer, followed) = (joint.join(writer), joint.followed);
        let held = joint.filters(wanted);
        Self {
            reader,
            after_text: held.is_some(),
            followed,
            filters: held.unwrap_or_else(|| Filters::new(wanted)),
            // A BOM is written as text, so the writer must not treat U+FEFF as a BOM.
            writer: writer.bom(BomPolicy::Forbid),
            bom,
            writes_bom: false,
            text: vec![0; Self::TEXT],
            ready: String::new(),
            written: 0,
            begun: false,
            stop: None,
            ended: Ended::No,
        }
    }

    fn transcode(&mut self, src: &[u8], dst: &mut [u8], last: bool) -> Outcome {
        let (mut read, mut written) = (0, 0);
        let status = loop {
            if let Some(status) = self.write(dst, &mut written) {
                break status;
            }
            if let Some(finding) = self.stop.take() {
                break Status::IllFormed(finding);
            }
            if self.ended == Ended::Written {
                break Status::Done;
            }
            let outcome = self.reader.transcode(&src[read..], &mut self.text[..], last);
            read += outcome.read;
            let demand = matches!(outcome.status, Status::IllFormed(finding) if finding.kind() == Kind::MissingBom);
            self.filter(outcome.written, demand);
            match outcome.status {
                Status::OutputFull => {}
                Status::IllFormed(finding) => {
                    // The text before the finding is written first.
                    self.filters.finish(&mut self.ready);
                    self.stop = Some(finding);
                }
                Status::Done if last => {
                    if !self.followed {
                        self.filters.finish(&mut self.ready);
                    }
                    self.ended = Ended::Ready;
                }
                Status::Done if self.ready.is_empty() => break Status::Done,
                Status::Done => {}
            }
        };
        Outcome { read, written, status }
    }

    /// Writes the text that is ready. Returns the reason if that stops the call.
    fn write(&mut self, dst: &mut [u8], written: &mut usize) -> Option<Status> {
        let last = self.ended == Ended::Ready;
        let ready = &self.ready.as_bytes()[self.written..];
        if ready.is_empty() && !last {
            // The writer may have stopped at the last character, so that nothing is left.
            self.ready.clear();
            self.written = 0;
            return None;
        }
        let outcome = self.writer.transcode(ready, &mut dst[*written..], last);
        self.written += outcome.read;
        *written += outcome.written;
        match outcome.status {
            Status::Done => {
                if last {
                    self.ended = Ended::Written;
                }
                self.ready.clear();
                self.written = 0;
                None
            }
            stopped => Some(stopped),
        }
    }

    /// Filters the first `len` bytes that the reader wrote. `missing` is `true` if the reader
    /// reported a missing BOM.
    fn filter(&mut self, len: usize, missing: bool) {
        let has_bom = self.reader.found_bom();
        let at_once = has_bom || (self.bom.policy == BomPolicy::Add && !missing);
        if has_bom {
            self.filters.follow_bom();
        }
        if !self.begun && (len > 0 || at_once || self.reader.has_begun()) {
            self.begun = true;
            let Bom { policy, from, to } = self.bom;
            let appended = self.after_text || self.writer.is_appended();
            self.writes_bom = !appended && policy.writes(from, to, has_bom);
            if self.writes_bom {
                self.ready.push('\u{FEFF}');
            }
        }
        // A transcoder writes whole characters, so all of the output is text.
        for chunk in utfkit::utf8::chunks(&self.text[..len]) {
            self.filters.push(chunk.text(), &mut self.ready);
        }
    }

    /// Ends the stream, like [`Pipeline::end`].
    fn end(&mut self, dst: &mut [u8]) -> Outcome {
        self.filters.finish(&mut self.ready);
        let mut written = 0;
        if let Some(status) = self.write(dst, &mut written) {
            return Outcome { read: 0, written, status };
        }
        let rest = self.writer.complete(&mut dst[written..]);
        Outcome { read: 0, written: written + rest.written, status: rest.status }
    }

    fn tally(&self) -> Tally {
        Tally {
            read: *self.reader.counts(),
            written: Some(*self.writer.counts()),
            inner_boms: self.filters.dropped(),
            kept: self.filters.kept(),
            merged: self.filters.merged(),
            changed: self.filters.changed(),
            lost: self.filters.lost(),
            found_bom: self.reader.found_bom(),
            writes_bom: self.writes_bom,
            // For the writer, a BOM is text, too.
            opens_with_feff: self.writer.opens_with_feff() && !self.writes_bom,
        }
    }
}
