//! Decides whether a file is text, for each command.
//!
//! All commands ask this module, so they agree. Files without NUL cost nothing. Most other files
//! have four NUL bytes together, or are recognized by 512 bytes. Detection reads 8 KiB of the rest:
//! the text must be certain, not mostly ASCII, and have blanks.
//!
//! For a receiver that rejects U+0000, a file with NUL is text unless it is certainly binary,
//! because the NUL is a finding. `repair` changes the file, so it requires the opposite proof.

use utfkit_text::detect::{Content, content::LOOK};

use crate::args::encoding::From;

/// Returns the encoding to read a file with that is only read, if the user said `from`. With
/// [`From::Auto`], it is the encoding that was recognized without a BOM, if any. Returns `None` if
/// the file was found in a directory (`walked`) and is binary.
pub fn read_as(content: Content, from: From, walked: bool) -> Option<From> {
    match content {
        Content::NoBom(encoding) if from == From::Auto => Some(From::Known(encoding.into())),
        Content::Text | Content::NoBom(_) => Some(from),
        Content::Binary => (!walked).then_some(from),
    }
}

/// Returns advice for a command that accepts `-f`. It begins with a space, unless it is empty.
pub fn advice(content: Content) -> String {
    let say = |encoding| format!(" (name it with `-f {encoding}`)");
    content.looks_like().map_or_else(String::new, say)
}

/// Returns `true` if the bytes are those of a binary file: they have a NUL and no BOM.
pub fn is_binary(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(LOOK)];
    utfkit::encoding::Bom::of(start).is_none() && memchr::memchr(0, start).is_some()
}
