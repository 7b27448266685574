//! What a walk passes by: links that are not followed, and what is no file.

use std::{
    fmt,
    fs::FileType,
    sync::atomic::{AtomicU64, Ordering},
};

/// How many there were so far.
#[derive(Default)]
pub struct Passed {
    links: AtomicU64,
    /// Pipes, sockets, devices.
    others: AtomicU64,
}

impl Passed {
    /// Counts what is of that `kind`, unless it is a file or a folder.
    pub(super) fn count(&self, kind: FileType) {
        let count = match kind {
            _ if kind.is_file() || kind.is_dir() => return,
            _ if kind.is_symlink() => &self.links,
            _ => &self.others,
        };
        count.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a link that is not followed.
    pub(super) fn count_link(&self) {
        self.links.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether there was anything.
    pub fn any(&self) -> bool {
        [&self.links, &self.others].iter().any(|count| count.load(Ordering::Relaxed) > 0)
    }
}

/// `, 2 links not followed`, or nothing.
impl fmt::Display for Passed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.links.load(Ordering::Relaxed) {
            0 => {}
            1 => write!(f, ", 1 link not followed")?,
            links => write!(f, ", {links} links not followed")?,
        }
        match self.others.load(Ordering::Relaxed) {
            0 => Ok(()),
            1 => write!(f, ", 1 pipe, socket or device"),
            others => write!(f, ", {others} pipes, sockets or devices"),
        }
    }
}
