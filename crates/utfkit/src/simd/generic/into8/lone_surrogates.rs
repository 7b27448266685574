//! Handles unpaired surrogates for [`into8`](crate::simd::generic::into8): puts U+FFFD in their
//! places.
//!
//! If unpaired surrogates are dense, two registers at a time are fixed unconditionally and written
//! like any words, until only a few are replaced. If everything between them is ASCII,
//! [`fixed_ascii`] continues.
//!
//! Correctness: whether a surrogate is unpaired depends on the words next to it, which are loaded
//! again. U+FFFD is also one word. The remaining surrogates are pairs, so a low surrogate has its
//! high one before it. If the text ends with a high surrogate of a pair, the two bytes written for
//! it are taken back. Cost, per register of words: two loads and 12 operations more than
//! [`slots`](mod@crate::simd::generic::into8::slots) needs.

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

/// [`dense`] ends when two steps have fewer unpaired surrogates than this.
const FEW: usize = 2;

/// Converts UTF-16 as long as there is room, with U+FFFD for unpaired surrogates. It does not test
/// first whether there are any, and ends when only a few are replaced. Returns the number of
/// replacements.
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

/// Returns the position of the only word that is not ASCII, if there is only one and it is an
/// unpaired surrogate. The words are those of `src` from `at` on, and they include a surrogate.
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

/// Returns `words` with U+FFFD for unpaired surrogates, and the number of those. `words` are the
/// words of `src` from `at` on, and `before` the words before each of them.
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

/// Returns masks of the unpaired surrogates.
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

/// Counts the words whose bits are set in `masks`.
#[inline(always)]
fn count<V: Vector>(v: V, masks: [V::Register; 2]) -> usize {
    (v.bits(masks[0]).count_ones() + v.bits(masks[1]).count_ones()) as usize / 2
}

/// Puts U+FFFD in place of the words in `alone`.
#[inline(always)]
fn put_in<V: Vector>(v: V, words: [V::Register; 2], alone: [V::Register; 2]) -> [V::Register; 2] {
    let replacement = v.splat16(0xFFFD);
    [v.choose(alone[0], replacement, words[0]), v.choose(alone[1], replacement, words[1])]
}

/// Returns nonzero bits for words that are neither ASCII nor `alone`.
#[inline(always)]
fn beyond_ascii<V: Vector>(v: V, words: [V::Register; 2], alone: [V::Register; 2]) -> V::Register {
    let others = v.or(v.and_not(words[0], alone[0]), v.and_not(words[1], alone[1]));
    v.and(others, v.splat16(0xFF80))
}

/// Returns the word after each of `words`, which are those from `at` on. At the end of the text, it
/// is 0.
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

/// Writes words whose surrogates are all paired, some with the words `before` them. Returns the
/// number of bytes written.
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
