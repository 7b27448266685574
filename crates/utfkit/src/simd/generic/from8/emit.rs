//! Writes planes of bytes as units of the target form, as words or double words. Only the units
//! whose bits are set in a key are written.

use crate::simd::shared::text::Text;
use core::mem::MaybeUninit;

use crate::simd::generic::{tables::compact, vector::Vector};

/// Decodes the character that ends at each byte, from `bytes` and the bytes `one` position earlier.
/// Returns the low plane, and the high plane without the bits that come from two positions earlier.
#[inline(always)]
pub(super) fn planes<V: Vector>(v: V, bytes: V::Register, one: V::Register) -> [V::Register; 2] {
    let beyond = v.gt8(v.splat8(0), bytes);
    let low =
        v.or(v.and(bytes, v.splat8(0x7F)), v.and(v.up16::<6>(one), v.and(beyond, v.splat8(0xC0))));
    let high = v.and(v.down16::<2>(one), v.and(beyond, v.splat8(0x0F)));
    [low, high]
}

/// Writes the units in two planes, none of which is supplementary.
#[inline(always)]
pub(super) fn basic<V: Vector, T: Text>(
    v: V,
    [low, high]: [V::Register; 2],
    keys: u32,
    room: &mut [MaybeUninit<u8>],
) {
    let (a, b) = if T::BIG { (high, low) } else { (low, high) };
    let words = [v.zip8_low(a, b), v.zip8_high(a, b)];
    if T::UNIT == 2 {
        let _ = compact::store(v, &compact::WORDS, words, keys, [0, 2], room, 0);
    } else {
        store_widened::<V, T>(v, words, keys, room);
    }
}

/// Returns two parts of the characters of four bytes, at their `fourth` bytes: the upper half of
/// the second plane, and the third plane. `two` and `three` are the bytes two and three positions
/// earlier.
#[inline(always)]
pub(super) fn beyond_basic<V: Vector>(
    v: V,
    two: V::Register,
    three: V::Register,
    fourth: V::Register,
) -> (V::Register, V::Register) {
    let two = v.and(two, fourth);
    let plane = v.or(
        v.and(v.down16::<4>(two), v.splat8(0x03)),
        v.and(v.and(v.up16::<2>(three), fourth), v.splat8(0x1C)),
    );
    (v.up16::<4>(v.and(two, v.splat8(0x0F))), plane)
}

/// Writes the words in `keys` as double words.
#[inline(always)]
fn store_widened<V: Vector, T: Text>(
    v: V,
    [low, high]: [V::Register; 2],
    keys: u32,
    room: &mut [MaybeUninit<u8>],
) {
    let low = v.lookup(low, v.rows(&compact::WORDS, keys));
    let high = v.lookup(high, v.rows(&compact::WORDS, keys >> 8));
    let mut at = 0;
    let mut lane = 0;
    while lane < V::BYTES / 16 {
        let key = keys >> (16 * lane);
        if T::BIG {
            v.store_lane_widened::<true>(room, at, low, lane);
            at += 4 * compact::count(key);
            v.store_lane_widened::<true>(room, at, high, lane);
        } else {
            v.store_lane_widened::<false>(room, at, low, lane);
            at += 4 * compact::count(key);
            v.store_lane_widened::<false>(room, at, high, lane);
        }
        at += 4 * compact::count(key >> 8);
        lane += 1;
    }
}

/// Writes the words of a block with supplementary characters. `third` and `fourth` mark the third
/// and the fourth bytes of those characters.
#[inline(always)]
pub(super) fn with_surrogates<V: Vector, T: Text>(
    v: V,
    [low, high]: [V::Register; 2],
    [third, fourth]: [V::Register; 2],
    keys: u32,
    room: &mut [MaybeUninit<u8>],
) {
    let words = [
        surrogates::<V, T>(
            v,
            v.zip8_low(low, high),
            v.zip8_low(third, third),
            v.zip8_low(fourth, fourth),
        ),
        surrogates::<V, T>(
            v,
            v.zip8_high(low, high),
            v.zip8_high(third, third),
            v.zip8_high(fourth, fourth),
        ),
    ];
    let _ = compact::store(v, &compact::WORDS, words, keys, [0, 2], room, 0);
}

/// Puts surrogates into `words` where `third` and `fourth` are set, and puts the words into the
/// byte order of the form.
#[inline(always)]
fn surrogates<V: Vector, T: Text>(
    v: V,
    words: V::Register,
    third: V::Register,
    fourth: V::Register,
) -> V::Register {
    let high = v.add16(v.down16::<4>(words), v.splat16(0xD7C0));
    let low = v.or(v.and(words, v.splat16(0x03FF)), v.splat16(0xDC00));
    let words = v.choose(third, high, v.choose(fourth, low, words));
    if T::BIG { v.swap::<2>(words) } else { words }
}

/// Writes the double words that three planes of bytes spell.
#[inline(always)]
pub(super) fn with_planes<V: Vector, T: Text>(
    v: V,
    [low, high, plane]: [V::Register; 3],
    keys: u32,
    room: &mut [MaybeUninit<u8>],
) {
    let zero = v.splat8(0);
    let rows = [v.rows(&compact::WORDS, keys), v.rows(&compact::WORDS, keys >> 8)];
    let first =
        [v.lookup(v.zip8_low(low, high), rows[0]), v.lookup(v.zip8_low(plane, zero), rows[0])];
    let second =
        [v.lookup(v.zip8_high(low, high), rows[1]), v.lookup(v.zip8_high(plane, zero), rows[1])];
    let first = double_words::<V, T>(v, first);
    let second = double_words::<V, T>(v, second);
    let mut at = 0;
    let mut lane = 0;
    while lane < V::BYTES / 16 {
        let key = keys >> (16 * lane);
        v.store_lane(room, at, first[0], lane);
        v.store_lane(room, at + 16, first[1], lane);
        at += 4 * compact::count(key);
        v.store_lane(room, at, second[0], lane);
        v.store_lane(room, at + 16, second[1], lane);
        at += 4 * compact::count(key >> 8);
        lane += 1;
    }
}

#[inline(always)]
fn double_words<V: Vector, T: Text>(v: V, [low, high]: [V::Register; 2]) -> [V::Register; 2] {
    let [a, b] = [v.zip16_low(low, high), v.zip16_high(low, high)];
    if T::BIG { [v.swap::<4>(a), v.swap::<4>(b)] } else { [a, b] }
}
