//! Command lines to copy into a shell.

use std::path::Path;

use utfkit_text::unicode::printable;

use crate::system;

/// A file for which messages print command lines, with the options to read it.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'p> {
    path: &'p Path,
    /// Whether the file must be decompressed.
    decompress: bool,
}

impl<'p> Shown<'p> {
    /// Returns the file at `path`, which may be `-` for standard input.
    pub fn new(path: &'p Path) -> Self {
        Self { path, decompress: false }
    }

    /// Sets whether the file must be decompressed.
    pub fn decompressed(self, decompress: bool) -> Self {
        Self { decompress, ..self }
    }

    /// Returns the path, which is `-` for standard input.
    pub fn path(&self) -> &'p Path {
        self.path
    }

    /// Returns `true` if other programs can read the text of the file: it has a name, and it is not
    /// compressed.
    pub fn is_plain(&self) -> bool {
        !self.decompress && self.path.as_os_str() != "-"
    }

    /// Returns `true` if a repository is around the file. It may not have the file.
    pub fn is_in_work_tree(&self) -> bool {
        let folder = self.path.canonicalize().ok();
        folder.is_some_and(|path| path.ancestors().skip(1).any(|above| above.join(".git").exists()))
    }

    /// Returns the command line `utf`, `words`, and the file. Standard input has no name, so the
    /// command reads it.
    pub fn command(&self, words: &str) -> String {
        let option = if self.decompress { " -z" } else { "" };
        if self.path.as_os_str() == "-" {
            format!("utf {words}{option}")
        } else {
            format!("utf {words}{option} {}", self.name())
        }
    }

    /// Returns the name of the file, as a shell reads it.
    pub fn name(&self) -> String {
        quoted(self.path)
    }
}

/// Returns the name of a file for the command line of a shell. A name with control characters or
/// with bytes that are not UTF-8 is in the quotes `$'…'` of bash, ksh and zsh.
fn quoted(path: &Path) -> String {
    let bytes = system::names::bytes(path.as_os_str());
    let is_plain = |&byte: &u8| byte.is_ascii_alphanumeric() || b"_./,:+@%-".contains(&byte);
    // A name that begins with `-` would be an option.
    let dir = if bytes.starts_with(b"-") { "./" } else { "" };
    if !bytes.is_empty() && bytes.iter().all(is_plain) {
        return format!("{dir}{}", path.display());
    }
    match std::str::from_utf8(&bytes) {
        Ok(name) if name.chars().all(printable::is_plain) => {
            format!("{dir}'{}'", name.replace('\'', r"'\''"))
        }
        _ => {
            let escaped = |byte: u8| match byte {
                b'\'' | b'\\' => format!("\\{}", char::from(byte)),
                b' '..=b'~' => char::from(byte).to_string(),
                _ => format!("\\x{byte:02x}"),
            };
            // An escape ends after two digits, so the next character is never a part of it.
            let name: String = bytes.iter().copied().map(escaped).collect();
            format!("{dir}$'{name}'")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted() {
        for (name, quoted) in [
            ("a.txt", "a.txt"),
            ("-a", "./-a"),
            ("it's é.txt", r"'it'\''s é.txt'"),
            ("$a`b`", "'$a`b`'"),
            ("a\u{1B}'\n", r"$'a\x1b\'\x0a'"),
            ("a\u{202E}b", r"$'a\xe2\x80\xaeb'"),
        ] {
            assert_eq!(super::quoted(Path::new(name)), quoted);
        }
        assert_eq!(Shown::new(Path::new("-")).command("detect"), "utf detect");
        let shown = Shown::new(Path::new("a b")).decompressed(true);
        assert_eq!(shown.command("check"), "utf check -z 'a b'");
    }
}
