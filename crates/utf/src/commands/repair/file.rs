//! One file: read, repaired, and written where it is to go.

use std::{
    fs::File,
    io::{self, Write},
    path::Path,
};

use utfkit::repair::{Event, Options, Repairer};

use super::{
    Failure,
    patch::{Patch, Sum},
    report::{Found, Report},
};
use crate::{
    input::{self, Operand},
    output::{
        Output, Sink,
        replace::{self, Change, Ended, Folder, Folders, Manner},
    },
    trouble::Trouble,
};

/// What is done to each file.
pub struct Job<'a> {
    pub options: Options,
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
pub enum Became {
    /// What was found is mended, in this folder if the file was replaced.
    Repaired(Found, Option<Folder>),
    /// The file was left alone, and why.
    LeftAlone(String),
    /// It is none of those that were meant.
    Passed,
}

impl Job<'_> {
    /// Repairs `file`, and tells `out` what is mended in it.
    pub fn repair(&self, file: &input::Found, out: &mut impl Write) -> Result<Became, Failure> {
        match &self.goal {
            Goal::Nowhere => self.copy(&file.operand, None, out),
            Goal::Output(path) => self.copy(&file.operand, Some(path), out),
            Goal::InPlace { manner, folders } => self.change(file, manner, folders, out),
        }
    }

    /// Writes what becomes of `operand` to the file at `to`, or nowhere.
    fn copy(
        &self,
        operand: &Operand,
        to: Option<&Path>,
        out: &mut impl Write,
    ) -> Result<Became, Failure> {
        let name = operand.name();
        let mut file = operand.open_file()?;
        let mut output = to.map_or_else(|| Ok(Output::nowhere()), |to| Output::open(Some(to)))?;
        let metadata = file.metadata().map_err(|error| Trouble::with(&name, &error))?;
        if output.overwrites(&metadata) {
            let words = "input file is output file (`-i` and `-o` replace it safely)";
            return Err(Trouble::new(format!("{name}: {words}")).into());
        }
        let repaired = to.unwrap_or(operand.path());
        let patch = self.patch(Some(repaired).filter(|path| path.as_os_str() != "-"))?;
        let to_name = output.name().to_owned();
        let mut work = Work::new(self, operand.path(), &mut output, patch, out);
        work.read(&mut file, &name).map_err(|stop| stop.failure(&to_name))?;
        let found = work.end()?;
        output.finish().map_err(|error| Trouble::with(&to_name, &error))?;
        Ok(Became::Repaired(found, None))
    }

    /// Replaces `file` by what becomes of it.
    fn change(
        &self,
        file: &input::Found,
        manner: &Manner,
        folders: &Folders,
        out: &mut impl Write,
    ) -> Result<Became, Failure> {
        let Operand::Path(path) = &file.operand else {
            return Err(Trouble::new("<stdin>: standard input is no file to change").into());
        };
        if file.walked && manner.has_made(path) {
            return Ok(Became::Passed);
        }
        let name = file.operand.name();
        let trouble = |error: io::Error| Trouble::with(&name, &error);
        let target = match replace::target(path, file.walked).map_err(trouble)? {
            Ok(target) => target,
            Err(why) => return Ok(Became::LeftAlone(why)),
        };
        let path = target.as_deref().unwrap_or(path);
        let last = path.file_name().ok_or_else(|| trouble(io::ErrorKind::InvalidInput.into()))?;
        let folder = folders.of(path).map_err(trouble)?;
        let mut change = match Change::open(&folder, last, manner).map_err(trouble)? {
            Ok(change) => change,
            Err(why) => return Ok(Became::LeftAlone(why)),
        };
        let patch = self.patch(Some(path))?;
        let mut input = change.file().map_err(trouble)?;
        let mut work = Work::new(self, file.operand.path(), &mut change, patch, out);
        let read = work.read(&mut input, &name);
        // The way back is there before the way forth is gone.
        let found = read.and_then(|()| work.end().map_err(Stop::Failure));
        let found = match found {
            Ok(found) => found,
            Err(Stop::Output(error)) => {
                let refused = change.refused().map(|why| Became::LeftAlone(why.to_owned()));
                return refused.ok_or_else(|| trouble(error).into());
            }
            Err(Stop::Failure(failure)) => return Err(failure),
        };
        Ok(match change.end().map_err(trouble)? {
            Ended::Refused(why) => Became::LeftAlone(why),
            Ended::Same | Ended::WouldChange => Became::Repaired(found, None),
            Ended::Changed(_) => Became::Repaired(found, Some(folder)),
        })
    }

    fn patch(&self, repaired: Option<&Path>) -> Result<Option<Patch>, Trouble> {
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
    /// What it means where the text goes to the output `name`.
    fn failure(self, name: &str) -> Failure {
        match self {
            Stop::Output(error) if name == "<stdout>" => Failure::Report(error),
            Stop::Output(error) => Trouble::with(name, &error).into(),
            Stop::Failure(failure) => failure,
        }
    }
}

impl From<Trouble> for Stop {
    fn from(trouble: Trouble) -> Self {
        Stop::Failure(trouble.into())
    }
}

/// A file that is being repaired.
struct Work<'a, S, W> {
    job: &'a Job<'a>,
    path: &'a Path,
    sink: &'a mut S,
    patch: Option<Patch>,
    out: &'a mut W,
    found: Found,
    stop: Option<Stop>,
}

impl<'a, S: Sink, W: Write> Work<'a, S, W> {
    fn new(
        job: &'a Job<'a>,
        path: &'a Path,
        sink: &'a mut S,
        patch: Option<Patch>,
        out: &'a mut W,
    ) -> Self {
        Self { job, path, sink, patch, out, found: Found::default(), stop: None }
    }

    fn read(&mut self, file: &mut File, name: &str) -> Result<(), Stop> {
        let mut repairer = Repairer::new(self.job.options);
        let mut room = vec![0; input::BLOCK];
        loop {
            let len = input::read_some(file, &mut room);
            let len = len.map_err(|error| Trouble::with(name, &error))?;
            self.found.octets += len as u64;
            repairer.push(&room[..len], len == 0, &mut |event| self.event(&event));
            if let Some(stop) = self.stop.take() {
                return Err(stop);
            }
            if len == 0 {
                return Ok(());
            }
        }
    }

    /// Takes an event; behind a failure none is looked at.
    fn event(&mut self, event: &Event<'_>) {
        if self.stop.is_none() {
            self.stop = self.take(event).err();
        }
    }

    fn take(&mut self, event: &Event<'_>) -> Result<(), Stop> {
        let told = self.job.report.event(self.out, self.path, event, &mut self.found);
        told.map_err(|error| Stop::Failure(Failure::Report(error)))?;
        let written = match event {
            Event::Kept(octets) => self.sink.write(octets),
            Event::Mend(mend) => self.sink.write(&mend.becomes),
            _ => Ok(()),
        };
        written.map_err(Stop::Output)?;
        match &mut self.patch {
            Some(patch) => Ok(patch.event(event)?),
            None => Ok(()),
        }
    }

    /// Ends the patch, and says what was found.
    fn end(self) -> Result<Found, Failure> {
        self.patch.map_or(Ok(()), Patch::finish)?;
        Ok(self.found)
    }
}

/// The checksum of all of `file`.
pub fn sum(file: &mut File) -> io::Result<Sum> {
    let mut sum = Sum::default();
    let mut room = vec![0; input::BLOCK];
    loop {
        let len = input::read_some(file, &mut room)?;
        if len == 0 {
            return Ok(sum);
        }
        sum.add(&room[..len]);
    }
}
