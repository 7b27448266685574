//! Walks down a directory, except into directories whose ignore rules cannot be read.

use std::{
    ffi::OsStr,
    io,
    os::unix::{ffi::OsStrExt, fs::FileTypeExt},
    path::{Path, PathBuf},
    sync::mpsc::{self, Receiver, Sender},
};

use ignore::{DirEntry, Error, WalkBuilder};

use crate::input::output_folder::OutputFolder;

/// What is in a folder, and what is below; of folders that were not gone into, why.
pub struct Walk {
    /// None if the rules of the folder itself cannot be read.
    walk: Option<ignore::Walk>,
    refused: Receiver<Refused>,
    /// What was found behind what was refused.
    next: Option<Result<DirEntry, Error>>,
}

/// What rules about what is read are in.
const RULES: [&str; 3] = [".ignore", ".gitignore", ".git/info/exclude"];

/// How many bytes of them are read at most: they take forty times as much memory.
const MAX_RULES: u64 = 1 << 20;

/// A file of which the rules cannot be read, and why.
type Refused = (PathBuf, &'static str);

impl Walk {
    /// The walk of `folder` by `builder`, into what `is_meant`. Rules are read if it `heeds` them:
    /// whoever opens a pipe of such a name waits for somebody who may never come.
    pub(super) fn new(
        mut builder: WalkBuilder,
        folder: &Path,
        heeds: bool,
        is_meant: impl Fn(&DirEntry) -> bool + Send + Sync + 'static,
    ) -> Self {
        let (refuse, refused) = mpsc::channel();
        // Rules of folders around it are heeded too.
        let real = folder.canonicalize().ok().filter(|real| heeds && real.is_dir());
        let around = real.iter().flat_map(|real| real.ancestors());
        let begins = around.into_iter().all(|folder| can_rule(folder, &refuse));
        let walk = begins.then(|| {
            let filter = move |entry: &DirEntry| {
                is_meant(entry) && !(heeds && is_folder(entry) && !can_rule(entry.path(), &refuse))
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
                let words = format!("{why}, so nobody knows what of its folder is to be read");
                let words = format!("{words} (`--no-ignore` reads all)");
                let err = Box::new(Error::Io(io::Error::other(words)));
                Some(Err(Error::WithPath { path, err }))
            }
        }
    }
}

/// Whether what rules about `folder` are in can be read without waiting, and without end; what
/// cannot is told to `refuse`.
fn can_rule(folder: &Path, refuse: &Sender<Refused>) -> bool {
    let why_not = |path: &Path| {
        let found = path.metadata().ok()?;
        let kind = found.file_type();
        if kind.is_fifo() || kind.is_char_device() || kind.is_block_device() {
            return Some("no regular file");
        }
        (kind.is_file() && found.len() > MAX_RULES).then_some("too long to be rules (over 1 MiB)")
    };
    // Of each folder of a tree: one piece of memory for all.
    let folder = folder.as_os_str().as_bytes();
    let mut path = Vec::with_capacity(folder.len() + 32);
    for name in RULES {
        path.clear();
        path.extend_from_slice(folder);
        path.push(b'/');
        path.extend_from_slice(name.as_bytes());
        let path = Path::new(OsStr::from_bytes(&path));
        if let Some(why) = why_not(path) {
            // Whoever walks is there to be told.
            let _ = refuse.send((path.to_owned(), why));
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

/// Whether what a walk came to is the folder that is written to, or a link that leads into it.
pub(super) fn is_output(entry: &DirEntry, is_link: bool, output: Option<&OutputFolder>) -> bool {
    let Some(output) = output.filter(|_| is_link || is_folder(entry)) else { return false };
    if is_link { output.has(entry.path()) } else { output.is(entry.path()) }
}
