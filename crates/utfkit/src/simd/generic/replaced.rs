//! U+FFFD among octets: eight of them at a time go through a table, to places that are known
//! before.

use core::mem::MaybeUninit;

use super::subparts::BLOCK;
use crate::simd::vector::Vector;

/// U+FFFD.
pub(super) const REPLACEMENT: [u8; 3] = [0xEF, 0xBF, 0xBD];

/// Writes U+FFFD at the start of `room`.
#[inline(always)]
pub(super) fn put_replacement(room: &mut [MaybeUninit<u8>]) {
    for (slot, octet) in room[..REPLACEMENT.len()].iter_mut().zip(REPLACEMENT) {
        slot.write(octet);
    }
}

/// The most room that a block can need: more than each octet replaced, so that an octet counts what
/// is written, and what the last store takes beyond that.
pub(super) const ROOM: usize = 256 + 16;

/// The most octets of eight that may be replaced: three each and the others have to fit into
/// sixteen.
const MOST: u64 = 4;

/// For eight octets, with U+FFFD behind them that stands for each that a key has a bit for,
/// [`MOST`] at most: their places.
static ROWS: [[u8; 16]; 256] = {
    let mut rows = [[0; 16]; 256];
    let mut key = 0;
    while key < rows.len() {
        let (mut place, mut to) = (0, 0);
        while place < 8 {
            let is_replaced = key >> place & 1 == 1;
            let mut octet = if is_replaced { 8 } else { place as u8 };
            let end = to + if is_replaced { REPLACEMENT.len() } else { 1 };
            while to < end && to < 16 {
                rows[key][to] = octet;
                octet += 1;
                to += 1;
            }
            place += 1;
        }
        key += 1;
    }
    rows
};

/// The octets that go through [`ROWS`].
static EIGHT: [u8; 16] = [!0, !0, !0, !0, !0, !0, !0, !0, 0, 0, 0, 0, 0, 0, 0, 0];
/// What stands behind them.
static BEHIND: [u8; 16] = {
    let [a, b, c] = REPLACEMENT;
    [0, 0, 0, 0, 0, 0, 0, 0, a, b, c, 0, 0, 0, 0, 0]
};

/// Which octets of a block are replaced, a bit for each.
#[derive(Clone, Copy)]
pub(super) struct Replaced {
    bits: u64,
    /// How many of each eight, in an octet.
    counts: u64,
}

impl Replaced {
    #[inline(always)]
    pub(super) const fn new(bits: u64) -> Self {
        let twos = bits - (bits >> 1 & 0x5555_5555_5555_5555);
        let fours = (twos & 0x3333_3333_3333_3333) + (twos >> 2 & 0x3333_3333_3333_3333);
        Self { bits, counts: (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F }
    }

    /// How many octets of the block [`Self::put_in`] writes as they should be: eights, up to one
    /// with more than [`MOST`].
    #[inline(always)]
    pub(super) const fn fit(self) -> usize {
        let many = (self.counts + (0x7F - MOST) * EACH) & (0x80 * EACH);
        many.trailing_zeros() as usize & !7
    }

    /// How many of the first `octets`, one or more, are replaced.
    #[inline(always)]
    pub(super) const fn among(self, octets: usize) -> usize {
        (self.bits << (BLOCK - octets)).count_ones() as usize
    }

    /// Writes the block that `octets` begins with, and that eight more follow, with U+FFFD in its
    /// places.
    #[inline(always)]
    pub(super) fn put_in<V: Vector>(self, v: V, octets: &[u8], room: &mut [MaybeUninit<u8>]) {
        let (octets, room) = (&octets[..BLOCK + 8], &mut room[..ROOM]);
        // Where each eight go: worked out for all at once, so that no store waits for the one
        // before.
        let before = self.counts.wrapping_mul(EACH) << 8;
        let places = (2 * before + 0x3830_2820_1810_0800).to_le_bytes();
        let [eight, behind] = [v.repeat(&EIGHT), v.repeat(&BEHIND)];
        for (at, (key, place)) in self.bits.to_le_bytes().into_iter().zip(places).enumerate() {
            let octets = v.or(v.and(v.load(octets, 8 * at), eight), behind);
            let row = v.load(&ROWS[usize::from(key)], 0);
            v.store(room, place.into(), v.lookup(octets, row));
        }
    }
}

/// One in each octet.
const EACH: u64 = 0x0101_0101_0101_0101;
