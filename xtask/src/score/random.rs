//! Random numbers that a seed repeats.

pub(crate) struct Random(u64);

impl Random {
    /// Returns the numbers of a seed.
    pub(super) fn new(seed: u64) -> Self {
        // Two small seeds would give the same numbers, shifted by a few steps.
        Self::of_case(seed.wrapping_mul(0xD134_2543_DE82_EF95), 0)
    }

    /// Returns the numbers of one of many cases.
    pub(super) fn of_case(seed: u64, number: usize) -> Self {
        let mut random = Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (number as u64) << 20);
        random.next();
        random.next();
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// Returns a number below `end`, which is not 0.
    pub(super) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// Returns `true` in `percent` of a hundred cases.
    pub(super) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}
