//! The lines of `git diff --raw` and `git log --raw`.

use std::path::PathBuf;

use crate::system::from_git;

/// The facts about a changed file: `:old-mode mode old-blob blob status`.
pub(super) struct Facts {
    pub(super) old_mode: String,
    pub(super) mode: String,
    pub(super) old_blob: String,
    pub(super) blob: String,
    pub(super) status: String,
}

impl Facts {
    /// Parses the facts; `None` if `line` is something else.
    pub(super) fn parse(line: &[u8]) -> Option<Self> {
        let line = str::from_utf8(line).ok()?.strip_prefix(':')?;
        let mut words = line.split(' ').map(str::to_owned);
        let facts = Self {
            old_mode: words.next()?,
            mode: words.next()?,
            old_blob: words.next()?,
            blob: words.next()?,
            status: words.next()?,
        };
        words.next().is_none().then_some(facts)
    }

    /// Whether the file is a regular one now.
    pub(super) fn is_regular(&self) -> bool {
        self.mode.starts_with("100")
    }

    /// Whether the file was a regular one before.
    pub(super) fn was_regular(&self) -> bool {
        self.old_mode.starts_with("100")
    }
}

/// Parses the output of `git diff --raw -z --no-renames`.
pub(super) fn changes(out: &[u8]) -> Vec<(Facts, PathBuf)> {
    let mut fields = out.split(|&byte| byte == 0);
    let mut all = Vec::new();
    while let (Some(facts), Some(path)) = (fields.next(), fields.next()) {
        all.extend(Facts::parse(facts).map(|facts| (facts, from_git(path))));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_facts() {
        let out = b":100644 100755 aaaa bbbb M\0a b\0:000000 120000 0000 cccc A\0l\0";
        let found = changes(out);
        let short: Vec<_> = found
            .iter()
            .map(|(f, path)| (f.blob.as_str(), f.is_regular(), f.was_regular(), path.clone()))
            .collect();
        assert_eq!(
            short,
            [
                ("bbbb", true, true, PathBuf::from("a b")),
                ("cccc", false, false, PathBuf::from("l"))
            ]
        );
        assert!(Facts::parse(b"commit").is_none());
        assert!(Facts::parse(b":100644 100644 aaaa").is_none());
    }
}
