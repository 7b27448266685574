//! The share of correct answers for each confidence of the model.

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
            for confidence in [0.0, 0.03, 0.2, 0.5, 0.66, 0.93, 0.99, 1.0] {
                let back = uncalibrated(calibrated(confidence, class), class);
                assert!((back - confidence).abs() < 0.001, "{class} {confidence} {back}");
            }
        }
    }
}
