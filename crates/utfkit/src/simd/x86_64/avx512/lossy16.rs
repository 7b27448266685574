//! UTF-16 of any kind to every UTF, with U+FFFD for each surrogate that is not half of a pair.
//!
//! A replaced surrogate is a unit as it was, so replacement keeps all places. The strict kernel runs
//! over the text itself until it meets an error; then a stretch is copied with U+FFFD blended in, where
//! masks say that a surrogate stands alone, and the strict kernel converts the copy out of the first
//! cache. Text without errors is not copied at all, and errors cost nothing within a stretch.
//! To UTF-16, where a copy is all there is to do, it is the copy that is mended.

use core::{arch::x86_64::*, mem::MaybeUninit};

use super::{
    KERNELS,
    run::Run,
    units16::any_surrogate,
    vector::{BLOCK, WordOrder, load, load_all, load_short, store, words},
};
use crate::simd::{Form, Progress, kernels::Lossy};

/// How many blocks a stretch has, and one of a short text, which takes less time to make.
const BLOCKS: usize = 32;
const FEW: usize = 4;
/// Octets that are mended at once.
const STEP: usize = 4 * BLOCK;

/// A stretch of `N` blocks, mended, and which of its units were replaced.
struct Stretch<const N: usize> {
    blocks: [[u8; BLOCK]; N],
    len: usize,
    replaced: [u32; N],
}

/// [`Kernels::convert_lossy`](crate::simd::Kernels::convert_lossy) from UTF-16 to the form `TO`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn convert<const BIG: bool, const TO: u8>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    let whole = src.len() & !1;
    let mut done = Progress::default();
    // In a few blocks an error is found sooner than by trying; one block is converted as soon.
    if !(BLOCK + 1..=FEW * BLOCK).contains(&whole) || !has_lone::<BIG>(&src[..whole]) {
        let (from, to) = forms::<BIG, TO>();
        done = KERNELS.convert(from, to, src, dst);
    }
    if done.read == src.len() {
        done
    } else if whole - done.read <= FEW * BLOCK {
        mend_from::<BIG, TO, FEW>(src, dst, done, replaced)
    } else {
        mend_from::<BIG, TO, BLOCKS>(src, dst, done, replaced)
    }
}

/// [`convert`] to UTF-16, in the other order if `SWAP`: places stay what they are, so that blocks are
/// mended on their way.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn copy<const BIG: bool, const SWAP: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    let order = WordOrder::<SWAP>::new();
    let text = &src[..src.len() & !1];
    let mut end = text.len().min(dst.len() & !1);
    // A pair of which only one half has room.
    let cut = is_at::<BIG, 0xD8>(text, end.wrapping_sub(2)) && is_at::<BIG, 0xDC>(text, end);
    end -= if cut { 2 } else { 0 };
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
            let block = mended::<BIG>(block, lone[number]);
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
        run.put(order.swap(mended::<BIG>(block, lone)), len);
        run.done.read += len;
    }
    if end < text.len() || end == src.len() {
        return run.done;
    }
    let from = if BIG { Form::Utf16Be } else { Form::Utf16Le };
    let to = if BIG != SWAP { Form::Utf16Be } else { Form::Utf16Le };
    odd(from, to, src, run.dst, run.done, replaced)
}

/// Whether a surrogate stands alone in `text`, which has one block to [`FEW`]; they may overlap.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn has_lone<const BIG: bool>(text: &[u8]) -> bool {
    let last = text.len() - BLOCK;
    let mut blocks = [load(text, last); FEW];
    for (number, block) in blocks.iter_mut().enumerate() {
        *block = load(text, last.min(number * BLOCK));
    }
    // Most text has no surrogates at all.
    if !any_surrogate::<BIG, FEW>(&blocks) {
        return false;
    }
    let mut alone = 0;
    for (number, &block) in blocks.iter().enumerate() {
        alone |= lone_in::<BIG, 1>(text, last.min(number * BLOCK), &[block])[0];
    }
    alone != 0
}

/// The forms that are read and written.
const fn forms<const BIG: bool, const TO: u8>() -> (Form, Form) {
    (if BIG { Form::Utf16Be } else { Form::Utf16Le }, Form::ALL[TO as usize])
}

/// [`convert`] from where `done` says on, which is where the strict kernel stopped.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn mend_from<const BIG: bool, const TO: u8, const N: usize>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    mut done: Progress,
    all_replaced: &mut usize,
) -> Progress {
    let (from, to) = forms::<BIG, TO>();
    let whole = src.len() & !1;
    let mut stretch = Stretch::<N>::new();
    while done.read < whole {
        stretch.mend::<BIG>(&src[..whole], done.read);
        let mended = &stretch.blocks.as_flattened()[..stretch.len];
        let more = KERNELS.convert(from, to, mended, &mut dst[done.written..]);
        let replaced = stretch.replaced_before(more.read);
        *all_replaced += replaced;
        done.read += more.read;
        done.written += more.written;
        // A pair that the stretch cut is taken with what follows it; anything else wants room.
        let cut_pair = stretch.len - more.read <= 2 && done.read + 2 < whole;
        if more.read < stretch.len && !(cut_pair && more.read > 0) {
            break;
        }
        // Where one surrogate stands alone more are likely: else the next stretch is tried as it is.
        if replaced == 0 {
            let clean = KERNELS.convert(from, to, &src[done.read..], &mut dst[done.written..]);
            done.read += clean.read;
            done.written += clean.written;
        }
    }
    if done.read == src.len() || done.read < whole {
        return done;
    }
    odd(from, to, src, dst, done, all_replaced)
}

/// [`convert`] to each form; ASCII and ISO-8859-1 have no U+FFFD. `LITTLE` is the opposite of `BIG`.
pub(super) const fn to_all<const BIG: bool, const LITTLE: bool>() -> [Option<Lossy>; Form::COUNT] {
    [
        None,
        None,
        Some(convert::<BIG, { Form::Utf8 as u8 }>),
        Some(copy::<BIG, BIG>),
        Some(copy::<BIG, LITTLE>),
        Some(convert::<BIG, { Form::Utf32Le as u8 }>),
        Some(convert::<BIG, { Form::Utf32Be as u8 }>),
    ]
}

/// Takes the octet that is left over at the end, if one is.
fn odd(
    from: Form,
    to: Form,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: Progress,
    replaced: &mut usize,
) -> Progress {
    let portable = &crate::simd::portable::KERNELS;
    let rest = portable.convert_lossy(from, to, &src[done.read..], &mut dst[done.written..]);
    *replaced += rest.replaced;
    Progress { read: done.read + rest.read, written: done.written + rest.written }
}

impl<const N: usize> Stretch<N> {
    const fn new() -> Self {
        Self { blocks: [[0; BLOCK]; N], len: 0, replaced: [0; N] }
    }

    /// Takes `text` from `at` on, which is a boundary, with U+FFFD for surrogates that stand alone.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn mend<const BIG: bool>(&mut self, text: &[u8], at: usize) {
        self.len = (text.len() - at).min(N * BLOCK);
        let room = self.blocks.chunks_exact_mut(4).zip(self.replaced.chunks_exact_mut(4));
        for ((room, replaced), at) in room.zip((at..at + self.len).step_by(STEP)) {
            let blocks: [__m512i; 4] = match text[at..].first_chunk::<STEP>() {
                Some(octets) => load_all(octets),
                None => [
                    full(text, at),
                    full(text, at + BLOCK),
                    full(text, at + 2 * BLOCK),
                    full(text, at + 3 * BLOCK),
                ],
            };
            let lone = lone_in::<BIG, 4>(text, at, &blocks);
            for (number, slot) in room.iter_mut().enumerate() {
                let block = mended::<BIG>(blocks[number], lone[number]);
                // SAFETY: the slot has 64 octets, and the store asks for no alignment.
                unsafe { _mm512_storeu_si512(slot.as_mut_ptr().cast(), block) };
            }
            replaced.copy_from_slice(&lone);
        }
    }

    /// How many of the units in the first `read` octets were replaced.
    fn replaced_before(&self, read: usize) -> usize {
        let (blocks, rest) = (read / BLOCK, read % BLOCK / 2);
        let whole: u32 = self.replaced[..blocks].iter().map(|mask| mask.count_ones()).sum();
        let part = self.replaced.get(blocks).map_or(0, |mask| mask & ((1 << rest) - 1));
        (whole + part.count_ones()) as usize
    }
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
    let mut high_before = is_at::<BIG, 0xD8>(text, at.wrapping_sub(2));
    let mut lows = kinds::<BIG, 0xDC>(blocks[0]);
    for number in 0..N {
        let highs = kinds::<BIG, 0xD8>(blocks[number]);
        let next = match blocks.get(number + 1) {
            Some(&block) => kinds::<BIG, 0xDC>(block),
            None => is_at::<BIG, 0xDC>(text, at + N * BLOCK).into(),
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

/// Whether there is a unit at `at`, and it is such a surrogate.
#[inline(always)]
fn is_at<const BIG: bool, const FIRST: u8>(text: &[u8], at: usize) -> bool {
    let high_octet = at.wrapping_add(if BIG { 0 } else { 1 });
    text.get(high_octet).is_some_and(|&octet| octet & 0xFC == FIRST)
}

/// `block` with U+FFFD in the lanes `lone`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn mended<const BIG: bool>(block: __m512i, lone: u32) -> __m512i {
    let replacement = if BIG { 0xFFFD_u16.swap_bytes() } else { 0xFFFD };
    _mm512_mask_set1_epi16(block, lone, replacement as i16)
}

/// The block of `text` at `at`, with zeros for what is behind its end; it may be all behind.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn full(text: &[u8], at: usize) -> __m512i {
    if at + BLOCK <= text.len() { load(text, at) } else { load_short(&text[at.min(text.len())..]) }
}
