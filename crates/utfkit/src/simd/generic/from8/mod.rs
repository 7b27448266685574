//! Converts UTF-8 to UTF-16, UTF-32 and ISO-8859-1, one register at a time for any text.
//!
//! Every character is decoded *at the position of its last byte*, in planes of bytes. One register
//! has the low eight bits of each code value, and another the next eight bits. Loads at `p - 1`,
//! `p - 2` and `p - 3` give the bytes before it. The planes are interleaved to words. A table drops
//! the words of positions where no character ends, eight at a time. So the stride is fixed, and
//! only the output pointer depends on the contents of a block.
//!
//! In UTF-16, a supplementary character emits two words. The low surrogate is emitted at its fourth
//! byte. The high one is emitted at its third, where the same planes spell the bits that it needs.
//! In UTF-32, a third plane has the bits from U+10000 on.
//!
//! Correctness: the check of [`validate8`](crate::simd::generic::validate::utf8) runs over the same
//! registers, and a block with an error is not converted. A character ends if the byte after it is
//! not a continuation. If a block border and the text after it do not agree, [`hand_over`] takes
//! back the units that were emitted for that character. Cost in UTF-16, per register: 37
//! operations, 15 of them for the check, if there is no lead of four bytes nearby; else 57.

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

/// Implements [`Convert`](crate::simd::shared::kernel::Convert) from UTF-8 to UTF-16, UTF-32 or
/// ISO-8859-1, starting at `done`.
#[inline(always)]
pub(super) fn convert<V: Vector, F: Text, T: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    mut done: Progress,
) -> Progress {
    let checker = Checker::new(v);
    // The caller already knows where a short text stops being plain.
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

/// Converts blocks from `done`, where a character begins. It stops at the first block that is
/// ill-formed, that no text follows, or that may not fit. Afterwards, `done` is again where a
/// character begins.
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
    // The number of blocks in a row that had only characters of two bytes.
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
                // Convert a run of ASCII. The byte after it must begin a character.
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

/// Steps back from a border of blocks to the beginning of a character whose units are not written.
/// If everything before the border is complete, this is the border itself.
#[inline(always)]
fn hand_over<T: Text>(src: &[u8], border: Progress) -> Progress {
    let Progress { read: at, written } = border;
    if !is_continuation(src[at]) {
        // If a sequence is cut short here, a unit was emitted for it, because it seemed to end.
        let start = start_of(src, at);
        return Progress { read: start, written: written - usize::from(start < at) * T::UNIT };
    }
    // Only a high surrogate can have been emitted for the sequence before the border.
    let start = (1..=4).find(|&back| back > at || !is_continuation(src[at - back]));
    let back = start.unwrap_or(4).min(at);
    let half = T::UNIT == 2 && back >= 3 && src[at - back] >= 0xF0;
    Progress { read: at - back, written: written - 2 * usize::from(half) }
}

/// Implements [`convert`] for texts from four bytes up to a register, if the text is well-formed
/// and the largest result of a register fits.
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

/// Converts one register of text from `done`, where a character begins. It serves for the end of
/// the text or of the room, and goes through a buffer if there may be too little room. Returns
/// `false` if nothing was converted.
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

/// Converts the first register of `rest`, where a character begins, or all of `rest` if that is
/// shorter. Returns `None` if there is an error or `rest` ends within a character.
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
    // This is relative to `rest`.
    let ended = Progress { read: taken, written: emitted.count_ones() as usize * T::UNIT };
    if taken < rest.len() {
        return Some(hand_over::<T>(rest, ended));
    }
    (start_of(rest, taken) == taken).then_some(ended)
}

/// Writes the units of the characters that end in `bytes`, unless there is an error. `before` are
/// the bytes one, two and three positions earlier, `next` those one position later. Returns the
/// bytes at which units were emitted.
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
    // The sign bits mark the third and the fourth bytes of sequences of four.
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

/// Returns the maximum number of bytes that a block becomes, plus the bytes that the last store
/// writes beyond that.
const fn most<V: Vector, T: Text>() -> usize {
    if T::UNIT == 1 { V::BYTES + 8 } else { V::BYTES * T::UNIT }
}
