//! The charset under a surface: which characters it lacks.

use utfkit::Encoding;

/// A charset, and its characters.
#[derive(Clone, Copy)]
pub(super) struct Target(Encoding);

impl Target {
    pub(super) fn new(encoding: Encoding) -> Self {
        Self(encoding)
    }

    /// Returns `true` if the charset cannot encode `character`, so that it must be an escape.
    pub(super) fn lacks(self, character: char) -> bool {
        match self.0 {
            Encoding::UsAscii => !character.is_ascii(),
            Encoding::Utf8 => false,
            other => other.first_unencodable(character.encode_utf8(&mut [0; 4])).is_some(),
        }
    }
}

/// The start of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum First {
    /// A whole character.
    Character(char),
    /// A character whose last bytes are missing.
    Incomplete,
    /// A byte that is not UTF-8.
    IllFormed,
}

/// Returns the first character of `bytes`, which must not be empty. At the `last` bytes, nothing is
/// incomplete.
pub(super) fn first(bytes: &[u8], last: bool) -> First {
    let bytes = &bytes[..bytes.len().min(4)];
    let (text, is_cut) = match std::str::from_utf8(bytes) {
        Ok(text) => (text, false),
        Err(error) => {
            let (text, _) = bytes.split_at(error.valid_up_to());
            (std::str::from_utf8(text).unwrap_or_default(), error.error_len().is_none())
        }
    };
    match text.chars().next() {
        Some(character) => First::Character(character),
        None if is_cut && !last => First::Incomplete,
        None => First::IllFormed,
    }
}
