//! Selects files of directories and lists by the options.

use std::{ffi::OsStr, path::Path, sync::Arc};

use ignore::{DirEntry, WalkBuilder, overrides::Override, types::Types};

use super::descent::{Walk, is_output};
use crate::{
    files::folder::Root,
    input::{kept_by_vcs, left_out::Skips, output_folder::OutputFolder},
    process::{names, problem::Problem},
};

/// Selects which files of directories are read.
pub struct Rules {
    /// Whether a walk must stay in its directory, even if that is moved or replaced.
    pub anchored: bool,
    /// Whether files are changed.
    pub changes: bool,
    /// Whether hidden and ignored entries are counted, which costs a second listing of each directory.
    pub counts: bool,
    /// The output directory, which is not read.
    pub output: Option<OutputFolder>,
    pub(super) hidden: bool,
    pub(super) no_ignore: bool,
    /// Whether links that a walk or a list comes to are followed.
    pub follow: bool,
    pub(super) globs: Override,
    pub(super) types: Types,
}

impl Rules {
    /// Returns `true` if the globs and types select `path`, a file or a directory.
    pub fn take(&self, path: &Path, is_folder: bool) -> bool {
        let within = path.ancestors().take_while(|part| !part.as_os_str().is_empty()).enumerate();
        let mut within = within.map(|(depth, part)| (part, is_folder || depth > 0));
        let left = within.any(|(part, is_folder)| self.globs.matched(part, is_folder).is_ignore());
        !left && !self.types.matched(path, is_folder).is_ignore()
    }

    /// Opens the start of a walk, if the walk must stay inside it.
    pub fn root(&self, folder: &Path) -> Option<Arc<Root>> {
        (self.anchored && !self.follow).then(|| Arc::new(Root::open(folder)))
    }

    /// Returns an error if `path` must not be changed.
    pub fn refuse(&self, path: &Path) -> Result<(), Problem> {
        if !self.changes || !kept_by_vcs::is_unnamed(path) {
            return Ok(());
        }
        let words = "leads to files of version control";
        Err(Problem::new(format!("{}: {words}", names::path(path)))
            .hint("name the target to change it"))
    }

    /// Walks `folder`. Hidden and ignored entries, and links that are not followed although
    /// `--follow` is set, are counted in `passed`.
    pub fn walk(&self, folder: &Path, passed: Arc<Skips>) -> Walk {
        let (changes, follows, output) = (self.changes, self.follow, self.output.clone());
        let links = Arc::clone(&passed);
        let is_meant = move |entry: &DirEntry| {
            if entry.depth() == 0 {
                return true;
            }
            let is_link = follows && entry.path_is_symlink();
            let is_output = is_output(entry, is_link, output.as_ref());
            let is_linked = is_link && changes && kept_by_vcs::is_linked(entry.path());
            if is_linked || is_link && is_output {
                links.count_link();
            }
            let is_repository = changes && kept_by_vcs::is_repository(entry.file_name());
            !is_linked && !is_output && !is_repository
        };
        let mut builder = WalkBuilder::new(folder);
        builder
            .standard_filters(!self.no_ignore)
            .hidden(!self.hidden)
            .follow_links(self.follow)
            .overrides(self.globs.clone())
            .types(self.types.clone())
            .sort_by_file_name(OsStr::cmp);
        // Users expect globs and types to leave out files, so nothing is counted then.
        let all = self.globs.is_empty() && self.types.is_empty();
        let hides = !self.hidden;
        let skips = all && (hides || !self.no_ignore);
        let counts = (self.counts && skips).then_some((passed, hides));
        Walk::new(builder, folder, !self.no_ignore, counts, is_meant)
    }
}
