//! What the command makes of what a file is.

use utfkit_text::detect::content::Content;

use crate::args::encoding::From;

/// What a file is read as that is only read, and that `from` is said of: as it looks, where
/// that leaves it open; `None` if it was `walked` to, and is no text.
pub fn read_as(content: Content, from: From, walked: bool) -> Option<From> {
    match content {
        Content::Unsigned(encoding) if from == From::Auto => Some(From::Known(encoding.into())),
        Content::Text | Content::Unsigned(_) => Some(from),
        Content::Binary => (!walked).then_some(from),
    }
}

/// What to do, for a command that takes `-f`; begins with a space.
pub fn advice(content: Content) -> String {
    let say = |encoding| format!(" (name it with `-f {encoding}`)");
    content.looks_like().map_or_else(String::new, say)
}
