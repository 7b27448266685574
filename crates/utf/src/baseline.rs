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
use utfkit::receiver::Receiver;

use crate::{
    gate, input,
    output::{self, replace},
    render, shown,
    trouble::Trouble,
};

/// What an earlier run reported, file by file.
///
/// A finding is known by its file, its kind, its octets and who refuses it, not by its place: lines that were added
/// before it make it no new one. Which file it is, does not depend on
/// how it is named, nor from where. As many of the same are known as there were.
#[derive(Debug, Default)]
pub struct Baseline {
    files: HashMap<PathBuf, Known>,
}

/// What a finding is known by besides its file: kind, octets, and who refuses it.
type Key = (String, String, Option<String>);

/// What is known of one file.
#[derive(Clone, Debug, Default)]
pub struct Known {
    counts: HashMap<Key, u64>,
}

/// A line of a report, as far as it is needed.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Line {
    Finding {
        path: String,
        path_octets: Option<String>,
        kind: String,
        octets: String,
        receiver: Option<String>,
    },
    /// The end of a report, and the folder that its names are from, by its path from the top of its repository.
    Summary { folder: Option<String>, folder_octets: Option<String> },
    #[serde(other)]
    Other,
}

impl Baseline {
    /// Reads what `--format json` printed into the file at `path`.
    pub fn read(path: &Path) -> Result<Self, Trouble> {
        if output::is_standard(path) {
            let words = "--baseline takes a file, not standard input";
            return Err(Trouble::new(words).hint("`./-` is a file of that name"));
        }
        let file = File::open(path).map_err(|error| Trouble::at(path, &error))?;
        let mut baseline = Self::default();
        let mut named: HashMap<PathBuf, Known> = HashMap::new();
        for (number, line) in BufReader::new(file).lines().enumerate() {
            let line = line.map_err(|error| Trouble::at(path, &error))?;
            let wrong = || {
                let name = shown::path(path);
                Trouble::new(format!("{name}:{}: no line of a report", number + 1))
                    .hint("a baseline is what `utf check --format json` printed")
            };
            match serde_json::from_str(&line).map_err(|_| wrong())? {
                Line::Finding { path, path_octets, kind, octets, receiver } => {
                    let path = exact(path, path_octets).ok_or_else(wrong)?;
                    let known = named.entry(path).or_default();
                    *known.counts.entry((kind, octets, receiver)).or_default() += 1;
                }
                Line::Summary { folder, folder_octets } => {
                    let folder =
                        folder.map(|folder| exact(folder, folder_octets).ok_or_else(wrong));
                    baseline.add(path, folder.transpose()?, std::mem::take(&mut named))?;
                }
                Line::Other => {}
            }
        }
        baseline.add(path, None, named)?;
        Ok(baseline)
    }

    /// Adds what is known of files that were `named` so in a report that is in the baseline at `path`.
    fn add(
        &mut self,
        path: &Path,
        folder: Option<PathBuf>,
        named: HashMap<PathBuf, Known>,
    ) -> Result<(), Trouble> {
        if named.is_empty() {
            return Ok(());
        }
        let folder = match folder {
            Some(within) => told(path, &within)?,
            None => only(path, named.keys())?,
        };
        for (path, known) in named {
            // A file may have several names.
            let all = &mut self.files.entry(key(&folder.join(&path), &path)).or_default().counts;
            known.counts.into_iter().for_each(|(key, count)| *all.entry(key).or_default() += count);
        }
        Ok(())
    }

    /// What is known of the file at `path`.
    pub fn of(&self, path: &Path) -> Known {
        if self.files.is_empty() {
            return Known::default();
        }
        self.files.get(&key(path, path)).cloned().unwrap_or_default()
    }
}

impl Known {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Whether a finding of this kind is known, which `receiver` refuses if it is well-formed; if so, one less of it is.
    pub fn accepts(&mut self, kind: &str, octets: &[u8], receiver: Option<Receiver>) -> bool {
        if self.counts.is_empty() {
            return false;
        }
        let receiver = receiver.map(|receiver| receiver.name().to_owned());
        let key = (kind.to_owned(), render::hexadecimal(octets, " "), receiver);
        match self.counts.get_mut(&key) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        }
    }
}

/// What the file is known by that is at `path`, and was `named` so: its full path. Standard input has none.
fn key(path: &Path, named: &Path) -> PathBuf {
    if named.as_os_str() == "-" { named.to_owned() } else { input::real(path) }
}

/// The path that is told as `text`, and as its `octets` if it is not UTF-8.
fn exact(text: String, octets: Option<String>) -> Option<PathBuf> {
    match octets {
        Some(octets) => Some(OsString::from_vec(render::octets(&octets)?).into()),
        None => Some(text.into()),
    }
}

/// The folder from which the baseline at `path` has its names, which is told: `within` the repository that we are in.
fn told(path: &Path, within: &Path) -> Result<PathBuf, Trouble> {
    let top = gate::top(&input::full(Path::new(".")));
    top.map(|top| top.join(within)).ok_or_else(|| {
        let name = shown::path(path);
        Trouble::new(format!("{name}: its names are those of a repository, and we are in none"))
            .hint("run it in the repository")
    })
}

/// The same where that is not told: the folder that we are in, that in which the baseline lies, or the top of its
/// repository, if no other has any of these files.
fn only<'n>(
    path: &Path,
    names: impl Iterator<Item = &'n PathBuf> + Clone,
) -> Result<PathBuf, Trouble> {
    let here = input::full(Path::new("."));
    let own = replace::parent(&input::real(path)).to_owned();
    let mut all = vec![here.clone()];
    for folder in [gate::top(&own), Some(own)].into_iter().flatten() {
        if !all.contains(&folder) {
            all.push(folder);
        }
    }
    let mut names = names.filter(|name| name.is_relative() && name.as_os_str() != "-");
    all.retain(|folder| names.clone().any(|name| folder.join(name).symlink_metadata().is_ok()));
    match all.as_slice() {
        // Where no file is left, none is known.
        [] => Ok(here),
        [folder] => Ok(folder.clone()),
        [one, other, ..] => {
            let (name, example) = (shown::path(path), names.next().map(|name| shown::path(name)));
            let example = example.unwrap_or_default();
            let (one, other) = (shown::path(one), shown::path(other));
            let words =
                format!("{name}: its names, as {example}, may be those of {one} or of {other}");
            Err(Trouble::new(words).hint(
                "make it anew: in a repository it says so; elsewhere keep it in the folder that it is used in",
            ))
        }
    }
}
