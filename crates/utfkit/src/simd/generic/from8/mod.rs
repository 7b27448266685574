//! UTF-8 to UTF-16, UTF-32 and ISO-8859-1: a register at a time, whatever the text.
//!
//! Every character is decoded *at the place of its last byte*, in planes of bytes: the low eight
//! bits of each code value in one register, the next eight in another. The bytes before come from
//! loads at `p - 1`, `p - 2` and `p - 3`. The planes are interleaved to words, and those of places
//! where no character ends are dropped, eight at a time by a table. So the stride is fixed, and
//! nothing in the loop waits for what a block holds but the output pointer.
//!
//! A supplementary character emits two words in UTF-16: the high surrogate at its third byte,
//! where the same planes spell the bits that it needs, and the low one at its fourth. In UTF-32 a
//! third plane has the bits from U+10000 on.
//!
//! Why it is right: the check of [`validate8`](crate::simd::generic::validate::utf8) runs over the same registers, and
//! a block with an error is not taken. A character ends where the byte behind it is no
//! continuation; where a block border and what is behind it do not agree, [`hand_over`] takes back
//! what was emitted for them. Cost in UTF-16: 37 operations for a register, 15 of them the check,
//! where no lead of four bytes is near; else 57.

mod emit;
pub(super) mod lossy;
mod runs;

use crate::simd::shared::text::Text;
use core::mem::MaybeUninit;

use crate::{
    form::is_continuation,
    simd::{
        Progress,
        generic::{
            plain,
            tables::compact,
            validate::utf8::{Checker, predecessors},
            vector::{Vector, WIDEST},
        },
        portable,
        shared::utf8_errors::start_of,
    },
};

/// [`Convert`](crate::simd::shared::kernel::Convert) from UTF-8 to UTF-16, UTF-32 or
/// ISO-8859-1, from where it is `done`.
#[inline(always)]
pub(super) fn convert<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    mut done: Progress,
) -> Progress {
    let checker = Checker::new(v);
    // Where a short text is not plain is known.
    if src.len() > plain::LONG {
        plain::run::<V, F, T>(v, src, dst, &mut done);
    }
    loop {
        blocks::<V, F, T>(v, checker, src, dst, &mut done);
        while src.len() - done.read > V::Narrow::BYTES
            && end::<V, T>(v, checker, src, dst, &mut done)
        {}
        if src.len() - done.read <= V::Narrow::BYTES {
            let v = v.narrow();
            end::<V::Narrow, T>(v, Checker::new(v), src, dst, &mut done);
        }
        for _ in 0..portable::STEPS {
            if !portable::step::<F, T>(src, dst, &mut done) {
                return done;
            }
        }
        plain::run::<V, F, T>(v, src, dst, &mut done);
    }
}

/// Takes blocks from `done`, where a character begins, while they are well-formed and followed by
/// text and there is room for what they may become; `done` is where a character begins afterwards.
#[inline(always)]
fn blocks<V: Vector, F: Text, T: Text>(
    v: V,
    checker: Checker<V>,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) {
    let Progress { read: mut at, mut written } = *done;
    if at > 0 && at < 3 {
        return;
    }
    let most = most::<V, T>();
    // How many blocks in a row were characters of two bytes.
    let mut pairs = 0;
    while src.len() - at > V::BYTES && dst.len() - written >= most {
        let room = &mut dst[written..][..most];
        let emitted = if at == 0 {
            let bytes = v.load(src, 0);
            let before = predecessors(v, bytes);
            block::<V, T>(v, checker, bytes, before, v.load(src, 1), room)
        } else {
            let window = &src[at - 3..][..V::BYTES + 4];
            let bytes = v.load(window, 3);
            if !v.any_high(bytes) && window[2] < 0x80 && !is_continuation(window[V::BYTES + 3]) {
                // A run of ASCII; what is behind it begins a character.
                let mut run = Progress { read: at, written };
                plain::run::<V, F, T>(v, &src[..src.len() - 1], dst, &mut run);
                while run.read > at && is_continuation(src[run.read]) {
                    run.read -= 1;
                    run.written -= T::UNIT;
                }
                if run.read == at {
                    break;
                }
                Progress { read: at, written } = run;
                continue;
            }
            let before = [v.load(window, 2), v.load(window, 1), v.load(window, 0)];
            block::<V, T>(v, checker, bytes, before, v.load(window, 4), room)
        };
        let Some(emitted) = emitted else { break };
        at += V::BYTES;
        written += emitted.count_ones() as usize * T::UNIT;
        if T::UNIT > 1
            && let Some(length) = runs::likely::<V, T>(emitted, &mut pairs)
        {
            let mut run = hand_over::<T>(src, Progress { read: at, written });
            if runs::take::<V, T>(v, length, src, dst, &mut run) {
                Progress { read: at, written } = run;
            }
        }
    }
    if at != done.read {
        *done = hand_over::<T>(src, Progress { read: at, written });
    }
}

/// From a border of blocks to where a character begins whose units are not written: the place
/// before the border, if all before it is complete.
#[inline(always)]
fn hand_over<T: Text>(src: &[u8], border: Progress) -> Progress {
    let Progress { read: at, written } = border;
    if !is_continuation(src[at]) {
        // If something is cut short here, a unit was emitted for it, where it seemed to end.
        let start = start_of(src, at);
        return Progress { read: start, written: written - usize::from(start < at) * T::UNIT };
    }
    // Nothing was emitted for the sequence before, but a high surrogate.
    let start = (1..=4).find(|&back| back > at || !is_continuation(src[at - back]));
    let back = start.unwrap_or(4).min(at);
    let half = T::UNIT == 2 && back >= 3 && src[at - back] >= 0xF0;
    Progress { read: at - back, written: written - 2 * usize::from(half) }
}

/// [`convert`] of four bytes or more that are no more than a register, if all are well-formed and
/// a register surely has room.
#[inline(always)]
pub(super) fn short<V: Vector, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Option<Progress> {
    if !(4..=V::BYTES).contains(&src.len()) {
        return None;
    }
    let room = dst.get_mut(..most::<V, T>())?;
    register::<V, T>(v, Checker::new(v), src, room).filter(|done| done.read == src.len())
}

/// The last text, or the last for which there is surely room, from `done`, where a character
/// begins: through memory on the side if there may be too little. `false` if nothing was taken.
#[inline(always)]
fn end<V: Vector, T: Text>(
    v: V,
    checker: Checker<V>,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) -> bool {
    let rest = &src[done.read..];
    if rest.len() < 4 {
        return false;
    }
    let most = most::<V, T>();
    let mut aside = [MaybeUninit::uninit(); 4 * WIDEST];
    let is_aside = dst.len() - done.written < most;
    let room = if is_aside { &mut aside[..most] } else { &mut dst[done.written..][..most] };
    let Some(ended) = register::<V, T>(v, checker, rest, room) else { return false };
    if is_aside {
        let Some(target) = dst.get_mut(done.written..done.written + ended.written) else {
            return false;
        };
        target.copy_from_slice(&aside[..ended.written]);
    }
    done.read += ended.read;
    done.written += ended.written;
    ended.read > 0
}

/// Converts the first register of `rest`, where a character begins, or what there is of one; `None`
/// if there is something wrong, or it ends within a character.
#[inline(always)]
fn register<V: Vector, T: Text>(
    v: V,
    checker: Checker<V>,
    rest: &[u8],
    room: &mut [MaybeUninit<u8>],
) -> Option<Progress> {
    let taken = rest.len().min(V::BYTES);
    let bytes = v.load_short(&rest[..taken]);
    let next = v.load_short(&rest[1..rest.len().min(V::BYTES + 1)]);
    let emitted = block::<V, T>(v, checker, bytes, predecessors(v, bytes), next, room)?;
    let emitted = emitted & (!0 >> (WIDEST - taken));
    // Relative to the rest.
    let ended = Progress { read: taken, written: emitted.count_ones() as usize * T::UNIT };
    if taken < rest.len() {
        return Some(hand_over::<T>(rest, ended));
    }
    (start_of(rest, taken) == taken).then_some(ended)
}

/// Writes the units of the characters that end in `bytes`, unless there is something wrong.
/// `before` are the bytes one, two and three places earlier, `next` those one place later. Gives
/// the bytes at which units were emitted.
#[inline(always)]
fn block<V: Vector, T: Text>(
    v: V,
    checker: Checker<V>,
    bytes: V::Register,
    before: [V::Register; 3],
    next: V::Register,
    room: &mut [MaybeUninit<u8>],
) -> Option<u32> {
    if v.any(checker.wrong(v, bytes, before)) {
        return None;
    }
    let [one, two, three] = before;
    let ends = v.gt8(next, v.splat8(0xBF));
    // The sign tells the third and the fourth byte of four.
    let third = v.saturating_sub8(two, v.splat8(0xF0 - 0x80));
    let fourth = v.saturating_sub8(three, v.splat8(0xF0 - 0x80));
    let [low, high] = emit::planes(v, bytes, one);
    if v.any_high(v.or(third, fourth)) {
        if T::UNIT == 1 {
            return None;
        }
        let top = v.and(v.saturating_sub8(two, v.splat8(0xE0)), v.splat8(0x0F));
        let high = v.or(high, v.up16::<4>(top));
        let zero = v.splat8(0);
        let (third, fourth) = (v.gt8(zero, third), v.gt8(zero, fourth));
        if T::UNIT == 2 {
            let keys = v.bits(v.or(ends, third));
            emit::with_surrogates::<V, T>(v, [low, high], [third, fourth], keys, room);
            return Some(keys);
        }
        let (high_of_four, plane) = emit::beyond_basic(v, two, three, fourth);
        let keys = v.bits(ends);
        emit::with_planes::<V, T>(v, [low, v.or(high, high_of_four), plane], keys, room);
        return Some(keys);
    }
    let high = v.or(high, v.up16::<4>(v.saturating_sub8(two, v.splat8(0xE0))));
    if T::UNIT == 1 {
        if v.any(v.and(high, ends)) {
            return None;
        }
        let keys = v.bits(ends);
        let upper = v.lookup(low, v.repeat(&UPPER));
        let _ = compact::store(v, &compact::BYTES, [low, upper], keys, [0, 1], room, 0);
        return Some(keys);
    }
    let keys = v.bits(ends);
    emit::basic::<V, T>(v, [low, high], keys, room);
    Some(keys)
}

/// The upper eight bytes of sixteen.
static UPPER: [u8; 16] = [8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15];

/// The most bytes that a block becomes, and what the last store takes beyond that.
const fn most<V: Vector, T: Text>() -> usize {
    if T::UNIT == 1 { V::BYTES + 8 } else { V::BYTES * T::UNIT }
}
