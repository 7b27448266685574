//! Converts UTF-16 to UTF-8, 128 units at a time as long as they are of one class.
//!
//! Four blocks are classified at once, so that mixed text always uses the general code and branches
//! are predictable. ASCII is packed. If only a few letters in it are not ASCII ([`sparse`]), each
//! of them is written into its place afterwards, as two or three bytes. Units below 0x800 become
//! two bytes each and are compressed. Units from 0x800 on, without surrogates, become three bytes
//! each, without compression. One permute moves each unit to the three positions of its bytes, and
//! one multishift aligns its bits. All other text goes through the encoder in
//! [`encode8`](crate::simd::x86_64::avx512::registers::encode8).
//!
//! If all units are surrogate pairs, they are joined ([`pairs`]). Otherwise surrogates are not
//! joined: *each writes two bytes of its own*. The high one has everything that the first two bytes
//! need. The low one has the rest, except two bits of the unit before it, which is loaded again one
//! unit earlier.
//!
//! Correctness: pairing is a comparison of masks, and a block with an unpaired surrogate is written
//! only up to it. A conversion that ends after a high surrogate has written two bytes for it, and
//! takes them back. Big-endian units are classified as they are, with constants in their byte
//! order, packed by shifts, and swapped by a rotation. None of these needs the shuffle port. Cost
//! on port 5, for 32 units: 1.5 operations for ASCII, 4 for two bytes, 2 for three, 10 for a mix,
//! and 15 with surrogates.
//!
//! Tried, and slower:
//!
//! - Steps of two blocks for text that is not ASCII. Relative to the best peer, mixed text of 1 MiB
//!   fell from 1.63 to 1.34, but Chinese gained 10 %.
//! - One function for everything. It loads the tables for ASCII, too, and 16 bytes took twice as
//!   long. With the steps of [`sparse`] in the loop of [`long`], big-endian ASCII was 0.7 times as
//!   fast.
//! - Stores of ASCII across cache lines. From the second-level cache, this was 36 GB/s instead of 57.

mod damaged;
mod encode;
mod ends;
pub(in crate::simd) mod lossy;
mod pairs;
pub(in crate::simd) mod sparse;
pub(in crate::simd) mod to32;

use core::{arch::x86_64::*, mem::MaybeUninit};

use crate::simd::{
    Progress,
    x86_64::avx512::{
        from16::encode::{MAX, SLACK, UNITS},
        memory::{ahead::FAR, cursor::Run, non_temporal as past},
        narrow,
        registers::{
            BLOCK, WordOrder, load, load_all, load_short, narrow_words, store, store_all, union,
            units16::{any_has, any_short, any_surrogate, before_half, is_half},
        },
    },
};

/// The bits of units that are not ASCII, and of units that take three bytes.
const BEYOND_ASCII: u16 = narrow::beyond16(narrow::BEYOND_ASCII);
const BEYOND_TWO: u16 = 0xF800;

/// [`DENSE`] is the number of unpaired surrogates in a step from which on the next step is tried as
/// ASCII with damage. The step may have at most [`STRAY`] bytes beyond one per unit and two more
/// per unpaired surrogate.
const DENSE: usize = 4;
const STRAY: usize = 4;

/// Implements [`Convert`](crate::simd::shared::kernel::Convert) from UTF-16 to UTF-8.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn convert<const BIG: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    units::<BIG, false>(src, dst, &mut 0)
}

/// Implements [`Lossy`](crate::simd::shared::kernel::Lossy) from UTF-16 to UTF-8, except for an odd
/// byte at the end.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn convert_lossy<const BIG: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    units::<BIG, true>(src, dst, replaced)
}

/// Converts units. If `LOSSY`, unpaired surrogates become U+FFFD.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn units<const BIG: bool, const LOSSY: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    if src.len() > ends::BRIEF {
        return match src.len() {
            FAR.. => far::<BIG, LOSSY>(src, dst, replaced),
            _ => long::<BIG, LOSSY>(src, dst, replaced),
        };
    }
    if src.len() > BLOCK {
        return ends::brief::<BIG, LOSSY>(src, dst, replaced);
    }
    match narrow::short16::<BIG, { narrow::BEYOND_ASCII }>(src, dst) {
        Some(done) => done,
        None => ends::one_block::<BIG, LOSSY>(src, dst, replaced),
    }
}

/// Implements [`units`] for text that is larger than the caches.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[cold]
fn far<const BIG: bool, const LOSSY: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    // The closure captures nothing, because a captured value has a place in memory, and short calls
    // would set up a stack frame for it.
    let ascii =
        |blocks| narrow::packed16::<BIG, { narrow::BEYOND_ASCII }>(WordOrder::new(), blocks);
    past::convert(src, dst, 1, ascii, |src, len, dst| {
        long::<BIG, LOSSY>(before_half::<BIG>(src, len), dst, replaced)
    })
}

/// Implements [`units`] for more than [`ends::BRIEF`] bytes. Runs of ASCII in the byte order of the
/// machine stay in this function, which needs no tables.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn long<const BIG: bool, const LOSSY: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    let mut run = Run::new(src, dst);
    while run.has(2 * BLOCK) {
        let before = run.done;
        if !is_half::<BIG, LOSSY>(src, before.read) {
            // Big-endian ASCII is left to the functions called next. Its constants would not
            // survive the calls in this loop, and would be loaded in each step.
            if !BIG {
                let mut beyond_line = run.beyond_line_of_half(1);
                while ascii_step::<BIG>(&mut run, WordOrder::new(), beyond_line) {
                    beyond_line = 0;
                }
            }
            if sparse::may_be_next::<BIG>(&run) {
                let after_ascii = run.done.read;
                run.done = sparse::run::<BIG>(src, run.dst, run.done);
                if run.done.read != after_ascii {
                    continue;
                }
            }
            ascii_pairs::<BIG>(&mut run);
        }
        if LOSSY
            && surrogates_next::<BIG>(&run)
            && damaged::ascii_with_lone::<BIG>(&mut run, replaced)
        {
            continue;
        }
        if run.has(2 * BLOCK) {
            run.done = text::<BIG, LOSSY>(src, run.dst, run.done, replaced);
        }
        if run.done == before {
            break;
        }
    }
    while run.has(2) && ascii_block::<BIG, LOSSY>(&mut run) {}
    ends::tail::<BIG, LOSSY>(src, run.dst, run.done, replaced)
}

/// Returns `true` if there are surrogates in the next two blocks, and the first unit does not
/// complete a pair.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn surrogates_next<const BIG: bool>(run: &Run<'_>) -> bool {
    let Some(bytes) = run.blocks::<2>() else { return false };
    any_surrogate::<BIG, 2>(&load_all::<2>(bytes)) && !is_half::<BIG, true>(run.src, run.done.read)
}

/// Steps back before the high surrogate that `done` may end with.
#[inline(always)]
fn without_half<const BIG: bool, const LOSSY: bool>(src: &[u8], done: Progress) -> Progress {
    let half = if is_half::<BIG, LOSSY>(src, done.read) { 2 } else { 0 };
    Progress { read: done.read - half, written: done.written - half }
}

/// Packs two blocks of units as ASCII. The results for other units are unspecified.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn ascii<const BIG: bool>([first, second]: [__m512i; 2]) -> __m512i {
    let order = WordOrder::<BIG>::new();
    narrow_words(order.narrow(first), order.narrow(second))
}

/// Converts four blocks of ASCII, without the units for the last `beyond_line` bytes, so that the
/// next step is aligned. Returns `false` if there are none, or no room.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn ascii_step<const BIG: bool>(
    run: &mut Run<'_>,
    order: WordOrder<BIG>,
    beyond_line: usize,
) -> bool {
    let Some(bytes) = run.blocks::<4>() else { return false };
    let packed = narrow::packed16::<BIG, { narrow::BEYOND_ASCII }>(order, load_all::<4>(bytes));
    let (Some(packed), Some(room)) = (packed, run.room(2 * BLOCK)) else { return false };
    store_all(room, packed);
    run.advance(4 * BLOCK - 2 * beyond_line, 2 * BLOCK - beyond_line);
    true
}

/// Converts blocks of ASCII, two at a time, as many as there are.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn ascii_pairs<const BIG: bool>(run: &mut Run<'_>) {
    while let Some(bytes) = run.blocks::<2>() {
        let blocks = load_all::<2>(bytes);
        if any_has::<BIG>(union(&blocks), BEYOND_ASCII) {
            return;
        }
        let Some(room) = run.room(BLOCK) else { return };
        store(room, 0, ascii::<BIG>(blocks));
        run.advance(2 * BLOCK, BLOCK);
    }
}

/// Returns the unit `at` of `window`.
#[inline(always)]
fn unit_at<const BIG: bool>(window: &[u8], at: usize) -> u16 {
    let bytes = [window[2 * at], window[2 * at + 1]];
    if BIG { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) }
}

/// Writes `bytes`, of which `len` count, to offset `to` of `room`. After them, it writes the 64
/// units of `window` from unit `from` on, packed.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn put_between<const BIG: bool, const N: usize>(
    (bytes, len): ([u8; N], usize),
    room: &mut [MaybeUninit<u8>],
    to: usize,
    window: &[u8],
    from: usize,
) {
    for (slot, byte) in room[to..][..N].iter_mut().zip(bytes) {
        slot.write(byte);
    }
    let units = [load(window, 2 * from), load(window, 2 * from + BLOCK)];
    store(room, to + len, ascii::<BIG>(units));
}

/// Converts a block of ASCII or the last part of one, as much as fits. Returns `false` if it did
/// not convert a whole block.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn ascii_block<const BIG: bool, const LOSSY: bool>(run: &mut Run<'_>) -> bool {
    let bytes = run.last_block(2);
    let block = load_short(bytes);
    if any_has::<BIG>(block, BEYOND_ASCII) || is_half::<BIG, LOSSY>(run.src, run.done.read) {
        return false;
    }
    let low = WordOrder::<BIG>::new().narrow(block);
    let len = (bytes.len() / 2).min(run.room_left());
    run.put(_mm512_castsi256_si512(_mm512_cvtepi16_epi8(low)), len);
    run.done.read += 2 * len;
    len == UNITS
}

/// Converts blocks that are not all ASCII, four or two at a time. It ends at blocks that are ASCII,
/// at ASCII with dense damage, or if too little text or room is left.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn text<const BIG: bool, const LOSSY: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: Progress,
    replaced: &mut usize,
) -> Progress {
    let mut run = Run { src, dst, done };
    if steps::<BIG, LOSSY, 4>(&mut run, replaced) {
        steps::<BIG, LOSSY, 2>(&mut run, replaced);
    }
    run.done
}

/// Converts `N` blocks at a time. Returns `false` if it ends at damage.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn steps<const BIG: bool, const LOSSY: bool, const N: usize>(
    run: &mut Run<'_>,
    replaced: &mut usize,
) -> bool {
    loop {
        match step::<BIG, LOSSY, N>(run, replaced) {
            Step::Taken => {}
            Step::Pairs => run.done = pairs::run::<BIG, LOSSY>(run.src, run.dst, run.done),
            Step::Damaged => return false,
            Step::None => return true,
        }
    }
}

/// The result of a step.
enum Step {
    /// Text beyond ASCII was converted.
    Taken,
    /// Nothing was converted: the blocks are surrogate pairs, beginning with the high surrogate of
    /// a pair that is open. [`pairs::run`] converts some of them.
    Pairs,
    /// The step was converted. It is almost ASCII, but with dense damage.
    Damaged,
    /// Nothing was converted. There are fewer blocks, they are ASCII, the largest result does not
    /// fit, or a surrogate among them is unpaired and not replaced.
    None,
}

/// Converts `N` blocks.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn step<const BIG: bool, const LOSSY: bool, const N: usize>(
    run: &mut Run<'_>,
    replaced: &mut usize,
) -> Step {
    let Some(bytes) = run.blocks::<N>() else { return Step::None };
    let blocks = load_all::<N>(bytes);
    let any = union(&blocks);
    let (src, read) = (run.src, run.done.read);
    let open = is_half::<BIG, LOSSY>(src, read);
    if !open && !any_has::<BIG>(any, BEYOND_ASCII) {
        return Step::None;
    }
    let Some(room) = run.room(N * MAX + SLACK) else { return Step::None };
    let mut damaged = false;
    let written = if !open && !any_has::<BIG>(any, BEYOND_TWO) {
        encode::two::<BIG, N>(&blocks, room)
    } else if open || any_surrogate::<BIG, N>(&blocks) {
        let whole = read - if open { 2 } else { 0 };
        if pairs::are_all::<BIG, N>(src, whole) {
            return Step::Pairs;
        }
        let before = *replaced;
        let written = encode::with_surrogates::<BIG, LOSSY, N>(src, read, room, replaced);
        let count = *replaced - before;
        damaged = LOSSY && count >= DENSE && written <= N * UNITS + 2 * count + STRAY;
        written
    } else if any_short::<BIG, N>(&blocks) {
        encode::mixed::<BIG, N>(&blocks, room)
    } else {
        encode::three::<BIG, N>(&blocks, room)
    };
    if written == 0 {
        return Step::None;
    }
    run.advance(N * BLOCK, written);
    if damaged { Step::Damaged } else { Step::Taken }
}
