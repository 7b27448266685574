//! Decodes a stream into text, errors and offsets, and audits it.

use utfkit::{
    Encoding, Finding, Status,
    encoding::Label,
    error::Grouper,
    transcode::Transcoder,
    utf8::{Piece as Part, Utf8Stream},
};

use crate::audit::auditor::text::Auditor;
use crate::audit::lines::Lines;
use crate::audit::observation::Observation;
use crate::audit::offsets::Size;
use crate::audit::offsets::Units;
use crate::audit::piece::Offsets;
use crate::audit::piece::Piece;
use crate::streams::block::BLOCK;
use crate::streams::placed::Cell;
use crate::streams::placed::Cells;
use crate::streams::placed::What;

/// Audits the bytes of a stream, in memory that depends neither on the length of the stream nor on
/// the length of its lines.
///
/// The observations do not depend on how the bytes are divided. So the incomplete line at the end of
/// the bytes waits for the next ones. A line of more than 4 KiB is judged in parts. The observations
/// are in order, except that those of [`Rule::TwinLetter`](crate::audit::Rule::TwinLetter) come at the
/// end.
pub struct StreamAuditor<'p> {
    auditor: Auditor<'p>,
    lines: Lines,
    reader: Box<dyn Reader>,
}

impl<'p> StreamAuditor<'p> {
    /// Creates an auditor of a stream in the encoding `label`, whose text `auditor` judges.
    pub fn new(label: Label, auditor: Auditor<'p>) -> Self {
        let reader: Box<dyn Reader> = match label.encoding() {
            Encoding::Utf8 => Box::new(Utf8::default()),
            encoding => match Size::of(encoding) {
                Some(size) => Box::new(Wide::new(label, size)),
                None => Box::new(Other::new(label)),
            },
        };
        Self { auditor, lines: Lines::default(), reader }
    }

    /// Audits `bytes`, the next of the stream, and passes new observations to `found`.
    pub fn feed(&mut self, bytes: &[u8], found: &mut dyn FnMut(Observation)) {
        let Self { auditor, lines, reader } = self;
        reader.feed(bytes, &mut Audit { auditor, lines, found });
    }

    /// Ends the stream, and passes the rest of the observations to `found`.
    pub fn finish(self, found: &mut dyn FnMut(Observation)) {
        let Self { mut auditor, mut lines, mut reader } = self;
        let mut audit = Audit { auditor: &mut auditor, lines: &mut lines, found };
        reader.finish(&mut audit);
        audit.end_text();
        auditor.finish(found);
    }
}

/// An auditor, and the receiver of its observations.
struct Audit<'a, 'p> {
    auditor: &'a mut Auditor<'p>,
    lines: &'a mut Lines,
    found: &'a mut dyn FnMut(Observation),
}

impl Audit<'_, '_> {
    fn text(&mut self, piece: Piece<'_>) {
        self.lines.push(piece, &mut |piece| self.auditor.text(piece, self.found));
    }

    /// Passes on the text that waits for the end of its line.
    fn end_text(&mut self) {
        self.lines.flush(&mut |piece| self.auditor.text(piece, self.found));
    }

    fn ill_formed(&mut self, finding: &Finding) {
        self.end_text();
        self.auditor.ill_formed(finding, self.found);
    }
}

/// Decodes bytes into the text and errors that an auditor takes.
trait Reader {
    fn feed(&mut self, bytes: &[u8], audit: &mut Audit<'_, '_>);
    fn finish(&mut self, audit: &mut Audit<'_, '_>);
}

/// UTF-8, whose bytes are passed without conversion.
#[derive(Default)]
struct Utf8 {
    stream: Utf8Stream,
    grouper: Grouper,
    offset: u64,
}

impl Utf8 {
    fn part(offset: &mut u64, grouper: &mut Grouper, part: Part<'_>, audit: &mut Audit<'_, '_>) {
        let text = match part {
            Part::IllFormed(finding) => {
                *offset = finding.end();
                if let Some(error) = grouper.push(finding) {
                    audit.ill_formed(&error);
                }
                return;
            }
            Part::Text(text) => text,
        };
        end_errors(grouper, audit);
        // The BOM is not part of the text, unless the receiver rejects it.
        let rest = match *offset {
            0 if !audit.auditor.rejects_bom() => text.strip_prefix('\u{FEFF}').unwrap_or(text),
            _ => text,
        };
        let start = *offset + (text.len() - rest.len()) as u64;
        audit.text(Piece { text: rest, offsets: Offsets::From(start) });
        *offset += text.len() as u64;
    }
}

fn end_errors(grouper: &mut Grouper, audit: &mut Audit<'_, '_>) {
    while let Some(error) = grouper.finish() {
        audit.ill_formed(&error);
    }
}

impl Reader for Utf8 {
    fn feed(&mut self, bytes: &[u8], audit: &mut Audit<'_, '_>) {
        let (offset, grouper) = (&mut self.offset, &mut self.grouper);
        self.stream.feed(bytes).for_each(|part| Self::part(offset, grouper, part, audit));
    }

    fn finish(&mut self, audit: &mut Audit<'_, '_>) {
        let (offset, grouper) = (&mut self.offset, &mut self.grouper);
        self.stream.finish().for_each(|part| Self::part(offset, grouper, part, audit));
        end_errors(grouper, audit);
    }
}

/// UTF-16, UTF-32 and single-byte charsets, converted to UTF-8.
struct Wide {
    transcoder: Transcoder<'static>,
    size: Size,
    room: Vec<u8>,
    grouper: Grouper,
    /// The offset of the next character; `None` until the BOM was looked for.
    offset: Option<u64>,
}

impl Wide {
    fn new(label: Label, size: Size) -> Self {
        let transcoder = Transcoder::labelled(label, Encoding::Utf8.into());
        Self { transcoder, size, room: vec![0; 2 * BLOCK], grouper: Grouper::new(), offset: None }
    }

    fn convert(&mut self, mut bytes: &[u8], last: bool, audit: &mut Audit<'_, '_>) {
        loop {
            let outcome = self.transcoder.transcode(bytes, &mut self.room[..], last);
            bytes = &bytes[outcome.read..];
            let text = utfkit::utf8::validate(&self.room[..outcome.written]).unwrap_or_default();
            if !text.is_empty() {
                let has_bom = self.transcoder.found_bom();
                let start = self.offset.unwrap_or(if has_bom { self.size.bom() } else { 0 });
                end_errors(&mut self.grouper, audit);
                let units = Units::new(self.size, start);
                audit.text(Piece { text, offsets: Offsets::Units(&units) });
                self.offset = Some(start + self.size.bytes(text));
            }
            match outcome.status {
                Status::Done => return,
                Status::OutputFull => {}
                Status::IllFormed(finding) => {
                    self.offset = Some(finding.end());
                    let whole = self.grouper.push(finding);
                    whole.iter().for_each(|error| audit.ill_formed(error));
                }
            }
        }
    }
}

impl Reader for Wide {
    fn feed(&mut self, bytes: &[u8], audit: &mut Audit<'_, '_>) {
        self.convert(bytes, false, audit);
    }

    fn finish(&mut self, audit: &mut Audit<'_, '_>) {
        self.convert(&[], true, audit);
        end_errors(&mut self.grouper, audit);
    }
}

/// Any other encoding, decoded cell by cell.
struct Other {
    cells: Option<Cells>,
    text: String,
    /// The offset of the character that begins at each byte of the text.
    offsets: Vec<u64>,
}

impl Other {
    fn new(label: Label) -> Self {
        Self { cells: Some(Cells::new(label)), text: String::new(), offsets: Vec::new() }
    }

    fn cell(text: &mut String, offsets: &mut Vec<u64>, cell: &Cell, audit: &mut Audit<'_, '_>) {
        match cell.what {
            What::Value(value) => {
                // A value above U+10FFFF is well-formed in some encodings, but not a `char`.
                text.push(char::from_u32(value).unwrap_or('\u{FFFF}'));
                offsets.resize(text.len(), cell.offset);
            }
            What::IllFormed(finding) => {
                Self::pass(text, offsets, cell.offset, audit);
                audit.ill_formed(&finding);
            }
            What::Bom | What::Shift => {}
        }
    }

    fn pass(text: &mut String, offsets: &mut Vec<u64>, end: u64, audit: &mut Audit<'_, '_>) {
        offsets.push(end);
        audit.text(Piece { text, offsets: Offsets::Each(offsets) });
        text.clear();
        offsets.clear();
    }
}

impl Reader for Other {
    fn feed(&mut self, bytes: &[u8], audit: &mut Audit<'_, '_>) {
        let Self { cells: Some(cells), text, offsets } = self else { return };
        let mut end = 0;
        for &byte in bytes {
            cells.push(byte, |cell| {
                end = cell.end();
                Self::cell(text, offsets, &cell, audit);
            });
        }
        if !text.is_empty() {
            Self::pass(text, offsets, end, audit);
        }
    }

    fn finish(&mut self, audit: &mut Audit<'_, '_>) {
        let Some(cells) = self.cells.take() else { return };
        let (text, offsets) = (&mut self.text, &mut self.offsets);
        let mut end = 0;
        cells.finish(|cell| {
            end = cell.end();
            Self::cell(text, offsets, &cell, audit);
        });
        if !text.is_empty() {
            Self::pass(text, offsets, end, audit);
        }
    }
}
