//! Walks down a directory, except into directories whose ignore rules cannot be read.

use std::{
    io,
    path::{Path, PathBuf},
    sync::{
        Arc,
        mpsc::{self, Receiver, Sender},
    },
};

use ignore::{DirEntry, Error, WalkBuilder};

use crate::input::{left_out::Skips, output_folder::OutputFolder};

/// The content of a directory and everything below it, with the reasons why some directories were
/// not entered.
pub struct Walk {
    /// `None` if the rules of the directory itself cannot be read.
    walk: Option<ignore::Walk>,
    refused: Receiver<Refused>,
    /// The entry found after the rejected one.
    next: Option<Result<DirEntry, Error>>,
}

/// The files that contain ignore rules.
const RULES: [&str; 3] = [".ignore", ".gitignore", ".git/info/exclude"];

/// The maximum size of such a file in bytes. Its rules take forty times as much memory.
const MAX_RULES: u64 = 1 << 20;

/// A file whose rules cannot be read, and the reason.
type Refused = (PathBuf, &'static str);

impl Walk {
    /// Walks `folder` with `builder`, into entries that `is_meant` accepts. Rule files apply if it
    /// `heeds` them. They are checked first, because opening a pipe of such a name would wait for a
    /// writer that may never come. Skipped entries are counted in `counts`, with whether the walk
    /// skips hidden entries.
    pub(super) fn new(
        mut builder: WalkBuilder,
        folder: &Path,
        heeds: bool,
        counts: Option<(Arc<Skips>, bool)>,
        is_meant: impl Fn(&DirEntry) -> bool + Send + Sync + 'static,
    ) -> Self {
        let (refuse, refused) = mpsc::channel();
        // The rules of enclosing directories apply too.
        let real = folder.canonicalize().ok().filter(|real| heeds && real.is_dir());
        let around = real.iter().flat_map(|real| real.ancestors());
        let begins = around.into_iter().all(|folder| can_rule(folder, &refuse));
        let walk = begins.then(|| {
            // The filter does not get the directory itself.
            if let Some((skips, hides)) = &counts {
                skips.enter(folder, *hides);
            }
            let filter = move |entry: &DirEntry| {
                let enters = is_folder(entry);
                let passes =
                    is_meant(entry) && !(heeds && enters && !can_rule(entry.path(), &refuse));
                if let Some((skips, hides)) = &counts {
                    skips.meet(entry.file_name(), *hides);
                    if passes && enters {
                        skips.enter(entry.path(), *hides);
                    }
                }
                passes
            };
            builder.filter_entry(filter).build()
        });
        Self { walk, refused, next: None }
    }
}

impl Iterator for Walk {
    type Item = Result<DirEntry, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.next.take().or_else(|| self.walk.as_mut()?.next());
        match self.refused.try_recv() {
            Err(_) => next,
            Ok((path, why)) => {
                self.next = next;
                let words = format!("{why}, so it is unknown which files of its directory to read");
                let words = format!("{words} (use `--no-ignore` to read all)");
                let err = Box::new(Error::Io(io::Error::other(words)));
                Some(Err(Error::WithPath { path, err }))
            }
        }
    }
}

/// Returns `true` if the rule files of `folder` can be read without blocking and have a limited
/// size. Reports a file that cannot to `refuse`.
fn can_rule(folder: &Path, refuse: &Sender<Refused>) -> bool {
    let why_not = |path: &Path| {
        let found = path.metadata().ok()?;
        let kind = found.file_type();
        if !kind.is_file() && !kind.is_dir() {
            return Some("not a regular file");
        }
        (kind.is_file() && found.len() > MAX_RULES).then_some("too long to be rules (over 1 MiB)")
    };
    // All names share one buffer, because this runs for every directory of a tree.
    let mut path = PathBuf::with_capacity(folder.as_os_str().len() + 32);
    for name in RULES {
        path.clear();
        path.push(folder);
        path.push(name);
        if let Some(why) = why_not(&path) {
            // Sending cannot fail while the walk lives.
            let _ = refuse.send((path, why));
            return false;
        }
    }
    true
}

fn is_folder(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_dir())
}

pub fn is_file(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_file())
}

/// Returns `true` if the entry is the output directory, or a link that leads into it.
pub(super) fn is_output(entry: &DirEntry, is_link: bool, output: Option<&OutputFolder>) -> bool {
    let Some(output) = output.filter(|_| is_link || is_folder(entry)) else { return false };
    if is_link { output.has(entry.path()) } else { output.is(entry.path()) }
}
