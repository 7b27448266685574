//! UTF-16 of any kind to every UTF, with U+FFFD for each surrogate that is not half of a pair.
//!
//! To UTF-8 and UTF-32 these are the strict conversions, in which surrogates that are alone are replaced in
//! registers instead of ending the work. To UTF-16 there is nothing but that to do: places stay what they
//! are, so that blocks are mended on their way.

use core::{arch::x86_64::*, mem::MaybeUninit};

use super::{
    from16,
    run::Run,
    units16::{any_surrogate, is_half, is_low, is_open, replaced_in},
    vector::{BLOCK, WordOrder, load, load_all, load_short, store, words},
    widen16,
};
use crate::simd::{Form, Progress, kernels::Lossy};

/// Octets that are mended at once.
const STEP: usize = 4 * BLOCK;

/// [`Kernels::convert_lossy`](crate::simd::Kernels::convert_lossy) from UTF-16 to UTF-8.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn to_utf8<const BIG: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    let done = from16::convert_lossy::<BIG>(src, dst, replaced);
    odd(utf16(BIG), Form::Utf8, src, dst, done, replaced)
}

/// [`Kernels::convert_lossy`](crate::simd::Kernels::convert_lossy) from UTF-16 to UTF-32.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn to_utf32<const BIG: bool, const TO_BIG: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    let done = widen16::convert_lossy::<BIG, TO_BIG>(src, dst, replaced);
    let to = if TO_BIG { Form::Utf32Be } else { Form::Utf32Le };
    odd(utf16(BIG), to, src, dst, done, replaced)
}

/// [`Kernels::convert_lossy`](crate::simd::Kernels::convert_lossy) to UTF-16, in the other order if `SWAP`: places stay what they are, so that blocks are
/// mended on their way.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn copy<const BIG: bool, const SWAP: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    let order = WordOrder::<SWAP>::new();
    let text = &src[..src.len() & !1];
    let mut end = text.len().min(dst.len() & !1);
    // A pair of which only one half has room.
    end -= if is_half::<BIG, true>(text, end) { 2 } else { 0 };
    let mut run = Run::new(src, dst);
    while end - run.done.read >= STEP {
        let at = run.done.read;
        let (Some(octets), Some(room)) = (run.blocks::<4>(), run.room(STEP)) else { break };
        let blocks = load_all::<4>(octets);
        if !any_surrogate::<BIG, 4>(&blocks) {
            for (number, block) in blocks.into_iter().enumerate() {
                store(room, number * BLOCK, order.swap(block));
            }
            run.advance(STEP, STEP);
            continue;
        }
        let lone = lone_in::<BIG, 4>(text, at, &blocks);
        for (number, block) in blocks.into_iter().enumerate() {
            let block = replaced_in::<BIG>(block, lone[number]);
            store(room, number * BLOCK, order.swap(block));
            *replaced += lone[number].count_ones() as usize;
        }
        run.advance(STEP, STEP);
    }
    while run.done.read < end {
        let at = run.done.read;
        let len = (end - at).min(BLOCK);
        let block = full(text, at);
        let [lone] = lone_in::<BIG, 1>(text, at, &[block]);
        *replaced += _bzhi_u32(lone, len as u32 / 2).count_ones() as usize;
        run.put(order.swap(replaced_in::<BIG>(block, lone)), len);
        run.done.read += len;
    }
    odd(utf16(BIG), utf16(BIG != SWAP), src, run.dst, run.done, replaced)
}

/// UTF-16 in one order or the other.
const fn utf16(big: bool) -> Form {
    if big { Form::Utf16Be } else { Form::Utf16Le }
}

/// The conversions to each form; ASCII and ISO-8859-1 have no U+FFFD. `LITTLE` is the opposite of `BIG`.
pub(super) const fn to_all<const BIG: bool, const LITTLE: bool>() -> [Option<Lossy>; Form::COUNT] {
    [
        None,
        None,
        Some(to_utf8::<BIG>),
        Some(copy::<BIG, BIG>),
        Some(copy::<BIG, LITTLE>),
        Some(to_utf32::<BIG, false>),
        Some(to_utf32::<BIG, true>),
    ]
}

/// Takes the octet that is left over behind all units, if one is.
#[inline]
fn odd(
    from: Form,
    to: Form,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: Progress,
    replaced: &mut usize,
) -> Progress {
    if src.len() - done.read != 1 {
        return done;
    }
    let portable = &crate::simd::portable::KERNELS;
    let rest = portable.convert_lossy(from, to, &src[done.read..], &mut dst[done.written..]);
    *replaced += rest.replaced;
    Progress { read: done.read + rest.read, written: done.written + rest.written }
}

/// The lanes of surrogates that stand alone in each of `blocks`, which are those of `text` from `at` on.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn lone_in<const BIG: bool, const N: usize>(
    text: &[u8],
    at: usize,
    blocks: &[__m512i; N],
) -> [u32; N] {
    let mut lone = [0; N];
    let mut high_before = is_open::<BIG>(text, at);
    let mut lows = kinds::<BIG, 0xDC>(blocks[0]);
    for number in 0..N {
        let highs = kinds::<BIG, 0xD8>(blocks[number]);
        let next = match blocks.get(number + 1) {
            Some(&block) => kinds::<BIG, 0xDC>(block),
            None => is_low::<BIG>(text, at + N * BLOCK).into(),
        };
        let behind_high = highs << 1 | u32::from(high_before);
        let before_low = lows >> 1 | next << 31;
        lone[number] = (lows & !behind_high) | (highs & !before_low);
        high_before = highs >> 31 == 1;
        lows = next;
    }
    lone
}

/// The lanes of surrogates of the kind that `FIRST` is the first octet of: high ones or low ones.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn kinds<const BIG: bool, const FIRST: u8>(block: __m512i) -> u32 {
    let word = |octet: u8| words(if BIG { octet.into() } else { u16::from(octet) << 8 });
    _mm512_cmpeq_epi16_mask(_mm512_and_si512(block, word(0xFC)), word(FIRST))
}

/// The block of `text` at `at`, with zeros for what is behind its end; it may be all behind.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn full(text: &[u8], at: usize) -> __m512i {
    if at + BLOCK <= text.len() { load(text, at) } else { load_short(&text[at.min(text.len())..]) }
}
