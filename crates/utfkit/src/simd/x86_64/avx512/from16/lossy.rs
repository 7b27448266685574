//! Converts any UTF-16 to every UTF, with U+FFFD for each unpaired surrogate.
//!
//! To UTF-8 and UTF-32, these are the strict conversions, except that unpaired surrogates are
//! replaced in registers instead of ending the conversion. To UTF-16, replacing them is the only
//! work: no unit moves, so blocks are fixed while they are copied.
//!
//! Correctness: whether a surrogate is unpaired depends only on its neighbours. The neighbours of a
//! block are looked up in the text, which does not change. So blocks may overlap, if each
//! replacement is counted once. Cost, to UTF-16: 8 operations per 128 units without surrogates.
//! With surrogates, 6 more per 64 units, whose masks go to general registers and back. Swapping the
//! bytes of a block takes one operation.

use core::{arch::x86_64::*, mem::MaybeUninit};

use crate::simd::{
    Form, LossyProgress, Progress,
    x86_64::avx512::{
        copy::copied16,
        from16::{self, to32 as widen16},
        memory::{
            ahead::{FAR, Stores, out_of_line},
            cursor::Run,
        },
        registers::{
            BLOCK, WordOrder, load, load_all, load_short, store,
            units16::{Surrogates, any_surrogate, is_half, is_low, is_open, replaced_in},
        },
    },
};

/// The number of bytes that are fixed at once, and at the end of a text.
const STEP: usize = 4 * BLOCK;
const TWO: usize = 2 * BLOCK;

/// The maximum number of bytes of a text that is fixed like the end of a longer one. It must have
/// at least [`TWO`] bytes, and room for all.
const BRIEF: usize = STEP;

/// Implements [`Lossy`](crate::simd::shared::kernel::Lossy) from UTF-16 to UTF-8.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn to_utf8<const BIG: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    if src.len().is_multiple_of(2) {
        return from16::convert_lossy::<BIG>(src, dst, replaced);
    }
    to_utf8_odd::<BIG>(src, dst, replaced)
}

/// Implements [`to_utf8`] for texts with an odd byte. It is a separate function, so that short
/// calls do not save registers for it.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[cold]
#[inline(never)]
fn to_utf8_odd<const BIG: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    let done = from16::convert_lossy::<BIG>(src, dst, replaced);
    odd(Form::Utf8, src, dst, done, replaced)
}

/// Implements [`Lossy`](crate::simd::shared::kernel::Lossy) from UTF-16 to UTF-32.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn to_utf32<const BIG: bool, const TO_BIG: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    if src.len().is_multiple_of(2) {
        return widen16::convert_lossy::<BIG, TO_BIG>(src, dst, replaced);
    }
    to_utf32_odd::<BIG, TO_BIG>(src, dst, replaced)
}

/// Implements [`to_utf32`] for texts with an odd byte. It is a separate function for the same
/// reason as [`to_utf8_odd`].
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[cold]
#[inline(never)]
fn to_utf32_odd<const BIG: bool, const TO_BIG: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    let done = widen16::convert_lossy::<BIG, TO_BIG>(src, dst, replaced);
    let to = if TO_BIG { Form::Utf32Be } else { Form::Utf32Le };
    odd(to, src, dst, done, replaced)
}

/// Implements [`Lossy`](crate::simd::shared::kernel::Lossy) to UTF-16, with the bytes of each unit
/// swapped if `SWAP`. No unit moves, so blocks are fixed while they are copied.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn copy<const BIG: bool, const SWAP: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    if src.len() > BLOCK {
        return copy_long::<BIG, SWAP>(src, dst, replaced);
    }
    if copied16::<BIG, SWAP>(src, dst) {
        return Progress { read: src.len(), written: src.len() };
    }
    copy_short::<BIG, SWAP>(src, dst, replaced)
}

/// Implements [`copy`] for at most one block.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn copy_short<const BIG: bool, const SWAP: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    copy_stored::<BIG, SWAP, false>(src, dst, replaced)
}

/// Implements [`copy`] for more than one block.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn copy_long<const BIG: bool, const SWAP: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    match dst.len() {
        _ if src.len() <= BRIEF => copy_brief::<BIG, SWAP>(src, dst, replaced),
        FAR.. => out_of_line(|| copy_stored::<BIG, SWAP, true>(src, dst, replaced)),
        _ => copy_stored::<BIG, SWAP, false>(src, dst, replaced),
    }
}

/// Implements [`copy`] for more than one block and at most [`BRIEF`] bytes.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn copy_brief<const BIG: bool, const SWAP: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    let len = src.len();
    if dst.len() < len || !len.is_multiple_of(2) || len < TWO {
        return copy_stored::<BIG, SWAP, false>(src, dst, replaced);
    }
    *replaced += copy_from::<BIG, SWAP>(src, dst, 0);
    Progress { read: len, written: len }
}

/// Copies `text`, at least two blocks, from the unit at `done` on to the same offsets of `room`. It
/// copies two blocks at a time, the last two of which overlap earlier ones. Returns the number of
/// replacements. There is no test for unpaired surrogates, because it would be unpredictable.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn copy_from<const BIG: bool, const SWAP: bool>(
    text: &[u8],
    room: &mut [MaybeUninit<u8>],
    mut done: usize,
) -> usize {
    let order = WordOrder::<SWAP>::new();
    let mut count = 0;
    while done < text.len() {
        let at = done.min(text.len() - TWO);
        let blocks = [load(text, at), load(text, at + BLOCK)];
        let low_next = is_low::<BIG>(text, at + TWO);
        let surrogates = Surrogates::of_blocks::<BIG>(blocks);
        let lone = surrogates.alone::<64>(is_open::<BIG>(text, at).into(), low_next);
        let [first, second] = blocks;
        store(room, at, order.swap(replaced_in::<BIG>(first, lone as u32)));
        store(room, at + BLOCK, order.swap(replaced_in::<BIG>(second, (lone >> 32) as u32)));
        count += (lone >> ((done - at) / 2)).count_ones();
        done += TWO;
    }
    count as usize
}

/// Implements [`copy`]. If `PAST`, the stores bypass the caches.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn copy_stored<const BIG: bool, const SWAP: bool, const PAST: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    let order = WordOrder::<SWAP>::new();
    let text = &src[..src.len() & !1];
    let mut end = text.len().min(dst.len() & !1);
    // Leave out a pair of which only one half has room.
    end -= if is_half::<BIG, true>(text, end) { 2 } else { 0 };
    let stores = Stores::<PAST>::new();
    let mut run = Run::new(src, dst);
    let mut count = 0_usize;
    // The first step is shorter by this number of bytes, so that the next one is aligned.
    let mut beyond_line = run.beyond_line(2);
    while end - run.done.read >= STEP {
        let at = run.done.read;
        let room = &mut run.dst[at..][..STEP];
        let blocks = load_all::<4>(&text[at..][..STEP]);
        let lone = if any_surrogate::<BIG, 4>(&blocks) {
            lone_in::<BIG>(text, at, &blocks)
        } else {
            [0; 2]
        };
        if lone == [0; 2] {
            for (number, block) in blocks.into_iter().enumerate() {
                stores.put(room, number * BLOCK, order.swap(block));
            }
        } else {
            for (number, block) in blocks.into_iter().enumerate() {
                let lone = (lone[number / 2] >> (number % 2 * 32)) as u32;
                let block = order.swap(replaced_in::<BIG>(block, lone));
                stores.put(room, number * BLOCK, block);
            }
            let last = lone[1] & (!0 >> (beyond_line / 2));
            count += (lone[0].count_ones() + last.count_ones()) as usize;
        }
        run.advance(STEP - beyond_line, STEP - beyond_line);
        beyond_line = 0;
    }
    *replaced += count;
    drop(stores);
    if end >= TWO {
        *replaced += copy_from::<BIG, SWAP>(&text[..end], &mut run.dst[..end], run.done.read);
        run.done = Progress { read: end, written: end };
    }
    while run.done.read < end {
        let at = run.done.read;
        let len = (end - at).min(BLOCK);
        let block = full(text, at);
        let surrogates = Surrogates::of_block::<BIG>(block);
        let low_next = is_low::<BIG>(text, at + BLOCK);
        let lone = surrogates.alone::<32>(is_open::<BIG>(text, at).into(), low_next) as u32;
        *replaced += _bzhi_u32(lone, len as u32 / 2).count_ones() as usize;
        run.put(order.swap(replaced_in::<BIG>(block, lone)), len);
        run.done.read += len;
    }
    odd(utf16(BIG != SWAP), src, run.dst, run.done, replaced)
}

/// Returns UTF-16 in one byte order or the other.
const fn utf16(big: bool) -> Form {
    if big { Form::Utf16Be } else { Form::Utf16Le }
}

/// Converts the odd byte after all units, if there is one.
#[inline]
fn odd(
    to: Form,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: Progress,
    replaced: &mut usize,
) -> Progress {
    if src.len() - done.read != 1 {
        return done;
    }
    LossyProgress::of_clean(done).with_part_of_unit(to, src, dst).counted_in(replaced)
}

/// Returns the lanes of unpaired surrogates in each two of `blocks`, which are the blocks of `text`
/// from `at` on.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn lone_in<const BIG: bool>(text: &[u8], at: usize, &[a, b, c, d]: &[__m512i; 4]) -> [u64; 2] {
    let first = Surrogates::of_blocks::<BIG>([a, b]);
    let second = Surrogates::of_blocks::<BIG>([c, d]);
    [
        first.alone::<64>(is_open::<BIG>(text, at).into(), second.lows & 1 == 1),
        second.alone::<64>(first.highs >> 63, is_low::<BIG>(text, at + STEP)),
    ]
}

/// Loads the block of `text` at `at`, with zeros after the end of the text. `at` may be at or after
/// the end.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn full(text: &[u8], at: usize) -> __m512i {
    if at + BLOCK <= text.len() { load(text, at) } else { load_short(&text[at.min(text.len())..]) }
}
