//! The octets that are wanted, close together: by tables, sixteen octets at a time.

use core::mem::MaybeUninit;

use crate::simd::vector::Vector;

/// For eight words of which those are wanted that a key has bits for: their octets.
pub(super) static WORDS: [[u8; 16]; 256] = {
    let mut rows = [[0; 16]; 256];
    let mut key = 0;
    while key < 256 {
        let mut word = 0;
        let mut to = 0;
        while word < 8 {
            if key >> word & 1 == 1 {
                rows[key][to] = 2 * word;
                rows[key][to + 1] = 2 * word + 1;
                to += 2;
            }
            word += 1;
        }
        key += 1;
    }
    rows
};

/// For eight octets of which those are wanted that a key has bits for: their places.
pub(super) static OCTETS: [[u8; 16]; 256] = {
    let mut rows = [[0; 16]; 256];
    let mut key = 0;
    while key < 256 {
        let mut octet = 0;
        let mut to = 0;
        while octet < 8 {
            if key >> octet & 1 == 1 {
                rows[key][to] = octet;
                to += 1;
            }
            octet += 1;
        }
        key += 1;
    }
    rows
};

/// For four slots of four octets, of which the fourth is wanted, the third where a key has the lower bit of
/// two, and the first where it has the upper: their places.
pub(super) static SLOTS: [[u8; 16]; 256] = {
    let mut rows = [[0; 16]; 256];
    let mut key = 0;
    while key < 256 {
        let mut slot = 0;
        let mut to = 0;
        while slot < 4 {
            let wanted = key >> (2 * slot);
            if wanted & 2 == 2 {
                rows[key][to] = 4 * slot;
                to += 1;
            }
            if wanted & 1 == 1 {
                rows[key][to] = 4 * slot + 2;
                to += 1;
            }
            rows[key][to] = 4 * slot + 3;
            to += 1;
            slot += 1;
        }
        key += 1;
    }
    rows
};

/// For four slots of four octets, of which a key has in two bits how many are wanted beyond the last: their
/// places.
pub(super) static QUADS: [[u8; 16]; 256] = {
    let mut rows = [[0; 16]; 256];
    let mut key = 0;
    while key < 256 {
        let mut slot = 0;
        let mut to = 0;
        while slot < 4 {
            let mut octet = 3 - (key as u8 >> (2 * slot) & 3);
            while octet < 4 {
                rows[key][to] = 4 * slot + octet;
                to += 1;
                octet += 1;
            }
            slot += 1;
        }
        key += 1;
    }
    rows
};

/// For eight words, of which the upper octet is wanted and the lower where a key has a bit: their places.
pub(super) static PAIRS: [[u8; 16]; 256] = {
    let mut rows = [[0; 16]; 256];
    let mut key = 0;
    while key < 256 {
        let mut word = 0;
        let mut to = 0;
        while word < 8 {
            if key >> word & 1 == 1 {
                rows[key][to] = 2 * word;
                to += 1;
            }
            rows[key][to] = 2 * word + 1;
            to += 1;
            word += 1;
        }
        key += 1;
    }
    rows
};

/// Keys of eight bits each as [`Vector::rows`] takes them: sixteen bits apart.
#[inline(always)]
pub(super) fn apart(keys: u32) -> u32 {
    keys & 0xFF | (keys & 0xFF00) << 8
}

/// How many octets a key of eight bits stands for.
#[inline(always)]
pub(super) fn count(key: u32) -> usize {
    (key & 0xFF).count_ones() as usize
}

/// Sixteen octets at a time, `low` and `high` in turn: the octets that rows name, whose keys are the octets of
/// `keys` in that order. Each sixteen that are stored count for `fixed` octets and `each` for a bit of their
/// key. Gives where the next go.
#[inline(always)]
pub(super) fn store<V: Vector>(
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

/// [`store`] of one register, with one key for each sixteen octets.
#[inline(always)]
pub(super) fn store_single<V: Vector>(
    v: V,
    rows: &'static [[u8; 16]; 256],
    octets: V::Register,
    keys: u32,
    [fixed, each]: [usize; 2],
    room: &mut [MaybeUninit<u8>],
    mut at: usize,
) -> usize {
    let octets = v.lookup(octets, v.rows(rows, apart(keys)));
    let mut lane = 0;
    while lane < V::BYTES / 16 {
        v.store_lane(room, at, octets, lane);
        at += fixed + each * count(keys >> (8 * lane));
        lane += 1;
    }
    at
}
