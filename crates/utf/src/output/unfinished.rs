//! Files that are not finished: they are removed if their work is given up, and if the process is
//! told to end.
//!
//! A thread waits for signals, so that a read that waits for a pipe delays nothing. It and those
//! who work take the same lock: no file is between two states when the thread removes it.

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

use rustix::fs::{AtFlags, Mode, OFlags};
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
        Ok((Self { number }, file.into()))
    }

    /// Gives the file the name `to` in its folder, in the place of what has that name.
    pub(super) fn rename(self, to: &OsStr) -> io::Result<()> {
        let mut all = lock();
        if let Some(entry) = all.files.get(&self.number) {
            rustix::fs::renameat(&entry.folder, &entry.name, &entry.folder, to)?;
            all.files.remove(&self.number);
        }
        Ok(())
    }
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
