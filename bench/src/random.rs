//! Pseudorandom numbers that are the same in every run.

/// The generator `splitmix64` by Sebastiano Vigna.
pub struct Random(u64);

impl Random {
    /// Creates a generator. Each `seed` has its own sequence.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next number.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number below `bound`, which must not be 0.
    pub const fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// Returns `true` with probability `rate`.
    pub const fn chance(&mut self, rate: f64) -> bool {
        (self.next() >> 11) as f64 / ((1_u64 << 53) as f64) < rate
    }
}
