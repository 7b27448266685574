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

use super::git;
use crate::input;

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

fn is_top(folder: &Path) -> bool {
    folder.join(".git").exists()
}

/// The work trees that the one at `top` is in, from itself on. A work tree that git made of a
/// repository is none inside of it, wherever it lies.
fn around(top: &Path) -> impl Iterator<Item = PathBuf> {
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
    let file = input::open_regular(&top.join(".git")).ok()?;
    file.take(LONGEST).read_to_end(&mut line).ok()?;
    let path = line.strip_prefix(b"gitdir: ")?;
    Some(top.join(OsStr::from_bytes(path.trim_ascii_end())))
}

/// The same, wherever that is.
pub(super) fn own(top: &Path) -> PathBuf {
    link(top).unwrap_or_else(|| top.join(".git"))
}

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
    let here = input::full(Path::new("."));
    let top = top(&here)?;
    let within = here.strip_prefix(&top).ok()?;
    let folder = if within.as_os_str().is_empty() { Path::new(".") } else { within };
    let outermost = outermost(&top);
    let inside = top.strip_prefix(outermost).ok().filter(|path| !path.as_os_str().is_empty());
    let (folder, repository) = (folder.to_owned(), inside.map(Path::to_owned));
    Some(Origin { folder, repository, commit: git::head(&top) })
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
        origin.commit.as_deref().is_some_and(|commit| git::has_commit(top, commit))
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
