//! What the environment tells git of a repository and a work tree (`GIT_DIR`, `GIT_WORK_TREE`), as
//! hooks have it.

use std::{
    env,
    path::{Path, PathBuf},
};

use super::repository::{own, top};
use crate::files::paths;

/// What a hook that tells git of a repository means by the folder that we are in.
pub(super) enum GitDir {
    /// What git would find by itself; or what git makes of it.
    This,
    /// The repository of the work tree that we are in, below its top. Git would take the folder for
    /// that top, and all files of the repository for deleted.
    Below,
    /// Another repository than that of the work tree with this top, which we are in.
    Other(PathBuf),
}

/// What `GIT_DIR` tells git of, as hooks of a linked work tree have it.
pub(super) fn told() -> GitDir {
    let told = env::var_os("GIT_DIR").filter(|_| env::var_os("GIT_WORK_TREE").is_none());
    let here = Path::new(".").canonicalize();
    let (Some(told), Ok(here)) = (told, here) else { return GitDir::This };
    let Some(top) = top(&here) else { return GitDir::This };
    match (Path::new(&told).canonicalize(), own(&top).canonicalize()) {
        (Ok(told), Ok(own)) if told == own && top != here => GitDir::Below,
        (Ok(told), Ok(own)) if told != own => GitDir::Other(top),
        _ => GitDir::This,
    }
}

/// What the environment tells git by a path from the folder that we are in, which is another one in
/// each folder: the variables, with the full path. Hooks have `GIT_WORK_TREE=.` where git was told
/// of a work tree.
pub(super) fn from_here() -> Vec<(&'static str, PathBuf)> {
    let relative = |name| {
        let path = PathBuf::from(env::var_os(name).filter(|path| !path.is_empty())?);
        path.is_relative().then(|| (name, paths::full(Path::new(".")).join(path)))
    };
    ["GIT_DIR", "GIT_WORK_TREE"].into_iter().filter_map(relative).collect()
}
