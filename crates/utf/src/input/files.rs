//! The files to read, one by one: operands, names from lists, and files in directories.

use std::{
    fs,
    io::{
        self,
        ErrorKind::{NotFound, PermissionDenied},
    },
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    left_out::Skips,
    listed::ListFilter,
    operand::{self, Operand},
    output_folder::OutputFolder,
    same_file::{Turn, Turns},
};
use crate::{
    files::folder::Root,
    input::walk::{
        descent::{Walk, is_file},
        problem::walk_problem,
        rules::Rules,
    },
    process::{names, problem::Problem},
    system::facts,
    threads::job,
};

/// A file to read.
pub struct FoundFile {
    pub operand: Operand,
    /// Whether the file was found in a directory, so that the user did not name it.
    pub walked: bool,
    /// Whether a list named it.
    pub listed: bool,
    /// Whether the file is regular and can be read at any time. Other files may block, or be the
    /// same stream as another.
    pub regular: bool,
    /// The operand that led to the file; `None` if a list did.
    pub start: Option<Arc<Path>>,
    /// The start of the walk, if that matters and links are not followed.
    pub root: Option<Arc<Root>>,
    /// The turn among the names of the same file, if the run takes turns.
    pub turn: Option<Turn>,
}

impl FoundFile {
    fn of(operand: Operand, walked: bool, regular: bool) -> Self {
        Self { operand, walked, listed: false, regular, start: None, root: None, turn: None }
    }

    /// Returns `true` if the user typed the name, and so means the file, no matter what it is.
    pub fn is_typed(&self) -> bool {
        !self.walked && !self.listed
    }

    /// Waits until earlier names of the same file are done.
    pub fn wait(&self) {
        if let Some(turn) = &self.turn {
            turn.wait();
        }
    }
}

/// A file to read, or the problem in its place, is a job for a thread.
impl job::Job for Result<FoundFile, Problem> {
    fn is_free(&self) -> bool {
        self.as_ref().is_ok_and(|found| found.regular)
    }
}

/// The files to read, one by one, with the files of the directories that are walked.
pub struct Files {
    operands: Box<dyn Iterator<Item = Result<Operand, Problem>> + Send>,
    /// The number of operands from the command line that are left. They come before those of a
    /// list.
    given: usize,
    /// Whether there is a list that has named nothing so far.
    is_list_empty: bool,
    listed: ListFilter,
    rules: Rules,
    /// The operand that leads to the next files, unless a list does.
    start: Option<Arc<Path>>,
    /// The directory that is being walked.
    walk: Option<Walk>,
    /// The last directory that the walk came to.
    here: PathBuf,
    /// The start of the walk, if links are not followed.
    root: Option<Arc<Root>>,
    /// The turns of the names of each file, if the run takes turns.
    turns: Option<Arc<Turns>>,
    single: bool,
    /// The first directory that was walked.
    first: Option<Arc<Path>>,
    /// Whether a file was found, or a problem was reported, or neither is expected.
    has_found: bool,
    /// Whether the operands are files that were found, not named.
    changed: bool,
    passed: Arc<Skips>,
}

impl Files {
    /// Creates the files that `operands` lead to. The first `given` operands come from the command
    /// line, the others from a list if there `is_list`.
    pub(super) fn of_operands(
        operands: Box<dyn Iterator<Item = Result<Operand, Problem>> + Send>,
        (given, is_list): (usize, bool),
        rules: Rules,
        single: bool,
    ) -> Self {
        Self {
            operands,
            given,
            is_list_empty: is_list,
            listed: ListFilter::default(),
            rules,
            start: None,
            walk: None,
            here: PathBuf::new(),
            root: None,
            turns: None,
            single,
            first: None,
            has_found: false,
            changed: false,
            passed: Arc::default(),
        }
    }

    /// Creates the files `operands`, which the caller found.
    pub(super) fn of_change(
        operands: Box<dyn Iterator<Item = Result<Operand, Problem>> + Send>,
        rules: Rules,
    ) -> Self {
        Self { changed: true, ..Self::of_operands(operands, (0, false), rules, false) }
    }

    /// Anchors the walk, so that each file comes with the root of its walk.
    pub fn anchored(mut self) -> Self {
        self.rules.anchored = true;
        self
    }

    /// Counts hidden and ignored entries if `counts`. A run that writes must not: it makes hidden
    /// files itself.
    pub fn counting(mut self, counts: bool) -> Self {
        self.rules.counts = counts;
        self
    }

    /// Leaves out the directory `output`, which is written to.
    pub fn beside(mut self, output: OutputFolder) -> Self {
        self.rules.output = Some(output);
        self
    }

    /// Accepts directories without files.
    pub fn may_be_empty(mut self) -> Self {
        self.has_found = true;
        self
    }

    /// Prepares the files to be changed: a file that is reached twice has to wait, and the data of
    /// version control is left out.
    pub fn changing(mut self) -> Self {
        self.rules.changes = true;
        self.turns = Some(Arc::default());
        self.anchored()
    }

    /// Returns the turn of a name of the file with this `number`.
    fn turn(&self, number: impl FnOnce() -> Option<u64>) -> Option<Turn> {
        let turns = self.turns.as_ref()?;
        number().map(|number| turns.take(number))
    }

    /// Returns `true` if there is exactly one file.
    pub fn is_single(&self) -> bool {
        self.single
    }

    /// Returns the counts of skipped entries in directories and lists so far.
    pub fn passed(&self) -> Arc<Skips> {
        Arc::clone(&self.passed)
    }

    /// Returns the metadata of `path`, if it can have any. A `listed` link counts as a link, because
    /// the user did not ask for its target.
    fn facts(&self, path: &Path, listed: bool) -> io::Result<Option<fs::Metadata>> {
        let found =
            if listed && !self.rules.follow { path.symlink_metadata() } else { path.metadata() };
        match found {
            Err(_) if facts::has_no_metadata(path) => Ok(None),
            found => found.map(Some),
        }
    }

    /// Returns the next file of the directory that is being walked.
    fn next_of_folder(&mut self) -> Option<Result<FoundFile, Problem>> {
        let walk = self.walk.as_mut()?;
        let (passed, here) = (&self.passed, &mut self.here);
        let found = walk.find(|entry| {
            if let Ok(Some((entry, kind))) = entry.as_ref().map(|one| Some((one, one.file_type()?)))
            {
                // A link that is named itself is followed.
                if entry.depth() > 0 {
                    passed.count(kind);
                }
                if kind.is_dir() {
                    entry.path().clone_into(here);
                }
            }
            entry.as_ref().map_or(true, is_file)
        })?;
        Some(match found {
            Ok(entry) => {
                let (start, root) = (self.start.clone(), self.root.clone());
                let turn = self.turn(|| facts::number_of_entry(&entry));
                let found = FoundFile::of(Operand::Path(entry.into_path()), true, true);
                Ok(FoundFile { start, root, turn, ..found })
            }
            Err(error) => Err(walk_problem(&error, &self.here)),
        })
    }
}

impl Iterator for Files {
    type Item = Result<FoundFile, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.find_next();
        let is_first = !std::mem::replace(&mut self.has_found, true);
        // If no file was checked, success would be wrong.
        next.or_else(|| Some(Err(nothing_in(self.first.take()?))).filter(|_| is_first))
    }
}

/// Returns the problem of a run over directories, the first of which is `folder`, without a file.
fn nothing_in(folder: Arc<Path>) -> Problem {
    Problem::new(format!("{}: no file matched", names::path(&folder)))
        .hint("hidden and ignored files are skipped, unless `--hidden` and `--no-ignore` are given")
}

impl Files {
    /// Returns the next file, or `None` at the end.
    fn find_next(&mut self) -> Option<Result<FoundFile, Problem>> {
        loop {
            if let Some(found) = self.next_of_folder() {
                return Some(found);
            }
            self.walk = None;
            let Some(operand) = self.operands.next() else {
                self.passed.list_ended(self.is_list_empty);
                return None;
            };
            self.is_list_empty &= self.given > 0;
            let operand = match operand {
                Ok(operand) => operand,
                Err(problem) => return Some(Err(problem)),
            };
            self.start = (self.given > 0).then(|| operand.path().into());
            self.given = self.given.saturating_sub(1);
            if self.changed {
                return Some(Ok(FoundFile::of(operand, true, true)));
            }
            let listed = self.start.is_none() && matches!(operand, Operand::Path(_));
            if let Err(problem) = self.rules.refuse(operand.path()) {
                return Some(Err(problem));
            }
            let metadata = match &operand {
                Operand::Path(path) => match self.facts(path, listed) {
                    Ok(found) => found,
                    Err(error) if operand::misspelled(path).is_some() => {
                        return Some(Err(operand::not_opened(path, &error)));
                    }
                    // Opening a missing file later gives the message.
                    Err(error) if matches!(error.kind(), NotFound | PermissionDenied) => None,
                    // It is unknown whether this is a directory.
                    Err(error) => return Some(Err(Problem::at(path, &error))),
                },
                Operand::StandardInput | Operand::Copy { .. } => None,
            };
            let kind = metadata.as_ref().map(fs::Metadata::file_type);
            if listed
                && (self.listed.passes(operand.path(), kind, &self.rules, &self.passed)
                    || kind.is_some_and(|kind| self.passed.count_listed(kind)))
            {
                continue;
            }
            let root = listed.then(|| self.listed.root(operand.path(), &self.rules)).flatten();
            match metadata {
                Some(found) if found.is_dir() => {
                    let path = operand.path();
                    self.first.get_or_insert_with(|| path.into());
                    self.root = self.rules.root(path);
                    self.walk = Some(self.rules.walk(path, self.passed()));
                }
                found => {
                    let file = found.filter(fs::Metadata::is_file);
                    let turn = self.turn(|| facts::number(operand.path(), file.as_ref()?));
                    let found = FoundFile::of(operand, false, file.is_some());
                    let start = self.start.clone();
                    return Some(Ok(FoundFile { listed, start, root, turn, ..found }));
                }
            }
        }
    }
}
