//! Facts about the system that only tests need.

use std::{
    io,
    path::{Path, PathBuf},
};

/// Is `true` if a directory can be moved while it is open.
pub const MOVES_OPEN_FOLDERS: bool = cfg!(unix);

/// Is `true` if the name of a file can contain a backslash, which separates names on Windows.
pub const NAMES_HAVE_BACKSLASHES: bool = cfg!(unix);

/// Absolute paths, and their URIs.
#[cfg(unix)]
pub const ABSOLUTE: &[(&str, &str)] = &[("/x/a:b", "file:///x/a%3Ab")];
#[cfg(windows)]
pub const ABSOLUTE: &[(&str, &str)] = &[
    (r"C:\x\a b", "file:///C:/x/a%20b"),
    (r"\\?\C:\x\a", "file:///C:/x/a"),
    (r"\\host\share\a", "file:////host/share/a"),
];

/// Creates the symbolic link `link` to `target`. Returns `false` if the system cannot do that:
/// Windows needs a permission for links, and wine creates none.
pub fn symlink(target: &Path, link: &Path) -> io::Result<bool> {
    // On Windows, a link with slashes leads nowhere.
    let target: PathBuf = target.components().collect();
    match create(&target, link) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(link.is_symlink()),
    }
}

#[cfg(unix)]
fn create(target: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

#[cfg(windows)]
fn create(target: &Path, link: &Path) -> io::Result<()> {
    use crate::files::paths::parent;
    use std::os::windows::fs::{symlink_dir, symlink_file};
    if parent(link).join(target).is_dir() {
        symlink_dir(target, link)
    } else {
        symlink_file(target, link)
    }
}
