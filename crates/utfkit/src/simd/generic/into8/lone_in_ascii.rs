//! Converts UTF-16 that is ASCII with unpaired surrogates to UTF-8, in blocks of 64 units.
//!
//! A block is stored as if it were ASCII. If there is one surrogate in it, U+FFFD is put in its
//! place, and the text after it is stored again. If there is none, the same is done after the
//! block, with no effect, so that there is no branch to predict. If there are several, eight units
//! at a time go through a table. Correctness: a surrogate is unpaired if neither of its neighbours
//! is beyond ASCII. In blocks with more such units, masks of 64 units show which surrogates are
//! halves of pairs.
//!
//! The speed depends on how early a store knows its address, because until then it delays later
//! loads. So addresses are sums of bit counts. The next block is read at a fixed distance, not
//! where this one ends. If damage is dense, the next block is examined before this one is stored.

use crate::simd::shared::text::Text;
use core::mem::MaybeUninit;

use crate::{
    form::Utf8,
    simd::{
        Progress,
        generic::{
            into8::words_at,
            subparts::BLOCK,
            tables::replaced::{REPLACEMENT, ROOM, Replaced, put_replacement},
            validate::utf16::Surrogates,
            vector::Vector,
        },
        portable,
    },
};

/// The number of blocks without damage after which no more damage is expected.
const CALM: usize = 6;

/// The maximum number of units beyond ASCII in two blocks for which [`run`] is worth a try.
const SOME: u32 = 4;

/// The number of unpaired surrogates in a block from which on the next block is expected to have as
/// many.
const MANY: usize = 3;

/// The minimum number of units that a block must have before a character beyond ASCII. After fewer,
/// more such characters are expected, and [`run`] ends.
const MIN: usize = 16;

/// Returns `true` if two blocks follow that are almost entirely ASCII.
#[inline(always)]
pub(in crate::simd) fn follows<V: Vector, F: Text>(v: V, src: &[u8]) -> bool {
    let Some(blocks) = src.get(..4 * BLOCK) else { return false };
    let (mut others, mut at) = (0, 0);
    while at < 4 * BLOCK {
        let [a, b] = words_at::<V, F>(v, blocks, at, 0);
        others += v.beyond_ascii16(a, b).count_ones();
        at += 2 * V::BYTES;
    }
    others <= SOME
}

/// Converts ASCII and unpaired surrogates in blocks, and single characters of other kinds between
/// them. It ends if there are more such characters, or if nothing was replaced for some time.
/// Returns the number of replacements, and whether it ended for the second reason. A character
/// begins at `done`.
#[inline(always)]
pub(in crate::simd) fn run<V: Vector, F: Text>(
    v: V,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
    dense: bool,
) -> (usize, bool) {
    let Progress { read: mut at, mut written } = *done;
    let (mut sum, mut calm, mut dense) = (0, 0, dense);
    let mut ahead = None;
    while let Some(block) = src[at..].get(..2 * BLOCK)
        && let Some(room) = dst[written..].get_mut(..ROOM)
        && calm < CALM
    {
        if !dense && let Some(window) = src[at..].get(..4 * BLOCK + 2) {
            let beyond = stored_as_ascii::<V, F>(v, window, 0, room, 0);
            if is_one_alone::<V, F>(window, beyond) {
                put_one::<V, F>(v, window, beyond, room);
                let replaced = beyond.count_ones() as usize;
                calm = (calm + 1) * (1 - replaced);
                sum += replaced;
                at += 2 * BLOCK;
                written += BLOCK + 2 * replaced;
                continue;
            }
        }
        calm = 0;
        let seen = match ahead.take() {
            Some(seen) => seen,
            None => Block::read::<V, F>(v, src, at),
        };
        let replaced = Replaced::new(seen.alone);
        let others = seen.beyond_ascii & !seen.alone;
        if others == 0 && replaced.fit() == BLOCK {
            let count = replaced.among(BLOCK);
            dense = count >= MANY;
            let next = at + 2 * BLOCK;
            if dense && src.len() - next >= 2 * BLOCK {
                // Read this before the stores of this block.
                ahead = Some(Block::read::<V, F>(v, src, next));
            }
            replaced.put_in_words::<V, F>(v, block, room);
            sum += count;
            at += 2 * BLOCK;
            written += BLOCK + 2 * count;
            continue;
        }
        let taken = replaced.fit().min(others.trailing_zeros() as usize);
        if taken < MIN {
            break;
        }
        replaced.put_in_words::<V, F>(v, block, room);
        let count = replaced.among(taken);
        sum += count;
        let mut one = Progress { read: at + 2 * taken, written: written + taken + 2 * count };
        if !portable::step::<F, Utf8>(src, dst, &mut one)
            && portable::replace::<F, Utf8>(src, dst, &mut one)
        {
            sum += 1;
        }
        Progress { read: at, written } = one;
    }
    *done = Progress { read: at, written };
    (sum, calm == CALM)
}

/// Returns `true` if a block has at most one unit beyond ASCII, which is an unpaired surrogate.
/// `beyond` has bits for such units.
#[inline(always)]
fn is_one_alone<V: Vector, F: Text>(window: &[u8], beyond: u64) -> bool {
    let unit = F::unit(&window[2 * beyond.trailing_zeros() as usize..]);
    let is_surrogate = unit & 0xF800 == 0xD800;
    // The other half cannot be in this block, but it may be the first unit after it.
    let is_cut = beyond >> (BLOCK - 1) == 1 && Surrogates::<V, F>::is_pair(window, 2 * BLOCK);
    (beyond & beyond.wrapping_sub(1) == 0) & (is_surrogate | (beyond == 0)) && !is_cut
}

/// Writes U+FFFD for the unit of a block that `beyond` has a bit for, and the text after it. The
/// block is already stored as if it were ASCII. There is no branch: if there is no such unit, the
/// bytes written after the block are ignored.
#[inline(always)]
fn put_one<V: Vector, F: Text>(v: V, window: &[u8], beyond: u64, room: &mut [MaybeUninit<u8>]) {
    let place = beyond.trailing_zeros() as usize;
    put_replacement(&mut room[place..]);
    stored_as_ascii::<V, F>(v, window, place + 1, room, place + REPLACEMENT.len());
}

/// Writes a block of the units of `window`, starting at unit `from`, as if they were ASCII. Returns
/// a bit for each unit that is not.
#[inline(always)]
fn stored_as_ascii<V: Vector, F: Text>(
    v: V,
    window: &[u8],
    from: usize,
    room: &mut [MaybeUninit<u8>],
    to: usize,
) -> u64 {
    let (window, room) = (&window[2 * from..][..2 * BLOCK], &mut room[to..][..BLOCK]);
    let mut beyond = 0;
    let mut place = 0;
    while place < BLOCK {
        let [a, b] = words_at::<V, F>(v, window, 2 * place, 0);
        v.store(room, place, v.pack16(a, b));
        beyond |= u64::from(v.beyond_ascii16(a, b)) << place;
        place += V::BYTES;
    }
    beyond
}

/// The contents of a block of units, a bit for each unit.
struct Block {
    /// The unpaired surrogates.
    alone: u64,
    beyond_ascii: u64,
}

impl Block {
    /// Reads the block of `src` at `at`, where a character begins.
    #[inline(always)]
    fn read<V: Vector, F: Text>(v: V, src: &[u8], at: usize) -> Self {
        let block = &src[at..][..2 * BLOCK];
        let before_low = Surrogates::<V, F>::begins_low(src, at + 2 * BLOCK);
        let (mut high, mut low, mut beyond_ascii) = (0, 0, 0);
        let mut place = 0;
        while place < BLOCK {
            let [a, b] = words_at::<V, F>(v, block, 2 * place, 0);
            let kinds = v.and(v.pack16(v.down16::<8>(a), v.down16::<8>(b)), v.splat8(0xFC));
            high |= u64::from(v.bits(v.eq8(kinds, v.splat8(0xD8)))) << place;
            low |= u64::from(v.bits(v.eq8(kinds, v.splat8(0xDC)))) << place;
            beyond_ascii |= u64::from(v.beyond_ascii16(a, b)) << place;
            place += V::BYTES;
        }
        let pairs = high & (low >> 1 | u64::from(before_low) << (BLOCK - 1)) | low & high << 1;
        Self { alone: (high | low) & !pairs, beyond_ascii }
    }
}
