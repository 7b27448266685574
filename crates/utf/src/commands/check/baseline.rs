//! Findings that are known already, from an earlier report.

use std::{
    collections::HashMap,
    ffi::OsString,
    fs::File,
    io::{BufRead, BufReader},
    os::unix::ffi::OsStringExt,
    path::{Path, PathBuf},
};

use serde::Deserialize;
use utfkit_text::receivers::Receiver;

use crate::{
    files::paths,
    git::{
        origin::{self, Origin},
        repository,
    },
    output,
    process::{names, problem::Problem},
    report,
};

/// What an earlier run reported, file by file.
///
/// A finding is known by its file, its kind, its bytes and who refuses it, not by its place: lines
/// that were added before it make it no new one. Which file it is, does not depend on how it is
/// named, nor from where. As many of the same are known as there were: what is told of a file more
/// than once, by several names or in several reports, was there once.
#[derive(Debug, Default)]
pub struct Baseline {
    files: HashMap<PathBuf, Accepted>,
}

/// What a finding is known by besides its file: kind, bytes, and who refuses it.
type Key = (String, String, Option<String>);

/// Where a report has the findings of one file, in bytes from its start; a place may be told more
/// than once.
type Places = HashMap<Key, Vec<u64>>;

/// What is known of one file.
#[derive(Clone, Debug, Default)]
pub struct Accepted {
    counts: HashMap<Key, usize>,
}

/// A line of a report, as far as it is needed.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Line {
    Finding {
        path: String,
        path_bytes: Option<String>,
        kind: String,
        bytes: String,
        #[serde(default)]
        offset: u64,
        receiver: Option<String>,
    },
    /// The end of a report, and the folder that its names are from, as `git::origin` tells it.
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
    /// Reads what `--format json` printed into the file at `path`.
    pub fn read(path: &Path) -> Result<Self, Problem> {
        if output::is_standard(path) {
            let words = "--baseline takes a file, not standard input";
            return Err(Problem::new(words).hint("`./-` is a file of that name"));
        }
        let file = File::open(path).map_err(|error| Problem::at(path, &error))?;
        let mut baseline = Self::default();
        let mut named: HashMap<PathBuf, Places> = HashMap::new();
        for (number, line) in BufReader::new(file).lines().enumerate() {
            let line = line.map_err(|error| Problem::at(path, &error))?;
            let wrong = || {
                let name = names::path(path);
                Problem::new(format!("{name}:{}: no line of a report", number + 1))
                    .hint("a baseline is what `utf check --format json` printed")
            };
            match serde_json::from_str(&line).map_err(|_| wrong())? {
                Line::Finding { path, path_bytes, kind, bytes, offset, receiver } => {
                    let path = exact(path, path_bytes).ok_or_else(wrong)?;
                    let places = named.entry(path).or_default();
                    places.entry((kind, bytes, receiver)).or_default().push(offset);
                }
                Line::Summary { folder, folder_bytes, repository, repository_bytes, commit } => {
                    let exact = |text: Option<String>, bytes| {
                        text.map(|text| exact(text, bytes).ok_or_else(wrong)).transpose()
                    };
                    let folder = exact(folder, folder_bytes)?;
                    let repository = exact(repository, repository_bytes)?;
                    let origin = folder.map(|folder| Origin { folder, repository, commit });
                    baseline.add(path, origin, std::mem::take(&mut named))?;
                }
                Line::Other => {}
            }
        }
        baseline.add(path, None, named)?;
        Ok(baseline)
    }

    /// Adds what is known of files that were `named` so in one report that is in the baseline at
    /// `path`.
    fn add(
        &mut self,
        path: &Path,
        origin: Option<Origin>,
        named: HashMap<PathBuf, Places>,
    ) -> Result<(), Problem> {
        if named.is_empty() {
            return Ok(());
        }
        let folder = match &origin {
            Some(origin) => told(path, origin)?,
            None => only(path, near(path), named.keys())?,
        };
        let mut files: HashMap<PathBuf, Places> = HashMap::new();
        for (path, places) in named {
            // A file may have several names.
            let all = files.entry(key(&folder.join(&path), &path)).or_default();
            places.into_iter().for_each(|(key, places)| all.entry(key).or_default().extend(places));
        }
        for (file, places) in files {
            let counts = &mut self.files.entry(file).or_default().counts;
            for (key, mut places) in places {
                places.sort_unstable();
                places.dedup();
                // Another report may be of another day, with the same at other places.
                let count = counts.entry(key).or_default();
                *count = places.len().max(*count);
            }
        }
        Ok(())
    }

    /// What is known of the file at `path`.
    pub fn of(&self, path: &Path) -> Accepted {
        if self.files.is_empty() {
            return Accepted::default();
        }
        self.files.get(&key(path, path)).cloned().unwrap_or_default()
    }
}

impl Accepted {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Whether a finding of this kind is known, which `receiver` refuses if it is well-formed; if
    /// so, one less of it is.
    pub fn accepts(&mut self, kind: &str, bytes: &[u8], receiver: Option<Receiver>) -> bool {
        if self.counts.is_empty() {
            return false;
        }
        let receiver = receiver.map(|receiver| receiver.name().to_owned());
        let key = (kind.to_owned(), report::json::hexadecimal(bytes, " "), receiver);
        match self.counts.get_mut(&key) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        }
    }
}

/// What the file is known by that is at `path`, and was `named` so: its full path. Standard input
/// has none.
fn key(path: &Path, named: &Path) -> PathBuf {
    if named.as_os_str() == "-" { named.to_owned() } else { paths::real(path) }
}

/// The path that is told as `text`, and as its `bytes` if it is not UTF-8.
fn exact(text: String, bytes: Option<String>) -> Option<PathBuf> {
    match bytes {
        Some(bytes) => Some(OsString::from_vec(report::json::bytes(&bytes)?).into()),
        None => Some(text.into()),
    }
}

/// The folder from which the baseline at `path` has its names, which tells its `origin`: in the
/// repository in which it lies, or, if that is none, in the one that we are in.
fn told(path: &Path, origin: &Origin) -> Result<PathBuf, Problem> {
    let name = names::path(path);
    let here = repository::top(&paths::full(Path::new(".")));
    let own = repository::top(paths::parent(&paths::real(path)));
    let outermost = |top: &Option<PathBuf>| top.as_deref().map(repository::outermost);
    let is_own = own.is_some() && outermost(&here) == outermost(&own);
    let tops: Vec<_> = own.into_iter().chain(here.filter(|_| !is_own)).collect();
    if tops.is_empty() {
        let words = format!("{name}: its names are those of a repository, and we are in none");
        return Err(Problem::new(words).hint("run it in the repository"));
    }
    let top = origin::meant(origin, &tops).map_err(|all| {
        let all: Vec<_> = all.iter().map(|one| names::path(one)).collect();
        let all = all.join(" or ");
        let words = match &origin.repository {
            None => "a repository that was in no other".to_owned(),
            Some(inside) => format!("a repository inside of another, at {}", names::path(inside)),
        };
        let hint = "make it anew in the repository that it is of";
        Problem::new(format!("{name}: it is of {words}; whether that is {all} is not certain"))
            .hint(match origin.commit {
                Some(_) => format!("{hint}, or fetch the commit that it tells"),
                None => hint.to_owned(),
            })
    })?;
    Ok(top.join(&origin.folder))
}

/// The same where that is not told: the folder that we are in, that in which the baseline lies, and
/// the top of its repository.
fn near(path: &Path) -> Vec<PathBuf> {
    let own = paths::parent(&paths::real(path)).to_owned();
    let mut all = vec![paths::full(Path::new("."))];
    for folder in [repository::top(&own), Some(own)].into_iter().flatten() {
        if !all.contains(&folder) {
            all.push(folder);
        }
    }
    all
}

/// The only one of `folders` that has any of the files that the baseline at `path` has `names` of.
fn only<'n>(
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
        // Where no file is left, none is known.
        [] => Ok(first),
        [folder] => Ok(folder.clone()),
        [one, other, ..] => {
            let (name, example) = (names::path(path), names.next().map(|name| names::path(name)));
            let example = example.unwrap_or_default();
            let (one, other) = (names::path(one), names::path(other));
            let words =
                format!("{name}: its names, as {example}, may be those of {one} or of {other}");
            Err(Problem::new(words)
                .hint("make it anew, and keep it in the repository or the folder that it is of"))
        }
    }
}
