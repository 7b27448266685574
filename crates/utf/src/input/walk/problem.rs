//! Failures of a walk, with the same messages as for any file.

use std::{io, path::Path};

use crate::process::{names, problem::Problem};
use utfkit_text::unicode::printable;

/// Converts a failure of a walk that had come to the directory `here`.
pub fn walk_problem(error: &ignore::Error, here: &Path) -> Problem {
    match error {
        ignore::Error::WithDepth { err, .. } => walk_problem(err, here),
        // The listing of a directory failed.
        ignore::Error::Io(error) => Problem::at(here, error),
        ignore::Error::WithPath { path, err } => match err.io_error() {
            // The walker repeats the path in its message.
            Some(error) => {
                let (words, repeated) = (error.to_string(), path.display());
                let repeated = format!("IO error for operation on {repeated}: ");
                let words = words.strip_prefix(&repeated).unwrap_or(&words);
                Problem::at(path, &io::Error::new(error.kind(), words))
            }
            None => Problem::new(format!(
                "{}: {}",
                names::path(path),
                printable::line(&err.to_string())
            )),
        },
        ignore::Error::Loop { ancestor, child } => {
            let (child, ancestor) = (names::path(child), names::path(ancestor));
            Problem::new(format!("{child}: a link to {ancestor}, which contains it: not followed"))
        }
        other => Problem::new(printable::line(&other.to_string())),
    }
}
