//! The options that select files.

use std::{
    fs,
    num::NonZero,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
};

use clap::builder::PossibleValuesParser;
use ignore::{overrides::OverrideBuilder, types::TypesBuilder};

use super::{problem::walk_problem, rules::Rules};
use crate::{
    files::folder::Root,
    input::{files::Files, left_out::Skips, listed::ListFilter, names::Names, operand::Operand},
    process::{open_limit, problem::Problem},
};
use utfkit_text::unicode::printable;

/// The options that select files, and the number of threads.
#[derive(Clone, Debug, clap::Args)]
pub struct WalkArgs {
    /// Also read hidden files in directories
    #[arg(long)]
    hidden: bool,
    /// Also read files that .gitignore and .ignore name
    #[arg(long)]
    no_ignore: bool,
    /// In directories and lists, read only files that match GLOB; `!GLOB` excludes them. The last
    /// match wins
    #[arg(short, long, value_name = "GLOB")]
    glob: Vec<String>,
    /// In directories and lists, read only files of this type, as in ripgrep: `c`, `html`, `md`, …
    #[arg(long = "type", value_name = "TYPE", value_parser = types(), hide_possible_values = true)]
    types: Vec<String>,
    /// Follow links in directories and lists
    #[arg(long)]
    follow: bool,
    /// Also read the files and directories that FILE names, one per line; `-` is standard input.
    /// Links, pipes and devices in the list are skipped, as in directories
    #[arg(long, value_name = "FILE", overrides_with = "files0_from")]
    files_from: Option<PathBuf>,
    /// Like --files-from, but each name ends with NUL, as `find -print0` writes them; the output
    /// does not change
    #[arg(long, value_name = "FILE", overrides_with = "files_from")]
    files0_from: Option<PathBuf>,
    /// Names end with NUL: names that are printed alone, unchanged, and names that --files-from
    /// reads
    #[arg(short = '0', long)]
    pub null: bool,
    /// The number of threads; 0 means the number of cores
    #[arg(short = 'j', long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    threads: usize,
}

/// Returns a parser for the names of file types.
fn types() -> PossibleValuesParser {
    let types = TypesBuilder::new().add_defaults().definitions();
    PossibleValuesParser::new(types.into_iter().map(|one| one.name().to_owned()))
}

/// A path that a run comes to.
pub struct Entry {
    pub path: PathBuf,
    /// The start of the walk, if the entry is to be changed and links are not followed.
    pub root: Option<Arc<Root>>,
    /// Whether it was found in a directory, so that the user did not name it.
    pub walked: bool,
}

impl Entry {
    /// Creates an entry for a `path` that the user named.
    pub fn named(path: PathBuf) -> Self {
        Self { path, root: None, walked: false }
    }
}

impl WalkArgs {
    /// Returns the number of threads for work that mostly waits for a disk to sync.
    pub fn threads_that_wait(&self) -> usize {
        const MAX: usize = 16;
        open_limit::threads(match self.threads {
            0 => self.threads().max(MAX),
            threads => threads,
        })
    }

    /// Returns `true` if `paths` are one file, or standard input, and there is no list.
    pub fn is_single(&self, paths: &[PathBuf]) -> bool {
        match paths {
            _ if self.has_list() => false,
            [] => true,
            [path] => !path.is_dir(),
            _ => false,
        }
    }

    /// Returns `true` if `paths` and the list may lead to a file twice.
    pub fn may_repeat(&self, paths: &[PathBuf]) -> bool {
        self.follow || self.has_list() || paths.len() > 1
    }

    /// Returns `true` if there is a list of files.
    pub fn has_list(&self) -> bool {
        self.list().is_some()
    }

    /// Returns the path of the list.
    fn list(&self) -> Option<&Path> {
        self.files_from.as_deref().or(self.files0_from.as_deref())
    }

    /// Opens the list.
    fn names(&self) -> Result<Option<Names>, Problem> {
        let null = self.null || self.files0_from.is_some();
        self.list().map(|list| Names::open(list, null)).transpose()
    }

    /// Returns the number of threads that read.
    pub fn threads(&self) -> usize {
        open_limit::threads(match self.threads {
            0 => thread::available_parallelism().map_or(1, NonZero::get),
            threads => threads,
        })
    }

    /// Rejects standard input, because `flag` needs a file name.
    pub fn need_names(&self, paths: &[PathBuf], flag: &str) -> Result<(), Problem> {
        let listed = self.has_list() && paths.is_empty();
        if !listed && Operand::of(paths).contains(&Operand::StandardInput) {
            Err(Problem::new(format!("{flag}: standard input does not have a file name")))
        } else {
            Ok(())
        }
    }

    /// Returns the files that `paths` and the list lead to, in their order. Files of a directory
    /// are in the order of their paths.
    pub fn files(&self, paths: &[PathBuf]) -> Result<Files, Problem> {
        let operands = Box::new(self.operands(paths)?);
        let (rules, single) = (self.rules()?, self.is_single(paths));
        Ok(Files::of_operands(operands, (paths.len(), self.has_list()), rules, single))
    }

    /// Returns those of `operands`, files that the caller found, that the options select.
    pub fn changed(&self, operands: Vec<Result<Operand, Problem>>) -> Result<Files, Problem> {
        let rules = self.rules()?;
        let is_meant = |operand: &Result<Operand, Problem>| {
            operand.as_ref().map_or(true, |operand| rules.take(operand.path(), false))
        };
        let operands: Vec<_> = operands.into_iter().filter(is_meant).collect();
        let operands = Box::new(operands.into_iter());
        Ok(Files::of_change(operands, rules))
    }

    /// Returns those of `paths`, which the caller found, that the options select.
    pub fn found(&self, paths: Vec<PathBuf>) -> Result<impl Iterator<Item = Entry>, Problem> {
        let rules = self.rules()?;
        let meant = paths.into_iter().filter(move |path| rules.take(path, false));
        Ok(meant.map(Entry::named))
    }

    /// Returns the files that `paths` and the list name, without walking directories.
    pub fn operands(
        &self,
        paths: &[PathBuf],
    ) -> Result<impl Iterator<Item = Result<Operand, Problem>> + Send + use<>, Problem> {
        let names = self.names()?;
        let operands =
            if names.is_some() && paths.is_empty() { Vec::new() } else { Operand::of(paths) };
        let both =
            self.list() == Some(Path::new("-")) && operands.contains(&Operand::StandardInput);
        if both {
            return Err(Problem::new("standard input cannot be both an input and a list of names"));
        }
        let listed = names.into_iter().flatten().map(|name| name.map(Operand::listed));
        Ok(operands.into_iter().map(Ok).chain(listed))
    }

    /// Returns all paths that `paths` and the list lead to, including directories and links. A
    /// directory comes before its content. If `change`, the limits of [`Files::changing`] apply.
    pub fn entries(
        &self,
        paths: &[PathBuf],
        change: bool,
    ) -> Result<impl Iterator<Item = Result<Entry, Problem>>, Problem> {
        let listed = self.names()?.into_iter().flatten().map(|path| (path, true));
        let paths = match paths {
            [] if !self.has_list() => vec![PathBuf::from(".")],
            paths => paths.to_vec(),
        };
        let rules = Rules { anchored: change, changes: change, ..self.rules()? };
        let (mut names, passed) = (ListFilter::default(), Arc::<Skips>::default());
        let below = move |(path, is_listed): (Result<PathBuf, Problem>, bool)| {
            let meant = path.and_then(|path| rules.refuse(&path).map(|()| path));
            let found = meant.as_ref().ok().filter(|_| is_listed);
            let kind = found.and_then(|path| Some(path.symlink_metadata().ok()?.file_type()));
            let passes = found.is_some_and(|path| names.passes(path, kind, &rules, &passed));
            // The link itself has a name, but the user did not ask for its target.
            let is_link = !rules.follow && kind.is_some_and(|kind| kind.is_symlink());
            let (walk, mut here, one) = match meant {
                Ok(_) if passes => (None, PathBuf::new(), None),
                Ok(path) if is_link => {
                    let root = names.root(&path, &rules);
                    (None, PathBuf::new(), Some(Ok(Entry { path, root, walked: false })))
                }
                Ok(path) => (Some(rules.walk(&path, Arc::default())), path, None),
                Err(problem) => (None, PathBuf::new(), Some(Err(problem))),
            };
            let root = rules.root(&here);
            let entries = walk.into_iter().flatten();
            let entries = entries.map(move |entry| match entry {
                Ok(entry) => {
                    let walked = entry.depth() > 0;
                    let root = root.clone().filter(|_| walked);
                    here = entry.into_path();
                    Ok(Entry { path: here.clone(), root, walked })
                }
                Err(error) => Err(walk_problem(&error, &here)),
            });
            entries.chain(one)
        };
        let paths = paths.into_iter().map(|path| (Ok(path), false));
        Ok(paths.chain(listed).flat_map(below))
    }

    /// Returns the total size of `paths` in bytes, if it is known before they are read.
    pub fn bytes(&self, paths: &[PathBuf]) -> Option<u64> {
        if self.has_list() || paths.is_empty() {
            return None;
        }
        let bytes = |path: &PathBuf| path.metadata().ok().filter(fs::Metadata::is_file);
        paths.iter().map(|path| Some(bytes(path)?.len())).sum()
    }

    fn rules(&self) -> Result<Rules, Problem> {
        let wrong = |error: ignore::Error| Problem::new(printable::line(&format!("-g: {error}")));
        let here = std::env::current_dir().unwrap_or_default();
        let mut globs = OverrideBuilder::new(here);
        for glob in &self.glob {
            globs.add(glob).map_err(wrong)?;
        }
        let mut types = TypesBuilder::new();
        types.add_defaults();
        for name in &self.types {
            types.select(name);
        }
        Ok(Rules {
            anchored: false,
            changes: false,
            counts: false,
            output: None,
            hidden: self.hidden,
            no_ignore: self.no_ignore,
            follow: self.follow,
            globs: globs.build().map_err(wrong)?,
            types: types.build().map_err(wrong)?,
        })
    }
}
