//! What another run, which is told as little of the encoding, would make of what this one writes.

use std::{fs::Metadata, io};

use utfkit::{Status, encoding::Signature};

use crate::{
    commands::convert::{
        pipeline::{Joint, Pipeline},
        plan::Plan,
    },
    encoding::From,
    input::{Head, LOOK, Nature},
    output::Sink,
};

/// A sink that reads what goes through it as another run would.
pub(super) struct Watched<'a> {
    sink: &'a mut dyn Sink,
    again: Again<'a>,
}

/// Another run over what is written.
enum Again<'a> {
    /// What it begins with.
    Head { plan: &'a Plan, octets: Vec<u8> },
    /// What follows.
    Rest(Box<Second<'a>>),
    /// It changes nothing.
    Nothing,
}

/// A text that is converted once more.
struct Second<'a> {
    pipeline: Pipeline<'a>,
    text: Vec<u8>,
    /// What went in, and did not come out yet.
    ahead: Vec<u8>,
    /// Whether something else came out.
    differs: bool,
}

impl<'a> Watched<'a> {
    /// The `sink` of a conversion as `plan` says.
    pub(super) fn new(sink: &'a mut dyn Sink, plan: &'a Plan) -> Self {
        // Where the user says what it is, that is what it is; UTF-8 is itself.
        let again = match plan.from == From::Auto && !plan.is_self_evident() {
            true => Again::Head { plan, octets: Vec::new() },
            false => Again::Nothing,
        };
        Self { sink, again }
    }

    /// Whether another run would change what was written.
    pub(super) fn would_change(mut self) -> bool {
        self.again.begin(true);
        match self.again {
            Again::Rest(mut second) => second.push(&[], true) && second.differs,
            Again::Head { .. } | Again::Nothing => false,
        }
    }
}

impl Sink for Watched<'_> {
    fn write(&mut self, octets: &[u8]) -> io::Result<()> {
        self.sink.write(octets)?;
        self.again.push(octets);
        Ok(())
    }

    fn overwrites(&self, input: &Metadata) -> bool {
        self.sink.overwrites(input)
    }
}

impl Again<'_> {
    fn push(&mut self, octets: &[u8]) {
        match self {
            Again::Head { octets: head, .. } => {
                head.extend_from_slice(octets);
                self.begin(false);
            }
            Again::Rest(second) => {
                if !second.push(octets, false) {
                    *self = Again::Nothing;
                }
            }
            Again::Nothing => {}
        }
    }

    /// Begins to convert, if enough came to know how, or all there is.
    fn begin(&mut self, whole: bool) {
        let Again::Head { plan, octets } = self else { return };
        if octets.len() < LOOK && !whole {
            return;
        }
        let (plan, octets) = (*plan, std::mem::take(octets));
        *self = Again::Nothing;
        let head = Head { len: octets.len(), ended: whole };
        // The target's own signature says what it is, and another's may be text; what looks like no text is left alone.
        let is_signed = plan.always_signs() && Signature::of(&octets).is_some();
        let is_open = plan.looks_for_signature() && !is_signed;
        if !is_open || head.nature(&octets, plan.label(&octets).encoding()) != Nature::Text {
            return;
        }
        let pipeline = plan.pipeline(plan.label(&octets), Joint { before: None, followed: false });
        let mut second =
            Box::new(Second { pipeline, text: vec![0; LOOK], ahead: Vec::new(), differs: false });
        if second.push(&octets, false) {
            *self = Again::Rest(second);
        }
    }
}

impl Second<'_> {
    /// Converts what comes next, the `last` of it or not; whether that is possible: at a mistake a run leaves the file alone.
    fn push(&mut self, octets: &[u8], last: bool) -> bool {
        if !self.differs {
            self.ahead.extend_from_slice(octets);
        }
        let mut read = 0;
        loop {
            let outcome = self.pipeline.transcode(&octets[read..], &mut self.text, last);
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
