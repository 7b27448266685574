//! Converts one input after the other, block by block.

mod failure;
mod messages;
mod opening;
mod spread;
mod watches;

use std::{
    fs::File,
    io::{self, Seek, SeekFrom},
    path::{Path, PathBuf},
    sync::{Arc, atomic::Ordering},
};

use utfkit::{Encoding, Kind, Status, encoding::Label};
use utfkit_text::{
    streams::block::BLOCK,
    transform::{Pipeline, Tally},
};

use super::{
    args::Common,
    conflict::{self, Contradiction},
    declaration::Declarations,
    error::ConversionError,
    losses::Losses,
    plan::Plan,
    position::Tracker,
    report,
};
use crate::{
    files::reading::{self, Source as _},
    input::{self, operand::Operand},
    output::sink::Sink,
    process::{exit::Exit, problem::Problem, terminal},
    reading::{detection, looks::Looks, sample},
};
pub(super) use messages::unproven_wide;
use watches::Watches;

/// The reason why a conversion ended early.
pub(super) enum Stop {
    /// An error in the text, which the policy does not allow.
    Text(Box<ConversionError>),
    /// The input has a BOM, which is forbidden. The text says so.
    Forbidden(String),
    /// The input could not be read.
    Input(Problem),
    /// The output could not be written.
    Output(io::Error),
}

/// An input that was converted.
pub(super) struct Read {
    /// The results, with the findings that a policy handled.
    pub(super) tally: Tally,
    /// Messages about the encoding that was chosen for it.
    pub(super) messages: Vec<String>,
    /// Messages about what else the text looks like. They are printed even if the file stays
    /// unchanged.
    pub(super) hints: Vec<String>,
    /// The encoding that it was read in.
    pub(super) encoding: Encoding,
    /// The reason to doubt that encoding, although the text is well-formed in it.
    pub(super) doubt: Option<String>,
}

/// Converts inputs into one output. Memory: two blocks, and a bounded number more if several
/// threads convert a large file.
pub(super) struct Converter<'a> {
    plan: &'a Plan,
    output: &'a mut dyn Sink,
    common: &'a Common,
    block: Vec<u8>,
    text: Vec<u8>,
    /// The last input. The output of the next one follows its output.
    previous: Option<Previous<'a>>,
    /// The losses, if they are collected instead of stopping at the first one.
    losses: Option<Losses>,
    /// The declarations of the current input, if the first one, which must name the output's
    /// encoding.
    declarations: Option<Declarations>,
}

/// An input that was converted as far as possible.
struct Previous<'a> {
    name: String,
    encoding: Encoding,
    pipeline: Pipeline<'a>,
}

/// The facts about an input that are known before it is converted.
struct Input {
    name: String,
    path: PathBuf,
    label: Label,
    /// The message about the chosen encoding, if one was chosen.
    chosen: Option<String>,
    /// The judgement of the text, if the whole file was examined.
    looks: Option<Looks>,
    /// The UTF-16 or UTF-32 that the file looks like, if another encoding was chosen.
    overruled: Option<Encoding>,
    /// The reason not to read the text in the encoding that was chosen.
    refusal: Option<String>,
}

/// An input that is being converted.
struct Stream<'a> {
    input: Input,
    source: input::stream::Stream,
    pipeline: Pipeline<'a>,
    tracker: Tracker,
    watches: Watches,
    /// The first bytes of a pipe that is not yet compared with the named encoding.
    unjudged: Option<Vec<u8>>,
    /// Warnings that the text is in another charset than the named one.
    others: Vec<String>,
}

impl<'a> Converter<'a> {
    pub(super) fn new(plan: &'a Plan, output: &'a mut dyn Sink, common: &'a Common) -> Self {
        Self {
            plan,
            output,
            common,
            block: vec![0; BLOCK],
            text: vec![0; BLOCK],
            previous: None,
            losses: None,
            declarations: None,
        }
    }

    /// Collects losses instead of stopping at the first one.
    pub(super) fn collecting_losses(mut self) -> Self {
        self.losses = Some(Losses::default());
        self
    }

    /// Returns the losses since the last call.
    pub(super) fn losses(&mut self) -> Losses {
        self.losses.replace(Losses::default()).unwrap_or_default()
    }

    /// Converts all of `operand` and prints the messages about it. If `followed`, another operand
    /// comes after it.
    pub(super) fn convert(&mut self, operand: &Operand, followed: bool) -> Result<Tally, Stop> {
        let source = operand.open(self.plan.input.decompress).map_err(Stop::Input)?;
        let kept = Arc::default();
        let problem = |error| Stop::Input(Problem::with(&operand.name(), &error));
        let source = self.plan.escapes.decoded(source, &kept).map_err(problem)?;
        let read = self.convert_open((operand.name(), operand.path()), source, followed);
        self.common.progress.counters().file();
        let Read { mut tally, mut messages, hints, doubt, .. } = read?;
        tally.kept.read += kept.load(Ordering::Relaxed);
        messages.extend(hints);
        let doubt = doubt.filter(|_| !self.plan.report.quiet);
        messages.extend(doubt.map(|why| format!("utf: {}: {why}\n", operand.name())));
        terminal::write_error(&messages.concat());
        Ok(tally)
    }

    /// Converts all of `source`, which is at `path`, and which messages call `name`.
    pub(super) fn convert_open(
        &mut self,
        (name, path): (String, &Path),
        source: input::stream::Stream,
        followed: bool,
    ) -> Result<Read, Stop> {
        let (mut stream, len) = self.begin((name, path), source, followed).map_err(Stop::Input)?;
        if let Some(bom) = self.plan.input.reading.forbidden_bom(&self.block[..len]) {
            return Err(Stop::Forbidden(report::forbidden(bom)));
        }
        let label = stream.input.label;
        let records = conflict::with_records(&self.block[..len], label, self.plan);
        if let Some(why) = stream.input.refusal.take().or(records) {
            return Err(Stop::Forbidden(why));
        }
        let start = match &stream.tracker {
            Tracker::File { start } => *start,
            _ => 0,
        };
        let regular = stream.source.regular().map(|file| (file, start));
        if regular.is_some() {
            let head = &self.block[..len];
            let other = self.conflict(head, regular, &stream.input)?;
            stream.others.extend(other);
        } else {
            stream.unjudged = Some(Vec::new());
        }
        let to = self.plan.output.to.encoding();
        let changes = label.encoding() != to && self.previous.is_none();
        let fixes = !self.plan.output.keep_declaration && self.losses.is_none();
        // Nobody waits for the text of a file. A pipe may be slow.
        let is_patient = stream.source.facts().is_ok_and(|facts| facts.is_file());
        self.declarations = changes.then(|| Declarations::new(to, fixes, is_patient));
        let done = self.push_all(&mut stream, len);
        // Also write the declaration after an error, so that all text before the error is written.
        let settled = self.declarations.as_mut().map_or(Ok(()), |all| all.finish(self.output));
        let done = done.and(settled.map_err(Stop::Output));
        let done = done.and_then(|()| self.contradiction(&mut stream));
        let doubt = if done.is_ok() { self.doubt(&stream) } else { None };
        let is_doubtful = doubt.is_some();
        let read = Read {
            tally: stream.pipeline.tally(),
            messages: if done.is_ok() { self.messages(&stream, is_doubtful) } else { Vec::new() },
            hints: if done.is_ok() { self.hints(&stream, is_doubtful) } else { Vec::new() },
            encoding: label.encoding(),
            doubt,
        };
        // After a read error, the text so far stays, and the output of the next input follows it.
        // After an error in the text, the output is complete.
        let is_text_error = matches!(done, Err(Stop::Text(_)));
        self.declarations = None;
        let Stream { input: Input { name, .. }, pipeline, .. } = stream;
        self.previous =
            (!is_text_error).then(|| Previous { name, encoding: read.encoding, pipeline });
        done.map(|()| read)
    }

    /// Returns the results for the last input, including one that could not be read to its end.
    /// Returns `None` after an error in the text.
    pub(super) fn last_tally(&self) -> Option<Tally> {
        self.previous.as_ref().map(|previous| previous.pipeline.tally())
    }

    /// Looks at `stream` as a whole, after its end. Stops if a part of it contradicts the way in which
    /// it was read.
    fn contradiction(&self, stream: &mut Stream<'_>) -> Result<(), Stop> {
        let disagreement = self.declarations.as_ref().and_then(Declarations::disagreement);
        let parts = disagreement.filter(|_| !self.plan.input.force_from);
        let (used, path) = (stream.pipeline.used(), &stream.input.path);
        let lines = stream.watches.two_encodings(used, self.plan, path);
        let mut euro = stream.watches.euro_sign(stream.input.label, self.plan);
        if !self.plan.destination.has_files() {
            stream.others.extend(euro.take());
        }
        match parts.or(lines).or(euro) {
            Some(why) => Err(Stop::Forbidden(why)),
            None => Ok(()),
        }
    }

    /// Returns a warning about `input`, which begins with `head` and is read in the encoding that
    /// `-f` names. `regular` is its file, with the offset where the text starts. Stops if the text
    /// contradicts that encoding.
    fn conflict(
        &self,
        head: &[u8],
        regular: Option<(&File, u64)>,
        input: &Input,
    ) -> Result<Option<String>, Stop> {
        let problem = |error| Stop::Input(Problem::with(&input.name, &error));
        let found = conflict::of_head(head, regular, input.label, self.plan, &input.path);
        match found.map_err(problem)? {
            Some(Contradiction::Refused(why)) => Err(Stop::Forbidden(why)),
            Some(Contradiction::Told(words)) => Ok(Some(words)),
            None => Ok(None),
        }
    }

    /// Adds the next `len` bytes of a pipe, which are in the block, and judges it as soon as its
    /// first bytes are known. Returns the number of bytes in the block.
    ///
    /// The judgement does not depend on the pieces in which the bytes come. Nothing waits for them
    /// unless the text so far is UTF-8 in part.
    fn judge(&mut self, stream: &mut Stream<'_>, mut len: usize) -> Result<usize, Stop> {
        let Some(mut head) = stream.unjudged.take() else { return Ok(len) };
        let (mut from, mut ended) = (0, len == 0);
        loop {
            let missing = conflict::LOOK - head.len();
            head.extend_from_slice(&self.block[from..len.min(from + missing)]);
            let is_enough = ended || head.len() == conflict::LOOK;
            if is_enough || !conflict::may_be_utf8(&head, stream.input.label, self.plan) {
                break;
            }
            from = len;
            len += stream.read(&mut self.block[from..]).map_err(Stop::Input)?;
            ended = len == from;
        }
        if ended || head.len() == conflict::LOOK {
            let other = self.conflict(&head, None, &stream.input)?;
            stream.others.extend(other);
        } else {
            stream.unjudged = Some(head)
        }
        Ok(len)
    }

    /// Converts the first `len` bytes of the block, and then the rest of the input.
    fn push_all(&mut self, stream: &mut Stream<'a>, mut len: usize) -> Result<(), Stop> {
        let mut may_spread = stream.source.regular().is_some();
        loop {
            len = self.judge(stream, len)?;
            stream.watches.sample.push(&self.block[..len]);
            stream.watches.see(&self.block[..len]);
            self.common.progress.counters().read(len);
            self.push(stream, len)?;
            if len == 0 {
                return Ok(());
            }
            if may_spread && len == self.block.len() {
                may_spread = !self.spread(stream)?;
            }
            len = stream.read(&mut self.block).map_err(Stop::Input)?;
        }
    }

    /// Ends the output if another input was expected but did not follow. Returns the exit status
    /// for that.
    pub(super) fn finish(mut self) -> io::Result<Exit> {
        let Some(Previous { name, encoding, mut pipeline }) = self.previous.take() else {
            return Ok(Exit::Well);
        };
        loop {
            let rest = pipeline.end(self.text.as_mut_slice());
            self.output.write(&self.text[..rest.written])?;
            match rest.status {
                Status::Done => return Ok(Exit::Well),
                Status::OutputFull => {}
                Status::IllFormed(finding) => {
                    let error = ConversionError::of_changed_text(finding, encoding);
                    terminal::write_error(&report::stop(&name, &error, self.plan));
                    return Ok(Exit::Found);
                }
            }
        }
    }

    /// Converts the first `len` bytes of the block and writes the result. The input ends if `len`
    /// is 0.
    fn push(&mut self, stream: &mut Stream<'a>, len: usize) -> Result<(), Stop> {
        let mut read = 0;
        loop {
            let src = &self.block[read..len];
            let outcome = stream.pipeline.transcode(src, self.text.as_mut_slice(), len == 0);
            read += outcome.read;
            let text = &self.text[..outcome.written];
            stream.tracker.count(text, stream.pipeline.writes_bom());
            stream.watches.see_text(text);
            if !text.is_empty() {
                write(&mut self.declarations, self.output, text)?;
            }
            if stream.pipeline.overflowed() {
                return Err(Stop::Input(report::overflow(&stream.input.name)));
            }
            match outcome.status {
                Status::Done => return Ok(()),
                Status::OutputFull => {}
                Status::IllFormed(finding) => {
                    let missing = finding.kind() == Kind::MissingBom;
                    if let Some(losses) = self.losses.as_mut().filter(|_| !missing) {
                        losses.note(&finding, stream.pipeline.site(&finding));
                        continue;
                    }
                    let rest = stream.pipeline.complete(self.text.as_mut_slice());
                    write(&mut self.declarations, self.output, &self.text[..rest.written])?;
                    return Err(Stop::Text(Box::new(self.describe(stream, finding, read..len))));
                }
            }
        }
    }
}

/// Writes `text` to `output`, and corrects the `declarations` in it.
fn write(
    declarations: &mut Option<Declarations>,
    output: &mut dyn Sink,
    text: &[u8],
) -> Result<(), Stop> {
    match declarations {
        Some(declarations) => declarations.write(text, output),
        None => output.write(text),
    }
    .map_err(Stop::Output)
}

impl Stream<'_> {
    /// Continues at `offset` of the file.
    fn seek(&mut self, offset: u64) -> Result<(), Stop> {
        let Some(mut file) = self.source.regular() else { return Ok(()) };
        let done = file.seek(SeekFrom::Start(offset));
        done.map(drop).map_err(|error| Stop::Input(Problem::with(&self.input.name, &error)))
    }

    /// Returns what the text is, given an error at `offset`, if the file can be read again.
    fn looks(&self, offset: u64) -> Option<Looks> {
        let Tracker::File { start } = self.tracker else { return None };
        let seen = || {
            let (detector, file) = (detection::detector(&self.input.path), self.source.regular()?);
            sample::by_sample_with(detector, file, start, offset).ok()
        };
        self.input.looks.clone().or_else(|| Looks::of(seen()?))
    }

    fn read(&mut self, room: &mut [u8]) -> Result<usize, Problem> {
        reading::read_some(&mut self.source, room)
            .map_err(|error| Problem::with(&self.input.name, &error))
    }
}
