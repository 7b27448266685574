//! Unfinished files, which are removed after a failure or a signal.
//!
//! A thread waits for signals. It takes the same lock as the threads that make and rename files, so
//! it sees no file between two states. A read that waits for a pipe does not delay it. After
//! `kill -9`, an unfinished file remains without a lock, so the next run recognizes it.

use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    fs::{File, TryLockError},
    io,
    sync::{Arc, Mutex, MutexGuard, Once, PoisonError},
};

use super::counting;
use crate::{
    process::{problem::Problem, signals, terminal},
    system::{
        directory::Directory,
        facts::{Facts, Permissions},
        files::try_lock,
    },
};

/// A file that is removed when this is dropped, unless it was renamed before.
pub(super) struct Unfinished {
    number: u64,
}

/// All unfinished files of the process.
static ALL: Mutex<Register> = Mutex::new(Register { next: 0, files: BTreeMap::new() });

struct Register {
    next: u64,
    files: BTreeMap<u64, Entry>,
}

struct Entry {
    folder: Arc<Directory>,
    name: OsString,
}

impl Unfinished {
    /// Creates the file `name` in `folder`. Returns an error if the name is taken.
    pub(super) fn create(
        folder: &Arc<Directory>,
        name: OsString,
        permissions: &Permissions,
    ) -> io::Result<(Self, File)> {
        watch_signals();
        let mut all = lock();
        let file = folder.create_file(&name, permissions)?;
        let number = all.next;
        all.next += 1;
        all.files.insert(number, Entry { folder: Arc::clone(folder), name });
        drop(all);
        let unfinished = Self { number };
        if claim(&file)? {
            Ok((unfinished, file))
        } else {
            Err(io::ErrorKind::AlreadyExists.into())
        }
    }

    /// Renames the file to `to` in its directory, and replaces any file of that name. If there is a
    /// `backup` name, the replaced file gets it first.
    pub(super) fn rename(self, to: &OsStr, backup: Option<&OsStr>) -> io::Result<()> {
        let mut all = lock();
        if let Some(entry) = all.files.get(&self.number) {
            let linked = backup.map(|backup| link(&entry.folder, to, backup)).transpose()?;
            let renamed = entry.folder.replace(&entry.name, to, backup);
            if let (Err(_), Some(true), Some(backup)) = (&renamed, linked, backup) {
                let _ = entry.folder.remove(backup);
            }
            renamed?;
            all.files.remove(&self.number);
            counting::named();
        }
        // Nothing is left to remove. Dropping would wait for the lock, and a signal could end the
        // thread before it has counted the file.
        std::mem::forget(self);
        Ok(())
    }
}

/// Locks a new file, so that no other process treats it as a leftover of a killed process. Returns
/// `false` if another process already did.
fn claim(file: &File) -> io::Result<bool> {
    match try_lock(file) {
        Ok(()) => Ok(Facts::of(file)?.names() > 0),
        Err(TryLockError::WouldBlock) => Ok(false),
        // Without locks, no process can know whose file this is, so all leave it.
        Err(TryLockError::Error(_)) => Ok(true),
    }
}

/// Adds the name `backup` to the file `name`. Returns `false` if the file already has it.
fn link(folder: &Directory, name: &OsStr, backup: &OsStr) -> io::Result<bool> {
    let error = match folder.link(name, backup) {
        Ok(()) => return Ok(true),
        Err(error) => error,
    };
    if error.kind() == io::ErrorKind::AlreadyExists {
        let found = folder.find(name)?.zip(folder.find(backup)?);
        if found.is_some_and(|(file, backup)| file.is_one(&backup)) {
            return Ok(false);
        }
    }
    let backup = crate::process::names::path(backup.as_ref());
    Err(io::Error::new(error.kind(), format!("The backup {backup} cannot be created: {error}")))
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Some(entry) = lock().files.remove(&self.number) {
            entry.remove();
        }
    }
}

impl Entry {
    /// Removes the file. If that fails, it can only be reported.
    fn remove(&self) {
        match self.folder.remove(&self.name) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => {
                let error = Problem::at(&self.folder.path().join(&self.name), &error);
                terminal::write_error(&format!("utf: not removed: {error}\n"));
            }
        }
    }
}

fn lock() -> MutexGuard<'static, Register> {
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Arranges that a signal removes the unfinished files. The lock is kept from then on, so that no
/// file is created or finished. Files that are already finished are counted first.
fn watch_signals() {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        signals::clean_up(|| {
            let all = lock();
            all.files.values().for_each(Entry::remove);
            counting::settle();
            std::mem::forget(all);
        });
    });
}
