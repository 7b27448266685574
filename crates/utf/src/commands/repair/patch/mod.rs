//! Patches: the data that undoes a repair.
//!
//! A patch has one JSON object per line. The first is `{"type":"patch","version":1,"path"}`. Each fix
//! is `{"type":"change","offset","old","new"}`, with the offset in the original and the bytes in
//! hexadecimal. The last is `{"type":"end","changes","original","result"}`, where both texts have
//! `{"bytes","sha256"}`. A patch without its last line is not complete.
//!
//! The patch of several files has such lines for each changed file, one after the other. They are on
//! the disk before their file is replaced, so a run that ends early can be undone. If a file was not
//! replaced after all, the line `{"type":"void"}` ends its changes.

mod log;

use std::{
    borrow::Cow,
    fs::{self, File},
    io::{self, Read},
    path::Path,
};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utfkit_text::{repair::Event, streams::block, views};

use log::Log;

use crate::{
    files::reading,
    output::Output,
    process::{json_line, problem::Problem},
    report::json::FileName,
};

/// A line of a patch.
#[derive(Debug, Deserialize, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum JsonLine<'a> {
    Patch {
        version: u32,
        /// The file that was repaired, if it has a name.
        path: Option<Cow<'a, str>>,
        /// The bytes of a path that is not UTF-8, in hexadecimal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        path_bytes: Option<String>,
    },
    Change {
        offset: u64,
        old: String,
        new: String,
    },
    End {
        changes: u64,
        original: Text,
        result: Text,
    },
    /// The changes before this line were not made.
    Void,
}

/// The length and the checksum of a text.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct Text {
    pub bytes: u64,
    pub sha256: String,
}

/// Computes the length and the checksum of a text.
#[derive(Clone, Default)]
pub struct Sum {
    bytes: u64,
    hasher: Sha256,
}

impl Sum {
    /// Computes the length and the checksum of `file`, from its position to its end.
    pub fn of(file: &mut File) -> io::Result<Self> {
        let mut sum = Self::default();
        let mut room = vec![0; block::BLOCK];
        loop {
            match reading::read_some(file, &mut room)? {
                0 => return Ok(sum),
                len => sum.add(&room[..len]),
            }
        }
    }

    /// Adds `bytes`.
    pub fn add(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        self.hasher.update(bytes);
    }

    /// Returns the length and the checksum.
    pub fn text(self) -> Text {
        Text { bytes: self.bytes, sha256: hexadecimal(&self.hasher.finalize()) }
    }
}

/// The first bytes of a patch.
const START: &[u8] = b"{\"type\":\"patch\"";

/// Returns `true` if a file that begins with `bytes` is a patch.
pub fn is_start(bytes: &[u8]) -> bool {
    bytes.starts_with(START)
}

/// Returns `true` if the file at `path` is a patch. Somebody may still need it.
pub fn exists(path: &Path) -> bool {
    let mut start = [0; START.len()];
    let is_file = path.metadata().is_ok_and(|found| found.is_file());
    is_file
        && File::open(path).is_ok_and(|mut file| file.read_exact(&mut start).is_ok())
        && start == START
}

/// Removes the patch at `path`, because the change that it would undo was not made.
pub fn discard(path: &Path) {
    if exists(path) {
        // The file is a complete patch, which fits no other text. So it does no harm if it stays.
        let _ = fs::remove_file(path);
    }
}

/// The patches of a run.
pub enum Patches<'a> {
    /// The only file has its own patch.
    One(&'a Path),
    /// The changes of all files go to one file.
    Several(Log),
}

impl<'a> Patches<'a> {
    /// Opens the patch at `path` for one file, or for several.
    pub fn open(path: &'a Path, is_single: bool) -> Result<Self, Problem> {
        Ok(if is_single { Self::One(path) } else { Self::Several(Log::create(path)?) })
    }

    /// Begins the patch for the file at `repaired`.
    pub fn begin(&self, repaired: Option<&Path>) -> Result<Patch, Problem> {
        match self {
            Self::One(path) => Patch::create(path, repaired),
            Self::Several(log) => Ok(Patch::new(Outlet::Log(log.clone()), repaired)),
        }
    }

    /// Removes the patch of the only file, because the change that it would undo was not made.
    /// Changes in a log stay: they are skipped if the file is the old one.
    pub fn discard(&self) {
        if let Self::One(path) = self {
            discard(path);
        }
    }

    /// Returns `true` if there are several files and no changes.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Several(log) if log.is_empty())
    }
}

/// The destination of a patch.
enum Outlet {
    Output(Box<Output>),
    Log(Log),
}

/// A patch that is being written.
pub struct Patch {
    /// The destination, until the patch is complete.
    outlet: Option<Outlet>,
    /// The first line, until there is a change.
    head: Vec<u8>,
    line: Vec<u8>,
    changes: u64,
    original: Sum,
    result: Sum,
}

impl Patch {
    /// Begins a patch at `path` for the file at `repaired`.
    pub fn create(path: &Path, repaired: Option<&Path>) -> Result<Self, Problem> {
        let output = Output::create(path, "name another file for the patch")?;
        Ok(Self::new(Outlet::Output(Box::new(output)), repaired))
    }

    fn new(outlet: Outlet, repaired: Option<&Path>) -> Self {
        let name = repaired.map(FileName::of);
        let (path, path_bytes) = name.map(|name| (name.path, name.path_bytes)).unzip();
        let path_bytes = path_bytes.flatten();
        let mut head = Vec::new();
        // A line in memory can always be written.
        let _ = json_line::write_line(&mut head, &JsonLine::Patch { version: 1, path, path_bytes });
        let (original, result) = (Sum::default(), Sum::default());
        Self { outlet: Some(outlet), head, line: Vec::new(), changes: 0, original, result }
    }

    /// Adds an event to the patch.
    pub fn event(&mut self, event: &Event<'_>) -> Result<(), Problem> {
        match event {
            Event::Kept(bytes) => self.keep(bytes),
            Event::Fix(fix) => self.change(fix.offset, &fix.bytes, &fix.becomes)?,
            _ => {}
        }
        Ok(())
    }

    /// Adds `bytes` that stay.
    pub fn keep(&mut self, bytes: &[u8]) {
        self.original.add(bytes);
        self.result.add(bytes);
    }

    /// Adds the change of the bytes `old` at `offset` to `new`.
    pub fn change(&mut self, offset: u64, old: &[u8], new: &[u8]) -> Result<(), Problem> {
        self.original.add(old);
        self.result.add(new);
        self.changes += 1;
        let (old, new) = (hexadecimal(old), hexadecimal(new));
        self.write(&JsonLine::Change { offset, old, new })
    }

    /// Ends the patch. Either all of it is written, or the result is an error.
    pub fn finish(mut self) -> Result<(), Problem> {
        if self.changes == 0 && matches!(self.outlet, Some(Outlet::Log(_))) {
            self.outlet = None;
            return Ok(());
        }
        let (original, result) = (self.original.clone().text(), self.result.clone().text());
        self.write(&JsonLine::End { changes: self.changes, original, result })?;
        match self.outlet.take() {
            Some(Outlet::Output(output)) => {
                let name = output.name().to_owned();
                output.finish().map_err(|error| Problem::with(&name, &error))
            }
            Some(Outlet::Log(log)) => log.sync(),
            None => Ok(()),
        }
    }

    fn write(&mut self, line: &JsonLine<'_>) -> Result<(), Problem> {
        self.line.clear();
        self.line.append(&mut self.head);
        let written: io::Result<()> = json_line::write_line(&mut self.line, line);
        let name = || match &self.outlet {
            Some(Outlet::Output(output)) => output.name().to_owned(),
            Some(Outlet::Log(log)) => log.name(),
            None => String::new(),
        };
        let name = name();
        written
            .and_then(|()| match &mut self.outlet {
                Some(Outlet::Output(output)) => output.write(&self.line),
                Some(Outlet::Log(log)) => log.write(&self.line),
                None => Ok(()),
            })
            .map_err(|error| Problem::with(&name, &error))
    }
}

impl Drop for Patch {
    /// Ends changes in a log that were not made.
    fn drop(&mut self) {
        if matches!(self.outlet, Some(Outlet::Log(_))) && self.head.is_empty() {
            // Without this line, the log ends here for its readers, and loses nothing.
            let _ = self.write(&JsonLine::Void);
        }
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    views::hexadecimal(bytes, "")
}
