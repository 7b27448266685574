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

/// A look at the names of a list, one after the other.
#[derive(Default)]
pub(super) struct ListFilter {
    /// The folder of the last name, and whether nothing in it is meant.
    last: Option<(PathBuf, Option<Why>)>,
    /// The folder that names begin with, open if they are to be reached by no link.
    here: Option<Arc<Root>>,
}

/// Why nothing in a folder is meant that a list names.
#[derive(Clone, Copy)]
enum Why {
    /// A link leads there, which is not followed.
    Linked,
    /// It is that of a program of version control.
    Kept,
    /// We write there.
    Written,
}

impl ListFilter {
    /// Whether what is at `path` is passed by, with count of why. It is of that `kind`, if it is
    /// there.
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

    /// Why what is at `path` is not meant.
    fn why(&mut self, path: &Path, rules: &Rules) -> Option<Why> {
        if rules.changes && path.file_name().is_some_and(kept_by_vcs::is_repository) {
            return Some(Why::Kept);
        }
        // What is in the folder that we write to is told by that it is in; the folder itself only
        // by what it is.
        if rules.output.is_some_and(|output| output.is(path)) {
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

    /// The folder that `path` is reached from by no link, if it is to be reached so.
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

/// Why nothing in `folder` is meant.
fn why_not(folder: &Path, rules: &Rules) -> Option<Why> {
    if rules.changes && folder.iter().any(kept_by_vcs::is_repository) {
        return Some(Why::Kept);
    }
    if rules.output.is_some_and(|output| output.has(folder)) {
        return Some(Why::Written);
    }
    // Where an absolute name begins, nothing was found: somebody said that.
    let above = folder.ancestors().filter(|_| folder.is_relative() && !rules.follow);
    let is_link = |path: &Path| fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
    above.take_while(|path| !path.as_os_str().is_empty()).any(is_link).then_some(Why::Linked)
}
