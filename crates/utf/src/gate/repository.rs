//! Which repository a folder is in, seen by what lies there: for that git's own command need not be there.

use std::{
    env,
    ffi::OsStr,
    io::Read,
    iter,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

use crate::input;

/// The top of the work tree that `folder`, a full path, is in; not beyond where git would look.
pub fn top(folder: &Path) -> Option<PathBuf> {
    let ceilings = env::var_os("GIT_CEILING_DIRECTORIES").unwrap_or_default();
    let ceilings: Vec<_> = env::split_paths(&ceilings).collect();
    let may_look = |above: &&Path| *above == folder || !ceilings.iter().any(|one| one == above);
    let mut folders = folder.ancestors().take_while(may_look);
    folders.find(|above| above.join(".git").exists()).map(Path::to_owned)
}

/// The top of the outermost work tree that the one at `top` is in. A work tree that git made of a repository is none
/// inside of it, wherever it lies.
pub fn outermost(top: &Path) -> PathBuf {
    let next = |top: &PathBuf| self::top(top.parent()?).filter(|_| !is_linked(top));
    iter::successors(Some(top.to_owned()), next).last().unwrap_or_default()
}

/// Whether the work tree at `top` is another one of its repository (`git worktree`).
fn is_linked(top: &Path) -> bool {
    const LONGEST: u64 = 64 * 1024;
    let mut line = Vec::new();
    let read = input::open_regular(&top.join(".git"))
        .and_then(|file| file.take(LONGEST).read_to_end(&mut line));
    let folder = line.strip_prefix(b"gitdir: ").map(|path| Path::new(OsStr::from_bytes(path)));
    let above = folder.and_then(Path::parent).and_then(Path::file_name);
    read.is_ok() && above == Some(OsStr::new("worktrees"))
}

/// Where names are from.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The folder, by its path from the top of the work tree.
    pub folder: PathBuf,
    /// That top, by its path from that of the outermost work tree that it is in, if it is in one.
    pub repository: Option<PathBuf>,
}

/// Where we are, if that is in a work tree.
pub fn origin() -> Option<Origin> {
    let here = input::full(Path::new("."));
    let top = top(&here)?;
    let within = here.strip_prefix(&top).ok()?;
    let folder = if within.as_os_str().is_empty() { Path::new(".") } else { within };
    let outermost = outermost(&top);
    let inside = top.strip_prefix(outermost).ok().filter(|path| !path.as_os_str().is_empty());
    Some(Origin { folder: folder.to_owned(), repository: inside.map(Path::to_owned) })
}

/// Where the work tree may be that an [`Origin`] was in, as its `repository` says, seen from the one at `top`: where it
/// says that, or, if there is none, at `top` itself. What was in no other may be in one now.
pub fn meant(repository: Option<&Path>, top: &Path) -> Vec<PathBuf> {
    let outermost = outermost(top);
    match repository.map(|path| outermost.join(path)) {
        Some(inside) if inside.join(".git").exists() => vec![inside],
        Some(_) => vec![top.to_owned()],
        None if outermost == top => vec![outermost],
        None => vec![outermost, top.to_owned()],
    }
}
