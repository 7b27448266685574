//! ASCII in UTF-16 with surrogates that are alone, to UTF-8 with U+FFFD for each.
//!
//! Sixty-four units are packed whatever they are, and stored. Behind that, at the place of the first
//! surrogate, U+FFFD is written, and the units behind it, packed once more; if there is none, that is behind
//! all that counts. So no branch, which could be mispredicted, asks whether a step has a surrogate or where that is,
//! and no load waits for it. A second one, which is rare, is replaced in the same way; where there are more, all
//! are at once, by [`replace8`](super::super::replace8).
//!
//! Why it is right: a step begins where nothing is open, and ends the loop if it has anything but ASCII and
//! surrogates that are alone.
//!
//! Tried, and worse: the same for any unit beyond ASCII, of two octets or three (mixed text of 4 KiB 1.04
//! times the best peer, then 0.81; ASCII with 1 % damage of 64 KiB 1.36, then 0.80); steps that end behind the first surrogate
//! (64 KiB 0.96).

use core::mem::MaybeUninit;

use super::{
    super::{
        replace8::{ROOM, Replaced},
        run::Run,
        units16::{Surrogates, is_low, with},
        vector::{BLOCK, load, store},
    },
    BEYOND_ASCII, ascii,
};

/// Octets of a step.
const STEP: usize = 2 * BLOCK;

/// What is read: a step, and so much behind its last unit.
const WINDOW: usize = 2 * STEP + 2;

/// Surrogates in a step that are replaced one by one.
const FEW: u32 = 2;

/// After so many steps of ASCII no surrogate is expected in the next.
const QUIET: usize = 4;

/// Takes ASCII and surrogates that are alone; `true` if it ends with ASCII and more of that is expected, `false` if
/// something else comes, or not enough is left.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
pub(super) fn ascii_with_lone<const BIG: bool>(run: &mut Run<'_>, replaced: &mut usize) -> bool {
    let mut quiet = 0;
    while quiet < QUIET {
        let (src, at) = (run.src, run.done.read);
        let window = src[at..].first_chunk::<WINDOW>();
        let room = run.room(ROOM).and_then(|room| room.first_chunk_mut::<ROOM>());
        let (Some(window), Some(room)) = (window, room) else { return false };
        let blocks = [load(window, 0), load(window, BLOCK)];
        let beyond = [with::<BIG>(blocks[0], BEYOND_ASCII), with::<BIG>(blocks[1], BEYOND_ASCII)];
        let beyond = u64::from(beyond[0]) | u64::from(beyond[1]) << 32;
        let surrogates = Surrogates::of_blocks::<BIG>(blocks);
        let lone = surrogates.alone::<64>(false, is_low::<BIG>(src, at + STEP));
        if lone != beyond {
            return false;
        }
        let count = lone.count_ones();
        let packed = ascii::<BIG>(blocks);
        if count > FEW {
            Replaced::new(packed, !0, lone).store::<4>(room);
        } else {
            store(room, 0, packed);
            let first = lone.trailing_zeros() as usize;
            replace::<BIG>(window, room, first, first);
            if count > 1 {
                let second = (lone & (lone - 1)).trailing_zeros() as usize;
                replace::<BIG>(window, room, second, second + 2);
            }
        }
        run.advance(STEP, BLOCK + 2 * count as usize);
        *replaced += count as usize;
        quiet = if count == 0 { quiet + 1 } else { 0 };
    }
    true
}

/// Writes U+FFFD for the unit `lane` of `window`, to where it goes in `room`, and the next 64 units behind it.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512cd,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn replace<const BIG: bool>(
    window: &[u8; WINDOW],
    room: &mut [MaybeUninit<u8>; ROOM],
    lane: usize,
    to: usize,
) {
    for (slot, octet) in room[to..].iter_mut().zip([0xEF, 0xBF, 0xBD]) {
        slot.write(octet);
    }
    let from = 2 * (lane + 1);
    let behind = [load(window, from), load(window, from + BLOCK)];
    store(room, to + 3, ascii::<BIG>(behind));
}
