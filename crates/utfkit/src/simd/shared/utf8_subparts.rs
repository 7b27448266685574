//! Which bytes of any UTF-8 belong together: characters, and the maximal subparts that are not, as
//! masks with a bit for each byte of a block of 64.
//!
//! Where a maximal subpart ends (Unicode D93b, table 3-8) depends on three bytes before and one
//! behind, whatever the text. So it is a matter of masks: what a set sees of each byte and the one
//! behind it ([`Seen`]) says whether a sequence goes on, shifts carry that on to the third and the
//! fourth byte. Nothing branches on errors, and so damage costs nothing.
//!
//! A sequence ends at a byte when the next does not continue it. It is a character if it has all
//! bytes that its lead announces; if not, one U+FFFD stands for it, put at its last byte.

use crate::LossyLength;

/// Bytes before a block that say what its first bytes belong to. They are read with it, rather
/// than carried from block to block: so no block waits for another, and more of them are under way
/// at once.
pub(in crate::simd) const CONTEXT: usize = 3;

/// Bytes that are taken of a block of 64 with its context: of the two behind them it depends which
/// are left out.
pub(in crate::simd) const STRIDE: usize = 64 - CONTEXT - 2;

/// What a set of kernels sees of each byte.
#[derive(Clone, Copy, Default)]
pub(in crate::simd) struct Seen {
    /// Not ASCII.
    pub(in crate::simd) multi: u64,
    /// E0 or greater; it matters only where `second_follows`.
    pub(in crate::simd) long: u64,
    /// F0 or greater; likewise.
    pub(in crate::simd) longest: u64,
    /// A lead, and the byte behind it may follow it.
    pub(in crate::simd) second_follows: u64,
    /// The byte behind is a continuation.
    pub(in crate::simd) continued: u64,
}

/// The structure of a block.
#[derive(Clone, Copy)]
pub(in crate::simd) struct Structure {
    /// A character or a subpart ends here.
    pub(in crate::simd) ends: u64,
    /// A subpart ends here that is no character.
    pub(in crate::simd) bad: u64,
    /// The bytes before that one in such a subpart: one U+FFFD stands for all of it. Of a subpart
    /// that ends in the next block none is told here.
    pub(in crate::simd) dropped: u64,
    /// The second, third or fourth byte of something.
    pub(in crate::simd) covered: u64,
    /// The third byte of something.
    pub(in crate::simd) thirds: u64,
    /// The fourth byte of a character.
    pub(in crate::simd) fourths: u64,
    /// The byte behind is a fourth one.
    pub(in crate::simd) fourth_follows: u64,
}

impl Structure {
    /// How long the first `bytes` of the block are, one at least, in the UTF with units of `unit`
    /// bytes.
    ///
    /// What ends in a block is a character or a subpart, each one unit of UTF-32; in UTF-16 a fourth
    /// byte adds one. In UTF-8 characters take the bytes that they have, and U+FFFD takes three:
    /// two more than the last byte of a subpart, less what the subpart has before it.
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

/// What the block before leaves open, as the bits that shifts bring in.
#[derive(Clone, Copy, Default)]
pub(in crate::simd) struct Carry {
    second: u64,
    third: u64,
    fourth: u64,
    /// Whether the last byte leads three or four.
    long: u64,
    /// Whether the last two bytes lead four.
    longest: u64,
}

impl Carry {
    /// The structure of the block behind, of which that is `seen`.
    #[inline(always)]
    pub(in crate::simd) fn read(&mut self, seen: Seen) -> Structure {
        let Seen { multi, long, longest, second_follows, continued } = seen;
        let seconds = second_follows << 1 | self.second;
        let behind_long = long << 1 | self.long;
        let third_follows = continued & seconds & behind_long;
        let thirds = third_follows << 1 | self.third;
        let behind_longest = longest << 2 | self.longest;
        let fourth_follows = continued & thirds & behind_longest;
        let fourths = fourth_follows << 1 | self.fourth;

        *self = Self {
            second: second_follows >> 63,
            third: third_follows >> 63,
            fourth: fourth_follows >> 63,
            long: long >> 63,
            longest: longest >> 62,
        };
        let covered = seconds | thirds | fourths;
        // A subpart that is no character ends with a byte that begins nothing, or where the next
        // does not continue it.
        let first = multi & !covered & !second_follows;
        let second = seconds & behind_long & !continued;
        let third = thirds & behind_longest & !continued;
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

    /// Whether a sequence goes on into the next block.
    #[inline(always)]
    pub(in crate::simd) fn is_open(&self) -> bool {
        self.second | self.third | self.fourth != 0
    }

    /// Whether the next block begins with the fourth byte of a character.
    #[inline(always)]
    pub(in crate::simd) fn is_half(&self) -> bool {
        self.fourth != 0
    }

    /// How many bytes of the block before, of which that is the structure, belong to a sequence
    /// that goes on.
    #[inline(always)]
    pub(in crate::simd) fn open(&self, structure: &Structure) -> usize {
        if self.is_open() { 1 + (!structure.covered).leading_zeros() as usize } else { 0 }
    }
}

/// How many bytes before the lane `next` belong to a sequence that goes on there, by those that are
/// `covered`.
#[inline(always)]
pub(in crate::simd) const fn open_before(covered: u64, next: usize) -> u32 {
    (!(covered << (63 - next))).leading_zeros()
}
