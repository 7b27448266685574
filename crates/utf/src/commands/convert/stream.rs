//! Converts one input after the other, block by block.

use std::{
    fs::File,
    io::{self, Seek, SeekFrom},
    mem,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{Arc, atomic::Ordering},
};

use utfkit::{Encoding, Finding, Kind, Status, encoding::Label, transcode::Transcoder};
use utfkit_text::{
    detect::EuroWatch,
    diagnose::{Remark, Sample, Watcher},
    streams::block::BLOCK,
    transform::{Joint, Pipeline, Site, Tally},
};

use super::{
    args::Common,
    conflict::{self, Contradiction, LineWatch, Utf8Watch},
    controls::{Controls, Marks, NextLines, PrivateUse},
    declaration::Declarations,
    error::{self, ConversionError},
    losses::Losses,
    plan::Plan,
    position::{Position, Tracker},
    report::{self, is_output},
};
use crate::{
    args::encoding::From,
    files::{
        compressed::method::Method,
        reading::{self, FileAt, Source as _},
    },
    input::{self, operand::Operand},
    output::sink::Sink,
    process::{exit::Exit, problem::Problem, terminal},
    reading::{
        assessment::Assessment,
        choose::{self, Choice},
        chunks::{self, Chunk, Rest, Room},
        detection,
        looks::{self, Looks},
        sample,
    },
    report::words,
    system::{facts::Facts, files::ByOffset},
    threads::ahead,
};

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

/// An input that is being converted.
struct Stream<'a> {
    name: String,
    source: input::stream::Stream,
    label: Label,
    pipeline: Pipeline<'a>,
    tracker: Tracker,
    sample: Sample,
    watcher: Watcher,
    /// The watch for lines in two encodings, if each line is read in its own encoding.
    lines: Option<LineWatch>,
    controls: Option<Controls>,
    private_use: Option<PrivateUse>,
    /// The watch for the newline of z/OS.
    next_lines: Option<NextLines>,
    /// Counts marks that are separate from their letters.
    marks: Option<Marks>,
    /// The watch for UTF-8, if `-f` names another encoding.
    utf8: Option<Utf8Watch>,
    /// The watch for a `¤` that is the euro sign of a related charset.
    euro: Option<EuroWatch>,
    /// The warning about such a sign.
    euro_sign: Option<String>,
    /// The reason not to read the text in the encoding that was chosen.
    refusal: Option<String>,
    /// The warning that the text is in another charset than the named one.
    other: Option<String>,
    /// The first bytes of a pipe that is not yet compared with the named encoding.
    unjudged: Option<Vec<u8>>,
    /// The message about the chosen encoding, if one was chosen.
    chosen: Option<String>,
    /// The judgement of the text, if the whole file was examined.
    looks: Option<Looks>,
    path: PathBuf,
    /// The UTF-16 or UTF-32 that the file looks like, if another encoding was chosen.
    overruled: Option<Encoding>,
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
        let records = conflict::with_records(&self.block[..len], stream.label, self.plan);
        // That the text has wide units says more than that it is another charset.
        let refusal = stream.refusal.take().filter(|_| stream.overruled.is_none());
        if let Some(why) = refusal.or(records) {
            return Err(Stop::Forbidden(why));
        }
        let start = match &stream.tracker {
            Tracker::File { start } => *start,
            _ => 0,
        };
        let regular = stream.source.regular().map(|file| (file, start));
        if regular.is_some() {
            let head = &self.block[..len];
            let other = self.conflict(head, regular, &stream)?;
            stream.other = stream.other.or(other);
        } else {
            stream.unjudged = Some(Vec::new());
        }
        let to = self.plan.output.to.encoding();
        let changes = stream.label.encoding() != to && self.previous.is_none();
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
            encoding: stream.label.encoding(),
            doubt,
        };
        // After a read error, the text so far stays, and the output of the next input follows it.
        // After an error in the text, the output is complete.
        let is_text_error = matches!(done, Err(Stop::Text(_)));
        self.declarations = None;
        let Stream { name, pipeline, .. } = stream;
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
        let used = stream.pipeline.used();
        let lines = stream.lines.take();
        let lines = lines.and_then(|lines| lines.refusal(used, self.plan, &stream.path));
        let encoding = stream.label.encoding();
        let euro = stream.euro.take();
        stream.euro_sign = euro.and_then(|watch| conflict::euro(watch, encoding, self.plan));
        let euro = stream.euro_sign.take_if(|_| self.plan.destination.has_files());
        match parts.or(lines).or(euro) {
            Some(why) => Err(Stop::Forbidden(why)),
            None => Ok(()),
        }
    }

    /// Returns a warning about `stream`, which begins with `head` and is read in the encoding that
    /// `-f` names. `regular` is its file, with the offset where the text starts. Stops if the text
    /// contradicts that encoding.
    fn conflict(
        &self,
        head: &[u8],
        regular: Option<(&File, u64)>,
        stream: &Stream<'_>,
    ) -> Result<Option<String>, Stop> {
        let problem = |error| Stop::Input(Problem::with(&stream.name, &error));
        let found = conflict::of_head(head, regular, stream.label, self.plan, &stream.path);
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
            if is_enough || !conflict::may_be_utf8(&head, stream.label, self.plan) {
                break;
            }
            from = len;
            len += stream.read(&mut self.block[from..]).map_err(Stop::Input)?;
            ended = len == from;
        }
        match ended || head.len() == conflict::LOOK {
            true => {
                let other = self.conflict(&head, None, stream)?;
                stream.other = stream.other.take().or(other);
            }
            false => stream.unjudged = Some(head),
        }
        Ok(len)
    }

    /// Converts the first `len` bytes of the block, and then the rest of the input.
    fn push_all(&mut self, stream: &mut Stream<'a>, mut len: usize) -> Result<(), Stop> {
        let mut may_spread = stream.source.regular().is_some();
        loop {
            len = self.judge(stream, len)?;
            stream.sample.push(&self.block[..len]);
            stream.see(&self.block[..len]);
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

    /// Converts the next part of `stream` with other threads, if any are idle. Returns `false` if
    /// it should be tried again after the next block. The rest is converted like any stream.
    fn spread(&mut self, stream: &mut Stream<'a>) -> Result<bool, Stop> {
        if !self.common.spare.has_any() {
            return Ok(false);
        }
        // Chunks cannot begin inside a character. Try again after the next block.
        let Some(part) = stream.pipeline.direct().and_then(Transcoder::part) else {
            return Ok(false);
        };
        let problem = |name: &str, error| Stop::Input(Problem::with(name, &error));
        let Some(file) = stream.source.regular() else { return Ok(true) };
        let file = file.try_clone().map_err(|error| problem(&stream.name, error))?;
        let start = (&file).stream_position().map_err(|error| problem(&stream.name, error))?;
        let size = Facts::of(&file).map_err(|error| problem(&stream.name, error))?.len();
        let Ok(by_offset) = ByOffset::of(&file) else { return Ok(true) };
        let rest = Rest { file: by_offset, start, size };
        let (mut at, mut done) = (start, Ok(()));
        let worker = || {
            let (part, rest) = (part.part(), &rest);
            move |number, room| rest.chunk(number, part.as_ref()?, room)
        };
        ahead::ahead(
            &self.common.spare,
            rest.chunks(),
            chunks::ahead(&self.common.spare),
            worker,
            |_, chunk: Chunk<'_>| {
                // If the file changes while it is read, the chunks do not join any more.
                if chunk.start != at {
                    return ControlFlow::Break(());
                }
                let len = chunk.bytes().len();
                at += len as u64;
                self.common.progress.counters().read(len);
                match self.follow(stream, chunk, at) {
                    Ok(room) => ControlFlow::Continue(room),
                    Err(stop) => {
                        done = Err(stop);
                        ControlFlow::Break(())
                    }
                }
            },
        );
        done?;
        stream.seek(at)?;
        Ok(true)
    }

    /// Writes `chunk`, after which the file continues at `end`. Converts the chunk again, as part
    /// of the stream, if its text cannot be used. Returns its buffers.
    fn follow(
        &mut self,
        stream: &mut Stream<'a>,
        mut chunk: Chunk<'_>,
        end: u64,
    ) -> Result<Room, Stop> {
        stream.see(chunk.bytes());
        if let Some(whole) = stream.pipeline.direct_mut()
            && let Some((part, text)) = chunk.fits(whole)
        {
            whole.pass(part);
            stream.private_use.iter_mut().for_each(|count| count.push(text));
            stream.marks.iter_mut().for_each(|count| count.push(text));
            write(&mut self.declarations, self.output, text)?;
            return Ok(chunk.room);
        }
        stream.seek(end)?;
        let (block, len) = chunk.block();
        mem::swap(&mut self.block, block);
        let done = self.push(stream, len);
        mem::swap(&mut self.block, block);
        done.map(|()| chunk.room)
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

    /// Reads enough of `source` to choose its encoding. Returns the stream and the number of bytes
    /// in the block.
    fn begin(
        &mut self,
        (name, path): (String, &Path),
        mut source: input::stream::Stream,
        followed: bool,
    ) -> Result<(Stream<'a>, usize), Problem> {
        let problem = |error| Problem::with(&name, &error);
        let found = source.facts().map_err(problem)?;
        if self.output.overwrites(&found) {
            return Err(is_output(&name));
        }
        let (mut chosen, mut message, mut looks, mut overruled) = (None, None, None, None);
        let (mut refusal, mut other) = (None, None);
        if let Some(candidates) = self.plan.chooses_by_file() {
            let file = source.into_file().map_err(problem)?;
            let choice = Choice(candidates).choose(file, self.plan.bom()).map_err(problem)?;
            (message, chosen) = (choice.message(&name), Some(choice.label));
            (looks, overruled) = (choice.looks, choice.overruled);
            let found = match (choice.option, &looks) {
                (Some(option), _) => {
                    let start = (&choice.file).stream_position().map_err(problem)?;
                    let named = (option, choice.label);
                    let found = conflict::of_chosen(&choice.file, start, named, self.plan, path);
                    found.map_err(problem)?
                }
                (None, Some(looks)) => conflict::of_guess(looks, self.plan),
                (None, None) => None,
            };
            match found {
                Some(Contradiction::Refused(why)) => refusal = Some(why),
                Some(Contradiction::Told(words)) => other = Some(words),
                None => {}
            }
            source = input::stream::Stream::Plain(choice.file);
        }
        let start = match source.regular() {
            Some(mut file) => Some(file.stream_position().map_err(problem)?),
            None => None,
        };
        let wants_bom = self.plan.looks_for_bom() || self.plan.forbids_bom();
        let head = reading::read_head(&mut source, &mut self.block, wants_bom).map_err(problem)?;
        let label = chosen.unwrap_or_else(|| self.plan.label(&self.block[..head]));
        let before = self.previous.as_mut().map(|previous| &mut previous.pipeline);
        let pipeline = self.plan.pipeline(label, Joint { before, followed });
        let tracker = match start {
            Some(start) => Tracker::File { start },
            None => Tracker::of_output(self.plan),
        };
        let sample = Sample::default();
        let watcher = match chosen {
            Some(label) => Watcher::with_lookout(choose::lookout(label, &self.block[..head])),
            None => Watcher::new(),
        };
        let chosen = message;
        let stream = Stream {
            name,
            source,
            label,
            pipeline,
            tracker,
            sample,
            watcher,
            lines: LineWatch::new(label, self.plan),
            controls: Controls::of(label.encoding()),
            private_use: PrivateUse::of(label.encoding(), self.plan.output.to.encoding()),
            next_lines: NextLines::of(label.encoding(), self.plan.output.to.encoding()),
            marks: Marks::of(label.encoding(), self.plan.output.to.encoding())
                .filter(|_| !self.plan.normalizes()),
            // In place, such files are refused before they are converted.
            utf8: Utf8Watch::new(label, self.plan).filter(|_| !self.plan.destination.is_in_place()),
            euro: conflict::euro_watch(label, self.plan),
            euro_sign: None,
            refusal,
            other,
            unjudged: None,
            chosen,
            looks,
            path: path.to_owned(),
            overruled,
        };
        Ok((stream, head))
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
            stream.private_use.iter_mut().for_each(|count| count.push(text));
            stream.marks.iter_mut().for_each(|count| count.push(text));
            if !text.is_empty() {
                write(&mut self.declarations, self.output, text)?;
            }
            if stream.pipeline.overflowed() {
                return Err(Stop::Input(report::overflow(&stream.name)));
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

    /// Returns messages about the encoding that was chosen for `stream`, and about its declaration.
    /// If it `is_doubtful`, the doubt has its own message.
    fn messages(&self, stream: &Stream<'_>, is_doubtful: bool) -> Vec<String> {
        if self.plan.report.quiet {
            return Vec::new();
        }
        let lines =
            stream.pipeline.used().iter().map(|used| choose::lines_read(&stream.name, used));
        let unproven = self.plan.looks_for_bom() && !stream.pipeline.found_bom();
        // An overruled encoding has its own message.
        let unproven = unproven && stream.overruled.is_none() && !is_doubtful;
        let looks_like = stream.sample.unsigned_utf16(stream.label.encoding());
        let wide = looks_like.filter(|_| unproven).map(|wide| {
            let name = &stream.name;
            format!(
                "utf: {name}: every second byte is NUL, so it may be {wide} without a BOM: try `-f {wide}`\n"
            )
        });
        let declarations = self.declarations.iter();
        let declarations = declarations.flat_map(|all| all.messages(&stream.name, &stream.path));
        let controls = stream.controls.as_ref().and_then(Controls::message);
        let private_use = stream.private_use.as_ref().and_then(PrivateUse::message);
        let marks = stream.marks.as_ref().and_then(Marks::message);
        let is_named = self.plan.input.from != From::Auto;
        let ends = stream.next_lines.as_ref().and_then(|lines| lines.message(is_named));
        let controls = controls.into_iter().chain(private_use).chain(marks).chain(ends);
        let controls = controls.map(|words| format!("utf: {}: {words}\n", stream.name));
        let chosen = stream.chosen.iter().cloned();
        chosen.chain(wide).chain(lines).chain(declarations).chain(controls).collect()
    }

    /// Returns messages about what else `stream` looks like, if it is well-formed. If it
    /// `is_doubtful`, the doubt has its own message.
    fn hints(&self, stream: &Stream<'_>, is_doubtful: bool) -> Vec<String> {
        if self.plan.report.quiet {
            return Vec::new();
        }
        let encoding = stream.label.encoding();
        let is_open = self.plan.looks_for_bom() && !is_doubtful;
        let shifted =
            is_open.then(|| stream.sample.shifted(encoding)).flatten().map(words::shifted);
        let is_clean = stream.pipeline.tally().read.ill_formed == 0;
        let remarks = if is_clean { stream.watcher.remarks(encoding) } else { Vec::new() };
        let to = self.plan.output.to.encoding();
        // If the encoding changes, the declaration has its own message. Conversion to a legacy
        // charset may be meant to undo mojibake, so no remark is needed.
        let is_omitted = |remark: &&Remark| match remark {
            Remark::Declares(_) => encoding != to,
            // The text was lost before, and its conversion loses nothing.
            Remark::Lost(_) => true,
            _ => to.first_unencodable("\u{1F600}").is_some(),
        };
        let remarks = remarks.iter().filter(|remark| !is_omitted(remark));
        let remarks =
            remarks.map(|remark| words::remark(remark, encoding, self.plan.shown(&stream.path)));
        let utf8 = stream.utf8.as_ref().and_then(Utf8Watch::message);
        shifted
            .into_iter()
            .chain(utf8)
            .chain(stream.other.clone())
            .chain(self.other_units(stream))
            .chain(stream.euro_sign.clone())
            .chain(remarks)
            .map(|words| format!("utf: {}: {words}\n", stream.name))
            .collect()
    }

    /// Returns a warning if `-f` names units or a byte order in which `stream` makes no sense.
    fn other_units(&self, stream: &Stream<'_>) -> Option<String> {
        let bytes = stream.sample.bytes();
        conflict::with_units(bytes, stream.sample.is_all(), stream.label, self.plan)
    }

    /// Returns the reason to doubt the encoding of `stream`, although it is well-formed: it looks
    /// like another encoding, or parts of it contradict its BOM or the choice.
    ///
    /// Cost: the whole file is read again, but only if the watcher has seen something unexpected.
    fn doubt(&self, stream: &Stream<'_>) -> Option<String> {
        if let Some(encoding) = stream.overruled {
            return Some(unproven_wide(encoding, &stream.path, self.plan));
        }
        let Tracker::File { start } = stream.tracker else { return None };
        let encoding = stream.label.encoding();
        if !stream.watcher.is_doubtful(encoding) || !self.plan.looks_for_bom() {
            return None;
        }
        let mut again = FileAt { file: stream.source.regular()?, offset: start };
        let assessment = Assessment::of(&mut again, encoding).ok()?;
        looks::doubt(encoding, &assessment, self.plan.shown(&stream.path))
    }

    /// Describes the error that begins with `first` in `stream`. The block continues with `rest`.
    fn describe(
        &mut self,
        stream: &mut Stream<'a>,
        first: Finding,
        rest: std::ops::Range<usize>,
    ) -> ConversionError {
        // Filters have changed the text, so the offset of a character that the target cannot encode
        // has no position in the input.
        let site = stream.pipeline.site(&first);
        let position = if site == Site::Changed { None } else { self.position(stream, first) };
        self.block.copy_within(rest.clone(), 0);
        let mut len = rest.len();
        // The error may continue after the block. Do not read on in a stream, which could block.
        if len < Finding::MAX_BYTES && stream.source.regular().is_some() {
            len += reading::read_some(&mut stream.source, &mut self.block[len..]).unwrap_or(0);
        }
        let finding = error::whole(first, &mut stream.pipeline, &self.block[..len]);
        let unproven = self.plan.looks_for_bom() && !stream.pipeline.found_bom();
        let looks =
            (unproven && site == Site::Input).then(|| stream.looks(finding.offset())).flatten();
        // A pipe may never end.
        let ends = stream.source.facts().is_ok_and(|facts| facts.is_file());
        let unread = stream.source.method().filter(|_| !ends);
        let problem = if ends { self.problem_ahead(stream) } else { None };
        let begins_as =
            Method::of(stream.sample.bytes()).filter(|_| stream.source.method().is_none());
        let encoding = stream.label.encoding();
        ConversionError {
            finding,
            position,
            site,
            encoding,
            unproven,
            looks,
            path: stream.path.clone(),
            other_units: self.other_units(stream),
            begins_as,
            problem,
            unread,
        }
    }

    /// Reads the rest of `stream` if it is compressed, and returns the failure there, if any. Only
    /// the end of the data proves that the text is undamaged.
    fn problem_ahead(&mut self, stream: &mut Stream<'_>) -> Option<Problem> {
        stream.source.method()?;
        loop {
            match stream.read(&mut self.block) {
                Ok(0) => return None,
                Ok(len) => self.common.progress.counters().read(len),
                Err(problem) => return Some(problem),
            }
        }
    }

    fn position(&self, stream: &Stream<'_>, finding: Finding) -> Option<Position> {
        let reader = self.plan.reader(stream.label);
        stream.tracker.position(stream.source.regular(), finding.offset(), reader)
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

/// Returns the reason not to read text in any encoding if it looks like `encoding`, but nothing
/// proves that.
pub(super) fn unproven_wide(encoding: Encoding, path: &Path, plan: &Plan) -> String {
    let step = match plan.has_tried(encoding) {
        true => {
            let check = plan.shown(path).command(&format!("check -f {encoding}"));
            format!(", but with errors: `{check}` shows them")
        }
        false => format!("; use `--candidates {encoding}`"),
    };
    format!("not proven: looks like {encoding} without a BOM{step}")
}

impl Stream<'_> {
    /// Examines the next bytes.
    fn see(&mut self, bytes: &[u8]) {
        self.watcher.push(bytes);
        self.controls.iter_mut().for_each(|controls| controls.push(bytes));
        self.next_lines.iter_mut().for_each(|lines| lines.push(bytes));
        self.utf8.iter_mut().for_each(|watch| watch.push(bytes));
        self.euro.iter_mut().for_each(|watch| watch.push(bytes));
        self.lines.iter_mut().for_each(|watch| watch.push(bytes));
    }

    /// Continues at `offset` of the file.
    fn seek(&mut self, offset: u64) -> Result<(), Stop> {
        let Some(mut file) = self.source.regular() else { return Ok(()) };
        let done = file.seek(SeekFrom::Start(offset));
        done.map(drop).map_err(|error| Stop::Input(Problem::with(&self.name, &error)))
    }

    /// Returns what the text is, given an error at `offset`, if the file can be read again.
    fn looks(&self, offset: u64) -> Option<Looks> {
        let Tracker::File { start } = self.tracker else { return None };
        let seen = || {
            let (detector, file) = (detection::detector(&self.path), self.source.regular()?);
            sample::by_sample_with(detector, file, start, offset).ok()
        };
        self.looks.clone().or_else(|| Looks::of(seen()?))
    }

    fn read(&mut self, room: &mut [u8]) -> Result<usize, Problem> {
        reading::read_some(&mut self.source, room)
            .map_err(|error| Problem::with(&self.name, &error))
    }
}
