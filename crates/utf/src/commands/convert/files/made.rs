//! The folders of a tree that is written: made as `cp -r` makes them, with the modes of those that are read.

use std::{
    ffi::OsString,
    fs, io,
    os::unix::fs::PermissionsExt,
    path::Path,
    sync::{Mutex, PoisonError},
};

use rustix::fs::Mode;

use super::Found;
use crate::{
    exit::Exit,
    output::replace::{Folder, Folders, Reached},
    trouble::Trouble,
};

/// A folder that is written to, and those that are made in it.
pub(super) struct Made<'a> {
    path: &'a Path,
    top: Folder,
    /// Folders that are to get modes with which nothing can be written in them: by their names, from the top.
    later: Mutex<Vec<(Vec<OsString>, Mode)>>,
}

impl<'a> Made<'a> {
    /// The folder at `path`, made as what is in `like` goes there itself.
    pub(super) fn open(path: &'a Path, like: Option<&Path>) -> Result<Self, Trouble> {
        let trouble = |error: io::Error| Trouble::at(path, &error);
        let mode = like.map_or(Mode::from(0o777), of_path);
        let made = match rustix::fs::mkdir(path, mode | Mode::RWXU) {
            Ok(()) => vec![(Vec::new(), mode)],
            Err(rustix::io::Errno::EXIST) => Vec::new(),
            Err(error) => return Err(trouble(error.into())),
        };
        let top = Folder::open(path).map_err(trouble)?;
        let later = made.into_iter().filter(|(_, mode)| !mode.contains(Mode::RWXU)).collect();
        Ok(Self { path, top, later: Mutex::new(later) })
    }

    /// The path of the folder.
    pub(super) fn path(&self) -> &'a Path {
        self.path
    }

    /// The folder with the `names`, one in the other, for what becomes of `found`; `read` are the folders that are read.
    pub(super) fn folder(
        &self,
        names: &[OsString],
        found: &Found,
        read: &Folders,
    ) -> io::Result<Folder> {
        // What leads to the file in the folder at each depth.
        let above = |depth: usize| found.path.ancestors().nth(names.len() - depth - 1);
        let one = |folder: Folder, (depth, name): (usize, &OsString)| {
            let mut wanted = Mode::RWXU;
            let mode = || {
                wanted = above(depth).map_or(wanted, |path| of_source(path, found, read));
                wanted
            };
            let (folder, is_new) = folder.child(name, mode)?;
            if is_new && !wanted.contains(Mode::RWXU) {
                self.later().push((names[..=depth].to_vec(), wanted));
            }
            Ok(folder)
        };
        names.iter().enumerate().try_fold(self.top.clone(), one)
    }

    /// Gives folders their modes, for all is written in them: those within others first.
    pub(super) fn finish(self) -> Exit {
        let later = std::mem::take(&mut *self.later());
        let restrict = |names: &[OsString], mode| {
            let folder =
                names.iter().try_fold(self.top.clone(), |folder, name| folder.within(name));
            folder.and_then(|folder| folder.restrict(mode))
        };
        let restrict = |(names, mode): (Vec<OsString>, Mode)| match restrict(&names, mode) {
            Ok(()) => Exit::Well,
            Err(error) => {
                Trouble::at(&self.path.join(names.iter().collect::<std::path::PathBuf>()), &error)
                    .report()
            }
        };
        later.into_iter().rev().map(restrict).max().unwrap_or(Exit::Well)
    }

    fn later(&self) -> std::sync::MutexGuard<'_, Vec<(Vec<OsString>, Mode)>> {
        self.later.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The mode of the folder in which the file or folder at `path` is, by which `found` was come to; where that cannot be told, its
/// owner alone may do anything.
fn of_source(path: &Path, found: &Found, read: &Folders) -> Mode {
    match found.reached() {
        Reached::Walked(root) => {
            let folder = read.of(path, Some(root));
            folder.and_then(|folder| folder.mode()).unwrap_or(Mode::RWXU)
        }
        _ => of_path(crate::output::replace::parent(path)),
    }
}

/// The mode of the folder at `path`.
fn of_path(path: &Path) -> Mode {
    let mode = fs::metadata(path).map_or(0o700, |facts| facts.permissions().mode());
    Mode::from_raw_mode(mode & 0o777)
}
