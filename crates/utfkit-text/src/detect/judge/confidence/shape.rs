//! The bytes beyond ASCII of a text, and their neighbors.

use crate::detect::weights::shape::FEW;
/// The number of bytes beyond ASCII, and of those with letters next to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) all: usize,
    /// The number between two letters.
    pub(crate) inside: usize,
    /// The number without a letter next to them.
    pub(crate) alone: usize,
    /// The number of different ones.
    pub(crate) different: usize,
}

impl Shape {
    /// Counts the bytes of a text.
    pub(crate) fn of(bytes: &[u8]) -> Shape {
        let mut shape = Shape::default();
        let mut used = [false; 128];
        for (at, &byte) in bytes.iter().enumerate() {
            let Some(place) = byte.checked_sub(0x80) else { continue };
            let before = at.checked_sub(1).and_then(|before| bytes.get(before));
            let [before, after] =
                [before, bytes.get(at + 1)].map(|near| near.copied().is_some_and(is_of_word));
            shape.all += 1;
            shape.inside += usize::from(before && after);
            shape.alone += usize::from(!before && !after);
            used[usize::from(place)] = true;
        }
        shape.different = used.iter().filter(|&&used| used).count();
        shape
    }

    /// Returns `true` if no byte is inside a word, and there are few: they can be signs.
    pub(crate) fn is_of_signs(&self) -> bool {
        self.inside == 0 && self.all <= FEW
    }

    /// Returns the class of the text.
    fn class(&self) -> usize {
        match self.all {
            _ if self.is_of_signs() => 0,
            ..=FEW => 1,
            _ => 2,
        }
    }
}

/// Returns `true` if `byte` can be a letter.
pub(crate) const fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || !byte.is_ascii()
}

/// Returns the class of a text, from 0 to 2: few bytes beyond ASCII that are not inside words,
/// few bytes, or many.
#[must_use]
pub fn class(bytes: &[u8]) -> usize {
    Shape::of(bytes).class()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_signs_are_a_class() {
        assert_eq!(class(b"25 m\xB2"), 0);
        assert_eq!(class(b"na\xEFve"), 1);
        assert_eq!(class(b"\xCF\xF0\xE8\xE2\xE5\xF2"), 2);
    }
}
