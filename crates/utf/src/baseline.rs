//! Findings that are known already, from an earlier report.

use std::{
    collections::HashMap,
    fs::File,
    io::{BufRead, BufReader},
    path::Path,
};

use serde::Deserialize;

use crate::{
    render::{self, FileName},
    shown,
    trouble::Trouble,
};

/// What an earlier run reported, file by file.
///
/// A finding is known by its path, its kind and its octets, not by its place: lines that were added before it
/// make it no new one. As many of the same are known as there were.
#[derive(Debug, Default)]
pub struct Baseline {
    files: HashMap<(String, Option<String>), Known>,
}

/// What is known of one file.
#[derive(Clone, Debug, Default)]
pub struct Known {
    counts: HashMap<(String, String), u64>,
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
    },
    #[serde(other)]
    Other,
}

impl Baseline {
    /// Reads what `--format json` printed into the file at `path`.
    pub fn read(path: &Path) -> Result<Self, Trouble> {
        let file = File::open(path).map_err(|error| Trouble::at(path, &error))?;
        let mut baseline = Self::default();
        for (number, line) in BufReader::new(file).lines().enumerate() {
            let line = line.map_err(|error| Trouble::at(path, &error))?;
            let wrong = || {
                let name = shown::path(path);
                Trouble::new(format!("{name}:{}: no line of a report", number + 1))
                    .hint("a baseline is what `utf check --format json` printed")
            };
            let line: Line = serde_json::from_str(&line).map_err(|_| wrong())?;
            if let Line::Finding { path, path_octets, kind, octets } = line {
                let known = baseline.files.entry((plain(&path), path_octets)).or_default();
                *known.counts.entry((kind, octets)).or_default() += 1;
            }
        }
        Ok(baseline)
    }

    /// What is known of the file at `path`.
    pub fn of(&self, path: &Path) -> Known {
        let FileName { path, path_octets } = FileName::of(path);
        self.files.get(&(plain(&path), path_octets)).cloned().unwrap_or_default()
    }
}

impl Known {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Whether a finding of this kind is known; if so, one less of it is.
    pub fn accepts(&mut self, kind: &str, octets: &[u8]) -> bool {
        if self.counts.is_empty() {
            return false;
        }
        let key = (kind.to_owned(), render::hexadecimal(octets, " "));
        match self.counts.get_mut(&key) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        }
    }
}

/// The path without what says that it begins here.
fn plain(path: &str) -> String {
    path.trim_start_matches("./").to_owned()
}
