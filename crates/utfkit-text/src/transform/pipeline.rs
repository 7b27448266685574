//! The way of a stream: one transcoder, or text filters between two.

use std::mem;

use utfkit::{
    Finding, Kind, Outcome, Status,
    encoding::{BomPolicy, Label},
    transcode::{Counts, Transcoder},
};

use super::filters::{Changed, Filters, Wanted};
use crate::streams::choose::by_line::{Mixed, Use};

/// What was found in a stream, and dealt with.
pub struct Tally {
    /// What the input was found to have.
    pub read: Counts,
    /// What the target was found to lack of the text as changed, if it was.
    pub written: Option<Counts>,
    /// How many U+FEFF inside the text were dropped.
    pub inner_boms: u64,
    /// What else of the text was changed.
    pub changed: Changed,
    /// Whether changing the text lost something of it.
    pub lost: bool,
    /// Whether the input began with a BOM.
    pub found_bom: bool,
    /// Whether the output does.
    pub writes_bom: bool,
    /// [`Transcoder::opens_with_feff`].
    pub opens_with_feff: bool,
}

impl Tally {
    /// Whether there are escapes in the text now.
    pub fn has_escapes(&self) -> bool {
        let escapes = |counts: &Counts| counts.escaped + counts.backslashes;
        escapes(&self.read) + self.written.as_ref().map_or(0, escapes) > 0
    }
}

/// What a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    /// The input.
    Input,
    /// A value in the input that is no Unicode: nothing that changes text takes it.
    Beyond,
    /// The text as changed, in UTF-8.
    Changed,
}

/// Converts a stream, as a [`Transcoder`] does.
pub enum Pipeline<'p> {
    /// One transcoder.
    Direct(Box<Transcoder<'p>>),
    /// Changes of the text between two transcoders.
    Filtered(Box<Filtered<'p>>),
}

impl<'p> Pipeline<'p> {
    /// [`Transcoder::transcode`].
    pub fn transcode(&mut self, src: &[u8], dst: &mut [u8], last: bool) -> Outcome {
        match self {
            Pipeline::Direct(transcoder) => transcoder.transcode(src, dst, last),
            Pipeline::Filtered(filtered) => filtered.transcode(src, dst, last),
        }
    }

    /// [`Transcoder::complete`].
    pub fn complete(&mut self, dst: &mut [u8]) -> Outcome {
        match self {
            Pipeline::Direct(transcoder) => transcoder.complete(dst),
            Pipeline::Filtered(filtered) => filtered.writer.complete(dst),
        }
    }

    /// Writes what is left where another input was to follow and does not.
    pub fn end(&mut self, dst: &mut [u8]) -> Outcome {
        match self {
            Pipeline::Direct(transcoder) => transcoder.complete(dst),
            Pipeline::Filtered(filtered) => filtered.end(dst),
        }
    }

    /// The transcoder that is all there is to it, if one is.
    pub fn direct(&self) -> Option<&Transcoder<'p>> {
        match self {
            Pipeline::Direct(transcoder) => Some(transcoder),
            Pipeline::Filtered(_) => None,
        }
    }

    /// The same, to be told of parts.
    pub fn direct_mut(&mut self) -> Option<&mut Transcoder<'p>> {
        match self {
            Pipeline::Direct(transcoder) => Some(transcoder),
            Pipeline::Filtered(_) => None,
        }
    }

    /// What writes the output.
    fn writer(&self) -> &Transcoder<'p> {
        match self {
            Pipeline::Direct(transcoder) => transcoder,
            Pipeline::Filtered(filtered) => &filtered.writer,
        }
    }

    /// What was found so far.
    pub fn tally(&self) -> Tally {
        match self {
            Pipeline::Direct(transcoder) => Tally {
                read: *transcoder.counts(),
                written: None,
                inner_boms: 0,
                changed: Changed::default(),
                lost: false,
                found_bom: transcoder.found_bom(),
                writes_bom: transcoder.writes_bom(),
                opens_with_feff: transcoder.opens_with_feff(),
            },
            Pipeline::Filtered(filtered) => filtered.tally(),
        }
    }

    /// What `finding`, at which this stopped, is about.
    pub fn site(&self, finding: &Finding) -> Site {
        match (self, finding.kind()) {
            (Pipeline::Filtered(_), Kind::Unencodable { value }) => match char::from_u32(value) {
                Some(_) => Site::Changed,
                // Only the reader meets such a value: behind it there is UTF-8.
                None => Site::Beyond,
            },
            _ => Site::Input,
        }
    }

    /// [`Transcoder::found_bom`].
    pub fn found_bom(&self) -> bool {
        match self {
            Pipeline::Direct(transcoder) => transcoder.found_bom(),
            Pipeline::Filtered(filtered) => filtered.reader.found_bom(),
        }
    }

    /// [`Transcoder::writes_bom`].
    pub fn writes_bom(&self) -> bool {
        match self {
            Pipeline::Direct(transcoder) => transcoder.writes_bom(),
            Pipeline::Filtered(filtered) => filtered.writes_bom,
        }
    }

    /// Which encodings lines were read as besides UTF-8.
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

/// What gives the UTF-8 of a stream.
pub enum Reader<'p> {
    /// All of it is in one encoding.
    One(Box<Transcoder<'p>>),
    /// Each line is in its own.
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

    /// Whether something was read, be it that no text comes of it.
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

/// Text filters between what gives UTF-8 and a transcoder from it.
pub struct Filtered<'p> {
    reader: Reader<'p>,
    filters: Filters,
    writer: Transcoder<'p>,
    /// Whether a BOM is to be written, by what is known when the first text comes.
    bom: Bom,
    writes_bom: bool,
    /// What the reader wrote last.
    text: Vec<u8>,
    /// What the filters made of it, and how much of that is written.
    ready: String,
    written: usize,
    begun: bool,
    /// Whether other text comes before, and behind: what one ends with can belong to what the next
    /// begins with.
    behind_text: bool,
    followed: bool,
    /// What the reader stopped at, behind what is ready.
    stop: Option<Finding>,
    ended: Ended,
}

/// What decides on the BOM of the output.
#[derive(Clone, Copy)]
pub struct Bom {
    /// What is done about BOMs.
    pub policy: BomPolicy,
    /// The label of the input.
    pub from: Label,
    /// The label of the output.
    pub to: Label,
}

/// Between which others an input's output stands.
pub struct Joint<'j, 'p> {
    /// The way of the input before it.
    pub before: Option<&'j mut Pipeline<'p>>,
    /// Whether there are inputs behind it.
    pub followed: bool,
}

impl Joint<'_, '_> {
    /// What writes the output, joined to the others'.
    pub fn join<'t>(&self, writer: Transcoder<'t>) -> Transcoder<'t> {
        let writer = if self.followed { writer.followed() } else { writer };
        match &self.before {
            Some(before) => writer.appended_to(before.writer()),
            None => writer,
        }
    }

    /// What changes the text, with what it holds of the text before; `None` if there is no text
    /// before.
    fn filters(self, wanted: Wanted) -> Option<Filters> {
        match self.before? {
            Pipeline::Filtered(before) if before.begun || before.behind_text => {
                let mut filters = mem::replace(&mut before.filters, Filters::new(wanted));
                filters.dropped = 0;
                Some(filters)
            }
            _ => None,
        }
    }
}

/// How far the end of the stream has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
    No,
    /// All is ready.
    Ready,
    /// All is written.
    Written,
}

impl<'p> Filtered<'p> {
    /// How much text is filtered at once.
    const TEXT: usize = 64 << 10;

    /// `reader` gives UTF-8 without a BOM, and `writer` takes what becomes of it.
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
            behind_text: held.is_some(),
            followed,
            filters: held.unwrap_or_else(|| Filters::new(wanted)),
            // The BOM is written as text: nothing is read as one again.
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
                    // All that stands before it is written.
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

    /// Writes what is ready; gives why that stops the call, if it does.
    fn write(&mut self, dst: &mut [u8], written: &mut usize) -> Option<Status> {
        let last = self.ended == Ended::Ready;
        let ready = &self.ready.as_bytes()[self.written..];
        if ready.is_empty() && !last {
            // Also where the writer stopped at the last of it.
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

    /// Lets the filters take the first `len` bytes that the reader wrote; `missing` says that it
    /// wants a BOM.
    fn filter(&mut self, len: usize, missing: bool) {
        let signed = self.reader.found_bom();
        let at_once = signed || (self.bom.policy == BomPolicy::Add && !missing);
        if signed {
            self.filters.follow_bom();
        }
        if !self.begun && (len > 0 || at_once || self.reader.has_begun()) {
            self.begun = true;
            let Bom { policy, from, to } = self.bom;
            let appended = self.behind_text || self.writer.is_appended();
            self.writes_bom = !appended && policy.writes(from, to, signed);
            if self.writes_bom {
                self.ready.push('\u{FEFF}');
            }
        }
        // A transcoder writes whole characters, so all of it is text.
        for chunk in utfkit::utf8::chunks(&self.text[..len]) {
            self.filters.push(chunk.text(), &mut self.ready);
        }
    }

    /// [`Pipeline::end`].
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
            inner_boms: self.filters.dropped,
            changed: self.filters.changed(),
            lost: self.filters.lost(),
            found_bom: self.reader.found_bom(),
            writes_bom: self.writes_bom,
            // To the writer a BOM is text, too.
            opens_with_feff: self.writer.opens_with_feff() && !self.writes_bom,
        }
    }
}
