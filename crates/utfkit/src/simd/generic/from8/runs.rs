//! Converts runs of characters of one length, which need fewer checks than mixed text.
//!
//! A block shows that a run is likely by the positions where its characters end. The loops here
//! check everything that they convert, stop before any other text, and end where a character
//! begins.
//!
//! Correctness: all bytes have the form that their position requires, and no value is too small,
//! too large or a surrogate. For characters of two bytes, the leads and the bytes after them are
//! enough to check. A lead at the end is left to the caller, and so is a character with a surplus
//! continuation after it. Cost in UTF-16: a register takes 23 operations for characters of two
//! bytes and 22 for characters of four. One and a half registers of characters of three take 28.

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

/// After this number of blocks in a row with only characters of two bytes, a run of them is likely.
/// A dash or a quotation mark of three bytes ends it.
const FEW: u32 = 6;

/// Returns the length of the characters that are likely to follow a block that emitted units at
/// these bytes. `pairs` counts the blocks in a row that had only characters of two bytes.
#[inline(always)]
pub(super) fn likely<V: Vector, T: Text>(emitted: u32, pairs: &mut u32) -> Option<usize> {
    let others = !emitted & !0 >> (WIDEST - V::BYTES);
    let count = emitted.count_ones() as usize;
    // There is no branch here, because mixed text would make it unpredictable.
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

/// Converts characters of `length` bytes from `done`, where a character begins, as long as there
/// are enough of them for a step. Returns `false` if nothing was converted. A character begins
/// after them.
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

/// Converts ASCII and characters of two bytes, one register at a time.
///
/// In such text, a byte and the one before it are enough to check: a continuation follows every
/// lead and nothing else.
#[inline(always)]
fn twos<V: Vector, T: Text>(v: V, src: &[u8], dst: &mut [MaybeUninit<u8>], done: &mut Progress) {
    let Progress { read: mut at, mut written } = *done;
    let most = most::<V, T>();
    while at > 0 && src.len() - at > V::BYTES && dst.len() - written >= most {
        let window = &src[at - 1..][..1 + V::BYTES];
        let (one, bytes) = (v.load(window, 0), v.load(window, 1));
        // The highest bit marks leads.
        let lead = v.saturating_sub8(bytes, v.splat8(0xC0 - 0x80));
        let after_lead = v.saturating_sub8(one, v.splat8(0xC0 - 0x80));
        let wrong = v.xor(bytes, v.xor(lead, after_lead));
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
            // A lead at the end has emitted nothing.
            at -= 1;
        } else if is_continuation(src[at]) {
            // There is a surplus continuation. Leave the character before it to the code that
            // reports it.
            at -= 1 + usize::from(is_continuation(src[at - 1]));
            written -= T::UNIT;
        }
    }
    *done = Progress { read: at, written };
}

/// The bytes of four sequences of three in double words, with the last byte lowest; the rest is 0.
static THREES: [u8; 16] = [2, 1, 0, 0x80, 5, 4, 3, 0x80, 8, 7, 6, 0x80, 11, 10, 9, 0x80];

/// Converts characters of three bytes. A step converts as many as a register has words.
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

/// Decodes sequences of three bytes, with the last byte lowest.
#[inline(always)]
fn three<V: Vector>(v: V, bytes: V::Register) -> V::Register {
    let last = v.and(bytes, v.splat32(0x3F));
    let middle = v.and(v.down16::<2>(bytes), v.splat32(0x0FC0));
    let first = v.down32::<4>(v.and(bytes, v.splat32(0x000F_0000)));
    v.or(v.or(last, middle), first)
}

/// Converts characters of four bytes, one register at a time. They take as many bytes in UTF-16 and
/// in UTF-32.
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
        // Subtract 0x10000: any value that is not supplementary then has bits that no pair of
        // surrogates has.
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
