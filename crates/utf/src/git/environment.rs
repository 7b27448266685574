//! The repository and the work tree in the environment (`GIT_DIR`, `GIT_WORK_TREE`), as hooks get
//! them.

use std::{
    env,
    path::{Path, PathBuf},
};

use super::repository::{own, top};
use crate::{files::paths, system::usual};

/// The relation of `GIT_DIR` to the current directory.
pub(super) enum GitDir {
    /// Git would find the same repository by itself, or it interprets the variable itself.
    This,
    /// `GIT_DIR` is the repository of the current work tree, but the current directory is below the
    /// top. Git would treat the directory as the top, and all files of the repository as deleted.
    Below,
    /// `GIT_DIR` is another repository than that of the work tree with this top, which contains the
    /// current directory.
    Other(PathBuf),
}

/// Returns the relation of `GIT_DIR`, which hooks of a linked work tree get, to the current
/// directory.
pub(super) fn git_dir() -> GitDir {
    let git_dir = env::var_os("GIT_DIR").filter(|_| env::var_os("GIT_WORK_TREE").is_none());
    let here = Path::new(".").canonicalize();
    let (Some(git_dir), Ok(here)) = (git_dir, here) else { return GitDir::This };
    let Some(top) = top(&here) else { return GitDir::This };
    match (Path::new(&git_dir).canonicalize(), own(&top).canonicalize()) {
        (Ok(git_dir), Ok(own)) if git_dir == own && top != here => GitDir::Below,
        (Ok(git_dir), Ok(own)) if git_dir != own => GitDir::Other(top),
        _ => GitDir::This,
    }
}

/// Returns the variables that have a path relative to the current directory, with the full path,
/// because git may run elsewhere. Hooks get `GIT_WORK_TREE=.` if git was called with a work tree.
pub(super) fn from_here() -> Vec<(&'static str, PathBuf)> {
    let relative = |name| {
        let path = PathBuf::from(env::var_os(name).filter(|path| !path.is_empty())?);
        path.is_relative().then(|| (name, usual(&paths::full(Path::new(".")).join(path))))
    };
    ["GIT_DIR", "GIT_WORK_TREE"].into_iter().filter_map(relative).collect()
}
