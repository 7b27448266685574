//! Where in a work tree we are.

use std::{
    env,
    ffi::OsStr,
    os::unix::ffi::OsStrExt,
    path::{Component, Path, PathBuf},
};

use super::{
    git::{git, words},
    repository::{self, Told},
};
use crate::{input, shown, trouble::Trouble};

/// The folder that we are in, by its path from the top of the work tree.
pub struct Here {
    within: PathBuf,
}

impl Here {
    /// Asks git.
    pub fn find() -> Result<Self, Trouble> {
        if let Told::Other(top) = repository::told() {
            other(&top)?;
        }
        let ask = ["rev-parse", "--is-inside-work-tree", "--show-prefix"];
        let within = git(words(&ask), Vec::new())?;
        // Elsewhere, names from the top would be taken for those of what lies here.
        let within = within.strip_prefix(b"true\n").ok_or_else(|| {
            Trouble::new("this is not in the work tree that git is about")
                .hint("run it there; GIT_DIR and GIT_WORK_TREE may say where that is")
        })?;
        let within = within.strip_suffix(b"\n").unwrap_or(within);
        let here = Self { within: PathBuf::from(OsStr::from_bytes(within)) };
        if env::var_os("GIT_WORK_TREE").is_some() && !repository::told_from_here().is_empty() {
            here.certain()?;
        }
        Ok(here)
    }

    /// Trouble where the environment tells git of a work tree by a path from the folder that we are in, and the files of
    /// the repository lie around that: git would take them all for deleted.
    fn certain(&self) -> Result<(), Trouble> {
        let top = self.top()?;
        let kept = git(words(&["rev-parse", "--absolute-git-dir"]), Vec::new())?;
        let kept = kept.strip_suffix(b"\n").unwrap_or(&kept);
        if repository::is_kept_in(&top, Path::new(OsStr::from_bytes(kept))) {
            return Ok(());
        }
        let list = words(&["ls-files", "--full-name", "-z", "--", ":(top)"]);
        let list = git(list, Vec::new())?;
        let here = input::full(Path::new("."));
        let has = |top: &Path, path: &Path| top.join(path).symlink_metadata().is_ok();
        let elsewhere =
            list.split(|&octet| octet == 0).filter(|path| !path.is_empty()).any(|path| {
                let path = Path::new(OsStr::from_bytes(path));
                !has(&top, path) && here.ancestors().any(|above| above != top && has(above, path))
            });
        if !elsewhere {
            return Ok(());
        }
        let words = "this is not the top of the work tree, but GIT_WORK_TREE or GIT_DIR, which are relative, tell git so";
        Err(Trouble::new(words)
            .hint("unset GIT_DIR and GIT_WORK_TREE, or stand where git started the hook"))
    }

    /// The full path of the top of the work tree.
    pub fn top(&self) -> Result<PathBuf, Trouble> {
        let here = Path::new(".").canonicalize();
        let here = here.map_err(|error| Trouble::at(Path::new("."), &error))?;
        let depth = self.within.components().count();
        Ok(here.ancestors().nth(depth).unwrap_or(&here).to_owned())
    }

    /// What a file is called from here that has this path from the top; never `-`, which is standard input.
    pub fn name(&self, path: &Path) -> PathBuf {
        let pairs = self.within.components().zip(path.components());
        let shared = pairs.take_while(|(one, other)| one == other).count();
        let up = self.within.components().count() - shared;
        let down = path.components().skip(shared);
        let name: PathBuf = std::iter::repeat_n("..".as_ref(), up)
            .chain(down.map(|part| part.as_os_str()))
            .collect();
        if name.as_os_str() == "-" { Path::new("./-").to_owned() } else { name }
    }

    /// The folders on the way from the top to what is called `name` from here that its name does not tell, for we are in
    /// them: each by a name that ends with its own.
    pub fn above(&self, name: &Path) -> Vec<PathBuf> {
        let within: Vec<_> = self.within.components().collect();
        let up = name.components().take_while(|part| *part == Component::ParentDir).count();
        let shared = within.len().saturating_sub(up);
        let named = within[..shared].iter().enumerate().map(|(depth, folder)| {
            let up = std::iter::repeat_n("..".as_ref(), within.len() - depth);
            up.chain([folder.as_os_str()]).collect()
        });
        named.collect()
    }
}

/// Trouble where git takes the folder that we are in, which is in the work tree at `top`, for the top of another one.
fn other(top: &Path) -> Result<(), Trouble> {
    if git(words(&["config", "--get", "core.worktree"]), Vec::new()).is_ok() {
        return Ok(());
    }
    let top = shown::path(top);
    let words = format!("GIT_DIR is of another repository than {top}, which we are in");
    Err(Trouble::new(words).hint("unset it, or say by GIT_WORK_TREE what it is about"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_from_here() {
        let name = |within: &str, path: &str| {
            let name = Here { within: within.into() }.name(Path::new(path));
            name.to_str().unwrap().to_owned()
        };
        assert_eq!(name("", "a/b"), "a/b");
        assert_eq!(name("", "-"), "./-");
        assert_eq!(name("a/", "a/b"), "b");
        assert_eq!(name("a/b/", "a/c/d"), "../c/d");
        assert_eq!(name("a/b/", "ab/c"), "../../ab/c");
    }

    #[test]
    fn folders_that_we_are_in_have_names() {
        let above = |within: &str, name: &str| {
            let above = Here { within: within.into() }.above(Path::new(name));
            above.iter().map(|path| path.to_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert!(above("", "a/b").is_empty());
        assert_eq!(above("a/b/", "c/d"), ["../../a", "../b"]);
        assert_eq!(above("a/b/", "../d"), ["../../a"]);
        assert!(above("a/b/", "../../d").is_empty());
    }
}
