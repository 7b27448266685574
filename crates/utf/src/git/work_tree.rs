//! The current directory in its work tree.

use std::path::{Component, Path, PathBuf};

use super::{
    ask::{git, words},
    checks,
};
use crate::{process::problem::Problem, system::from_git};

/// The current directory, by its path from the top of the work tree.
pub struct CurrentFolder {
    within: PathBuf,
}

impl CurrentFolder {
    /// Asks git for the current directory.
    pub fn find() -> Result<Self, Problem> {
        checks::is_meant()?;
        let ask = ["rev-parse", "--is-inside-work-tree", "--show-prefix"];
        let within = git(words(&ask), Vec::new())?;
        // Outside of the work tree, names from the top would refer to other files here.
        let within = within.strip_prefix(b"true\n").ok_or_else(|| {
            Problem::new("the current directory is not in git's work tree")
                .hint("run it in that work tree, which GIT_DIR and GIT_WORK_TREE may set")
        })?;
        let within = within.strip_suffix(b"\n").unwrap_or(within);
        let here = Self { within: from_git(within) };
        checks::is_top(&here.top()?)?;
        Ok(here)
    }

    /// Returns the full path of the top of the work tree.
    pub fn top(&self) -> Result<PathBuf, Problem> {
        let here = Path::new(".").canonicalize();
        let here = here.map_err(|error| Problem::at(Path::new("."), &error))?;
        let depth = self.within.components().count();
        Ok(here.ancestors().nth(depth).unwrap_or(&here).to_owned())
    }

    /// Returns the name, relative to the current directory, of the file with this path from the
    /// top. The result is never `-`, which is standard input.
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

    /// Returns the directories between the top and the file `name` that `name` does not contain,
    /// because the current directory is inside them. Each path ends with the name of the directory.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_from_here() {
        for (within, path, expected) in [
            ("", "a/b", "a/b"),
            ("", "-", "./-"),
            ("a/", "a/b", "b"),
            ("a/b/", "a/c/d", "../c/d"),
            ("a/b/", "ab/c", "../../ab/c"),
        ] {
            let name = CurrentFolder { within: within.into() }.name(Path::new(path));
            assert_eq!(name, Path::new(expected));
        }
    }

    #[test]
    fn folders_that_we_are_in_have_names() {
        let above = |within: &str, name: &str| {
            CurrentFolder { within: within.into() }.above(Path::new(name))
        };
        assert!(above("", "a/b").is_empty());
        assert_eq!(above("a/b/", "c/d"), ["../../a", "../b"].map(Path::new));
        assert_eq!(above("a/b/", "../d"), ["../../a"].map(Path::new));
        assert!(above("a/b/", "../../d").is_empty());
    }
}
