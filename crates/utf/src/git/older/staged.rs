//! The version of a file in the index, for a filter of git.

use std::{ffi::OsString, path::Path};

use super::super::{
    ask::{git, is_object, refused, run, words},
    command::command,
};
use crate::process::{names, problem::Problem};

/// The version of a file in the index.
pub struct Staged {
    /// `:N` for its stage.
    pub revision: &'static str,
    pub content: Vec<u8>,
}

/// Returns the stored version of the file at `path`, which begins at the top of the work tree, or
/// `None` if git does not have the file. During a merge, it is that of the current branch.
///
/// Git runs no filter for this, and fetches nothing.
pub fn staged_version(path: &Path, most: u64) -> Result<Option<Staged>, Problem> {
    for revision in [":0", ":2"] {
        let mut name = OsString::from(format!("{revision}:"));
        name.push(path);
        let Some(blob) = object(name)? else { continue };
        let len = git(words(&["cat-file", "-s", &blob]), Vec::new())?;
        let len: Option<u64> = String::from_utf8_lossy(&len).trim_end().parse().ok();
        if len.is_none_or(|len| len > most) {
            let words = format!("the version in the index has more than {most} bytes");
            return Err(Problem::new(format!("{}: {words}", names::path(path))));
        }
        let content = git(words(&["cat-file", "blob", &blob]), Vec::new())?;
        return Ok(Some(Staged { revision, content }));
    }
    Ok(None)
}

/// Returns the full name of an object, or `None` if it does not exist.
fn object(name: OsString) -> Result<Option<String>, Problem> {
    let mut arguments = words(&["rev-parse", "--verify", "--quiet", "--end-of-options"]);
    arguments.push(name);
    let mut command = command();
    command.env("GIT_NO_LAZY_FETCH", "1").env("GIT_ALLOW_PROTOCOL", "none");
    let output = run(command.args(arguments), Vec::new())?;
    let object = String::from_utf8_lossy(&output.stdout).trim_end().to_owned();
    match output.status.success() {
        true if is_object(&object) => Ok(Some(object)),
        // Without a repository, git prints a message.
        false if !output.stderr.is_empty() => Err(refused(&output)),
        _ => Ok(None),
    }
}
