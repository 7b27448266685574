//! The operands: files, directories and standard input.

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
};

use crate::{
    process::{names, problem::Problem},
    system::{files::open, streams},
};

/// An operand: a path, or `-` for standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    Path(PathBuf),
    /// The file `path` in the index of a repository. `copy` is a copy of its content.
    Copy {
        path: PathBuf,
        copy: PathBuf,
    },
    StandardInput,
}

impl Operand {
    /// Returns the operands for `paths`; standard input if there are none.
    pub fn of(paths: &[PathBuf]) -> Vec<Operand> {
        if paths.is_empty() {
            return vec![Operand::StandardInput];
        }
        paths.iter().map(|path| Operand::from_path(path)).collect()
    }

    /// Returns the operand for `path`.
    pub fn from_path(path: &Path) -> Operand {
        if path.as_os_str() == "-" {
            Operand::StandardInput
        } else {
            Operand::Path(path.to_owned())
        }
    }

    /// Returns the operand for a `name` in a list, where `-` is a file.
    pub fn listed(name: PathBuf) -> Operand {
        if name.as_os_str() == "-" {
            Operand::Path(PathBuf::from("./-"))
        } else {
            Operand::Path(name)
        }
    }

    /// Returns the path, as reports show it.
    pub fn path(&self) -> &Path {
        match self {
            Operand::Path(path) | Operand::Copy { path, .. } => path,
            Operand::StandardInput => Path::new("-"),
        }
    }

    /// Returns the name, safe for a terminal.
    pub fn name(&self) -> String {
        names::operand(self.path())
    }

    /// Opens the operand as a file. A regular file can be read again from any offset.
    pub fn open_file(&self) -> Result<File, Problem> {
        match self {
            Operand::StandardInput => {
                streams::standard_input().map_err(|error| Problem::with(&self.name(), &error))
            }
            Operand::Copy { path, copy } => open(copy).map_err(|error| Problem::at(path, &error)),
            Operand::Path(path) => open(path).map_err(|error| not_opened(path, &error)),
        }
    }
}

/// Returns the problem with `path`, with a hint about the name if nothing is there.
pub(super) fn not_opened(path: &Path, error: &io::Error) -> Problem {
    let problem = Problem::at(path, error);
    let is_missing =
        matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::InvalidFilename);
    match misspelled(path).filter(|_| is_missing) {
        Some(hint) => problem.hint(hint),
        None => problem,
    }
}

/// Returns the likely reason why a name was changed on its way here, judged by its look.
pub(super) fn misspelled(path: &Path) -> Option<&'static str> {
    match path.as_os_str().as_encoded_bytes() {
        [.., b'\r'] => {
            Some("the lines of the list may end with CR LF: use `tr -d '\\r'` to drop the CR")
        }
        [b'"', name @ .., b'"'] if name.contains(&b'\\') => {
            Some("git quotes names in lines: use `git ls-files -z` with -0")
        }
        _ => None,
    }
}
