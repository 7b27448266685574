//! What [`into8`](crate::simd::generic::into8) does where surrogates stand alone: U+FFFD in their places.
//!
//! Where they are dense, two registers at a time are fixed whatever they are, and written as words
//! are elsewhere, until few are replaced. Where nothing else than ASCII is among them,
//! [`fixed_ascii`] goes on.
//!
//! Why it is right: whether a surrogate stands alone depends on the words beside it, which are
//! loaded again, and U+FFFD is one word as well. What is left pairs, so that a low surrogate has
//! its high one before it; two bytes of a high one at the end are taken back. Cost, for a register
//! of words: two loads and 12 operations more than [`slots`](crate::simd::generic::into8::slots) takes.

use crate::simd::generic::vector::in_machine_order;
use crate::simd::shared::text::Text;
use core::mem::MaybeUninit;

use crate::simd::{
    Progress,
    generic::{
        into8::{
            lone_in_ascii as fixed_ascii, most,
            slots::{Words, slots_of_words, slots_with_surrogates, take_three, triples},
            words_at,
        },
        validate::utf16::Surrogates,
        vector::Vector,
    },
};

/// Fewer surrogates that stand alone among two steps are few.
const FEW: usize = 2;

/// Takes UTF-16 as long as there is room, with U+FFFD for surrogates that stand alone, without
/// asking first whether there are any: until few are replaced. Gives how many were.
#[inline(always)]
pub(in crate::simd) fn dense<V: Vector, F: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) -> usize {
    let Progress { read: mut at, mut written } = *done;
    let step = 2 * V::BYTES;
    let (mut replaced, mut last) = (0, 0);
    while src.len() - at >= step && dst.len() - written >= most::<F>(V::BYTES) {
        let words = words_at::<V, F>(v, src, at, 0);
        let before = words_at::<V, F>(v, src, at, -2);
        let after = words_after::<V, F>(v, src, at, words);
        let alone = alone(v, words, before, after);
        let count = count(v, alone);
        written += slots_fixed(v, put_in(v, words, alone), before, &mut dst[written..]);
        at += step;
        replaced += count;
        if last + count < FEW {
            break;
        }
        last = count;
        if !v.any(beyond_ascii(v, words, alone)) {
            let mut more = Progress { read: at, written };
            let (count, calm) = fixed_ascii::run::<V, F>(v, src, dst, &mut more, true);
            Progress { read: at, written } = more;
            replaced += count;
            if calm {
                break;
            }
        }
    }
    if at > done.read && Surrogates::<V, F>::is_pair(src, at) {
        at -= 2;
        written -= 2;
    }
    *done = Progress { read: at, written };
    replaced
}

/// The place of the only word that is not ASCII, if that is so and it is a surrogate that stands
/// alone. The words are those of `src` from `at` on, and have a surrogate.
#[inline(always)]
pub(in crate::simd) fn only_one_beyond_ascii<V: Vector, F: Text>(
    v: V,
    words: [V::Register; 2],
    src: &[u8],
    at: usize,
) -> Option<usize> {
    let beyond = v.beyond_ascii16(words[0], words[1]);
    let first = beyond.trailing_zeros() as usize;
    let place = at + 2 * first;
    let is_one = beyond & beyond.wrapping_sub(1) == 0 && beyond != 0;
    let alone = is_one
        && !Surrogates::<V, F>::is_pair(src, place)
        && !Surrogates::<V, F>::is_pair(src, place + 2);
    alone.then_some(first)
}

/// The words of `src` from `at` on, and those `before` each, are given: the former with U+FFFD for
/// surrogates that stand alone, and how many those are.
#[inline(always)]
pub(in crate::simd) fn fixed<V: Vector, F: Text>(
    v: V,
    src: &[u8],
    at: usize,
    words: [V::Register; 2],
    before: [V::Register; 2],
) -> ([V::Register; 2], usize) {
    let after = words_after::<V, F>(v, src, at, words);
    let alone = alone(v, words, before, after);
    (put_in(v, words, alone), count(v, alone))
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

/// How many words `masks` have ones for.
#[inline(always)]
fn count<V: Vector>(v: V, masks: [V::Register; 2]) -> usize {
    (v.bits(masks[0]).count_ones() + v.bits(masks[1]).count_ones()) as usize / 2
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

/// For each of `words`, which are those from `at` on, the one behind it; 0 behind the text.
#[inline(always)]
fn words_after<V: Vector, F: Text>(
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

/// Writes words of which those that are surrogates go with those `before` them; gives how many
/// bytes that were.
#[inline(always)]
pub(in crate::simd) fn slots_fixed<V: Vector>(
    v: V,
    words: [V::Register; 2],
    before: [V::Register; 2],
    room: &mut [MaybeUninit<u8>],
) -> usize {
    let surrogates = [Words::<V>::any(v, words[0]), Words::<V>::any(v, words[1])];
    if v.any(v.or(surrogates[0], surrogates[1])) {
        return slots_with_surrogates(v, words, before, surrogates, room);
    }
    if take_three(v, words) {
        return triples(v, words, room);
    }
    let written = slots_of_words(v, words[0], room, 0);
    slots_of_words(v, words[1], room, written)
}
