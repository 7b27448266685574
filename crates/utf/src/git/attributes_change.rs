//! Files that a staged `.gitattributes` changes although they are not staged themselves: git writes
//! them in another encoding from then on.

use std::{
    collections::HashSet,
    ffi::OsString,
    path::{Path, PathBuf},
};

use super::ask::{git, with, words};
use crate::{
    process::problem::Problem,
    system::{from_git, names::bytes, usual},
};

/// A regular file of the index.
pub(super) struct File {
    /// The path from the top.
    pub(super) path: PathBuf,
    /// The object that has its text.
    pub(super) blob: String,
}

/// The attribute for the encoding in which git writes a file.
const ASKED: &str = "working-tree-encoding";

/// Returns the files of the index at `paths`, or all files, for which the staged attributes name
/// another encoding than those of the last commit. Files that are `known` are left out. `top` is
/// the top of the work tree.
pub(super) fn affected(
    top: &Path,
    paths: &[PathBuf],
    known: &HashSet<PathBuf>,
) -> Result<Vec<File>, Problem> {
    let dirs = changed_dirs()?;
    if dirs.is_empty() {
        return Ok(Vec::new());
    }
    let is_below = |path: &Path| dirs.iter().any(|dir| path.starts_with(dir));
    let mut files = listed(paths)?;
    files.retain(|file| is_below(&file.path) && !known.contains(&file.path));
    let now = attributes(top, "--cached", &files)?;
    // Older versions of git do not accept a commit here, and the first commit has no commit before
    // it. Then every file with the attribute counts.
    let before = attributes(top, "--source=HEAD", &files)
        .ok()
        .filter(|before| before.len() == now.len())
        .unwrap_or_else(|| vec![String::new(); now.len()]);
    let is_set = |value: &str| !matches!(value, "" | "unspecified");
    let differs =
        |(now, before): (&String, &String)| now != before && (is_set(now) || is_set(before));
    let changed: Vec<bool> = now.iter().zip(&before).map(differs).collect();
    let all = files.into_iter().zip(changed);
    Ok(all.filter(|(_, changed)| *changed).map(|(file, _)| file).collect())
}

/// Returns the directories, by their paths from the top, whose `.gitattributes` is staged, or staged
/// to be removed.
fn changed_dirs() -> Result<Vec<PathBuf>, Problem> {
    let diff = ["diff", "--cached", "--name-only", "-z", "--no-renames", "--no-relative"];
    let mut arguments = words(&diff);
    arguments.extend(words(&["--no-ext-diff", "--", ":(top,glob)**/.gitattributes"]));
    let out = git(arguments, Vec::new())?;
    let names = out.split(|&byte| byte == 0).filter(|name| !name.is_empty());
    let dir = |name: &[u8]| from_git(name).parent().map(Path::to_owned);
    Ok(names.filter_map(dir).collect())
}

/// Returns the regular files of the index at `paths`, or all.
fn listed(paths: &[PathBuf]) -> Result<Vec<File>, Problem> {
    let list = ["ls-files", "--full-name", "--stage", "-z", "--"];
    let arguments = if paths.is_empty() {
        words(&[&list[..], &[":(top)"]].concat())
    } else {
        with(words(&[&["--literal-pathspecs"], &list[..]].concat()), paths)
    };
    let out = git(arguments, Vec::new())?;
    let files = out.split(|&byte| byte == 0).filter_map(|line| {
        // `mode blob stage<TAB>path`
        let tab = line.iter().position(|&byte| byte == b'\t')?;
        let facts = String::from_utf8_lossy(&line[..tab]).into_owned();
        let [mode, blob, "0"] = facts.split(' ').collect::<Vec<_>>()[..] else { return None };
        let path = from_git(&line[tab + 1..]);
        mode.starts_with("100").then(|| File { path, blob: blob.to_owned() })
    });
    Ok(files.collect())
}

/// Returns the value of the attribute of each file, from the index or a commit.
fn attributes(top: &Path, source: &str, files: &[File]) -> Result<Vec<String>, Problem> {
    let mut arguments = vec![OsString::from("-C"), usual(top).into()];
    arguments.extend(words(&["check-attr", source, "-z", "--stdin", ASKED]));
    let names: Vec<_> = files.iter().map(|file| bytes(file.path.as_os_str())).collect();
    let mut input = names.join(&0);
    input.push(0);
    let out = git(arguments, input)?;
    // The name, the attribute, and its value.
    let values = out.split(|&byte| byte == 0).skip(2).step_by(3);
    Ok(values.map(|value| String::from_utf8_lossy(value).into_owned()).collect())
}
