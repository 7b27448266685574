//! The output paths of a run, so that no two files are written to the same path.

use std::{
    collections::{HashMap, hash_map::Entry},
    hash::{BuildHasher, RandomState},
    sync::Arc,
};

use super::path::output_path;
use crate::{
    input::{files::FoundFile, same_file::Turns},
    process::{names, problem::Problem},
    system::facts::Facts,
};

/// The output paths that are taken, each with its source file.
///
/// Both are keyed hashes, because there may be a million. Two paths with the same hash would be
/// reported as an error. With a million files, the probability of that is one in thirty million.
/// Only the paths of lists and of merged operands are checked.
#[derive(Default)]
pub struct TakenPaths {
    keys: RandomState,
    /// In parts, so that a map that grows does not copy all of them.
    parts: [HashMap<u64, Source>; 32],
    /// Files with the same output path are written in the order in which they were found.
    turns: Arc<Turns>,
}

/// The source of an output path.
#[derive(Clone, Copy)]
struct Source {
    /// A hash of the file's identity. The last bit is set if a list named the file.
    file: u32,
    /// A hash of the file's size and times.
    state: u32,
}

impl Source {
    /// The bit of `file` for a source that a list named.
    const LISTED: u32 = 1;

    fn of(found: &FoundFile, keys: &RandomState) -> Self {
        let facts = Facts::at(found.operand.path()).ok();
        let changed = |facts: &Facts| (facts.text(), facts.changed());
        let file = keys.hash_one(facts.as_ref().map(Facts::identity)) as u32;
        let listed = if found.start.is_none() { Self::LISTED } else { 0 };
        let state = keys.hash_one(facts.as_ref().map(changed)) as u32;
        Self { file: file & !Self::LISTED | listed, state }
    }

    /// Returns `true` if the source may replace `other` under the same output path: it is the same
    /// file, or a list named both. A list's names have the same output path only if they are the
    /// same path.
    fn follows(self, other: Self) -> bool {
        self.is(other) || self.file & other.file & Self::LISTED != 0
    }

    fn is(self, other: Self) -> bool {
        self.file | Self::LISTED == other.file | Self::LISTED
    }
}

impl TakenPaths {
    /// Takes the output path of a file. Returns `false` if the same file was already taken, and an
    /// error if another file has the path. The same file is written again if it has changed.
    pub fn take(&mut self, found: &mut FoundFile) -> Result<bool, Problem> {
        let path = found.operand.path();
        let Some((mut path_below, name)) = output_path(found.start.as_deref(), path) else {
            return Ok(true);
        };
        path_below.push(name);
        let source = Source::of(found, &self.keys);
        let key = self.keys.hash_one(path_below);
        match self.parts[usize::try_from(key % 32).unwrap_or_default()].entry(key) {
            Entry::Vacant(free) => drop(free.insert(source)),
            Entry::Occupied(same) if same.get().is(source) && same.get().state == source.state => {
                return Ok(false);
            }
            Entry::Occupied(mut old) if source.follows(*old.get()) => drop(old.insert(source)),
            Entry::Occupied(_) => {
                let words = format!("{}: another file has the same output path", names::path(path));
                return Err(Problem::new(words).hint("write it to another directory"));
            }
        }
        found.turn = Some(self.turns.take(key));
        Ok(true)
    }
}
