//! The files that this run has made, which it does not change again.
//!
//! A file is recognized by its number, length and times. The number alone is not enough, because
//! file systems give the number of a deleted file to a new one, and an existing file can get new
//! text. The times are read under the lock of the rename, which changes them. Even a walk of one
//! directory can reach a file twice, if the directory is moved or mounted twice. Each changed file
//! takes at most 31 bytes of memory.

use std::{
    collections::{HashMap, HashSet},
    ffi::OsStr,
    fs::File,
    hash::{BuildHasher, RandomState},
    io,
    sync::{Mutex, MutexGuard, PoisonError},
};

use rustix::fs::Stat;

use super::keep;

/// What a run has made.
#[derive(Debug, Default)]
pub(super) struct OwnFiles {
    files: Mutex<Marks>,
    /// Names of files that have several, each of which would become a file of its own: that of the
    /// folder and its own, and the file, as a number that nobody can foretell.
    names: Mutex<HashSet<u64>>,
    keys: RandomState,
}

/// What a file has to do with what a run has made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encounter {
    /// Nothing: it is another file, or has other text.
    New,
    /// It is as the run has left it.
    AsMade,
    /// It has its length and its time, but something was done to it: it has another mode, it was
    /// moved, or written with the same length and its time set back.
    Touched,
}

/// Files by what tells them and their text from others; of each, when something was done to it
/// last. All are numbers that nobody can foretell; so are the parts, that never all are copied
/// because one more has no room: a file takes 30 bytes at most.
type Marks = [HashMap<[u32; 2], u32>; 32];

impl OwnFiles {
    /// Has `file` get its name by `put`, and remembers it: nobody meets it between the two.
    pub(super) fn put<T>(&self, file: &File, put: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        let mut files = lock(&self.files);
        let before = rustix::fs::fstat(file)?;
        let done = put()?;
        // That it has a name now is a change, too; that it has other text by now is somebody
        // else's.
        if let Ok(after) = rustix::fs::fstat(file)
            && self.text(&after) == self.text(&before)
        {
            self.insert(&mut files, &after);
        }
        Ok(done)
    }

    /// Remembers a file as it is.
    pub(super) fn add(&self, stat: &Stat) {
        self.insert(&mut lock(&self.files), stat);
    }

    /// What the file has to do with what was made.
    pub(super) fn met(&self, stat: &Stat) -> Encounter {
        let text = self.text(stat);
        match lock(&self.files)[part(text)].get(&text) {
            None => Encounter::New,
            Some(&changed) if changed == self.changed(stat) => Encounter::AsMade,
            Some(_) => Encounter::Touched,
        }
    }

    fn insert(&self, files: &mut Marks, stat: &Stat) {
        let text = self.text(stat);
        files[part(text)].insert(text, self.changed(stat));
    }

    /// The file and its text, as far as that can be told without reading.
    fn text(&self, stat: &Stat) -> [u32; 2] {
        let hash = self.keys.hash_one(keep::text(stat));
        [hash, hash >> 32].map(|half| half as u32)
    }

    /// When something was done to the file last.
    fn changed(&self, stat: &Stat) -> u32 {
        self.keys.hash_one((stat.st_ctime, stat.st_ctime_nsec)) as u32
    }

    /// Remembers the name `name` of a file in the folder with that device and number.
    pub(super) fn add_name(&self, folder: (u64, u64), name: &OsStr, stat: &Stat) {
        lock(&self.names).insert(self.keys.hash_one((folder, name, keep::text(stat))));
    }

    pub(super) fn has_name(&self, folder: (u64, u64), name: &OsStr, stat: &Stat) -> bool {
        lock(&self.names).contains(&self.keys.hash_one((folder, name, keep::text(stat))))
    }
}

/// In which part what is known by `text` is.
fn part(text: [u32; 2]) -> usize {
    text[0] as usize % 32
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
