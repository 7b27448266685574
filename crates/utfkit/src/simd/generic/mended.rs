//! What [`into8`](super::into8) does where surrogates stand alone: U+FFFD in their places.

use core::mem::MaybeUninit;

use super::{
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
        let (words, count) = mended(v, words, before, after);
        written += slots_mended(v, words, before, room);
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
    let both = [
        Words::<V>::alone(v, words[0], before[0], after[0]),
        Words::<V>::alone(v, words[1], before[1], after[1]),
    ];
    let count = v.bits(both[0]).count_ones() + v.bits(both[1]).count_ones();
    let replacement = v.splat16(0xFFFD);
    let mended =
        [v.choose(both[0], replacement, words[0]), v.choose(both[1], replacement, words[1])];
    (mended, count as usize / 2)
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
