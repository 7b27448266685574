//! Moves selected bytes close together with tables, sixteen bytes at a time.

use core::mem::MaybeUninit;

use crate::simd::generic::vector::Vector;

/// Keeps those of eight words that have a bit in the key: the positions of their bytes.
pub(in crate::simd) static WORDS: [[u8; 16]; 256] = table(2, &[0b00, 0b11]);

/// Keeps those of eight bytes that have a bit in the key: their positions.
pub(in crate::simd) static BYTES: [[u8; 16]; 256] = table(1, &[0b0, 0b1]);

/// Keeps bytes of four slots of four bytes. The fourth byte is always kept. The third is kept if
/// the lower of the two bits in the key is set, and the first if the upper one is.
pub(in crate::simd) static SLOTS: [[u8; 16]; 256] = table(4, &[0b1000, 0b1100, 0b1001, 0b1101]);

/// Keeps bytes of four slots of four bytes: the last, and the number before it that the key has in
/// two bits.
pub(in crate::simd) static QUADS: [[u8; 16]; 256] = table(4, &[0b1000, 0b1100, 0b1110, 0b1111]);

/// Keeps bytes of eight words: the upper byte always, and the lower one if the key has a bit for
/// it.
pub(in crate::simd) static PAIRS: [[u8; 16]; 256] = table(2, &[0b10, 0b11]);

/// Makes the table for slots of `width` bytes. The bits of a key select, for each slot, a mask of
/// `wanted` bytes. A row has the positions of the wanted bytes.
const fn table(width: usize, wanted: &[u8]) -> [[u8; 16]; 256] {
    let bits = wanted.len().trailing_zeros() as usize;
    let mut rows = [[0; 16]; 256];
    let mut key = 0;
    while key < rows.len() {
        let (mut place, mut to) = (0, 0);
        while place < 8 / bits * width {
            let wanted = wanted[key >> (bits * (place / width)) & ((1 << bits) - 1)];
            if wanted >> (place % width) & 1 == 1 {
                rows[key][to] = place as u8;
                to += 1;
            }
            place += 1;
        }
        key += 1;
    }
    rows
}

/// Spaces keys of eight bits each at sixteen bits, as [`Vector::rows`] expects them.
#[inline(always)]
pub(in crate::simd) fn space_out(keys: u32) -> u32 {
    keys & 0xFF | (keys & 0xFF00) << 8
}

/// Counts the bits of a key of eight bits.
#[inline(always)]
pub(in crate::simd) fn count(key: u32) -> usize {
    (key & 0xFF).count_ones() as usize
}

/// Stores selected bytes of sixteen bytes at a time, alternately from `low` and `high`. The rows of
/// the bytes of `keys`, in the same order, select them. Each stored group counts for `fixed` bytes
/// and `each` for every bit of its key. Returns the offset for the next ones.
#[inline(always)]
pub(in crate::simd) fn store<V: Vector>(
    v: V,
    rows: &'static [[u8; 16]; 256],
    [low, high]: [V::Register; 2],
    keys: u32,
    [fixed, each]: [usize; 2],
    room: &mut [MaybeUninit<u8>],
    mut at: usize,
) -> usize {
    let low = v.lookup(low, v.rows(rows, keys));
    let high = v.lookup(high, v.rows(rows, keys >> 8));
    let mut lane = 0;
    while lane < V::BYTES / 16 {
        let key = keys >> (16 * lane);
        v.store_lane(room, at, low, lane);
        at += fixed + each * count(key);
        v.store_lane(room, at, high, lane);
        at += fixed + each * count(key >> 8);
        lane += 1;
    }
    at
}

/// Implements [`store`] for one register, with one key for each sixteen bytes.
#[inline(always)]
pub(in crate::simd) fn store_single<V: Vector>(
    v: V,
    rows: &'static [[u8; 16]; 256],
    bytes: V::Register,
    keys: u32,
    [fixed, each]: [usize; 2],
    room: &mut [MaybeUninit<u8>],
    mut at: usize,
) -> usize {
    let bytes = v.lookup(bytes, v.rows(rows, space_out(keys)));
    let mut lane = 0;
    while lane < V::BYTES / 16 {
        v.store_lane(room, at, bytes, lane);
        at += fixed + each * count(keys >> (8 * lane));
        lane += 1;
    }
    at
}
