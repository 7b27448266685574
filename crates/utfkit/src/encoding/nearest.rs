//! How near a label is to one that is known: what a slip of the hand costs.

/// How much a slip costs; the less, the likelier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cost {
    edits: usize,
    /// By how many bytes the lengths differ.
    longer: usize,
}

impl Cost {
    /// Whether what costs `other` is worth naming beside what costs this, the least there is.
    pub(super) fn is_near(self, other: Cost) -> bool {
        // Where a label differs in nothing but its hyphens, nothing else was meant.
        self.edits == other.edits || (self.edits > 0 && other.edits <= self.edits + 1)
    }
}

/// The longest label that is compared.
const LONGEST: usize = 24;

/// A letter that is changed, added, removed, or changes places with its neighbour.
const LETTER: usize = 2;
/// A digit that is: digits tell encodings of a family apart, so people mistake them less.
const DIGIT: usize = 3;
/// What looks alike.
const ALIKE: usize = 1;
/// A family's name that is cut short, or left out, before the right number.
const FAMILY: usize = 2;
/// The first letter is right, most often.
const FIRST: usize = 2;

/// What it costs to make `known` of `label`, whatever their case and what parts their words; `None`
/// if that is too much to be a slip.
pub(super) fn cost(known: &str, label: &str) -> Option<Cost> {
    let (known, label) = (Plain::of(known)?, Plain::of(label)?);
    let (known, label) = (known.bytes(), label.bytes());
    let edits = if is_same_number(known, label) { FAMILY } else { usize::MAX };
    let edits = edits.min(distance(known, label));
    let most = LETTER + label.len() / 3;
    (edits <= most).then_some(Cost { edits, longer: known.len().abs_diff(label.len()) })
}

/// Letters and digits of a label, in lower case.
struct Plain {
    bytes: [u8; LONGEST],
    len: usize,
}

impl Plain {
    fn of(label: &str) -> Option<Self> {
        let mut plain = Self { bytes: [0; LONGEST], len: 0 };
        for byte in label.bytes().filter(|byte| !b"-_ .:".contains(byte)) {
            *plain.bytes.get_mut(plain.len)? = byte.to_ascii_lowercase();
            plain.len += 1;
        }
        Some(plain)
    }

    fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

/// Whether `label` has the number of `known`, behind the beginning of its letters, at least the
/// first or none at all.
fn is_same_number(known: &[u8], label: &[u8]) -> bool {
    let split = |text: &[u8]| text.iter().position(u8::is_ascii_digit).unwrap_or(text.len());
    let ((family, number), (short, other)) =
        (known.split_at(split(known)), label.split_at(split(label)));
    // One or two digits are in many labels.
    number.len() > 2 && number == other && family.starts_with(short)
}

/// The cost of the cheapest way from `a` to `b`.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut rows = [[0; LONGEST + 1]; 3];
    for line in 0..=a.len() {
        for column in 0..=b.len() {
            let left = line.checked_sub(1).map(|at| a[at]);
            let right = column.checked_sub(1).map(|at| b[at]);
            let mut best = if left.is_none() && right.is_none() { 0 } else { usize::MAX };
            if let Some(left) = left {
                best = best.min(rows[1][column] + one(left, line));
            }
            if let Some(right) = right {
                best = best.min(rows[2][column - 1] + one(right, column));
            }
            if let (Some(left), Some(right)) = (left, right) {
                best = best.min(rows[1][column - 1] + change(left, right, line.min(column)));
            }
            if line > 1
                && column > 1
                && a[line - 1] == b[column - 2]
                && a[line - 2] == b[column - 1]
            {
                best = best.min(rows[0][column - 2] + LETTER);
            }
            rows[2][column] = best;
        }
        rows.rotate_left(1);
    }
    rows[1][b.len()]
}

/// What it costs to add or remove `byte`, the one at `place`, from 1.
fn one(byte: u8, place: usize) -> usize {
    let first = if place == 1 { FIRST } else { 0 };
    first + if byte.is_ascii_digit() { DIGIT } else { LETTER }
}

/// What it costs to write one for the other at `place`, from 1.
fn change(a: u8, b: u8, place: usize) -> usize {
    match (a, b) {
        _ if a == b => 0,
        (b'1', b'l' | b'i') | (b'l' | b'i', b'1') | (b'0', b'o') | (b'o', b'0') => ALIKE,
        _ => one(a, place).max(one(b, place)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edits(known: &str, label: &str) -> Option<usize> {
        cost(known, label).map(|cost| cost.edits)
    }

    #[test]
    fn slips_cost_what_they_are() {
        assert_eq!(edits("UTF-8", "utf_8"), Some(0));
        assert_eq!(edits("utf-8", "uft-8"), Some(LETTER));
        assert_eq!(edits("utf-8", "utf-9"), Some(DIGIT));
        assert_eq!(edits("utf-16", "utf-l6"), Some(ALIKE));
        assert_eq!(edits("windows-1252", "win1252"), Some(FAMILY));
        assert_eq!(edits("gbk", "us"), None);
        assert_eq!(edits("us", "u8"), None);
        assert_eq!(edits("utf-8", ""), None);
        assert_eq!(edits("utf-8", &"u".repeat(5000)), None);
    }
}
