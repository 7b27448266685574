//! The entries whose names `names` judges and changes.

use std::{
    collections::{BTreeSet, HashSet},
    path::{Path, PathBuf},
};

use utfkit_text::detect::Detector;

use super::judge::{MAX, Names};
use crate::{
    files::paths::parent,
    input::{
        empty_list::ListWatch,
        walk::args::{Entry, WalkArgs},
    },
    process::{exit::Exit, problem::Problem},
    system,
};

/// The entries that a walk found. They are read once, because a list may come from a pipe.
pub(super) struct Found {
    /// The entries whose names are not ASCII. Other names are always correct.
    pub(super) entries: Vec<Entry>,
    /// The exit status of the walk.
    pub(super) exit: Exit,
}

impl Found {
    /// Reads the entries that `walk` reaches from `paths`. Entries that cannot be read are reported.
    pub(super) fn read(walk: &WalkArgs, paths: &[PathBuf]) -> Result<Self, Problem> {
        let (mut entries, mut exit) = (Vec::new(), Exit::Well);
        let mut named = ListWatch::of(walk, paths);
        for entry in walk.entries(paths, true)? {
            named.entry(&entry);
            match entry {
                Ok(entry) if is_ascii(&entry) => {}
                Ok(entry) => entries.push(entry),
                Err(problem) => exit = exit.max(problem.report()),
            }
        }
        named.tell_empty_list();
        if walk.may_repeat(paths) {
            let mut seen = HashSet::new();
            entries.retain(|entry| seen.insert(real(&entry.path)));
            entries.sort_by_cached_key(|entry| real(&entry.path).components().count());
        }
        Ok(Self { entries, exit })
    }

    /// Returns the names that are judged together.
    pub(super) fn names(&self) -> Names {
        let (mut detector, mut count, mut texts) = (Detector::new(), 0, BTreeSet::new());
        let mut len = 0;
        for name in self.entries.iter().filter_map(|entry| entry.path.file_name()) {
            if len > MAX {
                break;
            }
            match name.to_str() {
                // A name with a line feed would be two.
                Some(text) if text.contains(['\n', '\r']) => {}
                Some(text) => {
                    len += text.len();
                    texts.insert(text.to_owned());
                }
                None => {
                    let bytes = system::names::bytes(name);
                    len += bytes.len();
                    count += 1;
                    detector.feed(&bytes);
                    detector.feed(b"\n");
                }
            }
        }
        Names { detection: Some(detector.finish()), count, texts }
    }
}

fn is_ascii(entry: &Entry) -> bool {
    entry.path.file_name().and_then(|name| name.to_str()).is_some_and(str::is_ascii)
}

/// Returns the real path of `path`, without following `path` itself if it is a link.
fn real(path: &Path) -> PathBuf {
    let folder = parent(path).canonicalize();
    let folder = folder.unwrap_or_else(|_| parent(path).to_owned());
    folder.join(path.file_name().unwrap_or_default())
}
