//! Directories of version control (`.git` and others), which are changed only if the user names
//! them.

use std::{ffi::OsStr, path::Path};

use crate::files::paths::parent;

/// Whether a program of version control keeps what has this name for itself.
pub(super) fn is_repository(name: &OsStr) -> bool {
    [".git", ".hg", ".svn", ".jj", ".bzr"].iter().any(|known| name == *known)
}

/// Whether the link at `path`, by whatever name, leads into such from outside of it.
pub(super) fn is_linked(path: &Path) -> bool {
    enters(parent(path), path)
}

/// Whether the operand `path` leads into such, does not say so, and we are not there.
pub(super) fn is_unnamed(path: &Path) -> bool {
    let is_named = path.components().any(|part| is_repository(part.as_os_str()));
    !is_named && enters(Path::new("."), path)
}

/// Whether there is such on the way from the folder `from` to what `to` really is.
fn enters(from: &Path, to: &Path) -> bool {
    let (Ok(from), Ok(to)) = (from.canonicalize(), to.canonicalize()) else { return false };
    let shared = from.components().zip(to.components()).take_while(|(one, other)| one == other);
    to.components().skip(shared.count()).any(|part| is_repository(part.as_os_str()))
}

#[cfg(test)]
mod tests {
    use std::{fs, os::unix::fs::symlink};

    use super::*;

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
            symlink(leads, at(link)).unwrap();
            assert_eq!(is_linked(&at(link)), enters, "{link}");
        }
        assert!(is_unnamed(&at("t/x")) && is_unnamed(&at("y")));
        assert!(!is_unnamed(&at("t/.git/hooks/x")) && !is_unnamed(&at("t/y")));
    }
}
