//! The operands: files, directories and standard input.

use std::{
    fs::File,
    io,
    os::fd::AsFd,
    path::{Path, PathBuf},
};

use crate::process::{names, problem::Problem};

/// An operand: a path, or `-` for standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    Path(PathBuf),
    /// What is at `path` in the index of a repository, of which there is a copy.
    Copy {
        path: PathBuf,
        copy: PathBuf,
    },
    StandardInput,
}

impl Operand {
    /// The operands that were given; none means standard input.
    pub fn of(paths: &[PathBuf]) -> Vec<Operand> {
        if paths.is_empty() {
            return vec![Operand::StandardInput];
        }
        paths.iter().map(|path| Operand::from_path(path)).collect()
    }

    /// The operand that `path` names.
    pub fn from_path(path: &Path) -> Operand {
        match path.as_os_str() == "-" {
            true => Operand::StandardInput,
            false => Operand::Path(path.to_owned()),
        }
    }

    /// What a list of names calls `name`: there, `-` is a file.
    pub fn listed(name: PathBuf) -> Operand {
        match name.as_os_str() == "-" {
            true => Operand::Path(PathBuf::from("./-")),
            false => Operand::Path(name),
        }
    }

    /// The path, as reports give it.
    pub fn path(&self) -> &Path {
        match self {
            Operand::Path(path) | Operand::Copy { path, .. } => path,
            Operand::StandardInput => Path::new("-"),
        }
    }

    /// The name, fit for a terminal.
    pub fn name(&self) -> String {
        names::operand(self.path())
    }

    /// Opens it as a file: to be read without a buffer, and again from any place if it is regular.
    pub fn open_file(&self) -> Result<File, Problem> {
        match self {
            Operand::StandardInput => {
                let descriptor = io::stdin().as_fd().try_clone_to_owned();
                descriptor.map(File::from).map_err(|error| Problem::with(&self.name(), &error))
            }
            Operand::Copy { path, copy } => {
                File::open(copy).map_err(|error| Problem::at(path, &error))
            }
            Operand::Path(path) => File::open(path).map_err(|error| not_opened(path, &error)),
        }
    }
}

/// A problem with what is at `path`, with what may be wrong with the name if nothing is there.
pub(super) fn not_opened(path: &Path, error: &io::Error) -> Problem {
    let problem = Problem::at(path, error);
    match misspelled(path).filter(|_| error.kind() == io::ErrorKind::NotFound) {
        Some(hint) => problem.hint(hint),
        None => problem,
    }
}

/// What may have become of a name on the way here, by its look.
pub(super) fn misspelled(path: &Path) -> Option<&'static str> {
    match path.as_os_str().as_encoded_bytes() {
        [.., b'\r'] => Some("does the list end its lines with CR LF? `tr -d '\\r'` drops the CR"),
        [b'"', name @ .., b'"'] if name.contains(&b'\\') => {
            Some("git quotes names in lines: `git ls-files -z` does not, and -0 takes that")
        }
        _ => None,
    }
}
