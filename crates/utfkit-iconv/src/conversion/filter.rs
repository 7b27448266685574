//! The characters in which a table of glibc may differ from that of `utfkit`.

use crate::charset::Patch;

/// A set of characters, rounded up to blocks of 16 beyond U+00FF, and to all characters beyond
/// U+FFFF.
pub(super) struct Filter {
    low: [u64; 4],
    blocks: [u64; 64],
    has_high: bool,
    is_empty: bool,
}

impl Filter {
    /// Creates the set for text from one charset to another.
    pub(super) fn new(from: &Patch, to: &Patch) -> Self {
        let mut filter = Self { low: [0; 4], blocks: [0; 64], has_high: false, is_empty: true };
        for &(first, last) in from.suspects {
            filter.add(first, last);
        }
        for run in to.write {
            filter.add(run.first, run.first + u32::from(run.count) - 1);
        }
        filter
    }

    fn add(&mut self, first: u32, last: u32) {
        self.is_empty = false;
        for value in first..=last.min(0xFF) {
            set(&mut self.low, value);
        }
        for block in first >> 4..=last.min(0xFFFF) >> 4 {
            set(&mut self.blocks, block);
        }
        self.has_high |= last > 0xFFFF;
    }

    /// Returns `true` if the set has no characters.
    pub(super) fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// Returns `true` if `value` may be in the set.
    #[inline]
    pub(super) fn may_contain(&self, value: u32) -> bool {
        match value {
            0..=0xFF => contains(&self.low, value),
            0x100..=0xFFFF => contains(&self.blocks, value >> 4),
            _ => self.has_high,
        }
    }
}

fn set(bits: &mut [u64], at: u32) {
    if let Some(word) = bits.get_mut(at as usize / 64) {
        *word |= 1 << (at % 64);
    }
}

#[inline]
fn contains(bits: &[u64], at: u32) -> bool {
    bits.get(at as usize / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
}
