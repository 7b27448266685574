//! Converts text that is larger than the caches. Plain text is stored past the caches.
//!
//! A store that misses the caches reads its line first, which makes a conversion from memory to
//! memory slower by a third or half. If a text keeps its number of units, of any size, whole lines
//! can be written instead. Text that is not plain is left to the kernel for text in the caches, one
//! part at a time. A line that is written in both ways costs as much as several lines, so a run
//! begins only if the next steps are plain. Only machines for which [`gains_past`] returns `true`
//! use this code.
//!
//! Correctness: a plain step keeps its number of units, no matter where it is cut. So the first
//! step may be cut at a cache line, and the next step continues there. The other kernel begins and
//! ends between two characters and returns how far it got. If that is not the end of its part, or
//! almost the end, the conversion ends. A fence follows the last of the stores. Cost: the loads,
//! the test and the stores of each step, and up to four tests per part for a run that does not
//! begin.

use core::{arch::x86_64::*, mem::MaybeUninit, ops::RangeInclusive};

use crate::simd::{
    Progress,
    x86_64::avx512::{
        memory::{
            ahead::{Stream, out_of_line, prefetch},
            cursor::Run,
            machine::gains_past,
        },
        registers::{BLOCK, after_line, load_all, store_all},
    },
};

/// The number of steps that must be plain for a run to begin.
const PLAIN: usize = 4;

/// The number of bytes that are left to the other kernel at once. It is small after a longer run,
/// and grows otherwise, because the end of each part has a cost.
const PARTS: RangeInclusive<usize> = if cfg!(test) { 256..=1024 } else { 2048..=256 * 1024 };

/// The number of bytes that the other kernel may leave at the end of a part, because a character is
/// incomplete there.
const OPEN: usize = 2;

/// Converts `src`, which is larger than the caches. `plain` converts steps of `IN` blocks to `OUT`
/// blocks of units of `unit` bytes, or returns `None` if they are not plain. `near` converts the
/// text between them; it may convert at most the given number of bytes of the text that it gets.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn convert<const IN: usize, const OUT: usize>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    unit: usize,
    plain: impl Fn([__m512i; IN]) -> Option<[__m512i; OUT]>,
    mut near: impl FnMut(&[u8], usize, &mut [MaybeUninit<u8>]) -> Progress,
) -> Progress {
    if !gains_past() {
        return near(src, src.len(), dst);
    }
    out_of_line(|| {
        let mut run = Run::new(src, dst);
        let stream = Stream::new();
        let mut part = *PARTS.start();
        loop {
            let before = run.done.read;
            steps(&mut run, &stream, unit, &plain);
            let rest = &src[run.done.read..];
            part = if run.done.read - before > part { *PARTS.start() } else { 2 * part };
            part = part.min(*PARTS.end()).min(rest.len());
            let Progress { read, written } = near(rest, part, &mut run.dst[run.done.written..]);
            run.advance(read, written);
            if read == 0 || read + OPEN < part || part == rest.len() {
                return run.done;
            }
        }
    })
}

/// Converts plain steps, if a run of them begins here.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn steps<const IN: usize, const OUT: usize>(
    run: &mut Run<'_>,
    stream: &Stream,
    unit: usize,
    plain: impl Fn([__m512i; IN]) -> Option<[__m512i; OUT]>,
) {
    let first = run.src[run.done.read..].get(..PLAIN * IN * BLOCK);
    let (Some(first), Some(room)) = (first, run.room(PLAIN * OUT * BLOCK)) else { return };
    let beyond_line = after_line(room, 1);
    if !beyond_line.is_multiple_of(unit) {
        return;
    }
    for (at, step) in first.chunks(IN * BLOCK).enumerate().rev() {
        let Some(blocks) = plain(load_all(step)) else { return };
        if at == 0 {
            store_all(room, blocks);
        }
    }
    // The next step begins at a cache line.
    run.advance(IN * BLOCK - beyond_line * IN / OUT, OUT * BLOCK - beyond_line);
    while let Some(step) = run.src[run.done.read..].get(..IN * BLOCK) {
        prefetch(step);
        let Some(blocks) = plain(load_all(step)) else { break };
        let Some(room) = run.room(OUT * BLOCK) else { break };
        for (at, block) in blocks.into_iter().enumerate() {
            stream.put(room, at * BLOCK, block);
        }
        run.advance(IN * BLOCK, OUT * BLOCK);
    }
}
