//! A directory that gets a copy of all files that are read, with other text: `-o DIR/`.
//!
//! Its paths are those that `cp -r` would create. No link is followed in it, and nothing outside of it is written.

mod path;
mod taken;
mod target;

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::{
    files::folder::Root,
    input::{
        files::{Files, FoundFile},
        operand::Operand,
        output_folder::OutputFolder,
        walk::args::WalkArgs,
    },
    output::{
        Output,
        replace::{
            folders::{Folders, Reached},
            leftovers::{ClearedFolders, is_temporary},
            own_files::WrittenFiles,
        },
    },
    process::{
        names::{self, counted},
        problem::Problem,
    },
    system::{facts::Facts, files::open},
};
use taken::TakenPaths;
use target::Target;

/// The output directory, with caches of open directories.
pub struct OutputTree<'a> {
    target: Target<'a>,
    identity: OutputFolder,
    /// The directories that are read.
    read: Folders,
    /// The directories that were written to.
    cleared: ClearedFolders,
    /// The files that were written.
    written: Arc<WrittenFiles>,
    /// Whether two operands may go to the same position.
    merges: bool,
}

/// A file to read, and the way to it.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    pub path: &'a Path,
    /// Its name in reports.
    pub name: &'a str,
    /// The operand that led to it; `None` if a list did.
    pub start: Option<&'a Path>,
    pub walked: bool,
    pub root: Option<&'a Arc<Root>>,
}

impl Source<'_> {
    fn reached(&self) -> Reached<'_> {
        Reached::of(self.walked, self.root)
    }

    /// Returns `true` if the next run would delete a file with this name in the output directory.
    pub fn is_temporary(&self) -> bool {
        self.path.file_name().is_some_and(is_temporary)
    }
}

/// The reason not to write a named file with a [temporary](Source::is_temporary) name.
pub const UNFINISHED: &str =
    "its name is that of a temporary file, which the next run would delete: rename it";

/// Returns `: 2 files were not written to out/ (see above)`, or nothing.
pub fn unwritten(count: u64, to: &str) -> String {
    if count == 0 {
        return String::new();
    }
    let were = if count == 1 { "was" } else { "were" };
    format!(": {} {were} not written to {to} (see above)", counted(count, "file"))
}

impl<'a> OutputTree<'a> {
    /// Opens the directory `to`, or creates it, for the files that `paths` lead to.
    pub fn open(to: &'a Path, paths: &[PathBuf]) -> Result<Self, Problem> {
        let operands = if paths.is_empty() { Vec::new() } else { Operand::of(paths) };
        path::check_names(&operands)?;
        path::check_loops(to, &operands)?;
        let target = Target::open(to, path::like(&operands))?;
        let identity = OutputFolder::open(to).map_err(|error| Problem::at(to, &error))?;
        // Two operands go to different positions, unless the contents of one go to the output
        // directory itself.
        let merges =
            operands.len() > 1 && operands.iter().any(|one| path::own_name(one.path()).is_none());
        let (read, cleared, written) = (Folders::new(false), Default::default(), Arc::default());
        Ok(Self { target, identity, read, cleared, written, merges })
    }

    /// Returns the files of a run that writes here.
    pub fn files(&self, walk: &WalkArgs, paths: &[PathBuf]) -> Result<Files, Problem> {
        Ok(walk.files(paths)?.anchored().beside(self.identity.clone()))
    }

    /// Returns a function that takes the output path of each file, in their order. It returns
    /// `false` for a file that is already taken, and an error if another file has the path.
    pub fn taking(
        &self,
        walk: &WalkArgs,
    ) -> impl FnMut(&mut FoundFile) -> Result<bool, Problem> + Send + use<> {
        let mut taken = TakenPaths::default();
        let can_meet = self.merges || walk.has_list();
        move |found| if can_meet { taken.take(found) } else { Ok(true) }
    }

    /// Opens a file for reading.
    pub fn open_source(&self, source: Source<'_>) -> io::Result<File> {
        match (source.reached(), source.path.file_name()) {
            (Reached::Walked(root), Some(name)) => {
                self.read.of(source.path, Some(root))?.read(name)
            }
            _ => open(source.path),
        }
    }

    /// Returns the path of the output for `source`. Returns an error for a file without such a path,
    /// which only a list can name.
    pub fn path(&self, source: Source<'_>) -> Result<PathBuf, Problem> {
        let (folders, name) = self.place(source)?;
        let below = folders.iter().map(|folder| &**folder).chain([&*name]);
        Ok(self.target.path().iter().chain(below).collect())
    }

    /// Opens the output for `source`, whose metadata are `facts`.
    pub fn output(&self, source: Source<'_>, facts: &Facts) -> Result<Output, Problem> {
        let (folders, name) = self.place(source)?;
        let path = self.path(source)?;
        let problem = |error: io::Error| Problem::at(&path, &error);
        let folder = self.target.folder(&folders, source, &self.read).map_err(problem)?;
        self.cleared.clear(&folder);
        Output::within(&folder, &name, &path, facts, &self.written).map_err(problem)
    }

    fn place(&self, source: Source<'_>) -> Result<path::Below, Problem> {
        path::output_path(source.start, source.path).ok_or_else(|| {
            let (name, target) = (source.name, names::folder(self.target.path()));
            Problem::new(format!("{name}: it has no path in {target}")).hint(
                "a listed name keeps its path, which must lead downwards: make the list in a directory above all its files, and run from there",
            )
        })
    }
}
