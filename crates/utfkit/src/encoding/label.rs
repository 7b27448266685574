//! Charset labels: the names by which protocols and people call an encoding.

use core::fmt;

use super::{Charset, Encoding};

/// The labels of US-ASCII (IANA, RFC 2046).
pub(super) const US_ASCII: &[&str] = &[
    "US-ASCII",
    "iso-ir-6",
    "ANSI_X3.4-1968",
    "ANSI_X3.4-1986",
    "ISO_646.irv:1991",
    "ISO646-US",
    "us",
    "IBM367",
    "cp367",
    "csASCII",
    "ascii",
];

/// The labels of UTF-7 (IANA). Those of RFC 1642, too: by everyone's practice they say how characters are
/// coded, not that Hangul stands where Unicode 1.1 had it.
pub(super) const UTF_7: &[&str] =
    &["UTF-7", "csUTF7", "utf7", "UNICODE-1-1-UTF-7", "csUnicode11UTF7"];

/// The labels of ISO-8859-1 (IANA, RFC 1345).
pub(super) const ISO_8859_1: &[&str] = &[
    "ISO-8859-1",
    "ISO_8859-1:1987",
    "iso-ir-100",
    "ISO_8859-1",
    "latin1",
    "l1",
    "IBM819",
    "CP819",
    "csISOLatin1",
    "iso8859-1",
    "latin-1",
];

/// A label that no encoding goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownLabel {
    nearest: [Option<Encoding>; 3],
}

impl UnknownLabel {
    /// The encodings with the labels nearest to it, the nearest first; none if nothing is near.
    pub fn nearest(&self) -> impl Iterator<Item = Encoding> {
        self.nearest.into_iter().flatten()
    }
}

impl fmt::Display for UnknownLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown encoding")?;
        for (at, encoding) in self.nearest().enumerate() {
            let before = if at == 0 { "; did you mean " } else { " or " };
            write!(f, "{before}{encoding}")?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownLabel {}

impl core::str::FromStr for Encoding {
    type Err = UnknownLabel;

    /// The encoding that `label` means by the IANA registry, whatever its case.
    fn from_str(label: &str) -> Result<Self, UnknownLabel> {
        let label = label.trim_ascii();
        Encoding::ALL
            .into_iter()
            .find(|encoding| labels(*encoding).any(|known| known.eq_ignore_ascii_case(label)))
            .or_else(|| Charset::of_label(label).map(Encoding::Charset))
            .ok_or_else(|| unknown(label))
    }
}

/// The canonical name and the labels of an encoding.
fn labels(encoding: Encoding) -> impl Iterator<Item = &'static str> {
    core::iter::once(encoding.name()).chain(encoding.labels().iter().copied())
}

/// Every encoding, charsets among them.
fn all() -> impl Iterator<Item = Encoding> {
    Encoding::ALL.into_iter().chain(Charset::all().map(Encoding::Charset))
}

/// The error for `label`, with the encodings whose labels are at most two edits away.
fn unknown(label: &str) -> UnknownLabel {
    let mut nearest = [None; 3];
    let mut found = 0;
    for edits in 1..=2 {
        for encoding in all() {
            let near = || labels(encoding).any(|known| distance(known, label) == Some(edits));
            if found < nearest.len() && !nearest.contains(&Some(encoding)) && near() {
                nearest[found] = Some(encoding);
                found += 1;
            }
        }
    }
    UnknownLabel { nearest }
}

/// How many octets must be changed, added or removed to make `a` of `b`, whatever their case;
/// `None` if that is too many to be a slip.
fn distance(a: &str, b: &str) -> Option<usize> {
    const LONGEST: usize = 24;
    if a.len() > LONGEST || b.len() > LONGEST {
        return None;
    }
    let mut row: [usize; LONGEST + 1] = core::array::from_fn(|column| column);
    for (line, left) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (column, right) in b.bytes().enumerate() {
            let changed = diagonal + usize::from(!left.eq_ignore_ascii_case(&right));
            diagonal = row[column + 1];
            row[column + 1] = changed.min(row[column] + 1).min(diagonal + 1);
        }
    }
    Some(row[b.len()]).filter(|&edits| edits <= 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nearest(label: &str) -> std::vec::Vec<Encoding> {
        label.parse::<Encoding>().unwrap_err().nearest().collect()
    }

    #[test]
    fn every_label_means_its_encoding_in_any_case() {
        for encoding in Encoding::ALL {
            for label in labels(encoding) {
                assert_eq!(label.parse(), Ok(encoding));
                assert_eq!(label.to_ascii_uppercase().parse(), Ok(encoding));
                assert_eq!(label.to_ascii_lowercase().parse(), Ok(encoding));
            }
        }
    }

    #[test]
    fn a_slip_is_told_from_nonsense() {
        assert_eq!(nearest("utf9")[0], Encoding::Utf8);
        assert_eq!(nearest("utf-16-le")[0], Encoding::Utf16Le);
        assert!(nearest("klingon").is_empty());
        assert!(nearest(&"u".repeat(5000)).is_empty());
    }
}
