//! Puts U+FFFD among bytes, or among words whose lower bytes are kept. Eight of them at a time go
//! through a table, to offsets that are computed in advance.

use crate::simd::generic::vector::in_machine_order;
use crate::simd::shared::text::Text;
use core::mem::MaybeUninit;

use crate::simd::generic::{subparts::BLOCK, tables::compact::space_out, vector::Vector};

/// U+FFFD in UTF-8.
pub(in crate::simd) const REPLACEMENT: [u8; 3] = [0xEF, 0xBF, 0xBD];

/// Writes U+FFFD at the start of `room`.
#[inline(always)]
pub(in crate::simd) fn put_replacement(room: &mut [MaybeUninit<u8>]) {
    for (slot, byte) in room[..REPLACEMENT.len()].iter_mut().zip(REPLACEMENT) {
        slot.write(byte);
    }
}

/// The maximum room for a block. Any `u8` offset plus a store is within it, and 192 bytes would be
/// enough for the text even if each byte were replaced.
pub(in crate::simd) const ROOM: usize = 256 + 16;

/// The maximum number of replaced bytes among eight: three bytes for each, and the others, must fit
/// sixteen.
const MAX: u64 = 4;

/// The positions of the result for eight bytes, followed by U+FFFD. A key has a bit for each byte
/// that U+FFFD replaces, at most [`MAX`].
static ROWS: [[u8; 16]; 256] = {
    let mut rows = [[0; 16]; 256];
    let mut key = 0;
    while key < rows.len() {
        let (mut place, mut to) = (0, 0);
        while place < 8 {
            let is_replaced = key >> place & 1 == 1;
            let mut byte = if is_replaced { 8 } else { place as u8 };
            let end = to + if is_replaced { REPLACEMENT.len() } else { 1 };
            while to < end && to < 16 {
                rows[key][to] = byte;
                byte += 1;
                to += 1;
            }
            place += 1;
        }
        key += 1;
    }
    rows
};

/// [`ROWS`] for eight words whose lower bytes are kept, with U+FFFD in the upper bytes of the first
/// words.
static ROWS_OF_WORDS: [[u8; 16]; 256] = {
    let mut rows = ROWS;
    let mut key = 0;
    while key < rows.len() {
        let mut at = 0;
        while at < 16 {
            let place = rows[key][at];
            rows[key][at] = if place < 8 { 2 * place } else { 2 * (place - 8) + 1 };
            at += 1;
        }
        key += 1;
    }
    rows
};

/// A mask of the bytes that go through [`ROWS`].
static EIGHT: [u8; 16] = [!0, !0, !0, !0, !0, !0, !0, !0, 0, 0, 0, 0, 0, 0, 0, 0];
/// The bytes after those eight.
static AFTER: [u8; 16] = {
    let [a, b, c] = REPLACEMENT;
    [0, 0, 0, 0, 0, 0, 0, 0, a, b, c, 0, 0, 0, 0, 0]
};
/// The upper bytes of the words that go through [`ROWS_OF_WORDS`].
static ABOVE: [u8; 16] = {
    let [a, b, c] = REPLACEMENT;
    [0, a, 0, b, 0, c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
};

/// The replaced bytes of a block, a bit for each.
#[derive(Clone, Copy)]
pub(in crate::simd) struct Replaced {
    bits: u64,
    /// The number of replaced bytes among each eight, in one byte each.
    counts: u64,
}

impl Replaced {
    #[inline(always)]
    pub(in crate::simd) const fn new(bits: u64) -> Self {
        let twos = bits - (bits >> 1 & 0x5555_5555_5555_5555);
        let fours = (twos & 0x3333_3333_3333_3333) + (twos >> 2 & 0x3333_3333_3333_3333);
        Self { bits, counts: (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F }
    }

    /// Returns the number of bytes of the block that [`Self::put_in`] writes correctly. These are
    /// whole groups of eight, up to the first group with more than [`MAX`] replaced bytes.
    #[inline(always)]
    pub(in crate::simd) const fn fit(self) -> usize {
        let many = (self.counts + (0x7F - MAX) * EACH) & (0x80 * EACH);
        many.trailing_zeros() as usize & !7
    }

    /// Returns the number of replaced bytes among the first `bytes`, which must be at least one.
    #[inline(always)]
    pub(in crate::simd) const fn among(self, bytes: usize) -> usize {
        (self.bits << (BLOCK - bytes)).count_ones() as usize
    }

    /// Writes the block that `bytes` begins with, with the replacements. Eight bytes must follow
    /// the block.
    #[inline(always)]
    pub(in crate::simd) fn put_in<V: Vector>(
        self,
        v: V,
        bytes: &[u8],
        room: &mut [MaybeUninit<u8>],
    ) {
        let (bytes, room) = (&bytes[..BLOCK + 8], &mut room[..ROOM]);
        let [eight, after] = [v.repeat(&EIGHT), v.repeat(&AFTER)];
        let keys = self.bits.to_le_bytes();
        for (at, (key, place)) in keys.into_iter().zip(self.places()).enumerate() {
            let bytes = v.or(v.and(v.load(bytes, 8 * at), eight), after);
            let row = v.load(&ROWS[usize::from(key)], 0);
            v.store(room, place.into(), v.lookup(bytes, row));
        }
    }

    /// Does the work of [`put_in`](Self::put_in) for the lower bytes of a block of UTF-16.
    #[inline(always)]
    pub(in crate::simd) fn put_in_words<V: Vector, F: Text>(
        self,
        v: V,
        block: &[u8],
        room: &mut [MaybeUninit<u8>],
    ) {
        let (block, room) = (&block[..2 * BLOCK], &mut room[..ROOM]);
        let places = self.places();
        let lanes = V::BYTES / 16;
        let mut eights = 0;
        while eights < BLOCK / 8 {
            let words = in_machine_order::<V, F>(v, v.load(block, 16 * eights));
            let bytes = v.or(v.and(words, v.splat16(0x00FF)), v.repeat(&ABOVE));
            let keys = (self.bits >> (8 * eights)) as u32;
            let bytes = v.lookup(bytes, v.rows(&ROWS_OF_WORDS, space_out(keys)));
            let mut lane = 0;
            while lane < lanes {
                v.store_lane(room, places[eights + lane].into(), bytes, lane);
                lane += 1;
            }
            eights += lanes;
        }
    }

    /// Returns the offset for each group of eight. All are computed at once, so that no store waits
    /// for the one before it.
    #[inline(always)]
    const fn places(self) -> [u8; 8] {
        let before = self.counts.wrapping_mul(EACH) << 8;
        (2 * before + 0x3830_2820_1810_0800).to_le_bytes()
    }
}

/// A one in each byte.
const EACH: u64 = 0x0101_0101_0101_0101;
