//! The origin of file names: a directory of a work tree, at a commit.

use std::path::{Path, PathBuf};

use super::{
    ask,
    repository::{around, is_top, outermost, top},
};
use crate::files::paths;

/// The origin of file names.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The directory, by its path from the top of the work tree.
    pub folder: PathBuf,
    /// The path of that top from the top of the outermost work tree around it, if there is one.
    pub repository: Option<PathBuf>,
    /// The commit of the work tree. Another repository has the same commit only if the two share
    /// history.
    pub commit: Option<String>,
}

/// Returns the origin of the current directory, if it is in a work tree.
pub fn origin() -> Option<Origin> {
    let here = paths::full(Path::new("."));
    let top = top(&here)?;
    let within = here.strip_prefix(&top).ok()?;
    let folder = if within.as_os_str().is_empty() { Path::new(".") } else { within };
    let outermost = outermost(&top);
    let inside = top.strip_prefix(outermost).ok().filter(|path| !path.as_os_str().is_empty());
    let (folder, repository) = (folder.to_owned(), inside.map(Path::to_owned));
    Some(Origin { folder, repository, commit: ask::head(&top) })
}

/// Finds the top of the work tree of `origin`, starting from those at `tops`. If it is not certain,
/// returns all candidates.
pub fn meant(origin: &Origin, tops: &[PathBuf]) -> Result<PathBuf, Vec<PathBuf>> {
    let found: Vec<_> = tops.iter().map(|top| by_path(origin, top)).collect();
    if let [Some(only)] = found.as_slice() {
        return Ok(only.clone());
    }
    let mut all = Vec::new();
    for (top, found) in tops.iter().zip(found) {
        let new = found.map_or_else(|| around(top).collect(), |one| vec![one]);
        new.into_iter().for_each(|one| {
            if !all.contains(&one) {
                all.push(one);
            }
        });
    }
    let knows = |top: &&PathBuf| {
        origin.commit.as_deref().is_some_and(|commit| ask::has_commit(top, commit))
    };
    let mut known = all.iter().filter(knows);
    match (known.next(), known.next()) {
        (Some(only), None) => Ok(only.clone()),
        _ => Err(all),
    }
}

/// Finds the top of the work tree of `origin` from one top, only by its path.
///
/// A work tree that had no outer one may be inside another one now, or may have been the outer one
/// of this. Then the path says nothing. It also says nothing if there is no work tree at its path
/// in the outer one.
fn by_path(origin: &Origin, top: &Path) -> Option<PathBuf> {
    let outermost = outermost(top);
    match &origin.repository {
        Some(path) => Some(outermost.join(path)).filter(|inside| is_top(inside)),
        None => (outermost == top).then_some(outermost),
    }
}
