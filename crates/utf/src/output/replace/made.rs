//! Files that a run has made, by their numbers: who comes to one of them by another way finds it done.

use std::{
    collections::{HashMap, HashSet},
    ffi::OsStr,
    hash::{BuildHasher, RandomState},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// What a run has made.
#[derive(Debug, Default)]
pub(super) struct Made {
    pub(super) files: Numbers,
    /// Names of files that have several, each of which would become a file of its own: that of the folder and its own, as
    /// a number that nobody can foretell.
    names: Mutex<HashSet<u64>>,
    keys: RandomState,
}

impl Made {
    /// Remembers the name `name` in the folder with that device and number.
    pub(super) fn add_name(&self, folder: (u64, u64), name: &OsStr) {
        lock(&self.names).insert(self.keys.hash_one((folder, name)));
    }

    pub(super) fn has_name(&self, folder: (u64, u64), name: &OsStr) -> bool {
        lock(&self.names).contains(&self.keys.hash_one((folder, name)))
    }
}

/// The numbers of files or folders, by those of their devices: each takes 31 octets at most, while there are many.
#[derive(Debug, Default)]
pub(super) struct Numbers(Mutex<HashMap<u64, HashSet<u64>>>);

impl Numbers {
    /// Adds the file with that device and number; whether it is new.
    pub(super) fn add(&self, (device, inode): (u64, u64)) -> bool {
        lock(&self.0).entry(device).or_default().insert(inode)
    }

    pub(super) fn has(&self, (device, inode): (u64, u64)) -> bool {
        lock(&self.0).get(&device).is_some_and(|inodes| inodes.contains(&inode))
    }
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
