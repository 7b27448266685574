//! The distance of a label from a known one: the cost of a typing error.

/// The cost of a typing error. The lower, the more likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cost {
    edits: usize,
    /// The difference of the lengths, in bytes.
    longer: usize,
}

impl Cost {
    /// Returns `true` if a label with cost `other` is worth a suggestion next to one with this
    /// cost, the lowest.
    pub(super) fn is_near(self, other: Cost) -> bool {
        // If labels differ only in their hyphens, nothing else was meant.
        self.edits == other.edits || (self.edits > 0 && other.edits <= self.edits + 1)
    }
}

/// The length of the longest label that is compared.
const LONGEST: usize = 24;

/// The cost of changing, adding or removing a letter, or of swapping it with its neighbor.
const LETTER: usize = 2;
/// The cost of the same for a digit. Digits distinguish the encodings of a family, so people get
/// them wrong less often.
const DIGIT: usize = 3;
/// The cost of confusing two similar characters.
const SIMILAR: usize = 1;
/// The cost of a shortened or missing family name before the correct number.
const FAMILY: usize = 2;
/// The extra cost at the first letter, which is usually correct.
const FIRST: usize = 2;

/// Returns the cost of changing `label` into `known`; `None` if it is too high for a typing error.
///
/// Case and word separators do not matter.
pub(super) fn cost(known: &str, label: &str) -> Option<Cost> {
    let (known, label) = (Plain::of(known)?, Plain::of(label)?);
    let (known, label) = (known.bytes(), label.bytes());
    let edits = if is_same_number(known, label) { FAMILY } else { usize::MAX };
    let edits = edits.min(distance(known, label));
    let most = LETTER + label.len() / 3;
    (edits <= most).then_some(Cost { edits, longer: known.len().abs_diff(label.len()) })
}

/// The letters and digits of a label, in lower case.
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

/// Returns `true` if `label` has the number of `known`, after a prefix of its letters, which may be
/// empty.
fn is_same_number(known: &[u8], label: &[u8]) -> bool {
    let split = |text: &[u8]| text.iter().position(u8::is_ascii_digit).unwrap_or(text.len());
    let ((family, number), (short, other)) =
        (known.split_at(split(known)), label.split_at(split(label)));
    // Numbers of one or two digits are in many labels.
    number.len() > 2 && number == other && family.starts_with(short)
}

/// Returns the cost of the cheapest change from `a` to `b`.
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

/// Returns the cost of adding or removing `byte` at position `place`, from 1.
fn one(byte: u8, place: usize) -> usize {
    let first = if place == 1 { FIRST } else { 0 };
    first + if byte.is_ascii_digit() { DIGIT } else { LETTER }
}

/// Returns the cost of writing `a` for `b`, or `b` for `a`, at position `place`, from 1.
fn change(a: u8, b: u8, place: usize) -> usize {
    match (a, b) {
        _ if a == b => 0,
        (b'1', b'l' | b'i') | (b'l' | b'i', b'1') | (b'0', b'o') | (b'o', b'0') => SIMILAR,
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
    fn typing_errors_have_their_costs() {
        assert_eq!(edits("UTF-8", "utf_8"), Some(0));
        assert_eq!(edits("utf-8", "uft-8"), Some(LETTER));
        assert_eq!(edits("utf-8", "utf-9"), Some(DIGIT));
        assert_eq!(edits("utf-16", "utf-l6"), Some(SIMILAR));
        assert_eq!(edits("windows-1252", "win1252"), Some(FAMILY));
        assert_eq!(edits("gbk", "us"), None);
        assert_eq!(edits("us", "u8"), None);
        assert_eq!(edits("utf-8", ""), None);
        assert_eq!(edits("utf-8", &"u".repeat(5000)), None);
    }
}
