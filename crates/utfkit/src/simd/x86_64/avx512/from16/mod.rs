//! UTF-16 to UTF-8, 128 units at a time as long as they are of one class.
//!
//! Four blocks are classified at once, so that mixed text always takes the general path and
//! branches are predicted. ASCII is packed, and where there are only a few letters in it ([`few`])
//! each of those is written to its place behind that, two bytes or three. Units below 0800 become
//! two bytes each and are compressed; units from 0800 on, without surrogates, become three, to
//! which no compression is needed: one permute brings each unit to the three places of its bytes
//! and one multishift aligns its bits. The rest goes through the encoder that
//! [`encode8`](crate::simd::x86_64::avx512::registers::encode8) describes.
//!
//! Where units are pairs and nothing else, they are joined ([`pairs`]). Otherwise surrogates are
//! not: *each writes two bytes of its own*. The high one has all that the first two bytes need;
//! the low one has the rest, but for two bits of the unit before, which is loaded again one unit
//! earlier.
//!
//! Why it is right: pairing is a comparison of masks, and a block with a surrogate that is alone is
//! emitted only up to it. A conversion that ends behind a high surrogate has written two bytes for
//! it, and takes them back. Big-endian units are classified as they stand, with constants in their
//! order, packed by shifts, and turned by a rotation, none of which needs the shuffle port. Cost,
//! for 32 units: 1.5 operations on port 5 for ASCII, 4 for two bytes, 2 for three, 10 for a mix,
//! 15 with surrogates.
//!
//! Tried, and worse: steps of two blocks for what is not ASCII (mixed text in 1 MiB 1.34 times the
//! best peer instead of 1.63; Chinese 10 % better); one function of all paths (tables are loaded
//! for ASCII too: 16 bytes took twice as long; and with the steps of [`few`] in the loop of
//! [`long`] big-endian ASCII was 0.7 times as fast); stores of ASCII that lie across cache lines
//! (out of the second cache 36 GB/s instead of 57).

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

/// Surrogates that are alone in a step from which on the next one is tried as ASCII with damage,
/// and bytes beyond one for each unit and two more for each of those up to which it is.
const DENSE: usize = 4;
const STRAY: usize = 4;

/// [`Convert`](crate::simd::shared::kernel::Convert) from UTF-16 to UTF-8.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn convert<const BIG: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    units::<BIG, false>(src, dst, &mut 0)
}

/// [`Lossy`](crate::simd::shared::kernel::Lossy) from UTF-16 to UTF-8, but for a
/// byte that is left over.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn convert_lossy<const BIG: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    units::<BIG, true>(src, dst, replaced)
}

/// Converts units; if `LOSSY`, with U+FFFD for surrogates that are alone.
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

/// [`units`] of what no cache holds.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[cold]
fn far<const BIG: bool, const LOSSY: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replaced: &mut usize,
) -> Progress {
    // Not captured: what is has a place in memory, for which short calls would make a stack.
    let ascii =
        |blocks| narrow::packed16::<BIG, { narrow::BEYOND_ASCII }>(WordOrder::new(), blocks);
    past::convert(src, dst, 1, ascii, |src, len, dst| {
        long::<BIG, LOSSY>(before_half::<BIG>(src, len), dst, replaced)
    })
}

/// [`units`] of more than [`ends::BRIEF`]. Runs of ASCII in the order of the machine stay in this
/// function, which needs no tables.
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
            // Big-endian ASCII is left to what is called next: its constants would not outlive the
            // calls of this loop, and be loaded at each step.
            if !BIG {
                let mut beyond_line = run.beyond_line_of_half(1);
                while ascii_step::<BIG>(&mut run, WordOrder::new(), beyond_line) {
                    beyond_line = 0;
                }
            }
            if sparse::may_be_next::<BIG>(&run) {
                let behind_ascii = run.done.read;
                run.done = sparse::run::<BIG>(src, run.dst, run.done);
                if run.done.read != behind_ascii {
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

/// Whether there are surrogates in the next two blocks, and the first is not of a pair that is
/// open.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn surrogates_next<const BIG: bool>(run: &Run<'_>) -> bool {
    let Some(bytes) = run.blocks::<2>() else { return false };
    any_surrogate::<BIG, 2>(&load_all::<2>(bytes)) && !is_half::<BIG, true>(run.src, run.done.read)
}

/// `done` before the high surrogate that it may end with.
#[inline(always)]
fn without_half<const BIG: bool, const LOSSY: bool>(src: &[u8], done: Progress) -> Progress {
    let half = if is_half::<BIG, LOSSY>(src, done.read) { 2 } else { 0 };
    Progress { read: done.read - half, written: done.written - half }
}

/// Two blocks of units, packed: ASCII, and whatever else becomes of other units.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn ascii<const BIG: bool>([first, second]: [__m512i; 2]) -> __m512i {
    let order = WordOrder::<BIG>::new();
    narrow_words(order.narrow(first), order.narrow(second))
}

/// Takes four blocks of ASCII, less what becomes so many bytes at their end as the next step is
/// `beyond_line`; `false` if there are none, or no room.
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

/// Takes two blocks of ASCII at a time, as many as there are.
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

/// The unit `at` of `window`.
#[inline(always)]
fn unit_at<const BIG: bool>(window: &[u8], at: usize) -> u16 {
    let bytes = [window[2 * at], window[2 * at + 1]];
    if BIG { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) }
}

/// Writes `bytes`, of which `len` count, to `to` in `room`, and behind them the 64 units of
/// `window` from `behind` on, packed.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn put_between<const BIG: bool, const N: usize>(
    (bytes, len): ([u8; N], usize),
    room: &mut [MaybeUninit<u8>],
    to: usize,
    window: &[u8],
    behind: usize,
) {
    for (slot, byte) in room[to..][..N].iter_mut().zip(bytes) {
        slot.write(byte);
    }
    let behind = [load(window, 2 * behind), load(window, 2 * behind + BLOCK)];
    store(room, to + len, ascii::<BIG>(behind));
}

/// Takes a block of ASCII, or a last part of one, as much as fits; `false` if it was not all of a
/// whole block.
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

/// Takes blocks that are not all ASCII, four at a time or two, until some are, or are next to that
/// but for damage, or no more can be taken.
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

/// Takes `N` blocks at a time; `false` if it stops at damage.
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

/// What a step was.
enum Step {
    /// Text beyond ASCII.
    Taken,
    /// Not taken: pairs of surrogates, from the high one on of a pair that is open. [`pairs::run`]
    /// takes some of them.
    Pairs,
    /// Next to ASCII, but for dense damage.
    Damaged,
    /// Not taken: there are not so many blocks, or they are ASCII, or there is no room for what
    /// they may become, or a surrogate among them is alone and not replaced.
    None,
}

/// Takes `N` blocks.
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
