//! The file with the patches of several files.
//!
//! It grows at its end, and is not replaced as a whole: what it has is needed as soon as the first
//! file is replaced.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::{
    files::{folder::Folder, paths::parent},
    process::{names, problem::Problem},
    system::{files, streams::is_standard_output},
};

/// A file to which patches are appended.
#[derive(Clone)]
pub struct Log(Arc<Mutex<Opened>>);

struct Opened {
    path: PathBuf,
    file: BufWriter<File>,
    /// Whether the file has a complete patch.
    has_patch: bool,
}

impl Log {
    /// Creates the file at `path`. Returns an error if it exists and is not an empty file.
    pub fn create(path: &Path) -> Result<Self, Problem> {
        let name = names::path(path);
        if is_standard_output(path) {
            let words = "--patch: the patch of several files needs a regular file";
            return Err(Problem::new(words));
        }
        let is_empty = path.symlink_metadata().is_ok_and(|old| old.is_file() && old.len() == 0);
        let file = if is_empty {
            OpenOptions::new().append(true).open(path)
        } else {
            OpenOptions::new().append(true).create_new(true).open(path)
        };
        let file = file.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => Problem::new(format!("{name}: already exists"))
                .hint("name another file for the patch"),
            _ => Problem::with(&name, &error),
        })?;
        let (path, file) = (path.to_owned(), BufWriter::new(file));
        Ok(Self(Arc::new(Mutex::new(Opened { path, file, has_patch: false }))))
    }

    /// Returns the name, safe for a terminal.
    pub fn name(&self) -> String {
        names::path(&self.opened().path)
    }

    /// Appends `bytes`.
    pub fn write(&self, bytes: &[u8]) -> io::Result<()> {
        self.opened().file.write_all(bytes)
    }

    /// Waits until all of the file is on the disk.
    pub fn sync(&self) -> Result<(), Problem> {
        let mut opened = self.opened();
        let Opened { path, file, has_patch } = &mut *opened;
        let synced = file
            .flush()
            .and_then(|()| files::sync(file.get_ref()))
            .and_then(|()| if *has_patch { Ok(()) } else { Folder::open(parent(path))?.sync() });
        *has_patch |= synced.is_ok();
        synced.map_err(|error| Problem::at(path, &error))
    }

    /// Returns `true` if no file was changed.
    pub fn is_empty(&self) -> bool {
        !self.opened().has_patch
    }

    fn opened(&self) -> MutexGuard<'_, Opened> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Opened {
    /// Removes the file if nothing was written.
    fn drop(&mut self) {
        let written = self.file.flush().and_then(|()| self.file.get_ref().metadata());
        if written.is_ok_and(|file| file.len() == 0) {
            // An empty file does no harm.
            let _ = fs::remove_file(&self.path);
        }
    }
}
