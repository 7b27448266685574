//! The directories that tools may use.
//!
//! A path is judged by the file to which it leads. The command that opens the file gets the path of
//! that file, without links. This does not protect against another program that replaces a directory
//! by a link in between. The tools themselves cannot make a link.

use std::{
    ffi::OsString,
    fs::{self, Metadata},
    path::{Path, PathBuf},
};

use crate::process::{names, problem::Problem};

/// The maximum length of a file, in bytes.
const MAX_LEN: u64 = 64 << 20;

pub(super) struct Fence {
    /// Full paths, without links. There is at least one.
    folders: Vec<PathBuf>,
}

/// A file or directory inside the fence.
pub(super) struct Place {
    /// The directory of the fence in which it is.
    pub(super) folder: PathBuf,
    /// The path in this directory, without links.
    pub(super) path: PathBuf,
    found: Metadata,
}

impl Fence {
    /// Creates a fence around `folders`, or else around the current directory.
    pub(super) fn new(folders: &[PathBuf]) -> Result<Self, Problem> {
        let here = [PathBuf::from(".")];
        let folders = if folders.is_empty() { &here } else { folders };
        let opened = folders.iter().map(|folder| {
            let problem = |error| Problem::at(folder, &error);
            let real = folder.canonicalize().map_err(problem)?;
            if fs::metadata(&real).map_err(problem)?.is_dir() {
                Ok(real)
            } else {
                let words = format!("{}: not a directory", names::path(folder));
                Err(Problem::new(words).hint("name the directory of the files"))
            }
        });
        Ok(Self { folders: opened.collect::<Result<_, _>>()? })
    }

    /// Returns the names of the directories.
    pub(super) fn shown(&self) -> String {
        let shown = self.folders.iter().map(|folder| names::path(&crate::system::usual(folder)));
        shown.collect::<Vec<_>>().join(", ")
    }

    /// Finds a file or directory, or returns why tools may not use it.
    pub(super) fn find(&self, path: &str) -> Result<Place, String> {
        let shown = names::path(Path::new(path));
        let full = self.folders.first().map_or_else(PathBuf::new, |first| first.join(path));
        // If nothing is there, the nearest directory above decides about the message. So a client
        // does not learn the names of files outside.
        let nearest = full.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
        let inside = nearest.and_then(|(above, real)| {
            let folder = self.folders.iter().find(|folder| real.starts_with(folder))?;
            let path = real.strip_prefix(folder).ok()?.to_owned();
            Some((above == full, folder.clone(), path, real))
        });
        let Some((is_found, folder, path, real)) = inside else {
            let words = "outside of the directories of this server";
            return Err(format!("{shown}: {words} (name a path below {})", self.shown()));
        };
        match fs::metadata(&real) {
            Ok(found) if is_found => Ok(Place { folder, path, found }),
            _ => Err(format!(
                "{shown}: there is no such file, or it cannot be reached (relative paths begin in \
                 {})",
                names::path(&crate::system::usual(&folder))
            )),
        }
    }

    /// Finds a file, or returns why tools may not use it.
    pub(super) fn file(&self, path: &str) -> Result<Place, String> {
        let place = self.find(path)?;
        let shown = names::path(Path::new(path));
        match &place.found {
            found if found.is_dir() => Err(format!("{shown}: a directory (name a file in it)")),
            found if !found.is_file() => {
                Err(format!("{shown}: a pipe, socket or device (name a regular file)"))
            }
            found if found.len() > MAX_LEN => {
                let len = found.len();
                let words = format!("{len} bytes, and tools accept at most {MAX_LEN}");
                Err(format!("{shown}: {words} (use the command `utf` instead)"))
            }
            _ => Ok(place),
        }
    }

    /// Finds a file or directory, or returns why tools may not use it.
    pub(super) fn file_or_folder(&self, path: &str) -> Result<Place, String> {
        match self.find(path)? {
            place if place.found.is_dir() => Ok(place),
            _ => self.file(path),
        }
    }

    /// Finds a file to change, or returns why tools may not change it.
    pub(super) fn file_to_change(&self, path: &str) -> Result<Place, String> {
        let place = self.file(path)?;
        // Git runs programs that files there name.
        if place.path.components().any(|part| part.as_os_str().eq_ignore_ascii_case(".git")) {
            let shown = names::path(Path::new(path));
            Err(format!("{shown}: files of git are not changed (use git)"))
        } else {
            Ok(place)
        }
    }
}

impl Place {
    /// Returns the path as an operand of a command that runs in the directory of the fence.
    pub(super) fn operand(&self) -> OsString {
        match self.path.as_os_str() {
            path if path.is_empty() => ".".into(),
            path if path == "-" => "./-".into(),
            path => path.to_owned(),
        }
    }

    /// Returns the full path.
    pub(super) fn full(&self) -> PathBuf {
        crate::system::usual(&self.folder.join(&self.path))
    }
}
