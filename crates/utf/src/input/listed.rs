//! The files of a list of names.
//!
//! The author of a list may not know what each name is, so a list skips what a walk skips.

use std::{
    fs::{self, FileType},
    path::{Component, Path, PathBuf},
    sync::Arc,
};

use super::{kept_by_vcs, left_out::Skips};
use crate::{files::folder::Root, input::walk::rules::Rules};

/// Decides which names of a list to skip, in the order of the list.
#[derive(Default)]
pub(super) struct ListFilter {
    /// The directory of the last name, and the reason if everything in it is skipped.
    last: Option<(PathBuf, Option<Why>)>,
    /// The current directory, open, if names must not be reached through links.
    here: Option<Arc<Root>>,
}

/// The reason why everything in a directory is skipped if a list names it.
#[derive(Clone, Copy)]
enum Why {
    /// A link leads there, and links are not followed.
    Linked,
    /// It belongs to version control.
    Kept,
    /// The run writes there.
    Written,
}

impl ListFilter {
    /// Returns `true` if `path` is skipped, and counts the reason. `kind` is its type, if it
    /// exists.
    pub(super) fn passes(
        &mut self,
        path: &Path,
        kind: Option<FileType>,
        rules: &Rules,
        passed: &Skips,
    ) -> bool {
        if !rules.take(path, kind.is_some_and(|kind| kind.is_dir())) {
            return true;
        }
        match self.why(path, rules) {
            Some(Why::Linked) => passed.count_listed_link(),
            Some(Why::Kept) => passed.count_kept(),
            Some(Why::Written) => {}
            None => return false,
        }
        true
    }

    /// Returns the reason to skip `path`.
    fn why(&mut self, path: &Path, rules: &Rules) -> Option<Why> {
        if rules.changes && path.file_name().is_some_and(kept_by_vcs::is_repository) {
            return Some(Why::Kept);
        }
        // A file in the output directory is recognized by its directory; the directory itself only
        // by its identity.
        if rules.output.as_ref().is_some_and(|output| output.is(path)) {
            return Some(Why::Written);
        }
        let folder = path.parent()?;
        match &self.last {
            Some((last, why)) if last == folder => *why,
            _ => {
                let why = why_not(folder, rules);
                self.last = Some((folder.to_owned(), why));
                why
            }
        }
    }

    /// Returns the directory from which `path` is reached without links, if the run requires that.
    pub(super) fn root(&mut self, path: &Path, rules: &Rules) -> Option<Arc<Root>> {
        let is_below = |part| matches!(part, Component::CurDir | Component::Normal(_));
        if !path.components().all(is_below) {
            return None;
        }
        if self.here.is_none() {
            self.here = rules.root(Path::new("."));
        }
        self.here.clone()
    }
}

/// Returns the reason to skip everything in `folder`.
fn why_not(folder: &Path, rules: &Rules) -> Option<Why> {
    if rules.changes && folder.iter().any(kept_by_vcs::is_repository) {
        return Some(Why::Kept);
    }
    if rules.output.as_ref().is_some_and(|output| output.has(folder)) {
        return Some(Why::Written);
    }
    // The author of the list wrote an absolute path on purpose, so its directories may be links.
    let above = folder.ancestors().filter(|_| folder.is_relative() && !rules.follow);
    let is_link = |path: &Path| fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
    above.take_while(|path| !path.as_os_str().is_empty()).any(is_link).then_some(Why::Linked)
}
