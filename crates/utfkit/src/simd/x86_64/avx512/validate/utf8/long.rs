//! Validates texts of more than four blocks, in steps of four.

use core::arch::x86_64::*;

use crate::simd::{
    shared::utf8_errors::start_of,
    x86_64::avx512::{
        memory::ahead::prefetch,
        registers::{
            BLOCK, all,
            blocks::{blocks_of, first_beyond_ascii, first_of, is_lone, lanes_beyond_ascii},
            load, to_line, union,
        },
        validate::utf8::{
            STEP, TWO,
            check::{Checker, FROM_MEMORY, LEAD, LOADED, lead, predecessors, wrong_at, wrong_in},
            validate_in_parts,
        },
    },
};

/// The number of lanes with bytes beyond ASCII up to which they may all be in one half of a step.
/// With twice as many, English gained 2 %, but mixed text of 1 MiB lost a sixth.
const SPARSE: u32 = 8;

/// Implements [`validate`](super::validate) for longer texts. `WAY` is [`LOADED`], `SHIFTED` or
/// [`FROM_MEMORY`].
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
pub(in crate::simd) fn validate_long<const WAY: u8>(src: &[u8]) -> usize {
    if src.len() < STEP + LEAD {
        return validate_in_parts::<STEP>(src);
    }
    start_of(src, first_wrong::<WAY>(src))
}

/// Returns the position of the first error in `src`, which is at least [`LEAD`] bytes longer than a
/// step. If there is none, returns its length.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn first_wrong<const WAY: u8>(src: &[u8]) -> usize {
    let checker = Checker::new();
    let first = load(src, 0);
    let last = src.len() - STEP;
    // For text in memory, the next block is checked with loads below.
    let mut at = second_block(src, if WAY == FROM_MEMORY { lead(LOADED) } else { lead(WAY) });
    if _mm512_movepi8_mask(first) != 0 {
        let wrong = wrong_at(checker.wrong::<true>(first, predecessors(first)));
        if wrong < BLOCK {
            return wrong;
        }
    } else {
        // A text that is ASCII to its end is finished here.
        at += ascii_steps::<WAY>(&src[at..]);
        if at > last {
            if lanes_beyond_ascii(&blocks_of::<4>(&src[last..])) == 0 {
                return src.len();
            }
            at = last;
        }
    }
    if WAY == FROM_MEMORY {
        let wrong = wrong_at(wrong_in::<LOADED>(checker, src, at));
        if wrong < BLOCK {
            return at + wrong;
        }
        // From here on, there is room for the predecessors.
        at += BLOCK;
    }
    let lead = lead(WAY);
    while at < src.len() {
        // The last step ends with the text, and overlaps the one before it.
        at = at.min(last);
        let window = &src[at - lead..][..lead + STEP];
        let (before, step) = window.split_at(lead);
        if WAY == FROM_MEMORY {
            prefetch(step);
        }
        let blocks = blocks_of::<4>(step);
        let lanes = lanes_beyond_ascii(&blocks);
        if lanes == 0 {
            if before[lead - 1] >= 0x80 && start_of(src, at) != at {
                return at;
            }
            at += STEP;
            at += ascii_steps::<WAY>(&src[at..]);
            continue;
        }
        // As in a short text, this is an error, unless the byte belongs to a character that begins
        // before the step or ends after it.
        if is_lone(lanes) && before[lead - 1] < 0x80 && step[STEP - 1] < 0x80 {
            return at + first_beyond_ascii(step, &blocks);
        }
        if lanes.count_ones() <= SPARSE {
            if let Some(wrong) = wrong_in_halves::<WAY>(checker, src, at) {
                return wrong;
            }
        } else if let Some(wrong) = wrong_in_blocks::<4, WAY>(checker, window) {
            return at + wrong;
        }
        at += STEP;
    }
    src.len()
}

/// Returns the position of the first error in the step of `src` at `at`. It tests each half for
/// ASCII: half of such a step usually is ASCII, and the check takes longer than the test.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn wrong_in_halves<const WAY: u8>(checker: Checker, src: &[u8], at: usize) -> Option<usize> {
    let lead = lead(WAY);
    for half in [at, at + TWO] {
        let window = &src[half - lead..][..lead + TWO];
        if lanes_beyond_ascii(&blocks_of::<2>(&window[lead..])) == 0 {
            if window[lead - 1] >= 0x80 && start_of(src, half) != half {
                return Some(half);
            }
        } else if let Some(wrong) = wrong_in_blocks::<2, WAY>(checker, window) {
            return Some(half + wrong);
        }
    }
    None
}

/// Returns the number of bytes in the leading steps that are ASCII.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn ascii_steps<const WAY: u8>(src: &[u8]) -> usize {
    let (steps, _) = src.as_chunks::<STEP>();
    let mut at = 0;
    for step in steps {
        if WAY == FROM_MEMORY {
            prefetch(step);
        }
        if lanes_beyond_ascii(&blocks_of::<4>(step)) != 0 {
            break;
        }
        at += STEP;
    }
    at
}

/// Returns the position of the first error in the `N` blocks after the lead of `window`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn wrong_in_blocks<const N: usize, const WAY: u8>(
    checker: Checker,
    window: &[u8],
) -> Option<usize> {
    let lead = lead(WAY);
    let mut wrong = [all(0); N];
    for (number, wrong) in wrong.iter_mut().enumerate() {
        *wrong = wrong_in::<WAY>(checker, window, lead + number * BLOCK);
    }
    (wrong_at(union(&wrong)) < BLOCK).then(|| first_of(&window[lead..], &wrong))
}

/// Returns the offset of the second block of `src`. This is the next cache line, so that loads do
/// not straddle lines, if the text is long enough to gain from it. At least `before` bytes must
/// come before that line.
#[inline]
fn second_block(src: &[u8], before: usize) -> usize {
    const LONG: usize = 512;
    let aligned = to_line(src, 1);
    if src.len() >= LONG && aligned >= before { aligned } else { BLOCK }
}
