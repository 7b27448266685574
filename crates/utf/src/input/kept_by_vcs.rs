//! Directories of version control (`.git` and others), which are changed only if the user names
//! them.

use std::{ffi::OsStr, path::Path};

use crate::{files::paths::parent, system::names::ends_with};

/// Returns `true` if the name is that of a directory in which version control keeps its data.
pub(super) fn is_repository(name: &OsStr) -> bool {
    let is = |known: &&str| name.len() == known.len() && ends_with(name, known.as_ref());
    [".git", ".hg", ".svn", ".jj", ".bzr"].iter().any(is)
}

/// Returns `true` if the link at `path` leads from outside into a directory of version control. The
/// name of the link does not matter.
pub(super) fn is_linked(path: &Path) -> bool {
    enters(parent(path), path)
}

/// Returns `true` if the operand `path` leads into a directory of version control. The name must
/// not show that, and the current directory must be outside.
pub(super) fn is_unnamed(path: &Path) -> bool {
    let is_named = path.components().any(|part| is_repository(part.as_os_str()));
    !is_named && enters(Path::new("."), path)
}

/// Returns `true` if a directory of version control is on the way from the directory `from` to the
/// real path of `to`.
fn enters(from: &Path, to: &Path) -> bool {
    let (Ok(from), Ok(to)) = (from.canonicalize(), to.canonicalize()) else { return false };
    let shared = from.components().zip(to.components()).take_while(|(one, other)| one == other);
    to.components().skip(shared.count()).any(|part| is_repository(part.as_os_str()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::system::testing::symlink;

    #[test]
    fn only_ways_into_a_repository_enter_it() {
        let base = tempfile::tempdir().unwrap();
        let at = |path: &str| base.path().join(path);
        fs::create_dir_all(at("t/.git/hooks")).unwrap();
        fs::create_dir_all(at("t/sub")).unwrap();
        fs::write(at("t/.git/config"), "").unwrap();
        fs::write(at("t/sub/a"), "").unwrap();
        for (link, leads, enters) in [
            ("t/x", ".git", true),
            ("t/sub/x", "../.git/config", true),
            ("t/sub/y", "../x/hooks", true),
            ("y", "t/.git/hooks", true),
            ("t/.git/hooks/x", "../config", false),
            ("t/y", "sub", false),
            ("t/sub/z", "a", false),
            ("t/sub/gone", "nothing", false),
        ] {
            if !symlink(Path::new(leads), &at(link)).unwrap() {
                eprintln!("skipped: no links");
                return;
            }
            assert_eq!(is_linked(&at(link)), enters, "{link}");
        }
        assert!(is_unnamed(&at("t/x")) && is_unnamed(&at("y")));
        assert!(!is_unnamed(&at("t/.git/hooks/x")) && !is_unnamed(&at("t/y")));
    }
}
