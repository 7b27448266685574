//! Failures of operands and of usage, and their messages.

use std::{fmt, io, path::Path};

use super::names;
use crate::system::files::{advice, message};
use utfkit_text::unicode::printable;

/// A failure, with a message that names the operand.
#[derive(Debug)]
pub struct Problem {
    what: String,
    hint: Option<String>,
    /// The kind of error that the system, or a decoder, reported.
    kind: Option<io::ErrorKind>,
}

impl Problem {
    /// Creates a problem with the message `words`, which is safe for a terminal.
    pub fn new(words: impl Into<String>) -> Self {
        Self { what: words.into(), hint: None, kind: None }
    }

    /// Creates the problem for `error` about the operand `name`, which is safe for a terminal.
    pub fn with(name: &str, error: &io::Error) -> Self {
        let hint = advice(error).map(str::to_owned);
        Self { kind: Some(error.kind()), hint, ..Self::new(format!("{name}: {}", words(error))) }
    }

    /// Creates the problem for `error` about the file at `path`.
    pub fn at(path: &Path, error: &io::Error) -> Self {
        Self::with(&names::path(path), error)
    }

    /// Adds a hint that says what to do.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Returns `true` if the cause is that a file does not exist.
    pub fn is_missing(&self) -> bool {
        self.kind == Some(io::ErrorKind::NotFound)
    }

    /// Returns the kind of the I/O error, if one is the cause.
    pub fn kind(&self) -> Option<io::ErrorKind> {
        self.kind
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

/// Returns the part of a summary about the `number` of files that do not exist.
pub fn missing(number: u64) -> (u64, &'static str) {
    (number, if number == 1 { "does not exist" } else { "do not exist" })
}

/// Returns the message of `error` without the error number, as the tools of the system print it.
fn words(error: &io::Error) -> String {
    if let Some(message) = message(error) {
        return message.to_owned();
    }
    let text = error.to_string();
    let end = text.rfind(" (os error").unwrap_or(text.len());
    printable::line(text[..end].trim_end_matches('.')).into_owned()
}
