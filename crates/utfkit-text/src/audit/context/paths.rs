//! Paths to parent directories that are written with overlong forms.

use crate::audit::{characters::suspect::overlong, rules::Rule};
use utfkit::Finding;

/// Finds `../` and `..\` if a character of them is an overlong form, in text that comes in pieces.
///
/// Bytes such as `2F C0 AE 2E 2F` pass a check for `/../`, but lenient decoders read them as that
/// path. The watch remembers at most three characters.
///
/// ```
/// use utfkit::{error::Grouper, utf8};
/// use utfkit_text::audit::PathWatch;
/// let (mut watch, mut grouper, mut found) = (PathWatch::new(), Grouper::new(), None);
/// for chunk in utf8::chunks(b"/\xC0\xAE./") {
///     // Text ends a group of neighboring subparts.
///     if !chunk.text().is_empty() {
///         grouper.finish().iter().for_each(|error| watch.ill_formed(error));
///     }
///     watch.text(chunk.text());
///     found = found.or(watch.found());
///     let before = chunk.finding().and_then(|finding| grouper.push(finding));
///     before.iter().for_each(|error| watch.ill_formed(error));
/// }
/// assert!(found.is_some());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PathWatch {
    /// The number of dots at the end, at most two.
    dots: u8,
    /// Whether one of them was an overlong form.
    overlong: bool,
    found: Option<Rule>,
}

impl PathWatch {
    /// Creates a watch at the start of a text.
    #[must_use]
    pub const fn new() -> Self {
        Self { dots: 0, overlong: false, found: None }
    }

    /// Takes well-formed text, and reads only its first and last characters.
    pub fn text(&mut self, text: &str) {
        let bytes = text.as_bytes();
        // The first byte that is not a dot completes or breaks a path from before. Only the last
        // dots can begin a path that continues in the next text.
        let first = bytes.iter().position(|&byte| byte != b'.').map_or(bytes.len(), |at| at + 1);
        bytes[..first].iter().for_each(|&byte| self.push(u32::from(byte), false));
        let last = bytes.iter().rev().take(2).take_while(|&&byte| byte == b'.').count();
        let from = first.max(bytes.len() - last);
        bytes[from..].iter().for_each(|&byte| self.push(u32::from(byte), false));
    }

    /// Takes an ill-formed sequence, whose neighboring subparts are joined.
    pub fn ill_formed(&mut self, finding: &Finding) {
        match overlong(finding) {
            Some(means) => self.push(means, true),
            None => self.push(u32::MAX, false),
        }
    }

    /// Returns the rule if the last piece completed such a path, and forgets it.
    pub fn found(&mut self) -> Option<Rule> {
        self.found.take()
    }

    fn push(&mut self, means: u32, overlong: bool) {
        match (means, self.dots) {
            (0x2E, dots) => {
                // Only the last two dots count.
                self.dots = if dots < 2 { dots + 1 } else { 2 };
                self.overlong |= overlong;
            }
            (0x2F | 0x5C, 2) if self.overlong || overlong => {
                *self = Self { found: Some(Rule::OverlongPath), ..Self::new() };
            }
            _ => *self = Self { found: self.found, ..Self::new() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use utfkit::Kind;
    use utfkit::{error::Grouper, utf8};

    /// Returns `true` if a path is found in `bytes`, passed in small pieces.
    fn found(bytes: &[u8]) -> bool {
        let (mut watch, mut found) = (PathWatch::new(), false);
        for chunk in utf8::chunks(bytes) {
            for part in chunk.text().split_inclusive('.') {
                watch.text(part);
                found |= watch.found().is_some();
            }
            // Other sequences here are groups of two subparts.
            let Some(finding) = chunk.finding() else { continue };
            if !matches!(finding.kind(), Kind::UnexpectedContinuation) {
                let mut grouper = Grouper::new();
                grouper.push(finding);
                watch.ill_formed(&grouper.finish().unwrap());
                found |= watch.found().is_some();
            }
        }
        found
    }

    #[test]
    fn paths_with_overlong_forms_are_found() {
        for path in [
            &b"/\xC0\xAE./"[..],
            b"/.\xC0\xAE/",
            b"/..\xC0\xAF",
            b"..\xC1\x9C",
            b"\xC0\xAE\xC0\xAE\xC0\xAF",
            b"a b \xC0\xAE./etc",
        ] {
            assert!(found(path), "{path:X?}");
        }
        for path in [&b"/../"[..], b"/.\xC0\xAFa", b"..a\xC0\xAF", b".\xFF./", b"\xC0\xAE a ./"] {
            assert!(!found(path), "{path:X?}");
        }
    }
}
