//! Text that no cache holds, stored past the caches where it is plain.
//!
//! A store that misses them reads the line that it writes to first: what is converted from memory
//! to memory takes a third more of its time, or half, for that. Where units become as many units,
//! of any size, whole lines can be written instead. Text that is not plain is left to the kernel
//! for text in caches, some of it at a time. A line that is written in both ways costs as much as
//! several, so a run begins only where some steps are plain. Only machines of which [`gains_past`]
//! holds go this way.
//!
//! Why it is right: a plain step becomes as many units wherever it is cut, so the first may be cut
//! short where a line begins, and the next takes up there. The other kernel begins and ends between
//! two characters and says where; if that is not the end of its part, or nearly, it ends all. A
//! fence follows the last of the stores. Cost: of a step its loads, its test and its stores; of a
//! run that is not taken up to four tests for each part.

use core::{arch::x86_64::*, mem::MaybeUninit, ops::RangeInclusive};

use crate::simd::{
    Progress,
    x86_64::avx512::{
        memory::{
            ahead::{Stream, apart, ask_ahead},
            cursor::Run,
            machine::gains_past,
        },
        registers::{BLOCK, behind_line, load_all, store_all},
    },
};

/// Steps that must be plain for a run to begin.
const PLAIN: usize = 4;

/// Bytes that are left to the other kernel at once: few behind a run that was longer, and more and
/// more otherwise, for the end of each part costs some.
const PARTS: RangeInclusive<usize> = if cfg!(test) { 256..=1024 } else { 2048..=256 * 1024 };

/// Bytes that the other kernel may leave at the end of a part: of a character that is not whole
/// there.
const OPEN: usize = 2;

/// Converts `src`, which no cache holds: steps of `IN` blocks, which `plain` makes `OUT` blocks of
/// units of `unit` bytes unless they are not plain, and what is between them by `near`, which
/// takes so many bytes of a text, or less.
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
    apart(|| {
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

/// Takes plain steps, if a run of them begins here.
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
    let beyond_line = behind_line(room, 1);
    if !beyond_line.is_multiple_of(unit) {
        return;
    }
    for (at, step) in first.chunks(IN * BLOCK).enumerate().rev() {
        let Some(blocks) = plain(load_all(step)) else { return };
        if at == 0 {
            store_all(room, blocks);
        }
    }
    // The next step begins at a line.
    run.advance(IN * BLOCK - beyond_line * IN / OUT, OUT * BLOCK - beyond_line);
    while let Some(step) = run.src[run.done.read..].get(..IN * BLOCK) {
        ask_ahead(step);
        let Some(blocks) = plain(load_all(step)) else { break };
        let Some(room) = run.room(OUT * BLOCK) else { break };
        for (at, block) in blocks.into_iter().enumerate() {
            stream.put(room, at * BLOCK, block);
        }
        run.advance(IN * BLOCK, OUT * BLOCK);
    }
}
