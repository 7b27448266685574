//! Files that are not finished: they are removed if their work is given up, and if the process is
//! told to end.
//!
//! A thread waits for signals, so that a read that waits for a pipe delays nothing. It and those
//! who work take the same lock: no file is between two states when the thread removes it. What even so is
//! left by a process that was killed carries no lock of the system any more, and so can be told.

use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    fs::File,
    io,
    os::fd::OwnedFd,
    process,
    sync::{Arc, Mutex, MutexGuard, Once, PoisonError, atomic::AtomicBool},
    thread,
};

use rustix::{
    fs::{AtFlags, FlockOperation, Mode, OFlags},
    io::Errno,
};
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ},
    flag,
    iterator::Signals,
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

    /// Gives the file the name `to` in its folder, in the place of what has that name; that gets the name
    /// `backup` first, if there is one.
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
        }
        Ok(())
    }
}

/// Locks a new file, so that nobody takes it for one that a dead process left; `false` if somebody did.
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
    let (backup, error) = (crate::shown::path(backup.as_ref()), io::Error::from(error));
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
    fn remove(&self) {
        // Nothing more can be done about a file that cannot be removed.
        let _ = rustix::fs::unlinkat(&self.folder, &self.name, AtFlags::empty());
    }
}

fn lock() -> MutexGuard<'static, Register> {
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Says what is done last when a signal ends the process.
pub fn when_interrupted(last: impl Fn() + Send + 'static) {
    watch_signals();
    *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(last));
}

static LAST: Mutex<Option<Box<dyn Fn() + Send>>> = Mutex::new(None);

/// Starts the thread that waits for signals, once. Without it, a signal ends the process and leaves
/// its files; nothing else is lost.
fn watch_signals() {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        // A file that grows too large makes writing fail, as a full disk does; it need not end us.
        let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
        // What `nohup` started goes on when its terminal is gone.
        let hangup = (!hangup_is_ignored()).then_some(SIGHUP);
        let Ok(mut signals) = Signals::new([SIGINT, SIGTERM].into_iter().chain(hangup)) else {
            return;
        };
        let wait = move || signals.forever().next().map(end);
        let _ = thread::Builder::new().name("signals".to_owned()).spawn(wait);
    });
}

/// Ends the process as `signal` says; the lock is kept, so that no file is made or finished meanwhile.
fn end(signal: i32) {
    let all = lock();
    all.files.values().for_each(Entry::remove);
    if let Some(last) = &*LAST.lock().unwrap_or_else(PoisonError::into_inner) {
        last();
    }
    process::exit(128 + signal);
}

/// Whether the process was started with SIGHUP ignored. Where that cannot be told, it was not.
fn hangup_is_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .is_some_and(|mask| mask & (1 << (SIGHUP - 1)) != 0)
}
