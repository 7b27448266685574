//! Rejects a repository or work tree in the environment that cannot be the intended one.

use std::{
    env,
    path::{Path, PathBuf},
};

use super::{
    ask::{git, words},
    environment::{GitDir, from_here, git_dir},
    repository::own,
};
use crate::{
    files::paths,
    process::{names, problem::Problem},
    system::from_git,
};

/// Returns an error if git treats the current directory as the top of another work tree than the
/// one that it is in.
pub(super) fn is_meant() -> Result<(), Problem> {
    let GitDir::Other(top) = git_dir() else { return Ok(()) };
    if git(words(&["config", "--get", "core.worktree"]), Vec::new()).is_ok() {
        return Ok(());
    }
    let top = names::path(&top);
    let words = format!("GIT_DIR is not the repository of the current work tree {top}");
    Err(Problem::new(words).hint("unset it, or set GIT_WORK_TREE"))
}

/// Returns an error if only the environment says that `top` is the top of the work tree, and the
/// files of the repository are in a directory around it. Git would treat all of them as deleted.
///
/// A path relative to the current directory may be wrong. So a single file that is missing at the
/// top, but exists by its name in a directory around us, is enough for the error.
///
/// A full path is correct as it is (for a repository that is kept elsewhere, such as one for a home
/// directory). The exception is a missing file that is in that work tree under another name. Then
/// the top is further up.
pub(super) fn is_top(top: &Path) -> Result<(), Problem> {
    let Some(files) = told_files(top)? else { return Ok(()) };
    let is_relative = !from_here().is_empty();
    let here = paths::full(Path::new("."));
    let lies = |above: &Path, path: &Path| {
        let may = is_relative || (top.starts_with(above) && above.join(path).starts_with(top));
        may && above != top && has(above, path)
    };
    let is_elsewhere =
        |path: &PathBuf| !has(top, path) && here.ancestors().any(|above| lies(above, path));
    if !files.iter().any(is_elsewhere) {
        return Ok(());
    }
    let words = "the current directory is not the top of the work tree, although GIT_WORK_TREE or GIT_DIR name it as that";
    Err(Problem::new(words)
        .hint("unset GIT_DIR and GIT_WORK_TREE, or run it where git started the hook"))
}

/// Returns an error if the environment says that `top` is the top of the work tree, and none of the
/// files in the index is there. Git would treat all of them as deleted.
pub(super) fn has_files(top: &Path) -> Result<(), Problem> {
    let files = told_files(top)?.unwrap_or_default();
    if files.is_empty() || files.iter().any(|path| has(top, path)) {
        return Ok(());
    }
    let top = names::path(top);
    let words = format!("GIT_WORK_TREE: {top} does not contain any file that git knows");
    Err(Problem::new(words).hint("unset GIT_DIR and GIT_WORK_TREE, or set them to the right paths"))
}

/// Returns the files in the index, by their paths from `top`, if only the environment says that
/// `top` is the top of the work tree. Otherwise, returns `None`.
fn told_files(top: &Path) -> Result<Option<Vec<PathBuf>>, Problem> {
    if env::var_os("GIT_WORK_TREE").is_none() {
        return Ok(None);
    }
    let kept = git(words(&["rev-parse", "--absolute-git-dir"]), Vec::new())?;
    let kept = kept.strip_suffix(b"\n").unwrap_or(&kept);
    if is_kept_in(top, &from_git(kept)) {
        return Ok(None);
    }
    let list = git(words(&["ls-files", "--full-name", "-z", "--", ":(top)"]), Vec::new())?;
    let paths = list.split(|&byte| byte == 0).filter(|path| !path.is_empty());
    Ok(Some(paths.map(from_git).collect()))
}

/// Returns `true` if `path` exists in `folder`.
fn has(folder: &Path, path: &Path) -> bool {
    folder.join(path).symlink_metadata().is_ok()
}

/// Returns `true` if the repository in the directory `kept` is that of the work tree at `top`.
fn is_kept_in(top: &Path, kept: &Path) -> bool {
    matches!((own(top).canonicalize(), kept.canonicalize()), (Ok(own), Ok(kept)) if own == kept)
}
