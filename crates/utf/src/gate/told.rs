//! What the environment tells git of a repository and a work tree (`GIT_DIR`, `GIT_WORK_TREE`), as hooks have it, and where
//! that cannot be meant.

use std::{
    env,
    ffi::OsStr,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

use super::{
    git::{git, words},
    repository::{own, top},
};
use crate::{input, shown, trouble::Trouble};

/// What a hook that tells git of a repository means by the folder that we are in.
pub(super) enum Told {
    /// What git would find by itself; or what git makes of it.
    This,
    /// The repository of the work tree that we are in, below its top. Git would take the folder for that top, and all
    /// files of the repository for deleted.
    Below,
    /// Another repository than that of the work tree with this top, which we are in.
    Other(PathBuf),
}

/// What `GIT_DIR` tells git of, as hooks of a linked work tree have it.
pub(super) fn told() -> Told {
    let told = env::var_os("GIT_DIR").filter(|_| env::var_os("GIT_WORK_TREE").is_none());
    let here = Path::new(".").canonicalize();
    let (Some(told), Ok(here)) = (told, here) else { return Told::This };
    let Some(top) = top(&here) else { return Told::This };
    match (Path::new(&told).canonicalize(), own(&top).canonicalize()) {
        (Ok(told), Ok(own)) if told == own && top != here => Told::Below,
        (Ok(told), Ok(own)) if told != own => Told::Other(top),
        _ => Told::This,
    }
}

/// What the environment tells git by a path from the folder that we are in, which is another one in each folder: the
/// variables, with the full path. Hooks have `GIT_WORK_TREE=.` where git was told of a work tree.
pub(super) fn from_here() -> Vec<(&'static str, PathBuf)> {
    let relative = |name| {
        let path = PathBuf::from(env::var_os(name).filter(|path| !path.is_empty())?);
        path.is_relative().then(|| (name, input::full(Path::new(".")).join(path)))
    };
    ["GIT_DIR", "GIT_WORK_TREE"].into_iter().filter_map(relative).collect()
}

/// Trouble where git takes the folder that we are in for the top of another work tree than it is in.
pub(super) fn is_meant() -> Result<(), Trouble> {
    let Told::Other(top) = told() else { return Ok(()) };
    if git(words(&["config", "--get", "core.worktree"]), Vec::new()).is_ok() {
        return Ok(());
    }
    let top = shown::path(&top);
    let words = format!("GIT_DIR is of another repository than {top}, which we are in");
    Err(Trouble::new(words).hint("unset it, or say by GIT_WORK_TREE what it is about"))
}

/// Trouble where the environment tells git of a work tree by a path from the folder that we are in, by which `top` is its
/// top, and the files of the repository lie around that: git would take them all for deleted.
pub(super) fn is_top(top: &Path) -> Result<(), Trouble> {
    if env::var_os("GIT_WORK_TREE").is_none() || from_here().is_empty() {
        return Ok(());
    }
    let kept = git(words(&["rev-parse", "--absolute-git-dir"]), Vec::new())?;
    let kept = kept.strip_suffix(b"\n").unwrap_or(&kept);
    if is_kept_in(top, Path::new(OsStr::from_bytes(kept))) {
        return Ok(());
    }
    let list = git(words(&["ls-files", "--full-name", "-z", "--", ":(top)"]), Vec::new())?;
    let here = input::full(Path::new("."));
    let has = |top: &Path, path: &Path| top.join(path).symlink_metadata().is_ok();
    let elsewhere = list.split(|&octet| octet == 0).filter(|path| !path.is_empty()).any(|path| {
        let path = Path::new(OsStr::from_bytes(path));
        !has(top, path) && here.ancestors().any(|above| above != top && has(above, path))
    });
    if !elsewhere {
        return Ok(());
    }
    let words = "this is not the top of the work tree, but GIT_WORK_TREE or GIT_DIR, which are relative, tell git so";
    Err(Trouble::new(words)
        .hint("unset GIT_DIR and GIT_WORK_TREE, or stand where git started the hook"))
}

/// Whether the repository that git keeps in the folder `kept` is that of the work tree with this top.
fn is_kept_in(top: &Path, kept: &Path) -> bool {
    matches!((own(top).canonicalize(), kept.canonicalize()), (Ok(own), Ok(kept)) if own == kept)
}
