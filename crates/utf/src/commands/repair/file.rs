//! The repair of one file, and its output.

use std::{
    fs::File,
    io::{self, Write},
    mem,
    path::Path,
};

use utfkit::Encoding;
use utfkit_text::detect::{Content, content::LOOK};
use utfkit_text::{
    receivers::Receiver,
    repair::{self, Event, Options, Repairer},
};

use super::{
    beginning::{Beginning, Skipped},
    failure::Failure,
    goal::{Goal, Opened, Outcome},
    notes,
    patch::{self, Patch, Patches},
    rejected::{Follower, Rejection},
    report::{Findings, Report},
    whole::{self, Whole},
};
use crate::{
    args::encoding,
    commands::output_tree::{OutputTree, Source, UNFINISHED},
    files::reading::{self, Head},
    input::{self, stream::DecompressArgs},
    output::{
        Output,
        replace::{args::Manner, change::Ended, folders::Folders},
        sink::Sink,
    },
    process::{exit::Exit, problem::Problem},
    system::facts::Facts,
};

/// The work for each file.
pub struct Job<'a> {
    pub options: Options,
    /// The receiver of the repaired text.
    pub receiver: Option<Receiver>,
    /// Whether binary files are treated as text.
    pub text: bool,
    pub decompress: DecompressArgs,
    pub report: Report,
    pub goal: Goal<'a>,
    pub patch: Option<Patches<'a>>,
}

/// Returns `true` if `bytes` are text in UTF-16 with a correct or wrong BOM. It may have a few NULs:
/// after a lost byte, two bytes may become a NUL.
fn is_utf16(bytes: &[u8]) -> bool {
    let nuls = bytes.chunks_exact(2).filter(|unit| **unit == [0, 0]).count();
    repair::is_utf16(bytes) && nuls * 100 <= bytes.len() / 2 + 100
}

impl Job<'_> {
    /// Returns why a text is not repaired, judged by its `head`, whose bytes begin `room`.
    fn unfit(&self, head: Head, room: &[u8]) -> Option<Skipped> {
        let bytes = &room[..head.len.min(LOOK)];
        let encoding = encoding::From::Auto.of(bytes).encoding();
        match head.content_to_fix(self.receiver, room, encoding) {
            _ if encoding == Encoding::Utf32 => Some(Skipped::Utf32),
            Content::Text => None,
            Content::Binary if self.text => None,
            _ if is_utf16(bytes) => None,
            content => Some(Skipped::Content(content)),
        }
    }

    /// Repairs `file`, and reports the fixes to `out`.
    pub fn repair(
        &self,
        file: &input::files::FoundFile,
        out: &mut impl Write,
    ) -> Result<Outcome, Failure> {
        match &self.goal {
            Goal::Nowhere => self.copy(file, None, out),
            Goal::Output(path) => self.copy(file, Some(*path), out),
            Goal::Tree(tree) => self.copy_below(tree, file, out),
            Goal::InPlace { manner, folders } => self.change(file, manner, folders, out),
        }
    }

    /// Returns the reason not to repair `file`, which starts with `begun`.
    fn skipped(&self, file: &mut File, begun: &mut Beginning) -> io::Result<Option<Skipped>> {
        match self.unfit(begun.head, &begun.room) {
            Some(skipped) => Ok(Some(skipped)),
            None => {
                match whole::of(file, begun, self.options)? {
                    Some(Whole::Left(looks)) => return Ok(Some(Skipped::OtherCharset(looks))),
                    Some(Whole::Looks(looks)) => begun.looks = Some(looks),
                    Some(Whole::Declared(charset)) => begun.declared = Some(charset),
                    None => {}
                }
                Ok(None)
            }
        }
    }

    /// Reports that `found` is not repaired.
    fn skip(
        &self,
        found: &input::files::FoundFile,
        (file, begun): (&mut File, &Beginning),
        skipped: Skipped,
        out: &mut impl Write,
    ) -> Result<Outcome, Failure> {
        // A file that is missing in an output directory is named.
        let is_typed = found.is_typed() || matches!(self.goal, Goal::Tree(_));
        let path = found.operand.path();
        let reported = self.report.skipped(out, path, &skipped, is_typed);
        reported.map_err(Failure::unread)?;
        // A NUL may be a part of text in another encoding.
        if skipped.is_binary() && is_typed {
            let follower = notes::Follower::new(file, self.report.shown(path), begun.bytes());
            let doubt = follower.doubt(file).ok().flatten();
            let reported =
                self.report.notes(out, path, follower.encoding(), doubt.into_iter().collect());
            reported.map_err(Failure::unread)?;
        }
        Ok(Outcome::Skipped(skipped))
    }

    /// Writes the repaired text of `found` to the file at `to`, or nowhere.
    fn copy(
        &self,
        found: &input::files::FoundFile,
        to: Option<&Path>,
        out: &mut impl Write,
    ) -> Result<Outcome, Failure> {
        let operand = &found.operand;
        let name = operand.name();
        let mut file = operand.open_text(self.decompress)?;
        let problem = |error: io::Error| Problem::with(&name, &error);
        let mut begun = Beginning::read(&mut file).map_err(problem)?;
        if let Some(skipped) = self.skipped(&mut file, &mut begun).map_err(problem)? {
            return self.skip(found, (&mut file, &begun), skipped, out);
        }
        let output = to.map_or_else(|| Ok(Output::nowhere()), |to| Output::open(Some(to)))?;
        let facts = Facts::of(&file).map_err(problem)?;
        if output.overwrites(&facts) {
            let words = "input file is output file (`-i` and `-o` replace it safely)";
            return Err(Problem::new(format!("{name}: {words}")).into());
        }
        let repaired = to.unwrap_or(operand.path());
        self.write(found, (file, begun), (output, repaired), out)
    }

    /// Writes the repaired text of `found` to `tree`.
    fn copy_below(
        &self,
        tree: &OutputTree<'_>,
        found: &input::files::FoundFile,
        out: &mut impl Write,
    ) -> Result<Outcome, Failure> {
        let (operand, name) = (&found.operand, found.operand.name());
        let source = Source {
            path: operand.path(),
            name: &name,
            start: found.start.as_deref(),
            walked: found.walked,
            root: found.root.as_ref(),
        };
        if source.is_temporary() {
            return Ok(if found.walked {
                Outcome::Ignored
            } else {
                Outcome::Unchanged(UNFINISHED.to_owned())
            });
        }
        let problem = |error: io::Error| Problem::with(&name, &error);
        let mut file = tree.open_source(source).map_err(problem)?;
        let facts = Facts::of(&file).map_err(problem)?;
        if found.walked && !facts.is_file() {
            return Ok(Outcome::Unchanged("not a regular file".to_owned()));
        }
        let mut begun = Beginning::read(&mut file).map_err(problem)?;
        if let Some(skipped) = self.skipped(&mut file, &mut begun).map_err(problem)? {
            return self.skip(found, (&mut file, &begun), skipped, out);
        }
        let output = tree.output(source, &facts)?;
        self.write(found, (file, begun), (output, &tree.path(source)?), out)
    }

    /// Writes the repaired text of `file`, which starts with `begun`, to `output` at the path
    /// `repaired`.
    fn write(
        &self,
        found: &input::files::FoundFile,
        (mut file, begun): (File, Beginning),
        (mut output, repaired): (Output, &Path),
        out: &mut impl Write,
    ) -> Result<Outcome, Failure> {
        let operand = &found.operand;
        let patch = self.patch(Some(repaired).filter(|path| path.as_os_str() != "-"))?;
        let to_name = output.name().to_owned();
        let mut work = Work::new(self, operand.path(), &mut output, patch, out);
        let read = work.read(&mut file, &operand.name(), begun);
        read.map_err(|stop| stop.failure(&to_name, work.exit()))?;
        let found = work.end()?;
        // The output may be this file, and some systems replace no open file.
        drop(file);
        output.finish().map_err(|error| Problem::with(&to_name, &error))?;
        Ok(Outcome::Repaired(found, None))
    }

    /// Replaces `file` with the repaired text.
    fn change(
        &self,
        file: &input::files::FoundFile,
        manner: &Manner,
        folders: &Folders,
        out: &mut impl Write,
    ) -> Result<Outcome, Failure> {
        let Opened { mut change, folder, path } = match Opened::new(file, manner, folders)? {
            Ok(opened) => opened,
            Err(outcome) => return Ok(outcome),
        };
        let name = file.operand.name();
        let problem = |error: io::Error| Problem::with(&name, &error);
        let mut input = change.file().map_err(problem)?;
        let mut begun = Beginning::read(&mut input).map_err(problem)?;
        if !file.is_typed() && patch::is_start(begun.bytes()) {
            let why = "a patch of `utf repair`: name the file to change it";
            return Ok(Outcome::Backup(why.to_owned()));
        }
        if let Some(skipped) = self.skipped(&mut input, &mut begun).map_err(problem)? {
            return self.skip(file, (&mut input, &begun), skipped, out);
        }
        let patch = self.patch(Some(&path))?;
        let mut work = Work::new(self, file.operand.path(), &mut change, patch, out);
        let read = work.read(&mut input, &name, begun);
        // The patch is complete before the original is replaced.
        let found = read.and_then(|()| work.end().map_err(Stop::Failure));
        let found = match found {
            Ok(found) => found,
            Err(Stop::Output(error)) => {
                let refused = change.refused().map(|why| Outcome::Unchanged(why.to_owned()));
                return refused.ok_or_else(|| problem(error).into());
            }
            Err(Stop::Failure(failure)) => return Err(failure),
        };
        // Some systems replace no open file.
        drop(input);
        Ok(match change.end().map_err(problem)? {
            Ended::Refused(why) => Outcome::Unchanged(why),
            Ended::Same | Ended::WouldChange => Outcome::Repaired(found, None),
            Ended::Changed(lost) if lost.any() => Outcome::OwnerChanged(found, folder, lost),
            Ended::Changed(_) => Outcome::Repaired(found, Some(folder)),
        })
    }

    fn patch(&self, repaired: Option<&Path>) -> Result<Option<Patch>, Problem> {
        self.patch.as_ref().map(|patches| patches.begin(repaired)).transpose()
    }
}

/// The reason for which a file is not read to its end.
enum Stop {
    /// The output fails.
    Output(io::Error),
    Failure(Failure),
}

impl Stop {
    /// Returns the failure if the text goes to the output `name`. `exit` is the status so far.
    fn failure(self, name: &str, exit: Exit) -> Failure {
        match self {
            Stop::Output(error) if name == "<stdout>" => Failure::Report(error, exit),
            Stop::Output(error) => Problem::with(name, &error).into(),
            Stop::Failure(failure) => failure,
        }
    }
}

impl From<Problem> for Stop {
    fn from(problem: Problem) -> Self {
        Stop::Failure(problem.into())
    }
}

/// A file that is being repaired.
struct Work<'a, S, W> {
    job: &'a Job<'a>,
    path: &'a Path,
    sink: &'a mut S,
    patch: Option<Patch>,
    out: &'a mut W,
    /// Finds the characters that the receiver rejects.
    follower: Option<Follower>,
    found: Findings,
    /// Repaired text that is not written yet. Events may be short and many.
    text: Vec<u8>,
}

/// The number of bytes of repaired text that are written at once. Longer events are not copied.
const WRITE: usize = 64 << 10;

impl<'a, S: Sink, W: Write> Work<'a, S, W> {
    fn new(
        job: &'a Job<'a>,
        path: &'a Path,
        sink: &'a mut S,
        patch: Option<Patch>,
        out: &'a mut W,
    ) -> Self {
        let follower = job.receiver.map(Follower::new);
        let (found, text) = (Findings::default(), Vec::new());
        Self { job, path, sink, patch, out, follower, found, text }
    }

    fn read(&mut self, file: &mut File, name: &str, begun: Beginning) -> Result<(), Stop> {
        let Beginning { head, mut room, looks, declared } = begun;
        self.found.declared = declared;
        let repairer = declared.is_none().then(|| Repairer::new(self.job.options));
        let shown = self.job.report.shown(self.path);
        let mut notes =
            notes::Follower::new(file, shown, &room[..head.len]).looking(looks).declared(declared);
        let take = |event: Option<&Event<'_>>| match event {
            Some(event) => self.take(event),
            None => self.flush().map_err(Stop::Output),
        };
        let read = repair_rest(file, name, &mut room, head.len, repairer, &mut notes, take);
        if read.is_err() {
            // The text before the problem is correct, and the problem is the one to report.
            let _ = self.flush();
        }
        self.found.bytes = read?;
        let in_place = matches!(self.job.goal, Goal::InPlace { .. });
        self.job
            .report
            .notes_of_repaired(self.out, (self.path, in_place), file, &notes, &mut self.found)
            .map_err(|error| Stop::Failure(Failure::Report(error, self.exit())))
    }

    fn take(&mut self, event: &Event<'_>) -> Result<(), Stop> {
        let before = self.found.counted;
        let reported = self.job.report.event(self.out, self.path, event, &mut self.found);
        reported.map_err(|error| Stop::Failure(Failure::Report(error, self.exit())))?;
        let becomes = match event {
            Event::Kept(bytes) => *bytes,
            Event::Fix(fix) => &*fix.becomes,
            _ => &[],
        };
        if let Some(follower) = &mut self.follower {
            let rejected = follower.push(event, before);
            self.rejected(&rejected).map_err(Stop::Failure)?;
        }
        self.write(becomes).map_err(Stop::Output)?;
        match &mut self.patch {
            Some(patch) => Ok(patch.event(event)?),
            None => Ok(()),
        }
    }

    /// Returns the exit status of the results so far.
    fn exit(&self) -> Exit {
        self.found.exit(!matches!(self.job.goal, Goal::Nowhere))
    }

    /// Writes `bytes`, at the latest at the end of the block.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.text.len() + bytes.len() > WRITE {
            self.flush()?;
        }
        if bytes.len() < WRITE {
            self.text.extend_from_slice(bytes);
            return Ok(());
        }
        self.write_now(bytes)
    }

    /// Writes the text that is not written yet.
    fn flush(&mut self) -> io::Result<()> {
        let mut text = mem::take(&mut self.text);
        let written = self.write_now(&text);
        text.clear();
        self.text = text;
        written
    }

    /// Writes `bytes` unless their reader closed the pipe. The patch is still written then.
    fn write_now(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.found.unread || bytes.is_empty() {
            return Ok(());
        }
        match self.sink.write(bytes) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe && self.patch.is_some() => {
                self.found.unread = true;
                Ok(())
            }
            written => written,
        }
    }

    /// Reports characters of the repaired text that the receiver rejects.
    fn rejected(&mut self, rejected: &[Rejection]) -> Result<(), Failure> {
        self.found.rejected += rejected.len() as u64;
        let Self { job, path, out, found, .. } = self;
        let Some(receiver) = job.receiver else { return Ok(()) };
        let report = |one| job.report.rejected(*out, path, receiver, one, found);
        let reported = rejected.iter().try_for_each(report);
        reported.map_err(|error| Failure::Report(error, self.exit()))
    }

    /// Ends the text and the patch, and returns the findings.
    fn end(mut self) -> Result<Findings, Failure> {
        let rejected = self.follower.as_mut().map(Follower::finish).unwrap_or_default();
        self.rejected(&rejected)?;
        self.patch.map_or(Ok(()), Patch::finish)?;
        Ok(self.found)
    }
}

/// Repairs a text that begins with `len` bytes in `room` and continues in the file `name`. Without a
/// `repairer`, the text is correct. Calls `take` for each event, and with `None` at the end of each block, until it returns an error. All
/// bytes go to `notes`, too. Returns their number.
pub fn repair_rest<E: From<Problem>>(
    file: &mut File,
    name: &str,
    room: &mut [u8],
    mut len: usize,
    mut repairer: Option<Repairer>,
    notes: &mut notes::Follower<'_>,
    mut take: impl FnMut(Option<&Event<'_>>) -> Result<(), E>,
) -> Result<u64, E> {
    let mut bytes = 0;
    loop {
        let mut stop = None;
        bytes += len as u64;
        notes.push(&room[..len]);
        let mut sink = |event: Event<'_>| {
            if stop.is_none() {
                stop = take(Some(&event)).err();
            }
        };
        match &mut repairer {
            Some(repairer) => repairer.push(&room[..len], len == 0, &mut sink),
            None => sink(Event::Kept(&room[..len])),
        }
        match stop.or_else(|| take(None).err()) {
            Some(stop) => return Err(stop),
            None if len == 0 => return Ok(bytes),
            None => {}
        }
        len = reading::read_some(file, room).map_err(|error| Problem::with(name, &error))?;
    }
}
