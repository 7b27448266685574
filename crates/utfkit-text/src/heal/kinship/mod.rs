//! The part of the new version that the old one has.

use crate::heal::weights::kinship::SAMPLE;
mod passages;
#[cfg(feature = "model")]
pub(super) mod reading;
#[cfg(test)]
mod tests;

pub(super) use passages::passages;

use super::{
    state::{Healer, whole::Whole},
    text::{Map, hash, words},
};

/// Returns the part of the new text, in groups of three words, that the old version has.
pub(super) fn kinship(healer: &Healer<'_>, whole: &Whole) -> f64 {
    let (mut wanted, mut last) = (Map::<bool>::default(), [0; 2]);
    let lines = healer.news.len();
    // Blocks of lines, because groups of words cross line ends.
    let blocks = lines / 100 + 1;
    let step = (lines / SAMPLE).max(1);
    for block in (0..blocks).step_by(step) {
        for line in block * 100..((block + 1) * 100).min(lines) {
            for word in words(healer.new_line(line)) {
                wanted.insert(three(&mut last, word), false);
            }
        }
    }
    if wanted.len() < 12 {
        // Too few words to count: the damaged words decide.
        return healer.score;
    }
    last = [0; 2];
    for word in words(&whole.image) {
        if let Some(found) = wanted.get_mut(&three(&mut last, word)) {
            *found = true;
        }
    }
    let had = wanted.values().filter(|&&found| found).count();
    had as f64 / wanted.len() as f64
}

fn three(last: &mut [u64; 2], word: &[u8]) -> u64 {
    let new = hash(word);
    let key = last[0].rotate_left(21) ^ last[1].rotate_left(42) ^ new;
    *last = [last[1], new];
    key
}
