//! The share of correct answers for each confidence, by the number and the neighbors of the bytes
//! beyond ASCII.
//!
//! The model knows words, so it is too sure of a text with few letters beyond ASCII. The trainer
//! counts how many answers with each confidence are correct (`cargo xtask train-confidence`), and
//! [`calibrated`] returns this share.

use super::calibration::MAP;

/// The number of classes of texts.
pub const CLASSES: usize = 3;

/// The confidence of the model at the points of the map. The share of correct answers between two
/// points is on the line between them.
pub const POINTS: [f32; 54] = [
    0.0, 0.02, 0.04, 0.06, 0.08, 0.1, 0.12, 0.14, 0.16, 0.18, 0.2, 0.22, 0.24, 0.26, 0.28, 0.3,
    0.32, 0.34, 0.36, 0.38, 0.4, 0.42, 0.44, 0.46, 0.48, 0.5, 0.52, 0.54, 0.56, 0.58, 0.6, 0.62,
    0.64, 0.66, 0.68, 0.7, 0.72, 0.74, 0.76, 0.78, 0.8, 0.82, 0.84, 0.86, 0.88, 0.9, 0.92, 0.94,
    0.95, 0.96, 0.97, 0.98, 0.985, 1.0,
];

/// The share of correct answers at each of [`POINTS`], for each class.
pub type Map = [[f32; POINTS.len()]; CLASSES];

/// The maximum number of bytes beyond ASCII of a text that has few of them.
const FEW: usize = 4;

/// The number of bytes beyond ASCII, and of those with letters next to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) all: usize,
    /// Those between two letters.
    pub(crate) inside: usize,
    /// Those without a letter next to them.
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

/// Returns the class of a text, from 0 to [`CLASSES`]: few bytes beyond ASCII that are not inside words,
/// few bytes, or many.
#[must_use]
pub fn class(bytes: &[u8]) -> usize {
    Shape::of(bytes).class()
}

/// Returns the share of answers with this `confidence` of the model that are correct, in a class of
/// texts.
#[must_use]
pub fn calibrated(confidence: f32, class: usize) -> f32 {
    MAP.get(class).map_or(confidence, |shares| between(&POINTS, shares, confidence))
}

/// Returns the confidence of the model that [`calibrated`] maps to `share`.
#[must_use]
pub fn uncalibrated(share: f32, class: usize) -> f32 {
    MAP.get(class).map_or(share, |shares| between(shares, &POINTS, share))
}

/// Returns the value at `x` of the lines between points with the coordinates `xs` and `ys`, which
/// ascend.
fn between(xs: &[f32], ys: &[f32], x: f32) -> f32 {
    let at = xs.partition_point(|&known| known <= x).clamp(1, xs.len() - 1);
    let (from, to) = (xs[at - 1], xs[at]);
    let part = if to > from { ((x - from) / (to - from)).clamp(0.0, 1.0) } else { 0.0 };
    ys[at - 1] + part * (ys[at] - ys[at - 1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_confidence_is_a_greater_share() {
        for (class, shares) in MAP.iter().enumerate() {
            assert!(shares.is_sorted_by(|one, next| one < next), "{class}");
            for confidence in [0.0, 0.03, 0.2, 0.5, 0.66, 0.93, 0.99] {
                let back = uncalibrated(calibrated(confidence, class), class);
                assert!((back - confidence).abs() < 0.001, "{class} {confidence} {back}");
            }
        }
    }

    #[test]
    fn a_few_signs_are_a_class() {
        assert_eq!(class(b"25 m\xB2"), 0);
        assert_eq!(class(b"na\xEFve"), 1);
        assert_eq!(class(b"\xCF\xF0\xE8\xE2\xE5\xF2"), 2);
    }
}
