//! Where lines go, and the report on them.

use std::{fs::Metadata, io, path::Path};

use super::failure::Failure;
use crate::{
    output::{Output, sink::Sink},
    process::{exit::Exit, problem::Problem},
};
use utfkit_text::lines::Feed;

/// An output of which the reader may go away: what goes elsewhere is done all the same.
pub struct Outlet {
    output: Output,
    unread: bool,
}

impl Outlet {
    /// What goes to `output`.
    pub fn new(output: Output) -> Self {
        Self { output, unread: false }
    }

    /// The output that `path` names.
    pub fn open(path: &Path) -> Result<Self, Problem> {
        Output::open(Some(path)).map(Self::new)
    }

    /// The name, fit for a terminal.
    pub fn name(&self) -> &str {
        self.output.name()
    }

    /// Writes `bytes`, if somebody reads them.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Problem> {
        if self.unread || bytes.is_empty() {
            return Ok(());
        }
        match self.output.write(bytes) {
            Err(error) if is_unread(&error) => self.unread = true,
            written => written.map_err(|error| Problem::with(self.name(), &error))?,
        }
        Ok(())
    }

    /// Ends the output: what was written is there for good. Whether somebody read it to its end.
    pub fn finish(self) -> Result<Exit, Problem> {
        let name = self.output.name().to_owned();
        match self.output.finish() {
            Err(error) if !is_unread(&error) => Err(Problem::with(&name, &error)),
            Ok(()) if !self.unread => Ok(Exit::Well),
            _ => Ok(Exit::Unread),
        }
    }

    /// Gives the output up: a file that was to be replaced stays as it was.
    pub fn abandon(self) -> io::Result<()> {
        self.output.abandon().map(drop)
    }

    /// Whether writing changes the file of which `input` are the metadata, while it is read.
    pub fn overwrites(&self, input: &Metadata) -> bool {
        self.output.overwrites(input)
    }
}

/// The good part: where lines go that are right, and how many went there.
pub struct Good {
    outlet: Outlet,
    feed: Feed,
    lines: u64,
}

impl Good {
    /// What goes to `output`, as text in which `feed` ends a line.
    pub fn new(output: Output, feed: Feed) -> Self {
        Self { outlet: Outlet::new(output), feed, lines: 0 }
    }

    /// Writes `bytes`: whole code units.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        // As it is written: fixes, transliteration and the like add line feeds, and drop some.
        self.lines += self.feed.count(bytes);
        Ok(self.outlet.write(bytes)?)
    }

    /// How many lines were written.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// The output itself.
    pub fn into_outlet(self) -> Outlet {
        self.outlet
    }
}

fn is_unread(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}
