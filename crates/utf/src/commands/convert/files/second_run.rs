//! Checks whether another run with the same options would change the output of this one.

use std::{fs::Metadata, io};

use utfkit::{Status, encoding::Bom, transcode::Counts};
use utfkit_text::detect::content::{Content, LOOK};

use crate::{
    args::encoding::From,
    commands::convert::{
        pipeline::{Joint, Pipeline, Tally},
        plan::Plan,
        report::Unstable,
    },
    files::reading::Head,
    output::sink::Sink,
};

/// A sink that converts its bytes a second time.
pub(super) struct Watched<'s, 'a> {
    sink: &'s mut dyn Sink,
    again: Again<'a>,
}

/// The state of the second conversion.
pub(super) enum Again<'a> {
    /// The start of the output, until it is long enough to choose an encoding.
    Head { plan: &'a Plan, bytes: Vec<u8> },
    /// The conversion after that.
    Rest(Box<Second<'a>>),
    /// The other run would read the right encoding.
    Known,
    /// The other run would leave the file unchanged.
    Nothing,
}

/// A second conversion of the output.
pub(super) struct Second<'a> {
    pipeline: Pipeline<'a>,
    text: Vec<u8>,
    /// The bytes given that have not been compared yet.
    ahead: Vec<u8>,
    /// Whether the result differs from the bytes given.
    differs: bool,
}

impl<'s, 'a> Watched<'s, 'a> {
    /// Creates the sink for a conversion according to `plan`.
    pub(super) fn new(sink: &'s mut dyn Sink, plan: &'a Plan) -> Self {
        // With `-f`, the other run reads the encoding that the user names. UTF-8 is recognized.
        let again = match plan.from == From::Auto && !plan.is_self_evident() {
            true => Again::Head { plan, bytes: Vec::new() },
            false => Again::Known,
        };
        Self { sink, again }
    }

    /// Returns the second conversion, after all is written.
    pub(super) fn again(self) -> Again<'a> {
        self.again
    }
}

impl Sink for Watched<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sink.write(bytes)?;
        self.again.push(bytes);
        Ok(())
    }

    fn overwrites(&self, input: &Metadata) -> bool {
        self.sink.overwrites(input)
    }
}

impl Again<'_> {
    fn push(&mut self, bytes: &[u8]) {
        match self {
            Again::Head { bytes: head, .. } => {
                head.extend_from_slice(bytes);
                self.begin(false);
            }
            Again::Rest(second) => {
                if !second.push(bytes, false) {
                    *self = Again::Nothing;
                }
            }
            Again::Known | Again::Nothing => {}
        }
    }

    /// Returns whether another run would change the output, for each of [`Unstable::ALL`]. `read`
    /// has the results of this run.
    pub(super) fn would_change(mut self, read: &Tally) -> [bool; 2] {
        self.begin(true);
        let (mistakes, escapes) = match self {
            Again::Known => (false, read.has_escapes()),
            Again::Rest(mut second) => match second.push(&[], true) {
                true => second.changes(),
                false => (false, false),
            },
            Again::Head { .. } | Again::Nothing => (false, false),
        };
        Unstable::ALL.map(|why| match why {
            // U+FEFF at the start of the text has its own message.
            Unstable::Bytes => mistakes && !read.opens_with_feff,
            Unstable::Escapes => escapes,
        })
    }

    /// Begins the second conversion, if the start of the output is long enough, or is the `whole`
    /// of it.
    fn begin(&mut self, whole: bool) {
        let Again::Head { plan, bytes } = self else { return };
        if bytes.len() < LOOK && !whole {
            return;
        }
        let (plan, bytes) = (*plan, std::mem::take(bytes));
        *self = Again::Nothing;
        let head = Head { len: bytes.len(), ended: whole };
        // A BOM that every output has is that of the target. Any other may be text. A file that
        // does not look like text stays unchanged.
        let is_signed = plan.always_signs() && Bom::of(&bytes).is_some();
        if is_signed {
            *self = Again::Known;
            return;
        }
        let is_open = plan.looks_for_bom();
        if !is_open || head.content(&bytes, plan.label(&bytes).encoding()) != Content::Text {
            return;
        }
        let pipeline = plan.pipeline(plan.label(&bytes), Joint { before: None, followed: false });
        let mut second =
            Box::new(Second { pipeline, text: vec![0; LOOK], ahead: Vec::new(), differs: false });
        if second.push(&bytes, false) {
            *self = Again::Rest(second);
        }
    }
}

impl Second<'_> {
    /// Returns whether the text changes because it is read in another encoding, and whether it
    /// changes because of escapes.
    fn changes(&self) -> (bool, bool) {
        let Counts { ill_formed, backslashes, .. } = self.pipeline.tally().read;
        (self.differs && (backslashes == 0 || ill_formed > 0), backslashes > 0)
    }

    /// Converts the next `bytes`. Returns `false` at an error, where the other run leaves the file
    /// unchanged.
    fn push(&mut self, bytes: &[u8], last: bool) -> bool {
        if !self.differs {
            self.ahead.extend_from_slice(bytes);
        }
        let mut read = 0;
        loop {
            let outcome = self.pipeline.transcode(&bytes[read..], &mut self.text, last);
            read += outcome.read;
            let text = &self.text[..outcome.written];
            if !self.differs && self.ahead.starts_with(text) {
                self.ahead.drain(..text.len());
            } else {
                self.differs = true;
            }
            match outcome.status {
                Status::OutputFull => {}
                Status::IllFormed(_) => return false,
                Status::Done => break,
            }
        }
        self.differs |= last && !self.ahead.is_empty();
        true
    }
}
