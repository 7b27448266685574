//! The versions of changed files before the change, for comparisons.

use std::{
    collections::HashMap,
    fs,
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use tempfile::TempDir;

use super::super::{
    ask::{compare, with, words},
    index, raw,
    work_tree::CurrentFolder,
};
use crate::process::problem::Problem;

/// The maximum length of a version that is compared, in bytes.
pub const MAX_LEN: u64 = 16 << 20;

/// The older versions of the files of a change.
pub struct OldBlobs {
    folder: Option<TempDir>,
    /// The copy of each file, by its name from the current directory.
    copies: HashMap<PathBuf, PathBuf>,
    /// The name of the older version for commands.
    pub revision: String,
}

impl OldBlobs {
    /// No older versions.
    pub fn none() -> Self {
        Self { folder: None, copies: HashMap::new(), revision: String::new() }
    }

    /// Copies the versions of changed files among `paths` in `base`: a commit, or `--cached` for
    /// the staged files.
    pub(in crate::git) fn of(
        base: &str,
        revision: &str,
        here: &CurrentFolder,
        paths: &[PathBuf],
    ) -> Result<Self, Problem> {
        let diff = ["diff", "--raw", "--no-abbrev", "-z", "--no-renames", "--no-relative"];
        let mut arguments = words(&["--literal-pathspecs"]);
        arguments.extend(words(&diff));
        arguments.extend(words(&["--no-ext-diff", "--ignore-submodules=dirty"]));
        arguments.extend(words(&["--diff-filter=M", base, "--"]));
        let out = compare(with(arguments, paths))?;
        let (mut blobs, mut names) = (Vec::new(), Vec::new());
        for (facts, path) in raw::changes(&out) {
            if facts.was_regular() && facts.is_regular() {
                blobs.push(facts.old_blob);
                names.push(here.name(&path));
            }
        }
        let revision = revision.to_owned();
        if blobs.is_empty() {
            return Ok(Self { revision, ..Self::none() });
        }
        let folder = index::copies()?;
        let (mut copies, mut names) = (HashMap::new(), names.into_iter().enumerate());
        index::read(blobs, |blob| {
            let Some((number, name)) = names.next() else { return Ok(()) };
            let mut bytes = Vec::new();
            blob.take(MAX_LEN + 1).read_to_end(&mut bytes)?;
            if bytes.len() as u64 <= MAX_LEN {
                let copy = folder.path().join(number.to_string());
                fs::File::create(&copy)?.write_all(&bytes)?;
                copies.insert(name, copy);
            }
            Ok(())
        })?;
        Ok(Self { folder: Some(folder), copies, revision })
    }

    /// Returns the older version of the file `name`, if there is one.
    pub fn old(&self, name: &Path) -> Option<io::Result<Vec<u8>>> {
        self.folder.as_ref()?;
        self.copies.get(name).map(fs::read)
    }
}
