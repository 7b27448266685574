//! `--baseline`: findings that an earlier report contains.

use std::{
    collections::HashMap,
    fs::File,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
};

use serde::Deserialize;
use utfkit_text::{receivers::Receiver, views};

use crate::{
    files::paths,
    git::{
        origin::{self, Origin},
        repository,
    },
    process::{names, problem::Problem},
    report,
    system::{names::from_bytes, streams::is_standard_output},
};

/// The findings of an earlier report, per file.
///
/// A finding is identified by its file, its kind, its bytes, and the receiver that rejects it. Its
/// position is ignored, so lines added before it do not make it new. A file is the same under any
/// name and from any directory. A baseline accepts at most as many equal findings as the file had:
/// if several reports or several names of the file repeat a finding, it counts once.
#[derive(Debug, Default)]
pub struct Baseline {
    files: HashMap<PathBuf, Accepted>,
}

/// The kind, the bytes and the receiver of a finding.
type Key = (String, String, Option<String>);

/// The offsets of the findings of one file. A report can contain an offset more than once.
type Places = HashMap<Key, Vec<u64>>;

/// The accepted findings of one file.
#[derive(Clone, Debug, Default)]
pub struct Accepted {
    counts: HashMap<Key, usize>,
}

/// The parts of a report line that a baseline needs.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum JsonLine {
    Finding {
        path: String,
        path_bytes: Option<String>,
        kind: String,
        bytes: String,
        #[serde(default)]
        offset: u64,
        receiver: Option<String>,
    },
    /// The end of a report, with the directory that its names are relative to, as in `git::origin`.
    Summary {
        folder: Option<String>,
        folder_bytes: Option<String>,
        repository: Option<String>,
        repository_bytes: Option<String>,
        commit: Option<String>,
    },
    #[serde(other)]
    Other,
}

impl Baseline {
    /// Reads a report that `--format json` printed to the file at `path`.
    pub fn read(path: &Path) -> Result<Self, Problem> {
        if is_standard_output(path) {
            let words = "--baseline takes a file, not standard input";
            return Err(Problem::new(words).hint("`./-` is a file of that name"));
        }
        let file = File::open(path).map_err(|error| Problem::at(path, &error))?;
        let mut baseline = Self::default();
        let mut by_name: HashMap<PathBuf, Places> = HashMap::new();
        for (number, line) in BufReader::new(file).lines().enumerate() {
            let line = line.map_err(|error| Problem::at(path, &error))?;
            let wrong = || {
                let name = names::path(path);
                Problem::new(format!("{name}:{}: not a line of a report", number + 1))
                    .hint("a baseline is the output of `utf check --format json`")
            };
            match serde_json::from_str(&line).map_err(|_| wrong())? {
                JsonLine::Finding { path, path_bytes, kind, bytes, offset, receiver } => {
                    let path = exact(path, path_bytes).ok_or_else(wrong)?;
                    let places = by_name.entry(path).or_default();
                    places.entry((kind, bytes, receiver)).or_default().push(offset);
                }
                JsonLine::Summary {
                    folder,
                    folder_bytes,
                    repository,
                    repository_bytes,
                    commit,
                } => {
                    let exact = |text: Option<String>, bytes| {
                        text.map(|text| exact(text, bytes).ok_or_else(wrong)).transpose()
                    };
                    let folder = exact(folder, folder_bytes)?;
                    let repository = exact(repository, repository_bytes)?;
                    let origin = folder.map(|folder| Origin { folder, repository, commit });
                    baseline.add(path, origin, std::mem::take(&mut by_name))?;
                }
                JsonLine::Other => {}
            }
        }
        baseline.add(path, None, by_name)?;
        Ok(baseline)
    }

    /// Adds the findings of one report in the baseline at `path`. `by_name` has the file names in
    /// the report.
    fn add(
        &mut self,
        path: &Path,
        origin: Option<Origin>,
        by_name: HashMap<PathBuf, Places>,
    ) -> Result<(), Problem> {
        if by_name.is_empty() {
            return Ok(());
        }
        let folder = match &origin {
            Some(origin) => origin_directory(path, origin)?,
            None => only_directory(path, nearby_directories(path), by_name.keys())?,
        };
        let mut files: HashMap<PathBuf, Places> = HashMap::new();
        for (path, places) in by_name {
            // Several names can refer to the same file.
            let all = files.entry(key(&folder.join(&path), &path)).or_default();
            places.into_iter().for_each(|(key, places)| all.entry(key).or_default().extend(places));
        }
        for (file, places) in files {
            let counts = &mut self.files.entry(file).or_default().counts;
            for (key, mut places) in places {
                places.sort_unstable();
                places.dedup();
                // Another report may be older, with the same findings at other offsets.
                let count = counts.entry(key).or_default();
                *count = places.len().max(*count);
            }
        }
        Ok(())
    }

    /// Returns the accepted findings of the file at `path`.
    pub fn of(&self, path: &Path) -> Accepted {
        if self.files.is_empty() {
            return Accepted::default();
        }
        self.files.get(&key(path, path)).cloned().unwrap_or_default()
    }
}

impl Accepted {
    /// Returns `true` if there are no accepted findings.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Returns `true` if an equal finding is accepted, and uses it up. `receiver` rejects the text,
    /// if the text is well-formed.
    pub fn accepts(&mut self, kind: &str, bytes: &[u8], receiver: Option<Receiver>) -> bool {
        if self.counts.is_empty() {
            return false;
        }
        let receiver = receiver.map(|receiver| receiver.name().to_owned());
        let key = (kind.to_owned(), views::hexadecimal(bytes, " "), receiver);
        match self.counts.get_mut(&key) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        }
    }
}

/// Returns the key of the file at `path`: its full path. If it is `named` `-`, it is stdin, which
/// does not have a path.
fn key(path: &Path, named: &Path) -> PathBuf {
    if named.as_os_str() == "-" { named.to_owned() } else { paths::real(path) }
}

/// Returns a path from its `text`, or from its `bytes` in hexadecimal if it is not UTF-8.
fn exact(text: String, bytes: Option<String>) -> Option<PathBuf> {
    match bytes {
        Some(bytes) => Some(from_bytes(report::json::bytes(&bytes)?)?.into()),
        None => Some(text.into()),
    }
}

/// Returns the directory that the names in the baseline at `path` are relative to, according to its
/// `origin`. The directory is in the repository that contains the baseline or in the current one.
fn origin_directory(path: &Path, origin: &Origin) -> Result<PathBuf, Problem> {
    let name = names::path(path);
    let here = repository::top(&paths::full(Path::new(".")));
    let own = repository::top(paths::parent(&paths::real(path)));
    let outermost = |top: &Option<PathBuf>| top.as_deref().map(repository::outermost);
    let is_own = own.is_some() && outermost(&here) == outermost(&own);
    let tops: Vec<_> = own.into_iter().chain(here.filter(|_| !is_own)).collect();
    if tops.is_empty() {
        let words = format!(
            "{name}: its file names are relative to a repository, but this directory is not in one"
        );
        return Err(Problem::new(words).hint("run the command in the repository"));
    }
    let top = origin::meant(origin, &tops).map_err(|all| {
        let all: Vec<_> = all.iter().map(|one| names::path(one)).collect();
        let all = all.join(" or ");
        let words = match &origin.repository {
            None => "a repository outside any other".to_owned(),
            Some(inside) => format!("a repository inside another one, at {}", names::path(inside)),
        };
        let hint = "create it again in its repository";
        Problem::new(format!("{name}: belongs to {words}, which may be {all}")).hint(
            match origin.commit {
                Some(_) => format!("{hint}, or fetch the commit that it names"),
                None => hint.to_owned(),
            },
        )
    })?;
    Ok(top.join(&origin.folder))
}

/// Returns the directories that names may be relative to if the report does not have an origin: the
/// current directory, the directory of the baseline, and the root of its repository.
fn nearby_directories(path: &Path) -> Vec<PathBuf> {
    let own = paths::parent(&paths::real(path)).to_owned();
    let mut all = vec![paths::full(Path::new("."))];
    for folder in [repository::top(&own), Some(own)].into_iter().flatten() {
        if !all.contains(&folder) {
            all.push(folder);
        }
    }
    all
}

/// Returns the only directory in `folders` that contains a file in `names`, which are the names in
/// the baseline at `path`.
fn only_directory<'n>(
    path: &Path,
    mut folders: Vec<PathBuf>,
    names: impl Iterator<Item = &'n PathBuf> + Clone,
) -> Result<PathBuf, Problem> {
    let first = folders.first().cloned().unwrap_or_default();
    let mut names = names.filter(|name| name.is_relative() && name.as_os_str() != "-");
    if folders.len() > 1 {
        let has = |folder: &PathBuf, name: &PathBuf| folder.join(name).symlink_metadata().is_ok();
        folders.retain(|folder| names.clone().any(|name| has(folder, name)));
    }
    match folders.as_slice() {
        // If none of the files exists any more, the choice does not matter.
        [] => Ok(first),
        [folder] => Ok(folder.clone()),
        [one, other, ..] => {
            let (name, example) = (names::path(path), names.next().map(|name| names::path(name)));
            let example = example.unwrap_or_default();
            let (one, other) = (names::path(one), names::path(other));
            let words = format!(
                "{name}: its file names, such as {example}, may be relative to {one} or {other}"
            );
            Err(Problem::new(words)
                .hint("create it again, and keep it in its repository or directory"))
        }
    }
}
