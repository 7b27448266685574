//! The outputs for lines, and their reports.

use std::{io, path::Path};

use super::failure::Failure;
use crate::{
    output::{Output, sink::Sink},
    process::{exit::Exit, problem::Problem},
    system::facts::Facts,
};
use utfkit_text::lines::Feed;

/// An output whose reader may close it. The other outputs continue.
pub struct Outlet {
    output: Output,
    unread: bool,
}

impl Outlet {
    /// Creates an outlet to `output`.
    pub fn new(output: Output) -> Self {
        Self { output, unread: false }
    }

    /// Opens the output at `path`. Returns an error if the file exists and has content, unless it may
    /// be replaced (`overwrite`).
    pub fn open(path: &Path, overwrite: bool) -> Result<Self, Problem> {
        let output = if overwrite {
            Output::open(Some(path))
        } else {
            Output::create(path, "`--overwrite` replaces it")
        };
        output.map(Self::new)
    }

    /// Returns the name, safe for a terminal.
    pub fn name(&self) -> &str {
        self.output.name()
    }

    /// Writes `bytes`, unless the reader has closed the output.
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

    /// Ends the output. On success, all text is stored permanently. Returns whether the reader has
    /// read everything.
    pub fn finish(self) -> Result<Exit, Problem> {
        let name = self.output.name().to_owned();
        match self.output.finish() {
            Err(error) if !is_unread(&error) => Err(Problem::with(&name, &error)),
            Ok(()) if !self.unread => Ok(Exit::Well),
            _ => Ok(Exit::Unread),
        }
    }

    /// Abandons the output: a file that was to be replaced stays unchanged.
    pub fn abandon(self) -> io::Result<()> {
        self.output.abandon().map(drop)
    }

    /// Returns `true` if writing would change the file with the metadata `input` while it is read.
    pub fn overwrites(&self, input: &Facts) -> bool {
        self.output.overwrites(input)
    }
}

/// The output for good lines, and their number.
pub struct Good {
    outlet: Outlet,
    feed: Feed,
    lines: u64,
}

impl Good {
    /// Creates the output for text in which `feed` ends a line.
    pub fn new(output: Output, feed: Feed) -> Self {
        Self { outlet: Outlet::new(output), feed, lines: 0 }
    }

    /// Writes `bytes`, which are whole code units.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        // Lines are counted in the output, because fixes and transliteration add and remove line
        // feeds.
        self.lines += self.feed.count(bytes);
        Ok(self.outlet.write(bytes)?)
    }

    /// Returns the number of lines written.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// Returns the output itself.
    pub fn into_outlet(self) -> Outlet {
        self.outlet
    }
}

fn is_unread(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}
