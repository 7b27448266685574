//! The words of each command about each file.

use std::collections::BTreeMap;

use serde_json::Value;

use super::corpus::Case;
use crate::support::Folder;

/// The commands that read text and say what they think of it.
pub(super) const COMMANDS: [&[&str]; 7] = [
    &["check"],
    &["audit"],
    &["repair"],
    &["convert", "-o", "converted/"],
    &["search", "\u{FEFF}zzz\u{E9}"],
    &["inspect"],
    &["convert", "--guess", "-o", "guessed/"],
];

/// Runs a command on all files, and returns the lines about each file, with those of both streams.
pub(super) fn about<'c>(
    folder: &Folder,
    cases: &'c [Case],
    command: &[&str],
) -> BTreeMap<&'c str, String> {
    let names = cases.iter().map(|case| &*case.name);
    let run = folder.run(&command.iter().copied().chain(names).collect::<Vec<_>>());
    assert!(run.status.is_some_and(|status| status < 2), "{command:?}: {}", run.stderr);
    let stdout = String::from_utf8_lossy(&run.stdout).into_owned();
    let mut said = BTreeMap::new();
    for case in cases {
        // The name is at the start of a line, or after an arrow.
        let of = |line: &&str| line.contains(&*case.name);
        let lines = stdout.lines().chain(run.stderr.lines()).filter(of);
        said.insert(&*case.name, lines.map(|line| format!("{line}\n")).collect());
    }
    said
}

/// The result of `utf detect` for a file.
pub(super) struct Detected {
    /// The encoding, if all of the text is in one.
    pub(super) encoding: Option<String>,
    pub(super) percent: u64,
    pub(super) is_proven: bool,
}

/// Returns the results of `utf detect` for all files.
pub(super) fn detected<'c>(folder: &Folder, cases: &'c [Case]) -> BTreeMap<&'c str, Detected> {
    let names = cases.iter().map(|case| &*case.name);
    let run =
        folder.run(&["detect", "--format", "json"].into_iter().chain(names).collect::<Vec<_>>());
    let lines = run.lines_of_json();
    let mut found = BTreeMap::new();
    for (case, line) in cases.iter().zip(&lines) {
        assert_eq!(line["path"], *case.name);
        let is_mixed = line["segments"].as_array().is_some_and(|parts| parts.len() > 1);
        let within =
            |one: &Value| one.as_str().is_some_and(|words| words.contains("words in UTF-8"));
        let is_mixed = is_mixed || line["evidence"].as_array().unwrap().iter().any(within);
        let encoding = line["encoding"].as_str().filter(|_| !is_mixed).map(str::to_owned);
        let percent = (line["confidence"].as_f64().unwrap() * 100.0) as u64;
        let is_proven = line["verdict"] == "proven";
        found.insert(&*case.name, Detected { encoding, percent, is_proven });
    }
    found
}
