//! The part of the new version that the old one has.

use crate::heal::weights::kinship::SAMPLE;
mod passages;
#[cfg(feature = "model")]
pub(super) mod reading;

pub(super) use passages::passages;

use super::{
    family::Groups,
    state::Healer,
    text::{Set, hash, words},
};

/// Returns the part of the new text, in groups of three words, that the old version has.
pub(super) fn kinship(healer: &Healer<'_>) -> f64 {
    let mut known = Set::default();
    let mut groups = Groups::default();
    let mut last = [0; 2];
    for line in 0..healer.olds.len() {
        healer.groups(healer.damages[0], line, &mut groups);
        for word in words(&groups.image) {
            known.insert(three(&mut last, word));
        }
    }
    last = [0; 2];
    let (mut all, mut had) = (0_u32, 0_u32);
    let (lines, mut seen) = (healer.news.len(), Set::default());
    // Blocks of lines, because groups of words cross line ends.
    let blocks = lines / 100 + 1;
    let step = (lines / SAMPLE).max(1);
    for block in (0..blocks).step_by(step) {
        for line in block * 100..((block + 1) * 100).min(lines) {
            for word in words(healer.new_line(line)) {
                let key = three(&mut last, word);
                if seen.insert(key) {
                    all += 1;
                    had += u32::from(known.contains(&key));
                }
            }
        }
    }
    if all < 12 {
        // Too few words to count: the damaged words decide.
        return healer.score;
    }
    f64::from(had) / f64::from(all)
}

fn three(last: &mut [u64; 2], word: &[u8]) -> u64 {
    let new = hash(word);
    let key = last[0].rotate_left(21) ^ last[1].rotate_left(42) ^ new;
    *last = [last[1], new];
    key
}
