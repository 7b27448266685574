//! The arguments of the process.

use std::{
    fs, io,
    path::{Component, Path, PathBuf},
};

use windows_sys::Win32::Storage::FileSystem::FILE_ATTRIBUTE_HIDDEN;

use super::{facts::Facts, names};

/// Expands `*` and `?` in operands, because the shells of Windows do not. No name of a file can
/// contain these characters. An operand that matches nothing stays as it is.
///
/// A file that an operand names is changed even if it is hidden or belongs to git. So a pattern
/// leaves out names that begin with a dot, as on other systems, and files with the hidden attribute.
///
/// The crate `glob` 0.3 is not used. With the option for these dots, it finds `.a.txt` for no
/// pattern, and it ends with a panic if a name in the directory is not Unicode.
pub fn expand(operands: Vec<PathBuf>) -> Vec<PathBuf> {
    operands.into_iter().flat_map(expanded).collect()
}

fn expanded(operand: PathBuf) -> Vec<PathBuf> {
    let text = operand.as_os_str().as_encoded_bytes();
    // Verbatim paths begin with `\\?\`.
    if !has_wildcard(text) || text.starts_with(br"\\?\") {
        return vec![operand];
    }
    let (mut found, mut is_complete) = (vec![PathBuf::new()], true);
    for part in operand.components() {
        let pattern = match part {
            Component::Normal(part) if has_wildcard(part.as_encoded_bytes()) => part,
            part => {
                found.iter_mut().for_each(|path| path.push(part));
                continue;
            }
        };
        let pattern = folded(&pattern.to_string_lossy());
        let mut deeper = Vec::new();
        for folder in found {
            match matching(&folder, &pattern) {
                Ok(paths) => deeper.extend(paths),
                Err(_) => is_complete &= !folder.is_dir(),
            }
        }
        found = deeper;
    }
    let needs_folder = names::ends_with_separator(&operand);
    found.retain(|path| if needs_folder { path.is_dir() } else { path.symlink_metadata().is_ok() });
    // `-` alone would be standard input.
    found.iter_mut().filter(|path| *path == Path::new("-")).for_each(|path| *path = r".\-".into());
    // If a directory cannot be read, the pattern stays. It names no file, so it is reported.
    if found.is_empty() || !is_complete {
        found.push(operand);
    }
    found
}

fn has_wildcard(text: &[u8]) -> bool {
    text.iter().any(|byte| matches!(byte, b'*' | b'?'))
}

/// Returns the paths in `folder` whose names match `pattern`, in order.
fn matching(folder: &Path, pattern: &[char]) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    for entry in fs::read_dir(here)? {
        let name = entry?.file_name();
        let text = folded(&name.to_string_lossy());
        let is_dotted = text.first() == Some(&'.') && pattern.first() != Some(&'.');
        let path = folder.join(&name);
        if !is_dotted && is_match(pattern, &text) && !is_hidden(&path) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Returns the characters without their case, in which names do not differ.
fn folded(text: &str) -> Vec<char> {
    text.chars().flat_map(char::to_lowercase).collect()
}

/// Returns `true` if `name` matches `pattern`. This takes at most quadratic time.
fn is_match(pattern: &[char], name: &[char]) -> bool {
    // After a mismatch, the last asterisk matches one more character.
    let (mut at, mut read, mut last) = (0, 0, None);
    while read < name.len() {
        match pattern.get(at) {
            Some('*') => {
                last = Some((at + 1, read));
                at += 1;
            }
            Some(one) if *one == '?' || *one == name[read] => {
                at += 1;
                read += 1;
            }
            _ => {
                let Some((after, begun)) = last else { return false };
                last = Some((after, begun + 1));
                (at, read) = (after, begun + 1);
            }
        }
    }
    pattern[at..].iter().all(|rest| *rest == '*')
}

fn is_hidden(path: &Path) -> bool {
    Facts::at_link(path).is_ok_and(|facts| facts.attributes & FILE_ATTRIBUTE_HIDDEN != 0)
}

#[cfg(test)]
mod tests {
    use std::{ffi::OsString, os::windows::ffi::OsStringExt};

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
        assert_eq!(names("*/DEEP/?.txt"), ["f.txt"]);
        assert_eq!(names("*/missing"), ["missing"]);
        assert_eq!(names("a*/x*"), ["x*"]);
        assert_eq!(names("*/"), ["d"]);
    }

    #[test]
    fn patterns_match_names_that_are_not_unicode() {
        let folder = tempfile::tempdir().unwrap();
        let name = OsString::from_wide(&[0x61, 0xD800, 0x62]);
        // Wine creates no such file.
        if fs::write(folder.path().join(&name), "").is_ok() {
            let named = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
            for pattern in ["*", "a?b", "A*B"] {
                assert_eq!(expand(vec![folder.path().join(pattern)]), std::slice::from_ref(&named));
            }
        }
    }

    #[test]
    fn wildcards_match_characters() {
        let is_match = |pattern: &str, name: &str| is_match(&folded(pattern), &folded(name));
        for (pattern, name) in
            [("*", ""), ("a*", "A"), ("?", "é"), ("*ab", "aab"), ("a**b", "ab"), ("*a*b", "xaxbb")]
        {
            assert!(is_match(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in
            [("?", ""), ("a*b", "abc"), ("*ab", "aba"), ("a", "ab"), ("[a]", "a")]
        {
            assert!(!is_match(pattern, name), "{pattern} {name}");
        }
        assert!(!is_match(&"*a".repeat(30), &"a".repeat(29)));
    }
}
