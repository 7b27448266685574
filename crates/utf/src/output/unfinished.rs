//! Unfinished files, which are removed after a failure or a signal.
//!
//! A thread waits for signals. It takes the same lock as the threads that make and rename files, so
//! it sees no file between two states, and a read that waits for a pipe does not delay it. After
//! `kill -9`, an unfinished file remains without a lock, so the next run recognizes it.

use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    fs::{File, read_link},
    io,
    os::fd::{AsRawFd, OwnedFd},
    sync::{Arc, Mutex, MutexGuard, Once, PoisonError},
};

use super::counting;
use crate::process::{problem::Problem, signals, terminal};
use rustix::{
    fs::{AtFlags, FlockOperation, Mode, OFlags},
    io::Errno,
};

/// A file that is removed when this is dropped, unless it was renamed.
pub(super) struct Unfinished {
    number: u64,
}

/// Every unfinished file of the process.
static ALL: Mutex<Register> = Mutex::new(Register { next: 0, files: BTreeMap::new() });

struct Register {
    next: u64,
    files: BTreeMap<u64, Entry>,
}

struct Entry {
    folder: Arc<OwnedFd>,
    name: OsString,
}

impl Unfinished {
    /// Makes the file `name` in `folder`; an error if there is something of that name.
    pub(super) fn create(
        folder: &Arc<OwnedFd>,
        name: OsString,
        mode: Mode,
    ) -> io::Result<(Self, File)> {
        watch_signals();
        let mut all = lock();
        let flags =
            OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let file = rustix::fs::openat(folder, &name, flags, mode)?;
        let number = all.next;
        all.next += 1;
        all.files.insert(number, Entry { folder: Arc::clone(folder), name });
        drop(all);
        let unfinished = Self { number };
        match claim(&file)? {
            true => Ok((unfinished, file.into())),
            false => Err(Errno::EXIST.into()),
        }
    }

    /// Gives the file the name `to` in its folder, in the place of what has that name; that gets
    /// the name `backup` first, if there is one.
    pub(super) fn rename(self, to: &OsStr, backup: Option<&OsStr>) -> io::Result<()> {
        let mut all = lock();
        if let Some(entry) = all.files.get(&self.number) {
            let linked = backup.map(|backup| link(&entry.folder, to, backup)).transpose()?;
            let renamed = rustix::fs::renameat(&entry.folder, &entry.name, &entry.folder, to);
            if let (Err(_), Some(true), Some(backup)) = (renamed, linked, backup) {
                let _ = rustix::fs::unlinkat(&entry.folder, backup, AtFlags::empty());
            }
            renamed?;
            all.files.remove(&self.number);
            counting::named();
        }
        // Nothing is left to be removed, for which a thread would wait that a signal ends before it
        // has counted the file.
        std::mem::forget(self);
        Ok(())
    }
}

/// Locks a new file, so that nobody takes it for one that a dead process left; `false` if somebody
/// did.
fn claim(file: &OwnedFd) -> rustix::io::Result<bool> {
    match rustix::fs::flock(file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(rustix::fs::fstat(file)?.st_nlink > 0),
        Err(Errno::WOULDBLOCK) => Ok(false),
        // Where there are no locks, nobody can tell whose it is, and all leave it.
        Err(_) => Ok(true),
    }
}

/// Gives the file `name` the name `backup` too; `false` if it has it already.
fn link(folder: &OwnedFd, name: &OsStr, backup: &OsStr) -> io::Result<bool> {
    let error = match rustix::fs::linkat(folder, name, folder, backup, AtFlags::empty()) {
        Ok(()) => return Ok(true),
        Err(error) => error,
    };
    let find = |name| rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW);
    if error == Errno::EXIST {
        let (one, other) = (find(name)?, find(backup)?);
        if (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino) {
            return Ok(false);
        }
    }
    let (backup, error) = (crate::process::names::path(backup.as_ref()), io::Error::from(error));
    Err(io::Error::new(error.kind(), format!("No backup {backup} can be made: {error}")))
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Some(entry) = lock().files.remove(&self.number) {
            entry.remove();
        }
    }
}

impl Entry {
    /// Removes the file. Nothing more can be done about one that cannot be removed, but to tell it.
    fn remove(&self) {
        match rustix::fs::unlinkat(&self.folder, &self.name, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => {}
            Err(error) => {
                let folder = format!("/proc/self/fd/{}", self.folder.as_raw_fd());
                let path = read_link(folder).unwrap_or_default().join(&self.name);
                let error = Problem::at(&path, &error.into());
                terminal::write_error(&format!("utf: left behind: {error}\n"));
            }
        }
    }
}

fn lock() -> MutexGuard<'static, Register> {
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Has unfinished files removed when a signal ends the process. The lock is kept then, so that no
/// file is made or finished meanwhile; those that have just been finished are counted first.
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
