//! Audits the text and the errors of a stream.

use std::ops::ControlFlow;

use utfkit::{
    Encoding, Finding,
    encoding::{BomPolicy, Label},
    error::Grouper,
};

use crate::audit::auditor::text::Auditor;
use crate::audit::lines::Lines;
use crate::audit::observation::Observation;
use crate::streams::text::{Part, Piece, Places, TextReader};

/// Audits the bytes of a stream, in memory that depends neither on the length of the stream nor on
/// the length of its lines.
///
/// The observations do not depend on how the bytes are divided. So the incomplete line at the end of
/// the bytes waits for the next ones. A line of more than 4 KiB is judged in parts. The observations
/// are in order, except that those of [`Rule::TwinLetter`](crate::audit::Rule::TwinLetter) come at the
/// end.
pub struct StreamAuditor {
    reader: TextReader,
    audit: Audit,
}

impl StreamAuditor {
    /// Creates an auditor of a stream in the encoding `label`, whose text `auditor` judges.
    pub fn new(label: Label, auditor: Auditor) -> Self {
        // The BOM is not part of the text, unless the receiver rejects it.
        let bom = match label.encoding() {
            Encoding::Utf8 if auditor.rejects_bom() => Some(BomPolicy::Forbid),
            Encoding::Utf8 => Some(BomPolicy::Auto),
            _ => None,
        };
        let reader = TextReader::new(label, bom, None);
        let audit = Audit { auditor, lines: Lines::default(), grouper: Grouper::new() };
        Self { reader, audit }
    }

    /// Audits `bytes`, the next of the stream, and passes new observations to `found`.
    pub fn feed(&mut self, bytes: &[u8], found: &mut dyn FnMut(Observation)) {
        let Self { reader, audit } = self;
        let _ = reader.feed(bytes, &mut |part| {
            audit.part(part, found);
            ControlFlow::Continue(())
        });
    }

    /// Ends the stream, and passes the rest of the observations to `found`.
    pub fn finish(self, found: &mut dyn FnMut(Observation)) {
        let Self { reader, mut audit } = self;
        let _ = reader.finish(&mut |part| {
            audit.part(part, found);
            ControlFlow::Continue(())
        });
        audit.end_errors(found);
        audit.end_text(found);
        audit.auditor.finish(found);
    }
}

/// An auditor of whole lines and whole errors.
struct Audit {
    auditor: Auditor,
    lines: Lines,
    grouper: Grouper,
}

impl Audit {
    fn part(&mut self, part: Part<'_>, found: &mut dyn FnMut(Observation)) {
        match part {
            Part::Text(piece) => self.text(piece, found),
            Part::IllFormed(finding) => {
                if let Some(error) = self.grouper.push(finding) {
                    self.ill_formed(&error, found);
                }
            }
            // A value above U+10FFFF is well-formed in some encodings, but not a `char`.
            Part::Beyond(finding) => {
                let start = finding.offset();
                let offsets = [start, start, start, finding.end()];
                self.text(Places::known("\u{FFFF}", &offsets).piece(), found);
            }
        }
    }

    fn text(&mut self, piece: Piece<'_>, found: &mut dyn FnMut(Observation)) {
        self.end_errors(found);
        let Self { auditor, lines, .. } = self;
        lines.push(piece, &mut |piece| auditor.text(piece, found));
    }

    /// Passes on the text that waits for the end of its line.
    fn end_text(&mut self, found: &mut dyn FnMut(Observation)) {
        let Self { auditor, lines, .. } = self;
        lines.flush(&mut |piece| auditor.text(piece, found));
    }

    fn ill_formed(&mut self, finding: &Finding, found: &mut dyn FnMut(Observation)) {
        self.end_text(found);
        self.auditor.ill_formed(finding, found);
    }

    fn end_errors(&mut self, found: &mut dyn FnMut(Observation)) {
        while let Some(error) = self.grouper.finish() {
            self.ill_formed(&error, found);
        }
    }
}
