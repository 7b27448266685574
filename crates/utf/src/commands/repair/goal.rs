//! The destination of the repaired text, and the outcome for a file.

use std::{
    io,
    path::{Path, PathBuf},
};

use super::{args::Args, beginning::Skipped, report::Findings};
use crate::{
    commands::output_tree::OutputTree,
    files::folder::Folder,
    input::{self, operand::Operand},
    output::replace::{
        args::{MadeOf, Manner},
        change::{Change, Unopened},
        folders::{Folders, Reached},
    },
    process::problem::Problem,
    system::old::LostAttributes,
};

/// The destination of the repaired text.
pub enum Goal<'a> {
    /// The text is not written. The fixes are only reported.
    Nowhere,
    /// The text goes to this file, or to standard output.
    Output(&'a Path),
    /// The text goes to the path of the file below a directory.
    Tree(Box<OutputTree<'a>>),
    /// The file is replaced.
    InPlace { manner: Manner, folders: Folders },
}

impl<'a> Goal<'a> {
    /// Returns the destination that `args` name.
    pub fn of(args: &'a Args) -> Result<Self, Problem> {
        Ok(match &args.output {
            _ if args.in_place.given() => {
                let manner = args.in_place.manner(false, &args.paths)?;
                Goal::InPlace { manner, folders: Folders::new(true) }
            }
            Some(_) if let Some(folder) = args.folder() => {
                args.walk.need_names(&args.paths, "-o to a directory")?;
                Goal::Tree(Box::new(OutputTree::open(folder, &args.paths)?))
            }
            Some(path) => Goal::Output(path),
            None => Goal::Nowhere,
        })
    }
}

/// The result for a file.
pub enum Outcome {
    /// The findings. If the file was replaced, its directory.
    Repaired(Findings, Option<Folder>),
    /// The findings and the directory of a file that has lost its owner or permissions.
    OwnerChanged(Findings, Folder, LostAttributes),
    /// The file was left unchanged for this reason.
    Unchanged(String),
    /// The file is a backup, and was left unchanged.
    Backup(String),
    /// The file was reached by another path before.
    Repeated,
    /// The file is an unfinished temporary file.
    Ignored,
    /// The file is not repaired.
    Skipped(Skipped),
}

/// A file that is open to be replaced.
pub struct Opened<'m> {
    pub change: Change<'m>,
    pub folder: Folder,
    /// The path of the file itself, not of a link to it.
    pub path: PathBuf,
}

impl<'m> Opened<'m> {
    /// Opens `file`. Returns its outcome if it must not be replaced.
    pub fn new(
        file: &input::files::FoundFile,
        manner: &'m Manner,
        folders: &Folders,
    ) -> Result<Result<Self, Outcome>, Problem> {
        let path = match &file.operand {
            Operand::Path(path) | Operand::Copy { path, .. } => path,
            Operand::StandardInput => {
                return Err(Problem::new("<stdin>: standard input cannot be changed in place"));
            }
        };
        match manner.made_of(path).filter(|_| !file.is_typed()) {
            Some(MadeOf::Unfinished) => return Ok(Err(Outcome::Ignored)),
            Some(MadeOf::Backup(why)) => return Ok(Err(Outcome::Backup(why))),
            None => {}
        }
        let name = file.operand.name();
        let problem = |error: io::Error| Problem::with(&name, &error);
        let reached = Reached::of(file.walked, file.root.as_ref());
        let place = match folders.place(path, reached).map_err(problem)? {
            Ok(place) => place,
            Err(why) => return Ok(Err(Outcome::Unchanged(why))),
        };
        let (folder, path) = (place.folder.clone(), place.path.clone());
        match Change::open(place, manner).map_err(problem)? {
            Ok(change) => Ok(Ok(Self { change, folder, path })),
            Err(Unopened::LeftAlone(why)) => Ok(Err(Outcome::Unchanged(why))),
            Err(Unopened::Again) => Ok(Err(Outcome::Repeated)),
        }
    }
}
