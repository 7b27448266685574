//! Makes names of files safe to print on a terminal.

use std::{fmt::Write as _, path::Path};

use crate::system;
use utfkit_text::unicode::printable;

/// Returns the name of an operand: the name of a file, or `<stdin>` for `-`.
pub fn operand(path: &Path) -> String {
    if path.as_os_str() == "-" { "<stdin>".to_owned() } else { self::path(path) }
}

/// Returns the name of a file on one line. Characters that are not plain are shown as `<U+NNNN>`,
/// and bytes that are not UTF-8 as `<NN>`.
pub fn path(path: &Path) -> String {
    let bytes = system::names::bytes(path.as_os_str());
    let mut out = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        chunk.valid().chars().for_each(|character| printable::push(&mut out, character));
        for byte in chunk.invalid() {
            let _ = write!(out, "<{byte:02X}>");
        }
    }
    out
}

/// Returns the path of a directory, with a slash at the end.
pub fn folder(path: &Path) -> String {
    let mut shown = self::path(path);
    if !shown.ends_with('/') {
        shown.push('/');
    }
    shown
}

/// Returns the name of a file as one word of a command for a shell. Returns `None` if the name is not
/// UTF-8, or has a character that a terminal does not show as itself.
pub fn word(path: &Path) -> Option<String> {
    let name = system::names::bytes(path.as_os_str());
    let name = str::from_utf8(&name).ok().filter(|name| printable::line(name) == *name)?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-/+,:@%=".contains(c);
    match name.chars().all(is_plain) && !name.is_empty() {
        true => Some(name.to_owned()),
        false => Some(format!("'{}'", name.replace('\'', r"'\''"))),
    }
}

/// Returns `count` and the noun `what`, in the plural unless `count` is 1.
pub fn counted(count: u64, what: &str) -> String {
    let ending = match count {
        1 => "",
        _ if what.ends_with('x') => "es",
        _ => "s",
    };
    format!("{count} {what}{ending}")
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn names_are_words_of_a_shell() {
        for (name, word) in
            [("a/b-c.txt", "a/b-c.txt"), ("a b", "'a b'"), ("it's;rm", r"'it'\''s;rm'")]
        {
            assert_eq!(super::word(Path::new(name)).as_deref(), Some(word));
        }
        for unsafe_to_show in ["a\nb", "a\x1B[2J", "a\u{202E}b"] {
            assert_eq!(word(Path::new(unsafe_to_show)), None);
        }
        // Every shell of Windows accepts slashes without quotes.
        let path: PathBuf = ["a", "b.txt"].iter().collect();
        assert_eq!(word(&path).as_deref(), Some("a/b.txt"));
    }

    #[test]
    fn names_that_are_not_text_are_shown() {
        // Half of a surrogate pair, as in WTF-8, is possible on all systems.
        let name = crate::system::names::from_bytes(b"a\xED\xA0\x80\x1B[2J\n".into()).unwrap();
        assert_eq!(path(Path::new(&name)), "a<ED><A0><80><U+001B>[2J<U+000A>");
    }
}
