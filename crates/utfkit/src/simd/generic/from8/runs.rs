//! Runs of characters of one length, which less has to be known of than of any text.
//!
//! A block shows by the places where its characters end that a run is likely. The loops here check
//! all that they take by themselves, stop before what is something else, and leave off where a
//! character begins.
//!
//! Why it is right: bytes have the forms of their places, and no value is too small, too great or
//! a surrogate; of two bytes, leads and what stands behind them tell all. A lead at the end is
//! left to what follows, and so is a character with a continuation too many behind it. Cost in
//! UTF-16: 23 operations for a register of characters of two bytes, 28 for one and a half of
//! characters of three, 22 for one of characters of four.

use crate::simd::shared::text::Text;
use core::mem::MaybeUninit;

use crate::{
    form::is_continuation,
    simd::{
        Progress,
        generic::{
            from8::{emit, most},
            vector::{Vector, WIDEST},
        },
    },
};

/// So many blocks of characters of two bytes in a row make a run of them likely: a dash or a
/// quotation mark of three bytes ends it.
const FEW: u32 = 6;

/// Of which length characters are that are likely to follow a block that emitted units at these
/// bytes; `pairs` is how many blocks of characters of two bytes were before it in a row.
#[inline(always)]
pub(super) fn likely<V: Vector, T: Text>(emitted: u32, pairs: &mut u32) -> Option<usize> {
    let others = !emitted & !0 >> (WIDEST - V::BYTES);
    let count = emitted.count_ones() as usize;
    // Without a branch: in mixed text it could not be predicted.
    let are_twos = (others & others >> 1 == 0) & (count <= V::BYTES / 4 * 3);
    *pairs = (*pairs + 1) * u32::from(are_twos);
    let differ = (emitted ^ emitted >> 4) & !0 >> (WIDEST - V::BYTES + 4);
    let is_spaced = emitted & (emitted >> 1 | emitted >> 2) == 0;
    if is_spaced & (count >= V::BYTES / 3) {
        Some(3)
    } else if *pairs > FEW {
        Some(2)
    } else if (differ == 0) & (count == V::BYTES / T::UNIT) {
        Some(4)
    } else {
        None
    }
}

/// Takes characters of `length` bytes from `done`, where a character begins, as long as there are
/// enough at once; `false` if there are not. What is behind them begins a character.
#[inline(always)]
pub(super) fn take<V: Vector, T: Text>(
    v: V,
    length: usize,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) -> bool {
    let begin = done.read;
    match length {
        2 => twos::<V, T>(v, src, dst, done),
        3 => threes::<V, T>(v, src, dst, done),
        _ => fours::<V, T>(v, src, dst, done),
    }
    done.read > begin
}

/// ASCII and characters of two bytes, a register at a time.
///
/// Of such text a byte tells all that has to be known with the one before: a continuation stands
/// behind a lead, and nowhere else.
#[inline(always)]
fn twos<V: Vector, T: Text>(v: V, src: &[u8], dst: &mut [MaybeUninit<u8>], done: &mut Progress) {
    let Progress { read: mut at, mut written } = *done;
    let most = most::<V, T>();
    while at > 0 && src.len() - at > V::BYTES && dst.len() - written >= most {
        let window = &src[at - 1..][..1 + V::BYTES];
        let (one, bytes) = (v.load(window, 0), v.load(window, 1));
        // The highest bit tells leads.
        let lead = v.saturating_sub8(bytes, v.splat8(0xC0 - 0x80));
        let behind_lead = v.saturating_sub8(one, v.splat8(0xC0 - 0x80));
        let wrong = v.xor(bytes, v.xor(lead, behind_lead));
        let longer = v.saturating_sub8(bytes, v.splat8(0xE0 - 0x80));
        let overlong = v.gt8(v.splat8(0xC2 - 0x40), lead);
        if v.any_high(v.or(wrong, v.or(longer, overlong))) {
            break;
        }
        let keys = !v.bits(lead) & !0 >> (WIDEST - V::BYTES);
        emit::basic::<V, T>(v, emit::planes(v, bytes, one), keys, &mut dst[written..][..most]);
        at += V::BYTES;
        written += keys.count_ones() as usize * T::UNIT;
    }
    if at > done.read {
        if src[at - 1] >= 0xC0 {
            // A lead has emitted nothing.
            at -= 1;
        } else if is_continuation(src[at]) {
            // One too many: the character before it is for who says so.
            at -= 1 + usize::from(is_continuation(src[at - 1]));
            written -= T::UNIT;
        }
    }
    *done = Progress { read: at, written };
}

/// The bytes of four sequences of three in double words, the last byte first; the rest is 0.
static THREES: [u8; 16] = [2, 1, 0, 0x80, 5, 4, 3, 0x80, 8, 7, 6, 0x80, 11, 10, 9, 0x80];

/// Characters of three bytes, as many at a time as a register has words.
#[inline(always)]
fn threes<V: Vector, T: Text>(v: V, src: &[u8], dst: &mut [MaybeUninit<u8>], done: &mut Progress) {
    let step = V::BYTES / 2 * 3;
    let most = V::BYTES / 2 * T::UNIT;
    while src.len() - done.read >= step + 4 && dst.len() - done.written >= most {
        let bytes = &src[done.read..][..step + 4];
        let [a, b] = [v.load_twelves(bytes, 0), v.load_twelves(bytes, step / 2)];
        let places = v.repeat(&THREES);
        let [a, b] = [v.lookup(a, places), v.lookup(b, places)];
        let shape = v.splat32(0x00F0_C0C0);
        let wrong = v.or(
            v.xor(v.and(a, shape), v.splat32(0x00E0_8080)),
            v.xor(v.and(b, shape), v.splat32(0x00E0_8080)),
        );
        let [a, b] = [three(v, a), three(v, b)];
        let words = v.pack32(a, b);
        let top = v.and(words, v.splat16(0xF800));
        let misfit = v.or(v.eq16(top, v.splat8(0)), v.eq16(top, v.splat16(0xD800)));
        if v.any(v.or(wrong, misfit)) || is_continuation(bytes[step]) {
            break;
        }
        let room = &mut dst[done.written..][..most];
        if T::UNIT == 2 {
            v.store(room, 0, if T::BIG { v.swap::<2>(words) } else { words });
        } else {
            v.store(room, 0, if T::BIG { v.swap::<4>(a) } else { a });
            v.store(room, V::BYTES, if T::BIG { v.swap::<4>(b) } else { b });
        }
        done.read += step;
        done.written += most;
    }
}

/// What sequences of three bytes, the last byte first, spell.
#[inline(always)]
fn three<V: Vector>(v: V, bytes: V::Register) -> V::Register {
    let last = v.and(bytes, v.splat32(0x3F));
    let middle = v.and(v.down16::<2>(bytes), v.splat32(0x0FC0));
    let first = v.down32::<4>(v.and(bytes, v.splat32(0x000F_0000)));
    v.or(v.or(last, middle), first)
}

/// Characters of four bytes, a register at a time: as many bytes of UTF-16 or UTF-32.
#[inline(always)]
fn fours<V: Vector, T: Text>(v: V, src: &[u8], dst: &mut [MaybeUninit<u8>], done: &mut Progress) {
    while src.len() - done.read > V::BYTES && dst.len() - done.written >= V::BYTES {
        let bytes = v.swap::<4>(v.load(&src[done.read..], 0));
        let shape = v.and(bytes, v.splat32(0xF8C0_C0C0));
        let wrong = v.xor(shape, v.splat32(0xF080_8080));
        let last = v.and(bytes, v.splat32(0x3F));
        let third = v.and(v.down16::<2>(bytes), v.splat32(0x0FC0));
        let second = v.and(v.down32::<4>(bytes), v.splat32(0x0003_F000));
        let first = v.and(v.down32::<6>(bytes), v.splat32(0x001C_0000));
        let scalar = v.or(v.or(last, third), v.or(second, first));
        // Less 10000: what is not supplementary has bits there that no pair of surrogates has.
        let beyond = v.add16(scalar, v.splat32(0xFFFF_0000));
        let misfit = v.and(beyond, v.splat32(0xFFF0_0000));
        if v.any(v.or(wrong, misfit)) || is_continuation(src[done.read + V::BYTES]) {
            break;
        }
        let units = if T::UNIT == 2 {
            let high = v.down32::<10>(beyond);
            let low = v.up32::<16>(v.and(beyond, v.splat32(0x03FF)));
            let pair = v.or(v.or(high, low), v.splat32(0xDC00_D800));
            if T::BIG { v.swap::<2>(pair) } else { pair }
        } else if T::BIG {
            v.swap::<4>(scalar)
        } else {
            scalar
        };
        v.store(dst, done.written, units);
        done.read += V::BYTES;
        done.written += V::BYTES;
    }
}
