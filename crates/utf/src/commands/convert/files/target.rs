//! The folders of a tree that is written: made as `cp -r` makes them, with the modes of those that
//! are read; but whoever makes one may write in it, unless the umask has it otherwise, so that
//! another run can finish what this one could not.

use std::{ffi::OsString, io, path::Path};

use rustix::fs::Mode;

use super::OperandFile;
use crate::{
    files::folder::{Folder, access},
    output::replace::folders::{Folders, Reached},
    process::problem::Problem,
};

/// A folder that is written to, and those that are made in it.
pub(super) struct Target<'a> {
    path: &'a Path,
    top: Folder,
}

impl<'a> Target<'a> {
    /// The folder at `path`, made as what is in `like` goes there itself.
    pub(super) fn open(path: &'a Path, like: Option<&Path>) -> Result<Self, Problem> {
        let problem = |error: io::Error| Problem::at(path, &error);
        let mode = like.map_or(Mode::from(0o777), of_path);
        match rustix::fs::mkdir(path, mode | Mode::RWXU) {
            Ok(()) | Err(rustix::io::Errno::EXIST) => {}
            Err(error) => return Err(problem(error.into())),
        }
        Ok(Self { path, top: Folder::open(path).map_err(problem)? })
    }

    /// The path of the folder.
    pub(super) fn path(&self) -> &'a Path {
        self.path
    }

    /// The folder with the `names`, one in the other, for what becomes of `found`; `read` are the
    /// folders that are read.
    pub(super) fn folder(
        &self,
        names: &[OsString],
        found: &OperandFile,
        read: &Folders,
    ) -> io::Result<Folder> {
        // What leads to the file in the folder at each depth.
        let above = |depth: usize| found.path.ancestors().nth(names.len() - depth - 1);
        let one = |folder: Folder, (depth, name): (usize, &OsString)| {
            folder.child(name, || {
                above(depth).map_or(Mode::RWXU, |path| of_source(path, found, read))
            })
        };
        names.iter().enumerate().try_fold(self.top.clone(), one)
    }
}

/// The mode of the folder in which the file or folder at `path` is, by which `found` was come to;
/// where that cannot be told, its owner alone may do anything.
fn of_source(path: &Path, found: &OperandFile, read: &Folders) -> Mode {
    match found.reached() {
        Reached::Walked(root) => {
            let folder = read.of(path, Some(root));
            folder.and_then(|folder| folder.mode()).unwrap_or(Mode::RWXU)
        }
        _ => of_path(crate::files::paths::parent(path)),
    }
}

/// The mode of the folder at `path`.
fn of_path(path: &Path) -> Mode {
    rustix::fs::stat(path).map_or(Mode::RWXU, |stat| access(&stat))
}
