//! Creates the directories of the output tree.
//!
//! Each gets the mode of the directory that is read, as with `cp -r`. The owner can always write,
//! unless the umask forbids it, so another run can finish an interrupted one.

use std::{ffi::OsString, io, path::Path};

use super::Source;
use crate::{
    files::folder::Folder,
    output::replace::folders::{Folders, Reached},
    process::problem::Problem,
    system::{
        directory::Directory,
        facts::{Facts, Permissions},
    },
};

/// The output directory.
pub(super) struct Target<'a> {
    path: &'a Path,
    top: Folder,
}

impl<'a> Target<'a> {
    /// Opens the directory at `path`, or creates it with the permissions of `like`.
    pub(super) fn open(path: &'a Path, like: Option<&Path>) -> Result<Self, Problem> {
        let problem = |error: io::Error| Problem::at(path, &error);
        let permissions = like.map_or_else(Permissions::of_new_folder, of_path);
        Directory::create_at(path, &permissions).map_err(problem)?;
        Ok(Self { path, top: Folder::open(path).map_err(problem)? })
    }

    /// Returns the path of the directory.
    pub(super) fn path(&self) -> &'a Path {
        self.path
    }

    /// Opens or creates the directories `names`, each in the one before, for the file `source`.
    /// `read` has the directories that are read.
    pub(super) fn folder(
        &self,
        names: &[OsString],
        source: Source<'_>,
        read: &Folders,
    ) -> io::Result<Folder> {
        // The path that leads to the file in the directory at each depth.
        let above = |depth: usize| source.path.ancestors().nth(names.len() - depth - 1);
        let one = |folder: Folder, (depth, name): (usize, &OsString)| {
            folder.child(name, || {
                above(depth).map_or_else(Permissions::private, |path| of_source(path, source, read))
            })
        };
        names.iter().enumerate().try_fold(self.top.clone(), one)
    }
}

/// Returns the permissions for a copy of the directory that contains `path`, a path on the way to
/// `source`. If the directory is unknown, only the owner gets access.
fn of_source(path: &Path, source: Source<'_>, read: &Folders) -> Permissions {
    match source.reached() {
        Reached::Walked(root) => {
            let folder = read.of(path, Some(root));
            let permissions = folder.and_then(|folder| folder.permissions());
            permissions.unwrap_or_else(|_| Permissions::private())
        }
        _ => of_path(crate::files::paths::parent(path)),
    }
}

/// Returns the permissions for a copy of the directory at `path`.
fn of_path(path: &Path) -> Permissions {
    Facts::at(path).map_or_else(|_| Permissions::private(), |facts| facts.folder_permissions())
}
