//! Finds the characters and the ill-formed maximal subparts of any UTF-8, as masks with a bit for
//! each byte of a block of 64.
//!
//! The end of a maximal subpart (Unicode D93b, table 3-8) depends only on three bytes before it and
//! one after it. So masks are enough. A set reads each byte and the one after it ([`Seen`]), which
//! shows whether a sequence continues. Shifts extend this to the third and the fourth byte. There
//! is no branch that depends on errors, so damage costs nothing.
//!
//! A sequence ends at a byte if the next byte does not continue it. It is a character if it has all
//! bytes that its lead announces. Otherwise, one U+FFFD replaces it, at its last byte.

use crate::LossyLength;

/// The number of bytes before a block that decide about its first bytes. They are read with the
/// block, not carried from block to block. So blocks do not wait for each other, and overlap in the
/// pipeline.
pub(in crate::simd) const CONTEXT: usize = 3;

/// The number of bytes that are converted of a block of 64 with its context. The two bytes after
/// them decide which of them are dropped.
pub(in crate::simd) const STRIDE: usize = 64 - CONTEXT - 2;

/// The properties of each byte that a set of kernels reads.
#[derive(Clone, Copy, Default)]
pub(in crate::simd) struct Seen {
    /// The byte is not ASCII.
    pub(in crate::simd) multi: u64,
    /// The byte is E0 or greater. It matters only in lanes of `second_follows`.
    pub(in crate::simd) long: u64,
    /// The byte is F0 or greater. It matters only in lanes of `second_follows`.
    pub(in crate::simd) longest: u64,
    /// The byte is a lead, and the byte after it may follow it.
    pub(in crate::simd) second_follows: u64,
    /// The byte after it is a continuation.
    pub(in crate::simd) continued: u64,
}

/// The structure of a block.
#[derive(Clone, Copy)]
pub(in crate::simd) struct Structure {
    /// A character or a subpart ends here.
    pub(in crate::simd) ends: u64,
    /// An ill-formed subpart ends here.
    pub(in crate::simd) bad: u64,
    /// The bytes of an ill-formed subpart before its last: one U+FFFD replaces all of it. A subpart
    /// that ends in the next block is not included.
    pub(in crate::simd) dropped: u64,
    /// The second, third or fourth byte of a sequence.
    pub(in crate::simd) covered: u64,
    /// The third byte of a sequence.
    pub(in crate::simd) thirds: u64,
    /// The fourth byte of a character.
    pub(in crate::simd) fourths: u64,
    /// The byte after it is a fourth byte.
    pub(in crate::simd) fourth_follows: u64,
}

impl Structure {
    /// Returns the length of the first `bytes` of the block, at least one, in the UTF with units of
    /// `unit` bytes.
    ///
    /// A character or a subpart that ends in a block is one unit of UTF-32. In UTF-16, a fourth
    /// byte adds a unit. In UTF-8, characters keep their bytes. U+FFFD takes three: two more than
    /// the last byte of a subpart, and the bytes of the subpart before it are dropped.
    #[inline(always)]
    pub(in crate::simd) fn length(&self, unit: usize, bytes: usize) -> LossyLength {
        let there = !0 >> (64 - bytes);
        let count = |mask: u64| (mask & there).count_ones() as usize;
        let replaced = count(self.bad);
        let units = match unit {
            1 => {
                let before = count(self.bad & self.covered) + count(self.bad & self.thirds);
                bytes + 2 * replaced - before
            }
            2 => count(self.ends) + count(self.fourths),
            _ => count(self.ends),
        };
        LossyLength { units, replaced }
    }
}

/// The state that a block leaves open, as the bits that shifts bring into the next block.
#[derive(Clone, Copy, Default)]
pub(in crate::simd) struct Carry {
    second: u64,
    third: u64,
    fourth: u64,
    /// Whether the last byte is a lead of three or four bytes.
    long: u64,
    /// Whether each of the last two bytes is a lead of four bytes.
    longest: u64,
}

impl Carry {
    /// Returns the structure of the next block, which has been `seen`.
    #[inline(always)]
    pub(in crate::simd) fn read(&mut self, seen: Seen) -> Structure {
        let Seen { multi, long, longest, second_follows, continued } = seen;
        let seconds = second_follows << 1 | self.second;
        let after_long = long << 1 | self.long;
        let third_follows = continued & seconds & after_long;
        let thirds = third_follows << 1 | self.third;
        let after_longest = longest << 2 | self.longest;
        let fourth_follows = continued & thirds & after_longest;
        let fourths = fourth_follows << 1 | self.fourth;

        *self = Self {
            second: second_follows >> 63,
            third: third_follows >> 63,
            fourth: fourth_follows >> 63,
            long: long >> 63,
            longest: longest >> 62,
        };
        let covered = seconds | thirds | fourths;
        // An ill-formed subpart ends with a byte that does not begin a sequence, or before a byte
        // that does not continue it.
        let first = multi & !covered & !second_follows;
        let second = seconds & after_long & !continued;
        let third = thirds & after_longest & !continued;
        Structure {
            ends: !(second_follows | third_follows | fourth_follows),
            bad: first | second | third,
            dropped: (second | third | third >> 1) >> 1,
            covered,
            thirds,
            fourths,
            fourth_follows,
        }
    }

    /// Returns `true` if a sequence continues in the next block.
    #[inline(always)]
    pub(in crate::simd) fn is_open(&self) -> bool {
        self.second | self.third | self.fourth != 0
    }

    /// Returns `true` if the next block begins with the fourth byte of a character.
    #[inline(always)]
    pub(in crate::simd) fn is_half(&self) -> bool {
        self.fourth != 0
    }

    /// Returns the number of bytes at the end of the last block that belong to a sequence that
    /// continues. `structure` is that of the last block.
    #[inline(always)]
    pub(in crate::simd) fn open(&self, structure: &Structure) -> usize {
        if self.is_open() { 1 + (!structure.covered).leading_zeros() as usize } else { 0 }
    }
}

/// Returns the number of bytes before the lane `next` that belong to a sequence that continues
/// there, from the mask `covered`.
#[inline(always)]
pub(in crate::simd) const fn open_before(covered: u64, next: usize) -> u32 {
    (!(covered << (63 - next))).leading_zeros()
}
