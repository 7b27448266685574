//! What another run, which is told as little of the encoding, would make of what this one writes.

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

/// A sink that reads what goes through it as another run would.
pub(super) struct Watched<'s, 'a> {
    sink: &'s mut dyn Sink,
    again: Again<'a>,
}

/// Another run over what is written.
pub(super) enum Again<'a> {
    /// What it begins with.
    Head { plan: &'a Plan, bytes: Vec<u8> },
    /// What follows.
    Rest(Box<Second<'a>>),
    /// It reads it as what it is.
    Known,
    /// It changes nothing.
    Nothing,
}

/// A text that is converted once more.
pub(super) struct Second<'a> {
    pipeline: Pipeline<'a>,
    text: Vec<u8>,
    /// What went in, and did not come out yet.
    ahead: Vec<u8>,
    /// Whether something else came out.
    differs: bool,
}

impl<'s, 'a> Watched<'s, 'a> {
    /// The `sink` of a conversion as `plan` says.
    pub(super) fn new(sink: &'s mut dyn Sink, plan: &'a Plan) -> Self {
        // Where the user says what it is, that is what it is; UTF-8 is itself.
        let again = match plan.from == From::Auto && !plan.is_self_evident() {
            true => Again::Head { plan, bytes: Vec::new() },
            false => Again::Known,
        };
        Self { sink, again }
    }

    /// The other run, now that all is written.
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

    /// Whether it changes what was written of what was `read`, for each of [`Unstable::ALL`].
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
            // U+FEFF in front of the text is told by itself.
            Unstable::Bytes => mistakes && !read.opens_with_feff,
            Unstable::Escapes => escapes,
        })
    }

    /// Begins to convert, if enough came to know how, or all there is.
    fn begin(&mut self, whole: bool) {
        let Again::Head { plan, bytes } = self else { return };
        if bytes.len() < LOOK && !whole {
            return;
        }
        let (plan, bytes) = (*plan, std::mem::take(bytes));
        *self = Again::Nothing;
        let head = Head { len: bytes.len(), ended: whole };
        // The target's own BOM says what it is, and another's may be text; what looks like no
        // text is left alone.
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
    /// Whether it changes the text because it is another one to it, and whether because escapes are
    /// in it.
    fn changes(&self) -> (bool, bool) {
        let Counts { ill_formed, backslashes, .. } = self.pipeline.tally().read;
        (self.differs && (backslashes == 0 || ill_formed > 0), backslashes > 0)
    }

    /// Converts what comes next, the `last` of it or not; whether that is possible: at a mistake a
    /// run leaves the file alone.
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
