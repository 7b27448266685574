//! One input after the other through the transcoder, block by block.

use std::{
    io::{self, Seek, SeekFrom},
    mem,
    ops::ControlFlow,
};

use utfkit::{Encoding, Finding, Kind, Status, encoding::Label, transcode::Transcoder};
use utfkit_text::diagnose::{Remark, Watcher, sample::Sample};

use super::{
    args::Common,
    declaration::Declaration,
    losses::Losses,
    mistake::{self, Mistake},
    pipeline::{Joint, Pipeline, Site, Tally},
    place::{Place, Tracker},
    plan::Plan,
    report::{self, is_output},
};
use crate::{
    commands::detect,
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
        sample,
    },
    report::words,
    threads::ahead,
};
use utfkit_text::detect::likeliest::Likeliest;
use utfkit_text::streams::block::BLOCK;

/// Why a conversion ended early.
pub(super) enum Stop {
    /// At a finding, by the policy.
    Mistake(Box<Mistake>),
    /// The input could not be read.
    Input(Problem),
    /// The output could not be written.
    Output(io::Error),
}

/// An input that was converted.
pub(super) struct Read {
    /// What was found and dealt with.
    pub(super) tally: Tally,
    /// Lines that say what it was read as, where that was chosen.
    pub(super) told: Vec<String>,
    /// Lines that say what else it looks like, which are told whatever becomes of it.
    pub(super) hint: Vec<String>,
    /// What it was read as.
    pub(super) encoding: Encoding,
    /// Why it is not all in that, though well-formed, if that is so.
    pub(super) doubt: Option<String>,
}

/// Converts inputs into one output. Its memory is two blocks, and more where several threads
/// convert a large file, but never more the larger it is.
pub(super) struct Converter<'a> {
    plan: &'a Plan,
    output: &'a mut dyn Sink,
    common: &'a Common,
    block: Vec<u8>,
    text: Vec<u8>,
    /// The last input, behind the output of which the next one's goes.
    before: Option<Before<'a>>,
    /// What is noted instead of stopping at it.
    losses: Option<Losses>,
    /// The declaration of the first input, if it is to say what the output is in.
    declaration: Option<Declaration>,
}

/// An input that was converted, as far as could be.
struct Before<'a> {
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
    /// What it was read as, as a message, if that was chosen.
    chosen: Option<String>,
    /// What it is likeliest in, where all of it was looked at for that.
    likeliest: Option<Likeliest>,
    /// The UTF-16 or UTF-32 that it looks like, where something else was chosen.
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
            before: None,
            losses: None,
            declaration: None,
        }
    }

    /// Takes note of mistakes instead of stopping at them.
    pub(super) fn noting_losses(mut self) -> Self {
        self.losses = Some(Losses::default());
        self
    }

    /// What was noted since this was last asked.
    pub(super) fn losses(&mut self) -> Losses {
        self.losses.replace(Losses::default()).unwrap_or_default()
    }

    /// Converts all of `operand`, behind which there are others or not, and says what it was read
    /// as; gives what was found and dealt with.
    pub(super) fn convert(&mut self, operand: &Operand, followed: bool) -> Result<Tally, Stop> {
        let source = operand.open(self.plan.decompress).map_err(Stop::Input)?;
        let read = self.convert_open(operand.name(), source, followed);
        self.common.progress.counters().file();
        let Read { tally, mut told, hint, doubt, .. } = read?;
        told.extend(hint);
        let doubt = doubt.filter(|_| !self.plan.quiet);
        told.extend(doubt.map(|why| format!("utf: {}: {why}\n", operand.name())));
        terminal::write_error(&told.concat());
        Ok(tally)
    }

    /// Converts all of `source`, which is told as `name`.
    pub(super) fn convert_open(
        &mut self,
        name: String,
        source: input::stream::Stream,
        followed: bool,
    ) -> Result<Read, Stop> {
        let (mut stream, len) = self.begin(name, source, followed).map_err(Stop::Input)?;
        let to = self.plan.to.encoding();
        let changes = stream.label.encoding() != to && self.before.is_none();
        let fixes = !self.plan.keep_declaration && self.losses.is_none();
        self.declaration = changes.then(|| Declaration::new(to, fixes));
        let done = self.push_all(&mut stream, len);
        // Also before a mistake: all text up to there is written.
        let settled = self.declaration.as_mut().map_or(Ok(()), |one| one.settle(self.output));
        let done = done.and(settled.map_err(Stop::Output));
        let read = Read {
            tally: stream.pipeline.tally(),
            told: if done.is_ok() { self.told(&stream) } else { Vec::new() },
            hint: if done.is_ok() { self.hint(&stream) } else { Vec::new() },
            encoding: stream.label.encoding(),
            doubt: if done.is_ok() { self.doubt(&stream) } else { None },
        };
        // Also where it could not be read to its end: what was written stays, and the next goes
        // behind it. Behind a mistake the output is complete.
        let mistaken = matches!(done, Err(Stop::Mistake(_)));
        self.declaration = None;
        let Stream { name, pipeline, .. } = stream;
        self.before = (!mistaken).then(|| Before { name, encoding: read.encoding, pipeline });
        done.map(|()| read)
    }

    /// What was done to the operand before, as far as it was read; `None` behind a mistake.
    pub(super) fn last_tally(&self) -> Option<Tally> {
        self.before.as_ref().map(|before| before.pipeline.tally())
    }

    /// Converts the first `len` bytes of the block, and all that follows.
    fn push_all(&mut self, stream: &mut Stream<'a>, mut len: usize) -> Result<(), Stop> {
        let mut may_spread = stream.source.regular().is_some();
        loop {
            stream.sample.push(&self.block[..len]);
            stream.watcher.push(&self.block[..len]);
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

    /// Converts what comes next in `stream` with the help of other threads, if there are any and
    /// that can be; whether that was tried. What remains is converted as any stream.
    fn spread(&mut self, stream: &mut Stream<'a>) -> Result<bool, Stop> {
        if !self.common.spare.has_any() {
            return Ok(false);
        }
        // In the midst of a character there is another chance behind the next block.
        let Some(part) = stream.pipeline.direct().and_then(Transcoder::part) else {
            return Ok(false);
        };
        let problem = |name: &str, error| Stop::Input(Problem::with(name, &error));
        let Some(file) = stream.source.regular() else { return Ok(true) };
        let file = file.try_clone().map_err(|error| problem(&stream.name, error))?;
        let start = rustix::fs::tell(&file).map_err(|error| problem(&stream.name, error.into()))?;
        let size = file.metadata().map_err(|error| problem(&stream.name, error))?.len();
        let rest = Rest { file: &file, start, size };
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
                // What changed while it was read is not what was converted.
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

    /// Writes `chunk`, behind which the file goes on at `end`; gives its room back.
    fn follow(
        &mut self,
        stream: &mut Stream<'a>,
        mut chunk: Chunk<'_>,
        end: u64,
    ) -> Result<Room, Stop> {
        stream.watcher.push(chunk.bytes());
        if let Some(whole) = stream.pipeline.direct_mut()
            && let Some((part, text)) = chunk.fits(whole)
        {
            whole.pass(part);
            write(&mut self.declaration, self.output, text)?;
            return Ok(chunk.room);
        }
        stream.seek(end)?;
        let (block, len) = chunk.block();
        mem::swap(&mut self.block, block);
        let done = self.push(stream, len);
        mem::swap(&mut self.block, block);
        done.map(|()| chunk.room)
    }

    /// Writes what the output must end with, if an input was to follow and did not; gives the exit
    /// status for it.
    pub(super) fn finish(mut self) -> io::Result<Exit> {
        let Some(Before { name, encoding, mut pipeline }) = self.before.take() else {
            return Ok(Exit::Well);
        };
        loop {
            let rest = pipeline.end(self.text.as_mut_slice());
            self.output.write(&self.text[..rest.written])?;
            match rest.status {
                Status::Done => return Ok(Exit::Well),
                Status::OutputFull => {}
                Status::IllFormed(finding) => {
                    let mistake = Mistake::of_changed_text(finding, encoding);
                    terminal::write_error(&report::stop(&name, &mistake, self.plan));
                    return Ok(Exit::Found);
                }
            }
        }
    }

    /// Reads as much of `source` as tells the encoding.
    fn begin(
        &mut self,
        name: String,
        mut source: input::stream::Stream,
        followed: bool,
    ) -> Result<(Stream<'a>, usize), Problem> {
        let problem = |error| Problem::with(&name, &error);
        let found = source.metadata().map_err(problem)?;
        if self.output.overwrites(&found) {
            return Err(is_output(&name));
        }
        let (mut chosen, mut told, mut likeliest, mut overruled) = (None, None, None, None);
        if let Some(candidates) = self.plan.chooses_by_file() {
            let file = source.into_file().map_err(problem)?;
            let choice = Choice(candidates).choose(file, self.plan.bom()).map_err(problem)?;
            (told, chosen) = (choice.told(&name), Some(choice.label));
            (likeliest, overruled) = (choice.likeliest, choice.overruled);
            source = input::stream::Stream::Plain(choice.file);
        }
        let start = match source.regular() {
            Some(mut file) => Some(file.stream_position().map_err(problem)?),
            None => None,
        };
        let head = reading::read_head(&mut source, &mut self.block, self.plan.looks_for_bom())
            .map_err(problem)?;
        let label = chosen.unwrap_or_else(|| self.plan.label(&self.block[..head]));
        let before = self.before.as_mut().map(|before| &mut before.pipeline);
        let pipeline = self.plan.pipeline(label, Joint { before, followed });
        let tracker = match start {
            Some(start) => Tracker::Again { start },
            None => Tracker::of_output(self.plan),
        };
        let sample = Sample::default();
        let watcher = match chosen {
            Some(label) => Watcher::with_lookout(choose::lookout(label, &self.block[..head])),
            None => Watcher::new(),
        };
        let chosen = told;
        let stream = Stream {
            name,
            source,
            label,
            pipeline,
            tracker,
            sample,
            watcher,
            chosen,
            likeliest,
            overruled,
        };
        Ok((stream, head))
    }

    /// Converts the first `len` bytes of the block and writes what comes of it; none end the
    /// input.
    fn push(&mut self, stream: &mut Stream<'a>, len: usize) -> Result<(), Stop> {
        let mut read = 0;
        loop {
            let src = &self.block[read..len];
            let outcome = stream.pipeline.transcode(src, self.text.as_mut_slice(), len == 0);
            read += outcome.read;
            let text = &self.text[..outcome.written];
            stream.tracker.pass(text, stream.pipeline.writes_bom());
            if !text.is_empty() {
                write(&mut self.declaration, self.output, text)?;
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
                    write(&mut self.declaration, self.output, &self.text[..rest.written])?;
                    return Err(Stop::Mistake(Box::new(self.mistake(stream, finding, read..len))));
                }
            }
        }
    }

    /// Lines that say what `stream` was read as, where that was chosen, and what became of its
    /// declaration.
    fn told(&self, stream: &Stream<'_>) -> Vec<String> {
        if self.plan.quiet {
            return Vec::new();
        }
        let lines =
            stream.pipeline.used().iter().map(|used| choose::lines_read(&stream.name, used));
        let unproven = self.plan.looks_for_bom() && !stream.pipeline.found_bom();
        // That is said in other words.
        let unproven = unproven && stream.overruled.is_none();
        let looks_like = stream.sample.unsigned_utf16(stream.label.encoding());
        let wide = looks_like.filter(|_| unproven).map(|wide| {
            let name = &stream.name;
            format!(
                "utf: {name}: every second byte is NUL: {wide} without a BOM? try `-f {wide}`\n"
            )
        });
        let declaration = self.declaration.as_ref().and_then(|one| one.message(&stream.name));
        stream.chosen.iter().cloned().chain(wide).chain(lines).chain(declaration).collect()
    }

    /// Lines about what else `stream` looks like, of which all is well-formed.
    fn hint(&self, stream: &Stream<'_>) -> Vec<String> {
        if self.plan.quiet {
            return Vec::new();
        }
        let encoding = stream.label.encoding();
        let is_open = self.plan.looks_for_bom();
        let shifted =
            is_open.then(|| stream.sample.shifted(encoding)).flatten().map(words::shifted);
        let is_clean = stream.pipeline.tally().read.ill_formed == 0;
        let remarks = if is_clean { stream.watcher.remarks(encoding) } else { Vec::new() };
        let to = self.plan.to.encoding();
        // What becomes of the declaration is told in other words if the encoding changes. Who writes
        // a legacy charset may be undoing the mojibake.
        let is_told = |remark: &&Remark| match remark {
            Remark::Declares(_) => encoding != to,
            _ => to.first_unencodable("\u{1F600}").is_some(),
        };
        let remarks = remarks.iter().filter(|remark| !is_told(remark));
        let remarks = remarks.map(|remark| words::remark(remark, encoding));
        shifted
            .into_iter()
            .chain(remarks)
            .map(|words| format!("utf: {}: {words}\n", stream.name))
            .collect()
    }

    /// Why `stream`, of which all is well-formed, is not all in what its BOM says or was
    /// chosen, or looks like something else, if that is so. Only where something strange is in it,
    /// all of it is looked at for the first.
    fn doubt(&self, stream: &Stream<'_>) -> Option<String> {
        if let Some(encoding) = stream.overruled {
            return Some(unsigned(encoding));
        }
        let Tracker::Again { start } = stream.tracker else { return None };
        let encoding = stream.label.encoding();
        if !stream.watcher.is_doubtful(encoding) || !self.plan.looks_for_bom() {
            return None;
        }
        let mut again = FileAt { file: stream.source.regular()?, offset: start };
        detect::advice::doubt(encoding, &Assessment::of(&mut again, encoding).ok()?)
    }

    /// What is wrong at `finding`, behind which the block goes on with `rest`.
    fn mistake(
        &mut self,
        stream: &mut Stream<'a>,
        first: Finding,
        rest: std::ops::Range<usize>,
    ) -> Mistake {
        // What the target lacks is told by the text as the filters left it.
        let site = stream.pipeline.site(&first);
        let place = if site == Site::Changed { None } else { self.place(stream, first) };
        self.block.copy_within(rest.clone(), 0);
        let mut len = rest.len();
        // Where the block ends here, the mistake may go on behind it. A stream would have to be
        // waited for.
        if len < Finding::MAX_BYTES && stream.source.regular().is_some() {
            len += reading::read_some(&mut stream.source, &mut self.block[len..]).unwrap_or(0);
        }
        let finding = mistake::whole(first, &mut stream.pipeline, &self.block[..len]);
        let unproven = self.plan.looks_for_bom() && !stream.pipeline.found_bom();
        let likeliest =
            (unproven && site == Site::Input).then(|| stream.likeliest(finding.offset())).flatten();
        // A pipe may never end.
        let ends = stream.source.metadata().is_ok_and(|facts| facts.is_file());
        let unread = stream.source.method().filter(|_| !ends);
        let problem = if ends { self.problem_ahead(stream) } else { None };
        let begins_as =
            Method::of(stream.sample.bytes()).filter(|_| stream.source.method().is_none());
        let encoding = stream.label.encoding();
        Mistake { finding, place, site, encoding, unproven, likeliest, begins_as, problem, unread }
    }

    /// The problem there is with what is left of `stream`, if that is compressed: only its end
    /// tells whether the text is what it was.
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

    fn place(&self, stream: &Stream<'_>, finding: Finding) -> Option<Place> {
        let reader = self.plan.reader(stream.label);
        stream.tracker.place(stream.source.regular(), finding.offset(), reader)
    }
}

/// Writes `text` to `output`, with the `declaration` that it may begin with changed.
fn write(
    declaration: &mut Option<Declaration>,
    output: &mut dyn Sink,
    text: &[u8],
) -> Result<(), Stop> {
    match declaration {
        Some(declaration) => declaration.write(text, output),
        None => output.write(text),
    }
    .map_err(Stop::Output)
}

/// Why text that looks like `encoding`, and is not known to be that, is not read as anything else.
pub(super) fn unsigned(encoding: Encoding) -> String {
    format!("not proven: looks like {encoding} without a BOM; use `--candidates {encoding}`")
}

impl Stream<'_> {
    /// Goes on reading at `offset` of the file.
    fn seek(&mut self, offset: u64) -> Result<(), Stop> {
        let Some(mut file) = self.source.regular() else { return Ok(()) };
        let done = file.seek(SeekFrom::Start(offset));
        done.map(drop).map_err(|error| Stop::Input(Problem::with(&self.name, &error)))
    }

    /// What it is likeliest in, with a mistake at `offset`, if it is a file that can be read again.
    fn likeliest(&self, offset: u64) -> Option<Likeliest> {
        let Tracker::Again { start } = self.tracker else { return None };
        let seen = || sample::by_sample(self.source.regular()?, start, offset).ok();
        self.likeliest.or_else(|| Likeliest::of(&seen()?))
    }

    fn read(&mut self, room: &mut [u8]) -> Result<usize, Problem> {
        reading::read_some(&mut self.source, room)
            .map_err(|error| Problem::with(&self.name, &error))
    }
}
