//! Failures of operands and of usage, and their messages.

use std::{fmt, io, path::Path};

use super::names;
use utfkit_text::unicode::printable;

/// Something that went wrong, in words that name the operand.
#[derive(Debug)]
pub struct Problem {
    what: String,
    hint: Option<String>,
    /// What the system, or a decoder, said that it is.
    kind: Option<io::ErrorKind>,
}

impl Problem {
    /// A problem in `words`, which are fit for a terminal.
    pub fn new(words: impl Into<String>) -> Self {
        Self { what: words.into(), hint: None, kind: None }
    }

    /// What `error` says about the operand `name`, which is fit for a terminal.
    pub fn with(name: &str, error: &io::Error) -> Self {
        Self { kind: Some(error.kind()), ..Self::new(format!("{name}: {}", words(error))) }
    }

    /// What `error` says about the file at `path`.
    pub fn at(path: &Path, error: &io::Error) -> Self {
        Self::with(&names::path(path), error)
    }

    /// The same, with what to do about it.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// What kind of an error it comes from.
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

/// What `error` says, as the system's own tools say it: without the number of the error.
fn words(error: &io::Error) -> String {
    let text = error.to_string();
    let end = text.rfind(" (os error").unwrap_or(text.len());
    printable::line(&text[..end]).into_owned()
}
