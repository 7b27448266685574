//! One file: read, repaired, and written where it is to go.

use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io,
    path::{Path, PathBuf},
};

use utfkit::{
    Encoding, Finding,
    encoding::Signature,
    receiver::Receiver,
    repair::{Event, Options, Repairer},
};

use super::{
    Failure,
    patch::{Patch, Sum},
    report::{Found, Report},
};
use crate::{
    diagnose::Refusals,
    input::{self, Operand},
    output::{Output, Sink},
    shown,
    trouble::Trouble,
};

/// Where the repaired text goes.
pub enum Goal<'a> {
    /// Nowhere: only what would be done is told.
    Nowhere,
    /// To this file, or standard output.
    Output(&'a Path),
    /// To the file itself; what it was, to one with the suffix, if it is not empty.
    InPlace { path: &'a Path, suffix: &'a OsStr },
}

impl<'a> Goal<'a> {
    /// The goal that `-o` gives.
    pub fn of(output: Option<&'a Path>) -> Self {
        output.map_or(Goal::Nowhere, Goal::Output)
    }

    fn open(&self) -> Result<Output, Trouble> {
        match *self {
            Goal::Nowhere => Ok(Output::nowhere()),
            Goal::Output(path) | Goal::InPlace { path, .. } => Output::open(Some(path)),
        }
    }

    /// The file that is repaired in the end, if it has a name.
    fn path(&self) -> Option<&'a Path> {
        match *self {
            Goal::Nowhere => None,
            Goal::Output(path) => Some(path).filter(|path| path.as_os_str() != "-"),
            Goal::InPlace { path, .. } => Some(path),
        }
    }
}

/// Repairs `operand`, and tells `report` what is mended in it.
pub fn repair(
    operand: &Operand,
    goal: Goal<'_>,
    patch: Option<&Path>,
    (options, receiver): (Options, Option<Receiver>),
    report: &mut Report,
) -> Result<Found, Failure> {
    let name = operand.name();
    let mut file = operand.open_file()?;
    let output = goal.open()?;
    let metadata = file.metadata().map_err(|error| Trouble::with(&name, &error))?;
    if output.overwrites(&metadata) {
        let words = "input file is output file (`-i` and `-o` replace it safely)";
        return Err(Trouble::new(format!("{name}: {words}")).into());
    }
    let named = goal.path().or(Some(operand.path()).filter(|_| matches!(goal, Goal::Nowhere)));
    let patch = patch.map(|path| Patch::create(path, named)).transpose()?;
    let found = Found::default();
    let refusals = receiver.map(|receiver| (receiver, Refusals::new(receiver)));
    let path = operand.path();
    let mut work = Work { path, output, patch, report, refusals, found, failure: None };
    work.read(&mut file, &name, options)?;
    let Work { output, patch, found, .. } = work;
    if let Goal::InPlace { path, suffix } = goal {
        if found.mends == 0 {
            output.abandon().map_err(|error| Trouble::with(&name, &error))?;
            patch.map_or(Ok(()), Patch::finish)?;
            return Ok(found);
        }
        if !suffix.is_empty() {
            keep(path, suffix)?;
        }
    }
    // The way back is there before the way forth is gone.
    patch.map_or(Ok(()), Patch::finish)?;
    let name = output.name().to_owned();
    output.finish().map_err(|error| Trouble::with(&name, &error))?;
    Ok(found)
}

/// A file that is being repaired.
struct Work<'a> {
    path: &'a Path,
    output: Output,
    patch: Option<Patch>,
    report: &'a mut Report,
    /// Who is to take the text, and what of it is refused.
    refusals: Option<(Receiver, Refusals)>,
    found: Found,
    failure: Option<Failure>,
}

impl Work<'_> {
    fn read(&mut self, file: &mut File, name: &str, options: Options) -> Result<(), Failure> {
        let mut repairer = Repairer::new(options);
        let mut room = vec![0; input::BLOCK];
        let mut read = input::read_head(file, &mut room, true);
        if let Ok(len) = read
            && Signature::of(&room[..len]).is_some_and(|found| found.encoding() == Encoding::Utf32)
        {
            return Err(Trouble::new(format!("{name}: UTF-32 is not repaired")).into());
        }
        loop {
            let len = read.map_err(|error| Trouble::with(name, &error))?;
            self.found.octets += len as u64;
            repairer.push(&room[..len], len == 0, &mut |event| self.event(&event));
            if let Some(failure) = self.failure.take() {
                return Err(failure);
            }
            if len == 0 {
                return self.end();
            }
            read = input::read_some(file, &mut room);
        }
    }

    /// All of it is repaired.
    fn end(&mut self) -> Result<(), Failure> {
        let Some((receiver, refusals)) = self.refusals.take() else { return Ok(()) };
        refusals.finish().into_iter().try_for_each(|refused| self.refused(receiver, refused))
    }

    /// The repaired text goes on with `octets`.
    fn follow(&mut self, octets: &[u8]) -> Result<(), Failure> {
        let Some((receiver, refusals)) = &mut self.refusals else { return Ok(()) };
        let (receiver, refused) = (*receiver, refusals.push(octets).collect::<Vec<_>>());
        refused.into_iter().try_for_each(|refused| self.refused(receiver, refused))
    }

    fn refused(&mut self, receiver: Receiver, refused: (u64, Finding)) -> Result<(), Failure> {
        self.found.refused += 1;
        self.report.refused(self.path, receiver, &refused).map_err(Failure::Report)
    }

    /// Takes an event; behind a failure none is looked at.
    fn event(&mut self, event: &Event<'_>) {
        if self.failure.is_none() {
            self.failure = self.take(event).err();
        }
    }

    fn take(&mut self, event: &Event<'_>) -> Result<(), Failure> {
        self.report.event(self.path, event, &mut self.found).map_err(Failure::Report)?;
        let becomes = match event {
            Event::Kept(octets) => *octets,
            Event::Mend(mend) => &*mend.becomes,
            _ => &[],
        };
        self.follow(becomes)?;
        if let Err(error) = self.output.write(becomes) {
            return Err(match self.output.name() == "<stdout>" {
                true => Failure::Report(error),
                false => Trouble::with(self.output.name(), &error).into(),
            });
        }
        match &mut self.patch {
            Some(patch) => Ok(patch.event(event)?),
            None => Ok(()),
        }
    }
}

/// Copies what is at `path` to a file whose name ends with `suffix` too.
fn keep(path: &Path, suffix: &OsStr) -> Result<(), Trouble> {
    let mut name = OsString::from(path);
    name.push(suffix);
    let backup = PathBuf::from(name);
    let copied = || -> io::Result<()> {
        let mut file = File::open(path)?;
        let mut output =
            Output::open(Some(&backup)).map_err(|trouble| io::Error::other(trouble.to_string()))?;
        let mut room = vec![0; input::BLOCK];
        loop {
            let len = input::read_some(&mut file, &mut room)?;
            if len == 0 {
                return output.finish();
            }
            output.write(&room[..len])?;
        }
    };
    copied().map_err(|error| Trouble::new(format!("{}: not kept: {error}", shown::path(&backup))))
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
