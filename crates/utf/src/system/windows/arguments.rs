//! The arguments of the process.

use std::path::{Path, PathBuf};

use glob::MatchOptions;
use windows_sys::Win32::Storage::FileSystem::FILE_ATTRIBUTE_HIDDEN;

use super::facts::Facts;

/// Expands `*` and `?` in operands, because the shells of Windows do not. No name of a file can
/// contain these characters. An operand that matches nothing stays as it is.
///
/// A file that an operand names is changed even if it is hidden or belongs to git. So a pattern
/// leaves out names that begin with a dot, as on other systems, and files with the hidden attribute.
pub fn expand(operands: Vec<PathBuf>) -> Vec<PathBuf> {
    operands.into_iter().flat_map(expanded).collect()
}

fn expanded(operand: PathBuf) -> Vec<PathBuf> {
    let pattern = operand.to_str().filter(|text| text.contains(['*', '?']));
    // Verbatim paths begin with `\\?\`.
    let pattern = pattern.filter(|text| !text.starts_with(r"\\?\"));
    let Some(pattern) = pattern else { return vec![operand] };
    let options = MatchOptions {
        case_sensitive: false,
        require_literal_leading_dot: true,
        ..MatchOptions::new()
    };
    // Brackets are characters of names, not wildcards.
    let mut pattern = pattern.replace('[', "[[]");
    // Two asterisks would match directories of any depth.
    while pattern.contains("**") {
        pattern = pattern.replace("**", "*");
    }
    let (found, failed): (Vec<_>, Vec<_>) =
        glob::glob_with(&pattern, options).into_iter().flatten().partition(Result::is_ok);
    // `-` alone would be standard input.
    let named = |path: PathBuf| if path == Path::new("-") { PathBuf::from(r".\-") } else { path };
    let found = found.into_iter().flatten().filter(|path| !is_hidden(path)).map(named);
    let mut found: Vec<_> = found.collect();
    // A directory that cannot be read must not stay unnoticed: the pattern itself is no file.
    if found.is_empty() || !failed.is_empty() {
        found.push(operand);
    }
    found
}

fn is_hidden(path: &Path) -> bool {
    Facts::at_link(path).is_ok_and(|facts| facts.attributes & FILE_ATTRIBUTE_HIDDEN != 0)
}

#[cfg(test)]
mod tests {
    use std::{ffi::OsString, fs};

    use super::*;
    use crate::system::windows::calls;

    #[test]
    fn patterns_leave_out_hidden_files() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("d/deep")).unwrap();
        fs::create_dir(at(".git")).unwrap();
        for name in ["a.txt", "B.TXT", ".c.txt", "hidden.txt", "d/e.txt", "d/deep/f.txt"] {
            fs::write(at(name), name).unwrap();
        }
        calls::set_attributes(&at("hidden.txt"), FILE_ATTRIBUTE_HIDDEN).unwrap();
        let names = |pattern: &str| {
            let found = expand(vec![at(pattern)]);
            let mut names: Vec<_> =
                found.iter().filter_map(|path| path.file_name()).map(OsString::from).collect();
            names.sort();
            names
        };
        assert_eq!(names("*.txt"), ["B.TXT", "a.txt"]);
        assert_eq!(names("*"), ["B.TXT", "a.txt", "d"]);
        assert_eq!(names(".*.txt"), [".c.txt"]);
        assert_eq!(names("**/*.txt"), ["e.txt"]);
        assert_eq!(names("hidden.*"), ["hidden.*"]);
    }
}
