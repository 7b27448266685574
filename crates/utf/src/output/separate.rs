//! Ensures that a run does not write a file that it also reads, which would lose the text.

use std::path::{Path, PathBuf};

use crate::{
    files::paths,
    process::problem::Problem,
    system::{facts::Facts, streams::is_standard_output},
};

/// Rejects a file that is named twice. Each item of a pair has its name in messages, and its path
/// if one was given.
pub fn keep_apart(pairs: &[[(&str, Option<&Path>); 2]]) -> Result<(), Problem> {
    for [(one, path), (other, another)] in pairs {
        if path.zip(*another).is_some_and(|(path, another)| is_same(path, another)) {
            let words = format!("{one} and {other} are the same file");
            return Err(Problem::new(words).hint("name another one"));
        }
    }
    Ok(())
}

/// Returns `true` if both are paths of the same file, or will be.
fn is_same(one: &Path, other: &Path) -> bool {
    if is_standard_output(one) || is_standard_output(other) {
        return is_standard_output(one) && is_standard_output(other);
    }
    match (Facts::at(one), Facts::at(other)) {
        (Ok(found), Ok(other_found)) => {
            let same_path = || Some(one.canonicalize().ok()? == other.canonicalize().ok()?);
            found.is_file()
                && (found.is_one(&other_found)
                    || !found.is_numbered() && same_path().unwrap_or(false))
        }
        (Err(_), Err(_)) => place(one) == place(other),
        _ => false,
    }
}

/// Returns the path that a missing file will have.
fn place(path: &Path) -> Option<PathBuf> {
    let folder = paths::parent(path).canonicalize().ok()?;
    Some(folder.join(path.file_name()?))
}
