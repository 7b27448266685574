//! The error for a label that cannot be used: the label, the reason, and similar labels.

use core::fmt;

use super::{
    nearest,
    sets::{LabelSet, group::Group},
    table::{all, labels, named},
};

/// The error for a label that no encoding has, or whose encoding this build lacks.
///
/// It keeps the label, and searches for similar labels only when [`nearest`](Self::nearest) or
/// [`Display`](fmt::Display) needs them. So a failed lookup costs no more than a successful one,
/// and servers can look up labels that strangers send.
///
/// ```
/// use utfkit::encoding::{Label, LabelSet};
/// let error = Label::parse("uft-8", LabelSet::Whatwg).unwrap_err();
/// assert_eq!((error.label(), error.nearest().next()), ("uft-8", Some("utf-8")));
/// assert_eq!(error.to_string(), "unknown encoding `uft-8`; did you mean utf-8?");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct UnknownLabel {
    label: Excerpt,
    set: LabelSet,
    legacy: Option<&'static str>,
    candidates: Candidates,
}

/// The labels that the search for similar ones covers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Candidates {
    /// The labels of the set.
    Set,
    /// Only the names of encodings.
    Encodings,
    /// No labels, because the label is known.
    Nothing,
}

impl UnknownLabel {
    /// Creates the error for `label` in `set`.
    pub(super) fn new(label: &str, set: LabelSet) -> Self {
        Self { label: Excerpt::of(label), set, legacy: None, candidates: Candidates::Set }
    }

    /// Creates the error for `label` as the name of an encoding only.
    pub(super) fn of_encoding(label: &str) -> Self {
        Self { candidates: Candidates::Encodings, ..Self::new(label, LabelSet::Iana) }
    }

    /// Creates the error for `label`, which means `group` in `set`: an encoding that this build
    /// lacks.
    pub(super) fn lacking(label: &str, set: LabelSet, group: &'static Group) -> Self {
        let legacy = group.legacy.then_some(group.name);
        Self { legacy, candidates: Candidates::Nothing, ..Self::new(label, set) }
    }

    /// Returns the label, or its first 40 bytes if it is longer.
    #[must_use]
    pub fn label(&self) -> &str {
        self.label.text()
    }

    /// Returns the set in which the label was looked up.
    #[must_use]
    pub const fn set(&self) -> LabelSet {
        self.set
    }

    /// Returns the legacy charset that the label means, if this build lacks the feature
    /// `legacy-charsets`.
    #[must_use]
    pub const fn legacy(&self) -> Option<&'static str> {
        self.legacy
    }

    /// Returns at most three similar known labels, the nearest first; none if no label is similar.
    ///
    /// Cost: compares the label with every known one, about 100 microseconds per call.
    ///
    /// ```
    /// let error = "utf9".parse::<utfkit::Encoding>().unwrap_err();
    /// assert_eq!(error.nearest().next(), Some("utf-8"));
    /// ```
    pub fn nearest(&self) -> impl Iterator<Item = &'static str> {
        let mut nearest = Nearest::default();
        // A label that was cut is longer than every known label.
        if !self.label.cut {
            match self.candidates {
                Candidates::Set => {
                    nearest.search(self.label(), own(self.set));
                    if self.set.falls_back() {
                        nearest.search(self.label(), registered());
                    }
                }
                Candidates::Encodings => nearest.search(self.label(), registered()),
                Candidates::Nothing => {}
            }
        }
        nearest.names().into_iter().flatten()
    }
}

/// Returns the labels of `set` itself, each with the label to suggest for it.
fn own(set: LabelSet) -> impl Iterator<Item = (&'static str, &'static str)> {
    let named_in_set = move |name| match set.group(name) {
        Some(group) => named(group.name),
        None => named(name).filter(|_| set.falls_back()),
    };
    set.own_labels().filter_map(move |own| {
        let group = set.group(own)?;
        let means = named(group.name)?;
        // If a label says no more than its encoding, the name of the encoding is suggested.
        let says_more = group.bom.is_some() || group.order.is_some();
        let plain = !says_more && named_in_set(group.name) == Some(means);
        Some((own, if plain { group.name } else { own }))
    })
}

/// The names with the lowest costs, in order.
#[derive(Default)]
struct Nearest([Option<(nearest::Cost, &'static str)>; 3]);

impl Nearest {
    /// Adds those of `known` that are near `label`. Each pair is a label and the label to suggest
    /// for it.
    fn search(&mut self, label: &str, known: impl Iterator<Item = (&'static str, &'static str)>) {
        for (known, name) in known {
            if let Some(cost) = nearest::cost(known, label) {
                self.add(cost, name);
            }
        }
    }

    fn add(&mut self, cost: nearest::Cost, name: &'static str) {
        let row = &mut self.0;
        // A name is kept once, with its lowest cost. Among equals, the earlier one stays first.
        match row.iter().flatten().position(|(_, known)| *known == name) {
            Some(at) if row[at].is_some_and(|(known, _)| known <= cost) => return,
            Some(at) => row[at..].rotate_left(1),
            None => {}
        }
        let at = row.iter().take_while(|row| row.is_some_and(|(known, _)| known <= cost)).count();
        if at < row.len() {
            row[at..].rotate_right(1);
            row[at] = Some((cost, name));
        }
    }

    /// Returns the names that are hardly worse than the best.
    fn names(self) -> [Option<&'static str>; 3] {
        let best = self.0[0].map(|(cost, _)| cost);
        self.0.map(|row| {
            row.filter(|(cost, _)| best.is_some_and(|best| best.is_near(*cost)))
                .map(|(_, name)| name)
        })
    }
}

/// Returns the labels of every encoding, each with the canonical name.
fn registered() -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    all().flat_map(|encoding| labels(encoding).map(move |label| (label, encoding.name())))
}

impl fmt::Debug for UnknownLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "UnknownLabel({self})")
    }
}

impl fmt::Display for UnknownLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(charset) = self.legacy {
            return if self.label().eq_ignore_ascii_case(charset) {
                write!(f, "{} needs the feature `legacy-charsets`", self.label)
            } else {
                write!(
                    f,
                    "{} means {charset} in the label set `{}`, which needs the feature \
                     `legacy-charsets`",
                    self.label, self.set
                )
            };
        }
        write!(f, "unknown encoding {}", self.label)?;
        let mut any = false;
        for label in self.nearest() {
            let before = if any { " or " } else { "; did you mean " };
            write!(f, "{before}{label}")?;
            any = true;
        }
        if any {
            f.write_str("?")?;
        } else if !cfg!(feature = "legacy-charsets") {
            f.write_str("; legacy charsets need the feature `legacy-charsets`")?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownLabel {}

#[cfg(feature = "std")]
impl From<UnknownLabel> for std::io::Error {
    /// The kind is [`InvalidInput`](std::io::ErrorKind::InvalidInput).
    fn from(error: UnknownLabel) -> Self {
        Self::new(std::io::ErrorKind::InvalidInput, error)
    }
}

/// The first bytes of a label, kept without allocation.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Excerpt {
    bytes: [u8; Self::MAX],
    len: u8,
    cut: bool,
}

impl Excerpt {
    /// This is longer than any label.
    const MAX: usize = 40;

    fn of(text: &str) -> Self {
        let start = (0..=text.len().min(Self::MAX)).rev().find_map(|end| text.get(..end));
        let start = start.unwrap_or_default();
        let mut bytes = [0; Self::MAX];
        for (slot, byte) in bytes.iter_mut().zip(start.bytes()) {
            *slot = byte;
        }
        Self { bytes, len: start.len() as u8, cut: start.len() < text.len() }
    }

    fn text(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.len.into()]).unwrap_or_default()
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more = if self.cut { "\u{2026}" } else { "" };
        write!(f, "`{}{more}`", self.text().escape_debug())
    }
}

#[cfg(test)]
mod tests {
    use std::{string::ToString, vec::Vec};

    use super::*;
    use crate::encoding::{Encoding, Label};

    fn error(label: &str) -> UnknownLabel {
        Label::parse(label, LabelSet::Iana).unwrap_err()
    }

    fn nearest(label: &str) -> Vec<&'static str> {
        error(label).nearest().collect()
    }

    #[test]
    fn a_typing_error_is_distinguished_from_nonsense() {
        assert_eq!(nearest("utf9")[0], "utf-8");
        assert_eq!(nearest("ut8"), ["utf-8"]);
        assert_eq!(nearest("utf_8"), ["utf-8"]);
        assert_eq!(nearest("utf8x"), ["utf-8"]);
        assert_eq!(nearest("uft-16"), ["utf-16"]);
        assert_eq!(nearest("utf-l6le"), ["utf-16le"]);
        assert!(nearest("u8").is_empty());
        assert_eq!(nearest("utf-16-le")[0], "utf-16le");
        assert_eq!(nearest("utf-8-sog")[0], "utf-8-sig");
        assert!(nearest("klingon").is_empty());
        assert!(nearest(&"u".repeat(5000)).is_empty());
        let plain = "utf-8-sig".parse::<Encoding>().unwrap_err();
        assert!(plain.nearest().all(|label| label.parse::<Encoding>().is_ok()));
    }

    #[cfg(feature = "legacy-charsets")]
    #[test]
    fn a_typing_error_keeps_the_family_and_the_number() {
        assert_eq!(nearest("win-1252")[0], "windows-1252");
        assert_eq!(nearest("windows1252"), ["windows-1252"]);
        assert_eq!(nearest("iso88591x")[0], "iso-8859-1");
        assert_eq!(nearest("8859-15")[0], "iso-8859-15");
        assert_eq!(nearest("sjs"), ["shift_jis"]);
        assert_eq!(nearest("gb"), ["gbk"]);
        assert_eq!(nearest("big"), ["big5"]);
        assert!(nearest("cp125").iter().all(|near| near.starts_with("windows-125")));
    }

    #[test]
    fn the_label_is_in_the_message_and_harmless() {
        let says = |label, words| {
            let message = error(label).to_string();
            assert_eq!(message.split(';').next(), Some(words));
            assert_eq!(message.contains("legacy-charsets"), !cfg!(feature = "legacy-charsets"));
        };
        says(" klingon\n", "unknown encoding `klingon`");
        says("a\u{1B}[2J", "unknown encoding `a\\u{1b}[2J`");
        let long = error(&"\u{20AC}".repeat(5000));
        assert_eq!(long.label(), "\u{20AC}".repeat(13));
        assert!(long.to_string().contains("\u{20AC}\u{2026}`"));
    }

    #[test]
    fn a_missing_feature_is_named() {
        let Err(error) = Label::parse("latin1", LabelSet::Whatwg) else { return };
        assert_eq!(error.legacy(), Some("windows-1252"));
        let words = "`latin1` means windows-1252 in the label set `whatwg`, which needs the feature \
                     `legacy-charsets`";
        assert_eq!(error.to_string(), words);
        let Err(error) = Label::parse("windows-1252", LabelSet::Whatwg) else { return };
        assert_eq!(error.to_string(), "`windows-1252` needs the feature `legacy-charsets`");
    }
}
