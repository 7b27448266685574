//! One file: read, repaired, and written where it is to go.

use std::{
    fs::File,
    io::{self, Write},
    path::Path,
};

use utfkit::Encoding;
use utfkit_text::detect::content::{Content, LOOK};
use utfkit_text::{
    receivers::Receiver,
    repair::{self, Event, Options, Repairer},
};

use super::{
    begun::{Beginning, Skipped},
    failure::Failure,
    patch::{Patch, Sum},
    refused::{Follower, Refused},
    report::{Findings, Report},
    whole,
};
use crate::{
    args::encoding,
    files::{
        folder::Folder,
        reading::{self, Head},
    },
    input::{self, operand::Operand},
    output::{
        Output,
        replace::{
            args::{MadeOf, Manner},
            change::{Change, Ended, Unopened},
            folders::{Folders, Reached},
            old::LostAttributes,
        },
        sink::Sink,
    },
    process::{exit::Exit, problem::Problem},
};
use utfkit_text::streams::block;

/// What is done to each file.
pub struct Job<'a> {
    pub options: Options,
    /// Who is to take the repaired text.
    pub receiver: Option<Receiver>,
    /// Whether what looks binary is text.
    pub text: bool,
    pub report: Report,
    pub goal: Goal<'a>,
    pub patch: Option<&'a Path>,
}

/// Where the repaired text goes.
pub enum Goal<'a> {
    /// Nowhere: only what would be done is told.
    Nowhere,
    /// To this file, or standard output.
    Output(&'a Path),
    /// To the file itself.
    InPlace { manner: Manner, folders: Folders },
}

/// What became of a file.
pub enum Outcome {
    /// What was found is fixed, in this folder if the file was replaced.
    Repaired(Findings, Option<Folder>),
    /// The same, but that the file has another owner now, or somebody may do less with it.
    Disowned(Findings, Folder, LostAttributes),
    /// The file was left alone, and why.
    LeftAlone(String),
    /// It is what is kept of another one, and was left alone for that.
    Kept(String),
    /// It was reached again, when all was done.
    Again,
    /// It is none of those that were meant.
    Passed,
    /// It is nothing in which anything is fixed.
    Skipped(Skipped),
}

/// Whether `bytes` are text in UTF-16 with a BOM, be it wrong, but for next to nothing:
/// where a byte is lost, two that make a NUL may come together.
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

    /// Repairs `file`, and tells `out` what is fixed in it.
    pub fn repair(
        &self,
        file: &input::files::FoundFile,
        out: &mut impl Write,
    ) -> Result<Outcome, Failure> {
        let to = match &self.goal {
            Goal::Nowhere => None,
            Goal::Output(path) => Some(*path),
            Goal::InPlace { manner, folders } => return self.change(file, manner, folders, out),
        };
        self.copy(file, to, out)
    }

    /// Why what was `begun` of `file` is not fixed.
    fn skipped(&self, file: &mut File, begun: &mut Beginning) -> io::Result<Option<Skipped>> {
        match self.unfit(begun.head, &begun.room) {
            Some(skipped) => Ok(Some(skipped)),
            None => Ok(whole::charset(file, begun, self.options)?.map(Skipped::OtherCharset)),
        }
    }

    /// Tells that `file` is not looked at, and why.
    fn skip(
        &self,
        file: &input::files::FoundFile,
        skipped: Skipped,
        out: &mut impl Write,
    ) -> Result<Outcome, Failure> {
        let told = self.report.skipped(out, file.operand.path(), skipped, file.is_typed());
        told.map_err(Failure::unread)?;
        Ok(Outcome::Skipped(skipped))
    }

    /// Writes what becomes of `found` to the file at `to`, or nowhere.
    fn copy(
        &self,
        found: &input::files::FoundFile,
        to: Option<&Path>,
        out: &mut impl Write,
    ) -> Result<Outcome, Failure> {
        let operand = &found.operand;
        let name = operand.name();
        let mut file = operand.open_file()?;
        let problem = |error: io::Error| Problem::with(&name, &error);
        let mut begun = Beginning::read(&mut file).map_err(problem)?;
        if let Some(skipped) = self.skipped(&mut file, &mut begun).map_err(problem)? {
            return self.skip(found, skipped, out);
        }
        let mut output = to.map_or_else(|| Ok(Output::nowhere()), |to| Output::open(Some(to)))?;
        let metadata = file.metadata().map_err(problem)?;
        if output.overwrites(&metadata) {
            let words = "input file is output file (`-i` and `-o` replace it safely)";
            return Err(Problem::new(format!("{name}: {words}")).into());
        }
        let repaired = to.unwrap_or(operand.path());
        let patch = self.patch(Some(repaired).filter(|path| path.as_os_str() != "-"))?;
        let to_name = output.name().to_owned();
        let mut work = Work::new(self, operand.path(), &mut output, patch, out);
        work.read(&mut file, &name, begun).map_err(|stop| stop.failure(&to_name, work.exit()))?;
        let found = work.end()?;
        output.finish().map_err(|error| Problem::with(&to_name, &error))?;
        Ok(Outcome::Repaired(found, None))
    }

    /// Replaces `file` by what becomes of it.
    fn change(
        &self,
        file: &input::files::FoundFile,
        manner: &Manner,
        folders: &Folders,
        out: &mut impl Write,
    ) -> Result<Outcome, Failure> {
        let path = match &file.operand {
            Operand::Path(path) | Operand::Copy { path, .. } => path,
            Operand::StandardInput => {
                return Err(Problem::new("<stdin>: standard input is no file to change").into());
            }
        };
        match manner.made_of(path).filter(|_| !file.is_typed()) {
            Some(MadeOf::Unfinished) => return Ok(Outcome::Passed),
            Some(MadeOf::Backup(why)) => return Ok(Outcome::Kept(why)),
            None => {}
        }
        let name = file.operand.name();
        let problem = |error: io::Error| Problem::with(&name, &error);
        let reached = Reached::of(file.walked, file.root.as_ref());
        let place = match folders.place(path, reached).map_err(problem)? {
            Ok(place) => place,
            Err(why) => return Ok(Outcome::LeftAlone(why)),
        };
        let (folder, path) = (place.folder.clone(), place.path.clone());
        let mut change = match Change::open(place, manner).map_err(problem)? {
            Ok(change) => change,
            Err(Unopened::LeftAlone(why)) => return Ok(Outcome::LeftAlone(why)),
            Err(Unopened::Again) => return Ok(Outcome::Again),
        };
        let mut input = change.file().map_err(problem)?;
        let mut begun = Beginning::read(&mut input).map_err(problem)?;
        if let Some(skipped) = self.skipped(&mut input, &mut begun).map_err(problem)? {
            return self.skip(file, skipped, out);
        }
        let patch = self.patch(Some(&path))?;
        let mut work = Work::new(self, file.operand.path(), &mut change, patch, out);
        let read = work.read(&mut input, &name, begun);
        // The way back is there before the way forth is gone.
        let found = read.and_then(|()| work.end().map_err(Stop::Failure));
        let found = match found {
            Ok(found) => found,
            Err(Stop::Output(error)) => {
                let refused = change.refused().map(|why| Outcome::LeftAlone(why.to_owned()));
                return refused.ok_or_else(|| problem(error).into());
            }
            Err(Stop::Failure(failure)) => return Err(failure),
        };
        Ok(match change.end().map_err(problem)? {
            Ended::Refused(why) => Outcome::LeftAlone(why),
            Ended::Same | Ended::WouldChange => Outcome::Repaired(found, None),
            Ended::Changed(lost) if lost.any() => Outcome::Disowned(found, folder, lost),
            Ended::Changed(_) => Outcome::Repaired(found, Some(folder)),
        })
    }

    fn patch(&self, repaired: Option<&Path>) -> Result<Option<Patch>, Problem> {
        self.patch.map(|path| Patch::create(path, repaired)).transpose()
    }
}

/// Why a file is not read to its end.
enum Stop {
    /// What takes the text fails.
    Output(io::Error),
    Failure(Failure),
}

impl Stop {
    /// What it means where the text goes to the output `name`, and this is what is known so far.
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
    /// Looks for what the receiver refuses of the repaired text.
    follower: Option<Follower>,
    found: Findings,
}

impl<'a, S: Sink, W: Write> Work<'a, S, W> {
    fn new(
        job: &'a Job<'a>,
        path: &'a Path,
        sink: &'a mut S,
        patch: Option<Patch>,
        out: &'a mut W,
    ) -> Self {
        let follower = job.receiver.map(Follower::new);
        Self { job, path, sink, patch, out, follower, found: Findings::default() }
    }

    fn read(&mut self, file: &mut File, name: &str, begun: Beginning) -> Result<(), Stop> {
        let (Beginning { head, mut room }, options) = (begun, self.job.options);
        let take = |event: &Event<'_>| self.take(event);
        let bytes = go_on(file, name, &mut room, head.len, options, take)?;
        self.found.bytes = bytes;
        Ok(())
    }

    fn take(&mut self, event: &Event<'_>) -> Result<(), Stop> {
        let before = self.found.counted;
        let told = self.job.report.event(self.out, self.path, event, &mut self.found);
        told.map_err(|error| Stop::Failure(Failure::Report(error, self.exit())))?;
        let becomes = match event {
            Event::Kept(bytes) => *bytes,
            Event::Fix(fix) => &*fix.becomes,
            _ => &[],
        };
        if let Some(follower) = &mut self.follower {
            let refused = follower.push(event, before);
            self.refused(&refused).map_err(Stop::Failure)?;
        }
        self.write(becomes).map_err(Stop::Output)?;
        match &mut self.patch {
            Some(patch) => Ok(patch.event(event)?),
            None => Ok(()),
        }
    }

    /// What is known so far of how the run ends.
    fn exit(&self) -> Exit {
        self.found.exit(!matches!(self.job.goal, Goal::Nowhere))
    }

    /// Writes `bytes`, unless their reader went away; a patch is written all the same.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.found.unread {
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

    /// Tells of characters of the repaired text that the receiver refuses.
    fn refused(&mut self, refused: &[Refused]) -> Result<(), Failure> {
        self.found.refused += refused.len() as u64;
        let Self { job, path, out, .. } = self;
        let Some(receiver) = job.receiver else { return Ok(()) };
        let tell = |refused| job.report.refused(*out, path, receiver, refused);
        let told = refused.iter().try_for_each(tell);
        told.map_err(|error| Failure::Report(error, self.exit()))
    }

    /// Ends the text and the patch, and says what was found.
    fn end(mut self) -> Result<Findings, Failure> {
        let refused = self.follower.as_mut().map(Follower::finish).unwrap_or_default();
        self.refused(&refused)?;
        self.patch.map_or(Ok(()), Patch::finish)?;
        Ok(self.found)
    }
}

/// Repairs what begins with the `len` bytes in `room` and goes on in the file called `name`, and
/// gives `take` what is found; behind its first error nothing is. How many bytes there were.
pub fn go_on<E: From<Problem>>(
    file: &mut File,
    name: &str,
    room: &mut [u8],
    mut len: usize,
    options: Options,
    mut take: impl FnMut(&Event<'_>) -> Result<(), E>,
) -> Result<u64, E> {
    let mut repairer = Repairer::new(options);
    let (mut bytes, mut stop) = (0, None);
    loop {
        bytes += len as u64;
        repairer.push(&room[..len], len == 0, &mut |event| {
            if stop.is_none() {
                stop = take(&event).err();
            }
        });
        match stop {
            Some(stop) => return Err(stop),
            None if len == 0 => return Ok(bytes),
            None => {}
        }
        len = reading::read_some(file, room).map_err(|error| Problem::with(name, &error))?;
    }
}

/// The checksum of all of `file`.
pub fn sum(file: &mut File) -> io::Result<Sum> {
    let mut sum = Sum::default();
    let mut room = vec![0; block::BLOCK];
    loop {
        let len = reading::read_some(file, &mut room)?;
        if len == 0 {
            return Ok(sum);
        }
        sum.add(&room[..len]);
    }
}
