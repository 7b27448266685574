//! Finds the repository of a directory by looking at the files there, so the command `git` is not
//! needed.

use std::{
    env,
    ffi::OsStr,
    io::Read,
    iter,
    path::{Path, PathBuf},
};

use crate::system::{files::open_regular, from_git, usual};

/// Returns the top of the work tree that contains `folder`, a full path. It looks no further up
/// than git would.
pub fn top(folder: &Path) -> Option<PathBuf> {
    if is_top(folder) { Some(folder.to_owned()) } else { top_above(folder) }
}

/// Returns the top of the work tree around `folder`, if `folder` itself is not the top.
fn top_above(folder: &Path) -> Option<PathBuf> {
    let ceilings = env::var_os("GIT_CEILING_DIRECTORIES").unwrap_or_default();
    let ceilings: Vec<_> = env::split_paths(&ceilings).map(|path| usual(&path)).collect();
    let may_look = |above: &&Path| !ceilings.contains(&usual(above));
    let mut folders = folder.ancestors().skip(1).take_while(may_look);
    folders.find(|above| is_top(above)).map(Path::to_owned)
}

pub fn is_top(folder: &Path) -> bool {
    folder.join(".git").exists()
}

/// Returns the work trees around the one at `top`, beginning with itself. A linked work tree is not
/// inside another one, no matter where it is.
pub fn around(top: &Path) -> impl Iterator<Item = PathBuf> {
    let next = |top: &PathBuf| top_above(top).filter(|_| !is_linked(top));
    iter::successors(Some(top.to_owned()), next)
}

/// Returns the top of the outermost work tree around the one at `top`.
pub fn outermost(top: &Path) -> PathBuf {
    around(top).last().unwrap_or_default()
}

/// Returns `true` if the work tree at `top` is linked (`git worktree`).
fn is_linked(top: &Path) -> bool {
    let folder = link(top);
    let above = folder.as_deref().and_then(Path::parent).and_then(Path::file_name);
    above == Some(OsStr::new("worktrees"))
}

/// Returns the directory with git's data for the work tree at `top`, if it is elsewhere.
fn link(top: &Path) -> Option<PathBuf> {
    const LONGEST: u64 = 64 * 1024;
    let mut line = Vec::new();
    let file = open_regular(&top.join(".git")).ok()?;
    file.take(LONGEST).read_to_end(&mut line).ok()?;
    let path = line.strip_prefix(b"gitdir: ")?;
    Some(top.join(from_git(path.trim_ascii_end())))
}

/// Returns the directory with git's data for the work tree at `top`.
pub(super) fn own(top: &Path) -> PathBuf {
    link(top).unwrap_or_else(|| top.join(".git"))
}
