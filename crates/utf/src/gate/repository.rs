//! Which repository a folder is in, seen by what lies there: for that git's own command need not be there.

use std::{
    env,
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

/// The folder that we are in, by its path from the top of the work tree, if we are in one.
pub fn within() -> Option<PathBuf> {
    let here = input::full(Path::new("."));
    let within = here.strip_prefix(top(&here)?).ok()?;
    Some(if within.as_os_str().is_empty() { ".".into() } else { within.to_owned() })
}
