//! Patches: the data that undoes a repair.
//!
//! A patch has one JSON object per line. The first is `{"type":"patch","version":1,"path"}`. Each fix
//! is `{"type":"change","offset","old","new"}`, with the offset in the original and the bytes in
//! hexadecimal. The last is `{"type":"end","changes","original","result"}`, where both texts have
//! `{"bytes","sha256"}`. A patch without its last line is not complete.

pub mod undo;

use std::{
    borrow::Cow,
    fs::{self, File},
    io::{self, Read},
    path::Path,
};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utfkit_text::repair::Event;

use crate::{
    output::Output,
    process::{json_line, problem::Problem},
    report::{self, json::FileName},
};

/// A line of a patch.
#[derive(Debug, Deserialize, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Line<'a> {
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

/// Returns `true` if the file at `path` is a patch. Somebody may still need it.
pub fn exists(path: &Path) -> bool {
    const START: &[u8] = b"{\"type\":\"patch\"";
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

/// A patch that is being written.
pub struct Patch {
    output: Output,
    line: Vec<u8>,
    changes: u64,
    original: Sum,
    result: Sum,
}

impl Patch {
    /// Begins a patch at `path` for the file at `repaired`.
    pub fn create(path: &Path, repaired: Option<&Path>) -> Result<Self, Problem> {
        let (original, result) = (Sum::default(), Sum::default());
        let output = Output::create(path, "name another file for the patch")?;
        let mut patch = Self { output, line: Vec::new(), changes: 0, original, result };
        let name = repaired.map(FileName::of);
        let (path, path_bytes) = name.map(|name| (name.path, name.path_bytes)).unzip();
        let path_bytes = path_bytes.flatten();
        patch.write(&Line::Patch { version: 1, path, path_bytes })?;
        Ok(patch)
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
        self.write(&Line::Change { offset, old, new })
    }

    /// Ends the patch. Either all of it is written, or the result is an error.
    pub fn finish(mut self) -> Result<(), Problem> {
        let (original, result) = (self.original.clone().text(), self.result.clone().text());
        self.write(&Line::End { changes: self.changes, original, result })?;
        let name = self.output.name().to_owned();
        self.output.finish().map_err(|error| Problem::with(&name, &error))
    }

    fn write(&mut self, line: &Line<'_>) -> Result<(), Problem> {
        self.line.clear();
        let written: io::Result<()> = json_line::write_line(&mut self.line, line);
        written
            .and_then(|()| self.output.write(&self.line))
            .map_err(|error| Problem::with(self.output.name(), &error))
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    report::json::hexadecimal(bytes, "")
}
