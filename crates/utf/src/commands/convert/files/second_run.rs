//! Checks whether another run with the same options would change the output of this one.

use std::io;

use utfkit::{Status, encoding::Bom, transcode::Counts};
use utfkit_text::{
    detect::{Content, content::LOOK},
    transform::{Joint, Pipeline, Tally},
};

use crate::{
    args::encoding::From,
    commands::convert::{plan::Plan, report::Unstable},
    files::reading::Head,
    output::sink::Sink,
    system::facts::Facts,
};

/// A sink that converts its bytes a second time.
pub(super) struct WatchedSink<'s, 'a> {
    sink: &'s mut dyn Sink,
    second_run: SecondRun<'a>,
}

/// The state of the second conversion.
pub(super) enum SecondRun<'a> {
    /// The start of the output, until it is long enough to choose an encoding.
    Head { plan: &'a Plan, bytes: Vec<u8> },
    /// The conversion after that.
    Rest(Box<Conversion<'a>>),
    /// The other run would read the right encoding.
    Known,
    /// The other run would leave the file unchanged.
    Nothing,
}

/// A second conversion of the output.
pub(super) struct Conversion<'a> {
    pipeline: Pipeline<'a>,
    text: Vec<u8>,
    /// The bytes given that have not been compared yet.
    pending: Vec<u8>,
    /// Whether the result differs from the bytes given.
    differs: bool,
}

impl<'s, 'a> WatchedSink<'s, 'a> {
    /// Creates the sink for a conversion according to `plan`.
    pub(super) fn new(sink: &'s mut dyn Sink, plan: &'a Plan) -> Self {
        // With `-f`, the other run reads the encoding that the user names. UTF-8 is recognized.
        let second_run = if plan.input.from == From::Auto && !plan.is_recognized() {
            SecondRun::Head { plan, bytes: Vec::new() }
        } else {
            SecondRun::Known
        };
        Self { sink, second_run }
    }

    /// Returns the second conversion, after all is written.
    pub(super) fn second_run(self) -> SecondRun<'a> {
        self.second_run
    }
}

impl Sink for WatchedSink<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sink.write(bytes)?;
        self.second_run.push(bytes);
        Ok(())
    }

    fn overwrites(&self, input: &Facts) -> bool {
        self.sink.overwrites(input)
    }
}

impl SecondRun<'_> {
    fn push(&mut self, bytes: &[u8]) {
        match self {
            SecondRun::Head { bytes: head, .. } => {
                head.extend_from_slice(bytes);
                self.begin(false);
            }
            SecondRun::Rest(conversion) => {
                if !conversion.push(bytes, false) {
                    *self = SecondRun::Nothing;
                }
            }
            SecondRun::Known | SecondRun::Nothing => {}
        }
    }

    /// Returns whether another run would change the output, for each of [`Unstable::ALL`]. `read`
    /// has the results of this run.
    pub(super) fn would_change(mut self, read: &Tally) -> [bool; 2] {
        self.begin(true);
        let (bytes, escapes) = match self {
            SecondRun::Known => (false, read.has_escapes()),
            SecondRun::Rest(mut conversion) => {
                if conversion.push(&[], true) {
                    conversion.changes()
                } else {
                    (false, false)
                }
            }
            SecondRun::Head { .. } | SecondRun::Nothing => (false, false),
        };
        Unstable::ALL.map(|why| match why {
            // U+FEFF at the start of the text has its own message.
            Unstable::Bytes => bytes && !read.opens_with_feff,
            Unstable::Escapes => escapes,
        })
    }

    /// Begins the second conversion, if the start of the output is long enough, or is the `whole`
    /// of it.
    fn begin(&mut self, whole: bool) {
        let SecondRun::Head { plan, bytes } = self else { return };
        if bytes.len() < LOOK && !whole {
            return;
        }
        let (plan, bytes) = (*plan, std::mem::take(bytes));
        *self = SecondRun::Nothing;
        let head = Head { len: bytes.len(), ended: whole };
        // A BOM that every output has is that of the target. Any other may be text. A file that
        // does not look like text stays unchanged.
        let is_signed = plan.always_writes_bom() && Bom::of(&bytes).is_some();
        if is_signed {
            *self = SecondRun::Known;
            return;
        }
        let is_open = plan.looks_for_bom();
        if !is_open || head.content(&bytes, plan.label(&bytes).encoding()) != Content::Text {
            return;
        }
        let pipeline = plan.pipeline(plan.label(&bytes), Joint { before: None, followed: false });
        let mut conversion = Box::new(Conversion {
            pipeline,
            text: vec![0; LOOK],
            pending: Vec::new(),
            differs: false,
        });
        if conversion.push(&bytes, false) {
            *self = SecondRun::Rest(conversion);
        }
    }
}

impl Conversion<'_> {
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
            self.pending.extend_from_slice(bytes);
        }
        let mut read = 0;
        loop {
            let outcome = self.pipeline.transcode(&bytes[read..], &mut self.text, last);
            read += outcome.read;
            let text = &self.text[..outcome.written];
            if !self.differs && self.pending.starts_with(text) {
                self.pending.drain(..text.len());
            } else {
                self.differs = true;
            }
            match outcome.status {
                Status::OutputFull => {}
                Status::IllFormed(_) => return false,
                Status::Done => break,
            }
        }
        self.differs |= last && !self.pending.is_empty();
        true
    }
}
