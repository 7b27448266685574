//! Reads a text, finds its errors, and sorts its lines.

use utfkit::{
    Encoding, Finding, Kind, Status,
    encoding::{BomRule, ByteOrder, Label},
    transcode::Transcoder,
};
use utfkit_text::detect::Content;
use utfkit_text::receivers::Receiver;

use super::{args::cut, failure::Failure};
use crate::{
    args::{
        encoding,
        reading::{BomArg, ReadingArgs},
    },
    files::{
        reading::{Head, Source},
        temporary::TemporaryFiles,
    },
    process::problem::Problem,
    reading::events::{Reader, Room},
    threads::idle::Spare,
};
use utfkit_text::lines::{Feed, Mark, Sorter, Taker, Tally, Unit};
use utfkit_text::streams::Use;
use utfkit_text::streams::{Events, Stretch, block, refused::refuses_bom};

/// The way to read a text.
#[derive(Clone, Copy)]
pub struct ReadAs {
    pub from: encoding::From,
    pub reading: ReadingArgs,
    /// The receiver. Lines are bad, too, if it rejects a character in them.
    pub receiver: Option<Receiver>,
    /// The separator of fields, if the text is cut into records.
    pub fields: Option<u8>,
}

/// A text whose start was read.
pub struct Judge {
    /// The name, safe for a terminal.
    name: String,
    pub label: Label,
    read_as: ReadAs,
    room: Room,
    head: Head,
    /// The length of the BOM at the start, if it does not belong to a line.
    bom: usize,
}

impl Judge {
    /// Reads the start of `source`, which messages call `name`. For a file that a walk found
    /// (`walked`), it reads enough for [`content`](Self::content).
    pub fn open(
        source: &mut impl Source,
        name: String,
        read_as: ReadAs,
        walked: bool,
    ) -> Result<Self, Problem> {
        let ReadAs { from, reading, receiver, fields } = read_as;
        let mut room = Room::new();
        let head = if walked {
            Head::read_enough(source, &mut room.block)
        } else {
            Head::read(source, &mut room.block, true)
        };
        let head = head.map_err(|error| Problem::with(&name, &error))?;
        let bytes = &room.block[..head.len];
        let looks = reading.looks_for_bom(from);
        let label = from.of(if looks { bytes } else { &[] });
        let encoding = label.encoding();
        if !encoding.has_line_feed_unit() {
            let words = format!(
                "{name}: in {encoding}, a line feed has no byte of its own, so its lines cannot be separated"
            );
            return Err(Problem::new(words).hint("convert it to UTF-8 first"));
        }
        let is_inside = |byte: &u8| encoding.unit_bytes() == 1 && encoding.can_be_inside(*byte);
        if let Some(byte) = fields.filter(is_inside) {
            let separator = char::from(byte);
            let words = format!(
                "{name}: in {encoding} the byte of `{separator}` may be part of a character"
            );
            return Err(Problem::new(words).hint("convert it to UTF-8 first"));
        }
        let bom = match reading.bom {
            Some(BomArg::AsText) => 0,
            None if encoding == Encoding::Utf8 && refuses_bom(receiver) => 0,
            _ => bom(encoding, bytes),
        };
        Ok(Self { name, label, read_as, room, head, bom })
    }

    /// Classifies the stream.
    pub fn content(&self) -> Content {
        self.head.content_to(self.read_as.receiver, &self.room.block, self.label.encoding())
    }

    /// Returns the byte order of the code units.
    pub fn order(&self) -> ByteOrder {
        let ReadAs { reading, .. } = self.read_as;
        let head = &self.room.block[..self.head.len];
        let opening = self.label.open(reading.bom(), reading.order(), head, true);
        opening.map(|opening| opening.order).unwrap_or_default()
    }

    /// Returns the line feed in the encoding of the text.
    fn feed(&self) -> Feed {
        Feed::new(Unit::new(self.label.encoding().unit_bytes(), self.order()))
    }

    /// Reads all of `source` and sorts its lines for `taker`. An error is ill-formed or rejected
    /// text, or text at which `judge` stops, a transcoder to the target encoding. Idle threads of
    /// `spare` help.
    pub fn sort(
        mut self,
        source: &mut impl Source,
        judge: Option<Transcoder<'_>>,
        spare: &Spare,
        taker: &mut dyn Taker<Error = Failure>,
    ) -> Result<Tally, Failure> {
        let mark = self.label.encoding().mark(self.order());
        let mark = mark.map_or_else(Vec::new, |mark| mark.bytes().to_vec());
        let cut = cut(self.read_as.fields, self.feed(), mark);
        let mut sorter = Sorter::new(cut, taker, &TemporaryFiles);
        sorter.bom(&self.room.block[..self.bom])?;
        match judge {
            None => self.follow(source, spare, sorter),
            Some(judge) => self.convert(source, judge, sorter),
        }
    }

    /// Sorts text that must only be well-formed and accepted.
    fn follow(
        &mut self,
        source: &mut impl Source,
        spare: &Spare,
        sorter: Sorter<'_, Failure>,
    ) -> Result<Tally, Failure> {
        let ReadAs { from, reading, receiver, .. } = self.read_as;
        let reader = Reader { from, reading, by_line: None, receiver, spare };
        let mut marks = Marks { sorter, receiver, skip: self.bom, failure: None };
        let read = reader.read(source, self.head, &mut self.room, &mut marks);
        if let Some(failure) = marks.failure {
            return Err(failure);
        }
        read.map_err(|error| Problem::with(&self.name, &error))?;
        Ok(marks.sorter.finish()?)
    }

    /// Sorts text that `judge` must be able to convert.
    fn convert(
        &mut self,
        source: &mut impl Source,
        mut judge: Transcoder<'_>,
        mut sorter: Sorter<'_, Failure>,
    ) -> Result<Tally, Failure> {
        let mut away = vec![0; block::BLOCK];
        let mut skip = self.bom;
        let (mut filled, mut ended) = (self.head.len, self.head.ended);
        loop {
            let last = filled == 0 || ended;
            let block = &mut self.room.block;
            find(&mut judge, &block[..filled], last, &mut away, &mut sorter);
            sorter.pass(&block[skip..filled])?;
            if last {
                return Ok(sorter.finish()?);
            }
            skip = 0;
            filled = source.read_some(block).map_err(|error| Problem::with(&self.name, &error))?;
            ended = false;
        }
    }
}

/// Marks the errors at which `judge` stops in `bytes`. The output in `away` is discarded.
fn find(
    judge: &mut Transcoder<'_>,
    mut bytes: &[u8],
    last: bool,
    away: &mut [u8],
    sorter: &mut Sorter<'_, Failure>,
) {
    loop {
        let outcome = judge.transcode(bytes, &mut *away, last);
        bytes = &bytes[outcome.read..];
        match outcome.status {
            Status::Done => return,
            Status::OutputFull => {}
            Status::IllFormed(finding) => sorter.mark(finding.into()),
        }
    }
}

/// Returns the length of the BOM of text in `encoding` that begins with `head`; 0 if there is none.
pub fn bom(encoding: Encoding, head: &[u8]) -> usize {
    let marks = [ByteOrder::Big, ByteOrder::Little].map(|order| encoding.mark(order));
    let mark = marks.iter().flatten().find(|mark| head.starts_with(mark.bytes()));
    let mark = mark.filter(|_| encoding.bom_rule() != BomRule::Never);
    mark.map_or(0, |mark| mark.bytes().len())
}

/// Marks ill-formed and rejected text in the events of a text, and sorts its lines.
struct Marks<'t> {
    sorter: Sorter<'t, Failure>,
    receiver: Option<Receiver>,
    /// The number of bytes that belong to the BOM, which was already passed on.
    skip: usize,
    failure: Option<Failure>,
}

impl Events for Marks<'_> {
    fn begin(&mut self, _: Encoding) {}
    fn text(&mut self, _: &str) {}
    fn stretch(&mut self, _: &[u8], _: &Stretch) {}

    fn measures(&self) -> bool {
        false
    }

    fn ill_formed(&mut self, finding: Finding) {
        // A value above U+10FFFF is well-formed in an encoding that has it.
        if !matches!(finding.kind(), Kind::Unencodable { .. }) {
            self.sorter.mark(Mark::from(finding));
        }
    }

    fn refused(&mut self, finding: Finding) {
        if let Some(receiver) = self.receiver {
            self.sorter.mark(Mark::refused(finding, receiver, finding.offset()));
        }
    }

    fn read(&mut self, bytes: &[u8]) {
        let skip = std::mem::take(&mut self.skip).min(bytes.len());
        if self.failure.is_none() {
            self.failure = self.sorter.pass(&bytes[skip..]).err().map(Failure::from);
        }
    }

    fn used(&mut self, _: &[Use]) {}

    fn is_satisfied(&self) -> bool {
        self.failure.is_some()
    }
}
