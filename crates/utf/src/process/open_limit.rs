//! The limit of open files.
//!
//! It bounds the open directories, the threads, and the completed files that are not yet reported.

use std::sync::OnceLock;

use crate::system::limits;

/// The maximum limit that is useful. Child processes inherit the limit, so it should not be much
/// higher than that of a shell.
const WANTED: u64 = 4096;

/// The number of files that are always open: the standard streams, the pipe of the signals, a list
/// of names, and the pipes of git.
const ALWAYS: u64 = 16;

/// The maximum number of files that a thread has open. They are the input, the files for comparison
/// and for rejected text, the replacement, its directory, those on the way to it, and one that is
/// being listed.
const OF_A_THREAD: usize = 8;

/// Returns the number of files that may be open at once, in addition to those that always are. It
/// raises the limit of the process for that, if it may.
fn available() -> usize {
    static AVAILABLE: OnceLock<usize> = OnceLock::new();
    *AVAILABLE.get_or_init(|| {
        let limit = limits::open_files(WANTED);
        usize::try_from(limit.saturating_sub(ALWAYS)).unwrap_or(usize::MAX)
    })
}

/// Returns the maximum number of directories that are kept open. Each may keep another one open, in
/// which its walk began.
pub fn folders() -> usize {
    const MAX: usize = 64;
    (available() / 8).clamp(1, MAX)
}

/// Returns how many of the `wanted` threads may work on files at once.
pub fn threads(wanted: usize) -> usize {
    (available() / 2 / OF_A_THREAD).clamp(1, wanted.max(1))
}

/// Returns how many of `wanted` files may be done but not reported. Each may keep its directory
/// open until that is synced.
pub fn unreported(wanted: usize) -> usize {
    (available() / 4).clamp(2, wanted)
}
