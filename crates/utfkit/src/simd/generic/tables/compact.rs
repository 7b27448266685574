//! The bytes that are wanted, close together: by tables, sixteen bytes at a time.

use core::mem::MaybeUninit;

use crate::simd::generic::vector::Vector;

/// For eight words of which those are wanted that a key has bits for: their bytes.
pub(in crate::simd) static WORDS: [[u8; 16]; 256] = table(2, &[0b00, 0b11]);

/// For eight bytes of which those are wanted that a key has bits for: their places.
pub(in crate::simd) static BYTES: [[u8; 16]; 256] = table(1, &[0b0, 0b1]);

/// For four slots of four bytes, of which the fourth is wanted, the third where a key has the
/// lower bit of two, and the first where it has the upper: their places.
pub(in crate::simd) static SLOTS: [[u8; 16]; 256] = table(4, &[0b1000, 0b1100, 0b1001, 0b1101]);

/// For four slots of four bytes, of which a key has in two bits how many are wanted beyond the
/// last: their places.
pub(in crate::simd) static QUADS: [[u8; 16]; 256] = table(4, &[0b1000, 0b1100, 0b1110, 0b1111]);

/// For eight words, of which the upper byte is wanted and the lower where a key has a bit: their
/// places.
pub(in crate::simd) static PAIRS: [[u8; 16]; 256] = table(2, &[0b10, 0b11]);

/// For slots of `width` bytes, of each of which a key says in its bits which of `wanted` holds, a
/// mask of its bytes: the places of what is wanted.
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

/// Keys of eight bits each as [`Vector::rows`] takes them: sixteen bits apart.
#[inline(always)]
pub(in crate::simd) fn apart(keys: u32) -> u32 {
    keys & 0xFF | (keys & 0xFF00) << 8
}

/// How many bytes a key of eight bits stands for.
#[inline(always)]
pub(in crate::simd) fn count(key: u32) -> usize {
    (key & 0xFF).count_ones() as usize
}

/// Sixteen bytes at a time, `low` and `high` in turn: the bytes that rows name, whose keys are
/// the bytes of `keys` in that order. Each sixteen that are stored count for `fixed` bytes and
/// `each` for a bit of their key. Gives where the next go.
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

/// [`store`] of one register, with one key for each sixteen bytes.
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
    let bytes = v.lookup(bytes, v.rows(rows, apart(keys)));
    let mut lane = 0;
    while lane < V::BYTES / 16 {
        v.store_lane(room, at, bytes, lane);
        at += fixed + each * count(keys >> (8 * lane));
        lane += 1;
    }
    at
}
