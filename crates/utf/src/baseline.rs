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

use crate::{input, output::replace, render, shown, trouble::Trouble};

/// What an earlier run reported, file by file.
///
/// A finding is known by its file, its kind, its octets and who refuses it, not by its place: lines that were added
/// before it make it no new one. Which file it is, does not depend on how it is named, nor from where. As many of the same are known as there were.
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
    #[serde(other)]
    Other,
}

impl Baseline {
    /// Reads what `--format json` printed into the file at `path`.
    pub fn read(path: &Path) -> Result<Self, Trouble> {
        let file = File::open(path).map_err(|error| Trouble::at(path, &error))?;
        let mut named: HashMap<PathBuf, Known> = HashMap::new();
        for (number, line) in BufReader::new(file).lines().enumerate() {
            let line = line.map_err(|error| Trouble::at(path, &error))?;
            let wrong = || {
                let name = shown::path(path);
                Trouble::new(format!("{name}:{}: no line of a report", number + 1))
                    .hint("a baseline is what `utf check --format json` printed")
            };
            let line: Line = serde_json::from_str(&line).map_err(|_| wrong())?;
            if let Line::Finding { path, path_octets, kind, octets, receiver } = line {
                let path = match path_octets {
                    Some(octets) => OsString::from_vec(render::octets(&octets).ok_or_else(wrong)?),
                    None => path.into(),
                };
                let known = named.entry(path.into()).or_default();
                *known.counts.entry((kind, octets, receiver)).or_default() += 1;
            }
        }
        let folder = folder(path, named.keys());
        let full = |(path, known): (PathBuf, Known)| (key(&folder.join(&path), &path), known);
        let mut files: HashMap<_, Known> = HashMap::new();
        for (path, known) in named.into_iter().map(full) {
            // A file may have several names.
            let all = &mut files.entry(path).or_default().counts;
            known.counts.into_iter().for_each(|(key, count)| *all.entry(key).or_default() += count);
        }
        Ok(Self { files })
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

/// The folder from which the baseline at `path` has its names: that in which it lies, the top of its repository, or the
/// one that we are in, whichever has most of these files; of several, the first.
fn folder<'n>(path: &Path, names: impl Iterator<Item = &'n PathBuf> + Clone) -> PathBuf {
    let own = replace::parent(&input::real(path)).to_owned();
    let top = own.ancestors().find(|folder| folder.join(".git").exists()).map(Path::to_owned);
    let all = [Some(own), top, Some(input::full(Path::new(".")))];
    let count = |folder: &PathBuf| {
        names.clone().filter(|name| folder.join(name).symlink_metadata().is_ok()).count()
    };
    // The last of those that are largest is taken.
    all.into_iter().flatten().rev().max_by_key(count).unwrap_or_default()
}
