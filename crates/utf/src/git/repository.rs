//! Which repository a folder is in, seen by what lies there: for that git's own command need not be
//! there.

use std::{
    env,
    ffi::OsStr,
    io::Read,
    iter,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

use crate::files::regular;

/// The top of the work tree that `folder`, a full path, is in; not beyond where git would look.
pub fn top(folder: &Path) -> Option<PathBuf> {
    if is_top(folder) { Some(folder.to_owned()) } else { top_above(folder) }
}

/// The top of the work tree that `folder` is in without being that.
fn top_above(folder: &Path) -> Option<PathBuf> {
    let ceilings = env::var_os("GIT_CEILING_DIRECTORIES").unwrap_or_default();
    let ceilings: Vec<_> = env::split_paths(&ceilings).collect();
    let may_look = |above: &&Path| !ceilings.iter().any(|one| one == above);
    let mut folders = folder.ancestors().skip(1).take_while(may_look);
    folders.find(|above| is_top(above)).map(Path::to_owned)
}

pub fn is_top(folder: &Path) -> bool {
    folder.join(".git").exists()
}

/// The work trees that the one at `top` is in, from itself on. A work tree that git made of a
/// repository is none inside of it, wherever it lies.
pub fn around(top: &Path) -> impl Iterator<Item = PathBuf> {
    let next = |top: &PathBuf| top_above(top).filter(|_| !is_linked(top));
    iter::successors(Some(top.to_owned()), next)
}

/// The top of the outermost work tree that the one at `top` is in.
pub fn outermost(top: &Path) -> PathBuf {
    around(top).last().unwrap_or_default()
}

/// Whether the work tree at `top` is another one of its repository (`git worktree`).
fn is_linked(top: &Path) -> bool {
    let folder = link(top);
    let above = folder.as_deref().and_then(Path::parent).and_then(Path::file_name);
    above == Some(OsStr::new("worktrees"))
}

/// Where git keeps what is of the work tree at `top`, if that is elsewhere.
fn link(top: &Path) -> Option<PathBuf> {
    const LONGEST: u64 = 64 * 1024;
    let mut line = Vec::new();
    let file = regular::open_regular(&top.join(".git")).ok()?;
    file.take(LONGEST).read_to_end(&mut line).ok()?;
    let path = line.strip_prefix(b"gitdir: ")?;
    Some(top.join(OsStr::from_bytes(path.trim_ascii_end())))
}

/// The same, wherever that is.
pub(super) fn own(top: &Path) -> PathBuf {
    link(top).unwrap_or_else(|| top.join(".git"))
}
