//! Converts ASCII in UTF-16 with a few other characters to UTF-8.
//!
//! Units are packed as if they were ASCII, and stored. Then the bytes of each other character are
//! written into its place, and the units after it are packed and stored again after them. The loads
//! of a step do not depend on the positions of those characters.
//!
//! Correctness: the bytes stored after a character are correct up to the next one that is not
//! ASCII, and are overwritten from there on. Cost, for each such character: two loads, two
//! operations on port 5, two stores and about ten scalar operations. A classification of the whole
//! step would cost several mispredicted branches.

use core::{arch::x86_64::*, mem::MaybeUninit};

use crate::simd::{
    Progress,
    x86_64::avx512::{
        from16::{BEYOND_ASCII, ascii, ascii_step, put_between, unit_at},
        memory::cursor::Run,
        registers::{
            BLOCK, WordOrder, load, load_all, store,
            units16::{any_surrogate, with},
        },
    },
};

/// The number of bytes in a step, and the number that is packed at once.
const STEP: usize = 4 * BLOCK;
const HALF: usize = 2 * BLOCK;

/// The bytes that are read: a step, and the units that are packed after its last character.
const WINDOW: usize = STEP + HALF;

/// The maximum number of characters beyond ASCII in a step.
const FEW: u32 = 8;

/// The maximum number of bytes that a step becomes, plus the bytes that the last store writes
/// beyond that.
const ROOM: usize = STEP / 2 + 2 * FEW as usize + BLOCK;

/// Returns `true` if the next step may have only ASCII and [`FEW`] other units. It tests only the
/// first block, so that [`run`] is not called for other text.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn may_be_next<const BIG: bool>(run: &Run<'_>) -> bool {
    let Some(window) = run.src[run.done.read..].first_chunk::<WINDOW>() else { return false };
    with::<BIG>(load(window, 0), BEYOND_ASCII).count_ones() <= FEW
}

/// Converts steps of ASCII and up to [`FEW`] other units, none of which is a surrogate. No pair may
/// be open before the first step.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
pub(in crate::simd) fn run<const BIG: bool>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: Progress,
) -> Progress {
    let mut run = Run { src, dst, done };
    let order = WordOrder::<BIG>::new();
    loop {
        let mut beyond_line = run.beyond_line_of_half(1);
        while ascii_step::<BIG>(&mut run, order, beyond_line) {
            beyond_line = 0;
        }
        if !step::<BIG>(&mut run) {
            return run.done;
        }
    }
}

/// Converts a step with units other than ASCII. Returns `false` if it has too many of them or a
/// surrogate, or if too little text or room is left.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn step<const BIG: bool>(run: &mut Run<'_>) -> bool {
    let Some(window) = run.src[run.done.read..].first_chunk::<WINDOW>() else { return false };
    let Some(room) = run.room(ROOM) else { return false };
    let blocks = load_all::<4>(window);
    if any_surrogate::<BIG, 4>(&blocks) {
        return false;
    }
    let [a, b, c, d] = blocks.map(|block| u64::from(with::<BIG>(block, BEYOND_ASCII)));
    let beyond = [a | b << 32, c | d << 32];
    let count = beyond[0].count_ones() + beyond[1].count_ones();
    if count > FEW {
        return false;
    }
    let mut longer = 0;
    for (half, mut beyond) in beyond.into_iter().enumerate() {
        let first = half * BLOCK;
        store(room, first + longer, ascii::<BIG>([blocks[2 * half], blocks[2 * half + 1]]));
        while beyond != 0 {
            let at = first + beyond.trailing_zeros() as usize;
            longer += put::<BIG>(window, room, at, at + longer) - 1;
            beyond &= beyond - 1;
        }
    }
    run.advance(STEP, STEP / 2 + longer);
    true
}

/// Writes the unit `at` of `window`, in two or three bytes, to offset `to` of `room`, and the next
/// 64 units after it. Returns the number of bytes of the unit.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn put<const BIG: bool>(
    window: &[u8; WINDOW],
    room: &mut [MaybeUninit<u8>],
    at: usize,
    to: usize,
) -> usize {
    let unit = u32::from(unit_at::<BIG>(window, at));
    let two = (_pdep_u32(unit, 0x1F3F_0000) | 0xC080_0000).to_be_bytes();
    let three = (_pdep_u32(unit, 0x0F3F_3F00) | 0xE080_8000).to_be_bytes();
    let (bytes, len) = if unit < 0x800 { (two, 2) } else { (three, 3) };
    put_between::<BIG, 4>((bytes, len), room, to, window, at + 1);
    len
}
