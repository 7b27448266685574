//! What [`into8`](super::into8) does where surrogates stand alone: U+FFFD in their places.

use core::mem::MaybeUninit;

use super::{
    compact,
    into8::{in_machine_order, most, words_at},
    slots::{Words, slots_of_words, slots_with_surrogates},
    validate16::Surrogates,
};
use crate::{
    form::Sequence,
    simd::{
        Progress,
        vector::{Text, Vector},
    },
};

/// U+FFFD.
pub(super) const REPLACEMENT: [u8; 3] = [0xEF, 0xBF, 0xBD];

/// Writes U+FFFD at the start of `room`.
#[inline(always)]
pub(super) fn put_replacement(room: &mut [MaybeUninit<u8>]) {
    for (slot, octet) in room[..REPLACEMENT.len()].iter_mut().zip(REPLACEMENT) {
        slot.write(octet);
    }
}

/// Writes U+FFFD for what is ill-formed at `done`; `false` if nothing is, or there is no room.
#[inline(always)]
pub(super) fn replace<F: Text>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) -> bool {
    let Sequence::IllFormed { len, .. } = F::first(&src[done.read..], true) else { return false };
    let Some(room) = dst[done.written..].first_chunk_mut() else { return false };
    *room = REPLACEMENT.map(MaybeUninit::new);
    done.read += len;
    done.written += REPLACEMENT.len();
    true
}

/// Takes two registers of UTF-16 at a time, as long as there is room, with U+FFFD for surrogates that stand alone:
/// without a look at what else may be in them, until few are replaced. Gives how many were.
#[inline(always)]
pub(super) fn damaged<V: Vector, F: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) -> usize {
    let Progress { read: mut at, mut written } = *done;
    let step = 2 * V::BYTES;
    let (mut replaced, mut last) = (0, 0);
    while src.len() - at >= step && dst.len() - written >= most::<F>(V::BYTES) {
        let room = &mut dst[written..];
        let words = words_at::<V, F>(v, src, at, 0);
        let before = words_at::<V, F>(v, src, at, -2);
        let after = words_after::<V, F>(v, src, at, words);
        let alone = alone(v, words, before, after);
        let keys = keys(v, alone);
        let count = keys.count_ones() as usize;
        written += if !v.any(beyond_ascii(v, words, alone)) && keys_are_few(keys) {
            ascii_mended(v, words, keys, room)
        } else {
            slots_mended(v, put_in(v, words, alone), before, room)
        };
        at += step;
        replaced += count;
        if last + count < 2 {
            break;
        }
        last = count;
    }
    if at > done.read && Surrogates::<V, F>::is_pair(src, at) {
        at -= 2;
        written -= 2;
    }
    *done = Progress { read: at, written };
    replaced
}

/// The place of the only word that is not ASCII, if that is so and it is a surrogate that stands alone. The
/// words are those of `src` from `at` on, and have a surrogate.
#[inline(always)]
pub(super) fn only_one_beyond_ascii<V: Vector, F: Text>(
    v: V,
    words: [V::Register; 2],
    src: &[u8],
    at: usize,
) -> Option<usize> {
    let zero = v.splat8(0);
    let [a, b] = [v.and(words[0], v.splat16(0xFF80)), v.and(words[1], v.splat16(0xFF80))];
    let [a, b] = [v.down16::<8>(v.eq16(a, zero)), v.down16::<8>(v.eq16(b, zero))];
    let beyond = !v.bits(v.pack16(a, b)) & (!0 >> (32 - V::BYTES));
    let first = beyond.trailing_zeros() as usize;
    let place = at + 2 * first;
    let is_one = beyond & beyond.wrapping_sub(1) == 0 && beyond != 0;
    let alone = is_one
        && !Surrogates::<V, F>::is_pair(src, place)
        && !Surrogates::<V, F>::is_pair(src, place + 2);
    alone.then_some(first)
}

/// Words with U+FFFD for the surrogates that stand alone, and how many those are.
#[inline(always)]
pub(super) fn mended<V: Vector>(
    v: V,
    words: [V::Register; 2],
    before: [V::Register; 2],
    after: [V::Register; 2],
) -> ([V::Register; 2], usize) {
    let alone = alone(v, words, before, after);
    (put_in(v, words, alone), keys(v, alone).count_ones() as usize)
}

/// The surrogates that stand alone.
#[inline(always)]
fn alone<V: Vector>(
    v: V,
    words: [V::Register; 2],
    before: [V::Register; 2],
    after: [V::Register; 2],
) -> [V::Register; 2] {
    [
        Words::<V>::alone(v, words[0], before[0], after[0]),
        Words::<V>::alone(v, words[1], before[1], after[1]),
    ]
}

/// A bit for each word.
#[inline(always)]
fn keys<V: Vector>(v: V, masks: [V::Register; 2]) -> u32 {
    v.bits(v.pack16(v.down16::<8>(masks[0]), v.down16::<8>(masks[1])))
}

/// Words with U+FFFD for those `alone`.
#[inline(always)]
fn put_in<V: Vector>(v: V, words: [V::Register; 2], alone: [V::Register; 2]) -> [V::Register; 2] {
    let replacement = v.splat16(0xFFFD);
    [v.choose(alone[0], replacement, words[0]), v.choose(alone[1], replacement, words[1])]
}

/// Bits where words are neither ASCII nor `alone`.
#[inline(always)]
fn beyond_ascii<V: Vector>(v: V, words: [V::Register; 2], alone: [V::Register; 2]) -> V::Register {
    let others = v.or(v.and_not(words[0], alone[0]), v.and_not(words[1], alone[1]));
    v.and(others, v.splat16(0xFF80))
}

/// Whether no eight bits have more than four that are set.
#[inline(always)]
fn keys_are_few(keys: u32) -> bool {
    let twos = keys - (keys >> 1 & 0x5555_5555);
    let fours = (twos & 0x3333_3333) + (twos >> 2 & 0x3333_3333);
    let eights = (fours + (fours >> 4)) & 0x0F0F_0F0F;
    (eights + 0x7B7B_7B7B) & 0x8080_8080 == 0
}

/// Writes ASCII with U+FFFD for the words that `keys` has bits for, of eight at most four; gives how many octets that were.
#[inline(always)]
fn ascii_mended<V: Vector>(
    v: V,
    words: [V::Register; 2],
    keys: u32,
    room: &mut [MaybeUninit<u8>],
) -> usize {
    let rows = &compact::REPLACED;
    let written = compact::store_single(
        v,
        rows,
        octets_before_replacement(v, words[0]),
        keys,
        [8, 2],
        room,
        0,
    );
    let keys = keys >> (V::BYTES / 2);
    compact::store_single(
        v,
        rows,
        octets_before_replacement(v, words[1]),
        keys,
        [8, 2],
        room,
        written,
    )
}

/// The lower octets of each eight words, and U+FFFD behind them.
#[inline(always)]
fn octets_before_replacement<V: Vector>(v: V, words: V::Register) -> V::Register {
    static LOWER: [u8; 16] =
        [0, 2, 4, 6, 8, 10, 12, 14, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80];
    static BEHIND: [u8; 16] = {
        let [a, b, c] = REPLACEMENT;
        [0, 0, 0, 0, 0, 0, 0, 0, a, b, c, 0, 0, 0, 0, 0]
    };
    v.or(v.lookup(words, v.repeat(&LOWER)), v.repeat(&BEHIND))
}

/// For each of `words`, which are those from `at` on, the one behind it; 0 behind the text.
#[inline(always)]
pub(super) fn words_after<V: Vector, F: Text>(
    v: V,
    src: &[u8],
    at: usize,
    words: [V::Register; 2],
) -> [V::Register; 2] {
    if src.len() - at > 2 * V::BYTES {
        return words_at::<V, F>(v, src, at, 2);
    }
    [in_machine_order::<V, F>(v, v.load(src, at + 2)), v.next16(words[1])]
}

/// Writes words of which those that are surrogates go with those `before` them; gives how many octets that were.
#[inline(always)]
pub(super) fn slots_mended<V: Vector>(
    v: V,
    words: [V::Register; 2],
    before: [V::Register; 2],
    room: &mut [MaybeUninit<u8>],
) -> usize {
    let surrogates = [Words::<V>::any(v, words[0]), Words::<V>::any(v, words[1])];
    if v.any(v.or(surrogates[0], surrogates[1])) {
        return slots_with_surrogates(v, words, before, surrogates, room);
    }
    let written = slots_of_words(v, words[0], room, 0);
    slots_of_words(v, words[1], room, written)
}
