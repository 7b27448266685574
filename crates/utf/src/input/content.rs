//! What the command makes of what a file is.

use super::nature::Nature;
use crate::args::encoding::From;

/// What a file is read as that is only read, and that `from` is said of: as it looks, where
/// that leaves it open; `None` if it was `walked` to, and is no text.
pub fn read_as(nature: Nature, from: From, walked: bool) -> Option<From> {
    match nature {
        Nature::Unsigned(encoding) if from == From::Auto => Some(From::Known(encoding.into())),
        Nature::Text | Nature::Unsigned(_) => Some(from),
        Nature::Binary => (!walked).then_some(from),
    }
}

/// What to do, for a command that takes `-f`; begins with a space.
pub fn advice(nature: Nature) -> String {
    let say = |encoding| format!(" (name it with `-f {encoding}`)");
    nature.looks_like().map_or_else(String::new, say)
}
