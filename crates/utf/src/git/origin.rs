//! Where names of files are from: a folder of a work tree, at a commit.

use std::path::{Path, PathBuf};

use super::{
    ask,
    repository::{around, is_top, outermost, top},
};
use crate::files::paths;

/// Where names are from.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The folder, by its path from the top of the work tree.
    pub folder: PathBuf,
    /// That top, by its path from that of the outermost work tree that it is in, if it is in one.
    pub repository: Option<PathBuf>,
    /// The commit that the work tree was of: no other repository has it, unless they have a history
    /// in common.
    pub commit: Option<String>,
}

/// Where we are, if that is in a work tree.
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

/// The top of the work tree that `origin` was in, seen from those at `tops`; where that is not
/// certain, all that it may be.
pub fn meant(origin: &Origin, tops: &[PathBuf]) -> Result<PathBuf, Vec<PathBuf>> {
    let placed: Vec<_> = tops.iter().map(|top| placed(origin, top)).collect();
    if let [Some(only)] = placed.as_slice() {
        return Ok(only.clone());
    }
    let mut all = Vec::new();
    for (top, placed) in tops.iter().zip(placed) {
        let new = placed.map_or_else(|| around(top).collect(), |one| vec![one]);
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

/// The same seen from one, by its place alone. What was in no other work tree may be in one now, or
/// was this one's outer: then its place says nothing. Nor does it where nothing is at the place
/// that it had in an outer one.
fn placed(origin: &Origin, top: &Path) -> Option<PathBuf> {
    let outermost = outermost(top);
    match &origin.repository {
        Some(path) => Some(outermost.join(path)).filter(|inside| is_top(inside)),
        None => (outermost == top).then_some(outermost),
    }
}
