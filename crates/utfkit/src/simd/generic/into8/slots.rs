//! Writes the UTF-8 bytes of registers of code points, close together.
//!
//! Each unit becomes a slot of four bytes: the first byte of three, nothing, and the last two. The
//! bytes that a shorter unit does not have are dropped, four slots at a time by a table. If no unit
//! needs three bytes, slots have two. Surrogates are not joined: *each writes two bytes of its
//! own*. The high one has everything that the first two bytes need. The low one has the rest,
//! except two bits of the unit before it, which is loaded again one unit earlier.
//!
//! Correctness: the bytes in the slots are in the order of the text. A key has bits for the bytes
//! that its units need. A row of the table brings those bytes together, and the number of bits is
//! the number of bytes. The next store overwrites the surplus bytes of a store. Cost, for a
//! register of words: 14 operations if none needs three bytes, 12 if all do, 21 for any, and 36
//! with surrogates. Two of them are look-ups, except in the first case, which has one.

use crate::simd::shared::text::Text;
use core::mem::MaybeUninit;

use crate::{
    form::Utf16,
    simd::generic::{
        tables::compact,
        validate::{utf16::Surrogates, utf32::no_scalars},
        vector::Vector,
    },
};

/// Finds the surrogates among words in the byte order of the machine.
pub(in crate::simd) type Words<V> = Surrogates<V, Utf16<false>>;

/// Returns the last byte of each word in the upper half, and the byte before it in the lower. ASCII
/// is unchanged in the upper half. `one` and `two` mark the words of at most one and two bytes.
#[inline(always)]
fn last_two<V: Vector>(
    v: V,
    words: V::Register,
    one: V::Register,
    two: V::Register,
) -> V::Register {
    let tagged = v.or(continuations(v, words), v.and(two, v.splat16(0x0040)));
    v.choose(one, v.up16::<8>(words), tagged)
}

/// Returns the lower twelve bits of words as two continuations, the last in the upper half.
#[inline(always)]
fn continuations<V: Vector>(v: V, words: V::Register) -> V::Register {
    let both = v.or(v.up16::<8>(words), v.and(v.down16::<6>(words), v.splat16(0x003F)));
    v.or(v.and(both, v.splat16(0x3F3F)), v.splat16(0x8080))
}

/// Writes characters of ISO-8859-1. Returns the number of bytes written.
#[inline(always)]
pub(in crate::simd) fn letters<V: Vector>(
    v: V,
    bytes: V::Register,
    room: &mut [MaybeUninit<u8>],
) -> usize {
    let beyond = v.bits(bytes);
    // The upper two bits of a byte follow the tag of a sequence of two. The lower six bits follow
    // the tag of a continuation; an ASCII byte stays as it is.
    let first = v.or(v.and(v.down16::<6>(bytes), v.splat8(0x03)), v.splat8(0xC0));
    let last = v.and_not(bytes, v.and(v.down16::<1>(bytes), v.splat8(0x40)));
    let pairs = [v.zip8_low(first, last), v.zip8_high(first, last)];
    compact::store(v, &compact::PAIRS, pairs, beyond, [8, 1], room, 0)
}

/// Writes words that need one or two bytes. Returns the number of bytes written.
#[inline(always)]
pub(in crate::simd) fn pairs<V: Vector>(
    v: V,
    words: [V::Register; 2],
    room: &mut [MaybeUninit<u8>],
) -> usize {
    let zero = v.splat8(0);
    let all = v.splat8(0xFF);
    let mut bytes = words;
    let mut long = words;
    let mut at = 0;
    while at < 2 {
        let one = v.eq16(v.and(words[at], v.splat16(0xFF80)), zero);
        bytes[at] = last_two(v, words[at], one, all);
        long[at] = v.down16::<8>(v.xor(one, all));
        at += 1;
    }
    // There are eight bits for the words of each sixteen bytes.
    let keys = v.bits(v.pack16(long[0], long[1]));
    let mut written = 0;
    let mut at = 0;
    while at < 2 {
        let keys = if at == 0 { keys } else { keys >> (V::BYTES / 2) };
        written = compact::store_single(v, &compact::PAIRS, bytes[at], keys, [8, 1], room, written);
        at += 1;
    }
    written
}

/// Writes words that are not surrogates. Returns the number of bytes written.
#[inline(always)]
pub(in crate::simd) fn slots<V: Vector>(
    v: V,
    words: [V::Register; 2],
    room: &mut [MaybeUninit<u8>],
) -> usize {
    if take_three(v, words) {
        return triples(v, words, room);
    }
    let written = half(v, words[0], room, 0);
    half(v, words[1], room, written)
}

/// Writes words that are not surrogates, and ASCII separately: at the border of ASCII and other
/// text, one of two registers often is ASCII. Returns the offset for the next words.
#[inline(always)]
fn half<V: Vector>(v: V, words: V::Register, room: &mut [MaybeUninit<u8>], at: usize) -> usize {
    if v.any(v.and(words, v.splat16(0xFF80))) {
        return slots_of_words(v, words, room, at);
    }
    v.store(room, at, v.pack16(words, v.splat8(0)));
    at + V::BYTES / 2
}

/// Writes words that are not surrogates. Returns the offset for the next words.
#[inline(always)]
pub(in crate::simd) fn slots_of_words<V: Vector>(
    v: V,
    words: V::Register,
    room: &mut [MaybeUninit<u8>],
    at: usize,
) -> usize {
    let zero = v.splat8(0);
    let one = v.eq16(v.and(words, v.splat16(0xFF80)), zero);
    let two = v.eq16(v.and(words, v.splat16(0xF800)), zero);
    let last = last_two(v, words, one, two);
    store_slots(v, words, last, one, two, room, at)
}

/// Returns `true` if all words, which are not surrogates, need three bytes.
#[inline(always)]
pub(in crate::simd) fn take_three<V: Vector>(v: V, words: [V::Register; 2]) -> bool {
    let zero = v.splat8(0);
    let beyond = [v.and(words[0], v.splat16(0xF800)), v.and(words[1], v.splat16(0xF800))];
    !v.any(v.or(v.eq16(beyond[0], zero), v.eq16(beyond[1], zero)))
}

/// Writes words that need three bytes each. Returns the number of bytes written.
#[inline(always)]
pub(in crate::simd) fn triples<V: Vector>(
    v: V,
    words: [V::Register; 2],
    room: &mut [MaybeUninit<u8>],
) -> usize {
    /// All bytes of the four-byte slots except the second of each.
    static WANTED: [u8; 16] = [0, 2, 3, 4, 6, 7, 8, 10, 11, 12, 14, 15, 0x80, 0x80, 0x80, 0x80];
    let mut written = 0;
    let mut at = 0;
    while at < 2 {
        let words = words[at];
        let first = v.or(v.down16::<12>(words), v.splat16(0x00E0));
        let last = continuations(v, words);
        let low = v.lookup(v.zip16_low(first, last), v.repeat(&WANTED));
        let high = v.lookup(v.zip16_high(first, last), v.repeat(&WANTED));
        let mut lane = 0;
        while lane < V::BYTES / 16 {
            v.store_lane(room, written, low, lane);
            v.store_lane(room, written + 12, high, lane);
            written += 24;
            lane += 1;
        }
        at += 1;
    }
    written
}

/// Writes words that include surrogates, with the words `before` them. Returns the number of bytes
/// written.
#[inline(always)]
pub(in crate::simd) fn slots_with_surrogates<V: Vector>(
    v: V,
    words: [V::Register; 2],
    before: [V::Register; 2],
    surrogates: [V::Register; 2],
    room: &mut [MaybeUninit<u8>],
) -> usize {
    let written = if v.any(surrogates[0]) {
        slots_of_pairs(v, words[0], before[0], surrogates[0], room, 0)
    } else {
        half(v, words[0], room, 0)
    };
    if v.any(surrogates[1]) {
        slots_of_pairs(v, words[1], before[1], surrogates[1], room, written)
    } else {
        half(v, words[1], room, written)
    }
}

/// Writes words that include surrogates, with the words `before` them. Returns the offset for the
/// next words.
#[inline(always)]
pub(in crate::simd) fn slots_of_pairs<V: Vector>(
    v: V,
    words: V::Register,
    before: V::Register,
    surrogate: V::Register,
    room: &mut [MaybeUninit<u8>],
    at: usize,
) -> usize {
    let zero = v.splat8(0);
    let one = v.eq16(v.and(words, v.splat16(0xFF80)), zero);
    let two = v.eq16(v.and(words, v.splat16(0xF800)), zero);
    let last = last_two(v, words, one, two);
    let is_high = Words::<V>::high(v, words);
    // In a high surrogate plus 0x40, the upper bits follow the tag of a sequence of four, and then
    // the middle bits follow.
    let plus = v.add16(words, v.splat16(0x2840));
    let high = v.or(v.down16::<8>(plus), v.and(v.up16::<6>(plus), v.splat16(0x3F00)));
    let high = v.or(high, v.splat16(0x80F0));
    // The upper two of the six bits in the first byte of a low surrogate come from the unit before
    // it.
    let low = v.or(v.and(last, v.splat16(0xFFCF)), v.and(v.up16::<4>(before), v.splat16(0x0030)));
    let last = v.choose(surrogate, v.choose(is_high, high, low), last);
    store_slots(v, words, last, one, v.or(two, surrogate), room, at)
}

/// Writes words in slots. `last` are the last two bytes of each word; `one` and `two` mark the
/// words of at most one and two bytes. Returns the offset for the next words.
#[inline(always)]
fn store_slots<V: Vector>(
    v: V,
    words: V::Register,
    last: V::Register,
    one: V::Register,
    two: V::Register,
    room: &mut [MaybeUninit<u8>],
    at: usize,
) -> usize {
    let first = v.or(v.down16::<12>(words), v.splat16(0x00E0));
    let slots = [v.zip16_low(first, last), v.zip16_high(first, last)];
    // There are two bits for each word: more than one byte, and more than two.
    let keys = !v.bits(v.choose(v.splat16(0x00FF), one, two));
    compact::store(v, &compact::SLOTS, slots, keys, [4, 1], room, at)
}

/// Writes units of UTF-32 that include supplementary characters. Returns the number of bytes
/// written, or `None` if a unit is ill-formed.
#[inline(always)]
pub(in crate::simd) fn quads<V: Vector, F: Text>(
    v: V,
    block: &[u8],
    room: &mut [MaybeUninit<u8>],
) -> Option<usize> {
    let mut written = 0;
    let mut at = 0;
    while at < 4 * V::BYTES {
        let [a, b] = [v.load(block, at), v.load(block, at + V::BYTES)];
        let [a, b] = if F::BIG { [v.swap::<4>(a), v.swap::<4>(b)] } else { [a, b] };
        if v.any(v.or(no_scalars(v, a), no_scalars(v, b))) {
            return None;
        }
        at += 2 * V::BYTES;
        if !v.any(v.and(v.or(a, b), v.splat32(0xFFFF_0000))) {
            written = half(v, v.pack32(a, b), room, written);
            continue;
        }
        let ((a, more_a), (b, more_b)) = (quad(v, a), quad(v, b));
        // There are eight bits for the slots of each sixteen bytes.
        let keys = v.bits(v.pack32(more_a, more_b));
        written = store_quads(v, a, keys, room, written);
        written = store_quads(v, b, keys >> (V::BYTES / 2), room, written);
    }
    Some(written)
}

/// Returns code points as slots of four bytes, the last of which is always needed. The second
/// result has the number of bytes needed beyond it, as two bits: the signs of the lowest byte and
/// the next.
#[inline(always)]
pub(in crate::simd) fn quad<V: Vector>(v: V, units: V::Register) -> (V::Register, V::Register) {
    let two = v.gt32(units, v.splat32(0x7F));
    let three = v.gt32(units, v.splat32(0x7FF));
    let four = v.gt32(units, v.splat32(0xFFFF));
    // There are six bits per byte, the lowest bits in the last byte.
    let last = v.or(
        v.up32::<24>(v.and(units, v.splat32(0x3F))),
        v.and(v.up32::<10>(units), v.splat32(0x003F_0000)),
    );
    let first = v.or(v.and(v.down32::<4>(units), v.splat32(0x3F00)), v.down32::<18>(units));
    let tags = v.choose(four, v.splat32(0x8080_80F0), v.splat32(0x8080_E000));
    let tags = v.choose(three, tags, v.splat32(0x80C0_0000));
    let bytes = v.choose(two, v.or(v.or(first, last), tags), v.up32::<24>(units));
    let odd = v.xor(v.xor(two, three), four);
    let more = v.or(v.and(odd, v.splat32(0x0080)), v.and(three, v.splat32(0x8000)));
    (bytes, more)
}

/// Writes slots made by [`quad`]. Returns the offset for the next ones.
#[inline(always)]
pub(in crate::simd) fn store_quads<V: Vector>(
    v: V,
    slots: V::Register,
    keys: u32,
    room: &mut [MaybeUninit<u8>],
    mut at: usize,
) -> usize {
    let bytes = v.lookup(slots, v.rows(&compact::QUADS, compact::space_out(keys)));
    let mut lane = 0;
    while lane < V::BYTES / 16 {
        let key = keys >> (8 * lane);
        v.store_lane(room, at, bytes, lane);
        at += 4 + compact::count(key) + compact::count(key & 0xAA);
        lane += 1;
    }
    at
}
