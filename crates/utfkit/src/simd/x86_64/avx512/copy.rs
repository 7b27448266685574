//! Copies UTF-16 to UTF-16 and UTF-32 to UTF-32, in the same byte order or the other, with
//! validation.
//!
//! Four blocks are checked as in validation and stored, with their bytes swapped if the orders
//! differ. From the second step on, stores fill whole cache lines. Correctness: no unit changes its
//! length, so a copy may resume at any unit. A high surrogate at the end is taken back. Cost: that
//! of the check and the stores. Swapping takes one operation per block.

use core::mem::MaybeUninit;

use crate::simd::{
    Progress,
    x86_64::avx512::{
        memory::{
            ahead::{FAR, Stores, out_of_line},
            cursor::Run,
        },
        registers::{
            BLOCK, WordOrder, load, load_all, load_short, store, store_first, swap_dwords,
            units16::{Surrogates, any_surrogate, first_wrong, is_open},
            units32::{any_wrong, native, wrong},
        },
    },
};

/// Implements [`Convert`](crate::simd::shared::kernel::Convert) from UTF-16 to UTF-16, with the
/// bytes of each unit swapped if `SWAP`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn utf16<const BIG: bool, const SWAP: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    if src.len() <= BLOCK && copied16::<BIG, SWAP>(src, dst) {
        return Progress { read: src.len(), written: src.len() };
    }
    any16::<BIG, SWAP>(src, dst)
}

/// Copies `src`, at most one block, if it has whole units, is well-formed, and fits. Returns `true`
/// if it did. Most short calls are like this, and need only a few registers.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn copied16<const BIG: bool, const SWAP: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> bool {
    let block = load_short(src);
    let whole = src.len().is_multiple_of(2) && src.len() <= dst.len();
    let plain = whole
        && (!any_surrogate::<BIG, 1>(&[block])
            || Surrogates::of_block::<BIG>(block).alone::<32>(0, false) == 0);
    if plain {
        store_first(dst, [WordOrder::<SWAP>::new().swap(block)], src.len(), src.len());
    }
    plain
}

/// Implements [`utf16`] for any length.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn any16<const BIG: bool, const SWAP: bool>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    match dst.len() {
        FAR.. => out_of_line(|| utf16_stored::<BIG, SWAP, true>(src, dst)),
        _ => utf16_stored::<BIG, SWAP, false>(src, dst),
    }
}

/// Implements [`utf16`]. If `PAST`, the stores bypass the caches.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn utf16_stored<const BIG: bool, const SWAP: bool, const PAST: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    let order = WordOrder::<SWAP>::new();
    let stores = Stores::<PAST>::new();
    let mut run = Run::new(src, dst);
    let mut beyond_line = run.beyond_line(2);
    while let Some(bytes) = run.blocks::<4>() {
        let blocks = load_all::<4>(bytes);
        let open = is_open::<BIG>(src, run.done.read);
        let doubtful = open || any_surrogate::<BIG, 4>(&blocks);
        if doubtful && first_wrong::<BIG, 4>(&blocks, open).is_some() {
            break;
        }
        let Some(room) = run.room(4 * BLOCK) else { break };
        for (at, block) in blocks.into_iter().enumerate() {
            stores.put(room, at * BLOCK, order.swap(block));
        }
        run.advance(4 * BLOCK - beyond_line, 4 * BLOCK - beyond_line);
        beyond_line = 0;
    }
    drop(stores);
    while run.has(2) {
        let bytes = run.last_block(2);
        let block = load_short(bytes);
        let open = is_open::<BIG>(src, run.done.read);
        let wrong = Surrogates::of_block::<BIG>(block).wrong(open.into()).trailing_zeros() as usize;
        let len = bytes.len().min(2 * wrong).min(run.room_left() & !1);
        run.put(order.swap(block), len);
        run.done.read += len;
        if len < BLOCK {
            break;
        }
    }
    let taken_back = if is_open::<BIG>(src, run.done.read) { 2 } else { 0 };
    Progress { read: run.done.read - taken_back, written: run.done.written - taken_back }
}

/// Implements [`Swap`](crate::simd::shared::kernel::Swap).
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn swap16(src: &[u8], dst: &mut [MaybeUninit<u8>]) {
    match src.len() {
        ..=BLOCK => {
            let block = WordOrder::<true>::new().swap(load_short(src));
            store_first(dst, [block], src.len(), src.len());
        }
        FAR.. => out_of_line(|| swapped16::<true>(src, dst)),
        _ => swapped16::<false>(src, dst),
    }
}

/// Implements [`swap16`] for more than one block. If `PAST`, the stores bypass the caches.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn swapped16<const PAST: bool>(src: &[u8], dst: &mut [MaybeUninit<u8>]) {
    let order = WordOrder::<true>::new();
    let stores = Stores::<PAST>::new();
    let mut run = Run::new(src, dst);
    let mut beyond_line = run.beyond_line(2);
    while let Some(bytes) = run.blocks::<4>() {
        let blocks = load_all::<4>(bytes);
        let Some(room) = run.room(4 * BLOCK) else { break };
        for (at, block) in blocks.into_iter().enumerate() {
            stores.put(room, at * BLOCK, order.swap(block));
        }
        run.advance(4 * BLOCK - beyond_line, 4 * BLOCK - beyond_line);
        beyond_line = 0;
    }
    drop(stores);
    while let Some(bytes) = run.blocks::<1>() {
        let Some(room) = run.room(BLOCK) else { break };
        store(room, 0, order.swap(load(bytes, 0)));
        run.advance(BLOCK, BLOCK);
    }
    // The overlap is swapped again, from `src`.
    store(dst, dst.len() - BLOCK, order.swap(load(src, src.len() - BLOCK)));
}

/// Implements [`Convert`](crate::simd::shared::kernel::Convert) from UTF-32 to UTF-32, with the
/// bytes of each unit swapped if `SWAP`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn utf32<const BIG: bool, const SWAP: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    if src.len() <= BLOCK && copied32::<BIG, SWAP>(src, dst) {
        return Progress { read: src.len(), written: src.len() };
    }
    any32::<BIG, SWAP>(src, dst)
}

/// Does the work of [`copied16`] for UTF-32.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn copied32<const BIG: bool, const SWAP: bool>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> bool {
    let block = load_short(src);
    let whole = src.len().is_multiple_of(4) && src.len() <= dst.len();
    let plain = whole && !any_wrong(&native::<BIG, 1>([block]));
    if plain {
        store_first(dst, [swap_dwords::<SWAP>(block)], src.len(), src.len());
    }
    plain
}

/// Implements [`utf32`] for any length.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn any32<const BIG: bool, const SWAP: bool>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    match dst.len() {
        FAR.. => out_of_line(|| utf32_stored::<BIG, SWAP, true>(src, dst)),
        _ => utf32_stored::<BIG, SWAP, false>(src, dst),
    }
}

/// Implements [`utf32`]. If `PAST`, the stores bypass the caches.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn utf32_stored<const BIG: bool, const SWAP: bool, const PAST: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    let stores = Stores::<PAST>::new();
    let mut run = Run::new(src, dst);
    let mut beyond_line = run.beyond_line(4);
    while let Some(bytes) = run.blocks::<4>() {
        let blocks = load_all::<4>(bytes);
        if any_wrong(&native::<BIG, 4>(blocks)) {
            break;
        }
        let Some(room) = run.room(4 * BLOCK) else { break };
        for (at, block) in blocks.into_iter().enumerate() {
            stores.put(room, at * BLOCK, swap_dwords::<SWAP>(block));
        }
        run.advance(4 * BLOCK - beyond_line, 4 * BLOCK - beyond_line);
        beyond_line = 0;
    }
    drop(stores);
    while run.has(4) {
        let bytes = run.last_block(4);
        let block = load_short(bytes);
        let wrong = wrong(swap_dwords::<BIG>(block)).trailing_zeros() as usize;
        let len = bytes.len().min(4 * wrong).min(run.room_left() & !3);
        run.put(swap_dwords::<SWAP>(block), len);
        run.done.read += len;
        if len < BLOCK {
            break;
        }
    }
    run.done
}
