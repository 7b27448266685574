//! Counts the entries that a walk or a list skips: links that are not followed, special files, and
//! hidden and ignored entries of directories.

use std::{
    ffi::OsStr,
    fmt,
    fs::FileType,
    path::Path,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
};

use super::kept_by_vcs;
use crate::process::terminal;

/// The counts so far.
#[derive(Default)]
pub struct Skips {
    links: AtomicU64,
    /// The number of pipes, sockets and devices.
    others: AtomicU64,
    /// The number of files of version control that a list named.
    kept: AtomicU64,
    hidden: Met,
    /// The entries of directories that are not hidden. Entries that a walk missed count as ignored.
    plain: Met,
    /// Whether a list named any of these.
    is_listed: AtomicBool,
    /// Whether there was a list, and it was empty.
    is_list_empty: AtomicBool,
}

/// The entries of the directories of a walk.
#[derive(Default)]
struct Met {
    all: AtomicU64,
    /// The number that the walk came to.
    met: AtomicU64,
}

impl Met {
    fn missed(&self) -> u64 {
        self.all.load(Ordering::Relaxed).saturating_sub(self.met.load(Ordering::Relaxed))
    }
}

impl Skips {
    /// Counts the entries of `folder`, which a walk enters. If it `hides`, it skips hidden entries.
    pub(super) fn enter(&self, folder: &Path, hides: bool) {
        // The walk reports a directory that cannot be read.
        for entry in folder.read_dir().into_iter().flatten().flatten() {
            if let Some(entries) = self.entries(&entry.file_name(), hides) {
                entries.all.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    /// Counts an entry with this `name` that a walk came to.
    pub(super) fn meet(&self, name: &OsStr, hides: bool) {
        if let Some(entries) = self.entries(name, hides) {
            entries.met.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Nobody misses the data of version control.
    fn entries(&self, name: &OsStr, hides: bool) -> Option<&Met> {
        if !name.as_encoded_bytes().starts_with(b".") {
            return Some(&self.plain);
        }
        let entries = if hides { &self.hidden } else { &self.plain };
        (!kept_by_vcs::is_repository(name)).then_some(entries)
    }

    /// Returns the numbers of hidden and ignored entries of directories.
    pub fn unread(&self) -> [u64; 2] {
        [self.hidden.missed(), self.plain.missed()]
    }

    /// Counts an entry of that `kind`. Returns `false` for files and directories, which are not
    /// counted.
    pub(super) fn count(&self, kind: FileType) -> bool {
        let count = match kind {
            _ if kind.is_file() || kind.is_dir() => return false,
            _ if kind.is_symlink() => &self.links,
            _ => &self.others,
        };
        count.fetch_add(1, Ordering::Relaxed);
        true
    }

    /// Counts an entry that a list names, like [`count`](Self::count).
    pub(super) fn count_listed(&self, kind: FileType) -> bool {
        let counts = self.count(kind);
        self.is_listed.fetch_or(counts, Ordering::Relaxed);
        counts
    }

    /// Records the end of the input: whether there was a list that `named_nothing`.
    pub(super) fn list_ended(&self, named_nothing: bool) {
        self.is_list_empty.store(named_nothing, Ordering::Relaxed);
    }

    /// Warns on stderr that a list was empty, so that nothing was read.
    pub fn tell_empty_list(&self) {
        if self.is_list_empty.load(Ordering::Relaxed) {
            terminal::write_error("utf: --files-from: the list is empty\n");
        }
    }

    /// Warns of an empty list and of skipped entries of a list. It is for commands that do not
    /// report the skipped entries of a walk, because the author of a list may have meant them.
    pub fn tell_listed(&self) {
        self.tell_empty_list();
        if self.is_listed.load(Ordering::Relaxed) {
            let words = self.to_string();
            let words = words.trim_start_matches(", ");
            terminal::write_error(&format!("utf: skipped, as in a directory: {words}\n"));
        }
    }

    /// Counts an entry of a list in a directory that a link leads to.
    pub(super) fn count_listed_link(&self) {
        self.count_link();
        self.is_listed.store(true, Ordering::Relaxed);
    }

    /// Counts an entry of a list that belongs to version control.
    pub(super) fn count_kept(&self) {
        self.kept.fetch_add(1, Ordering::Relaxed);
        self.is_listed.store(true, Ordering::Relaxed);
    }

    /// Counts a link that is not followed.
    pub(super) fn count_link(&self) {
        self.links.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the number of links that are not followed, and of pipes, sockets and devices.
    pub fn numbers(&self) -> [u64; 2] {
        [&self.links, &self.others].map(|count| count.load(Ordering::Relaxed))
    }

    /// Returns `true` if anything was counted except hidden and ignored entries.
    pub fn any(&self) -> bool {
        self.numbers() != [0, 0] || self.kept.load(Ordering::Relaxed) > 0
    }
}

/// Shows `, 2 links not followed`, or nothing.
impl fmt::Display for Skips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.numbers().into_iter().zip(passed_words(self.numbers()));
        words
            .filter(|(count, _)| *count > 0)
            .try_for_each(|(count, what)| write!(f, ", {count} {what}"))?;
        match self.kept.load(Ordering::Relaxed) {
            0 => Ok(()),
            1 => f.write_str(", 1 file of version control (name it to change it)"),
            kept => write!(f, ", {kept} files of version control (name them to change them)"),
        }
    }
}

/// Returns `; 2 hidden entries skipped (see --hidden)`, or nothing.
pub fn unread_words([hidden, ignored]: [u64; 2]) -> String {
    let kinds = [(hidden, "hidden", "--hidden"), (ignored, "ignored", "--no-ignore")];
    let kinds = kinds.into_iter().filter(|(count, ..)| *count > 0);
    kinds
        .map(|(count, kind, option)| {
            let entries = if count == 1 { "entry" } else { "entries" };
            format!("; {count} {kind} {entries} skipped (see {option})")
        })
        .collect()
}

/// Returns the nouns for these numbers of links and of other entries.
pub fn passed_words([links, others]: [u64; 2]) -> [&'static str; 2] {
    [
        if links == 1 { "link not followed" } else { "links not followed" },
        if others == 1 { "pipe, socket or device" } else { "pipes, sockets or devices" },
    ]
}
