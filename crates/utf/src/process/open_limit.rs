//! The limit of open files.
//!
//! It bounds the open directories, the threads, and the completed files that are not yet reported.

use std::sync::OnceLock;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// As many as are ever of use: what the process starts should not have more than it would get from
/// a shell.
const WANTED: u64 = 4096;

/// Those that are open whatever is done: the standard streams, what signals wake, a list of names,
/// what runs of git hold.
const ALWAYS: u64 = 16;

/// How many a thread has open at most: a file that is read, compared and kept apart, what replaces
/// it, its folder, those on the way to it, and one that is being listed.
const OF_A_THREAD: usize = 8;

/// How many files may be open at once, beside those that always are. The limit of the process is
/// raised for that, as far as it may be.
fn available() -> usize {
    static AVAILABLE: OnceLock<usize> = OnceLock::new();
    *AVAILABLE.get_or_init(|| {
        let limit = getrlimit(Resource::Nofile);
        let [current, most] = [limit.current, limit.maximum].map(|one| one.unwrap_or(u64::MAX));
        let wanted = most.min(WANTED);
        let raised = || {
            let new = Rlimit { current: Some(wanted), ..limit };
            setrlimit(Resource::Nofile, new).is_ok()
        };
        let limit = if current < wanted && raised() { wanted } else { current };
        usize::try_from(limit.saturating_sub(ALWAYS)).unwrap_or(usize::MAX)
    })
}

/// How many folders are held open at most; each may hold another, in which its walk began.
pub fn folders() -> usize {
    const MAX: usize = 64;
    (available() / 8).clamp(1, MAX)
}

/// How many of so many threads may work on files at once.
pub fn threads(wanted: usize) -> usize {
    (available() / 2 / OF_A_THREAD).clamp(1, wanted.max(1))
}

/// How many of so many files may be done, and not told: each may hold its folder, which is to be
/// synced.
pub fn untold(wanted: usize) -> usize {
    (available() / 4).clamp(2, wanted)
}
