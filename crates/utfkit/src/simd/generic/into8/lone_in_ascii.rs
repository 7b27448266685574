//! ASCII of UTF-16 with surrogates that stand alone, to UTF-8: blocks of 64 units.
//!
//! A block is stored as if it were ASCII. Where one surrogate stands in it U+FFFD is put in its
//! place, and what is behind it is stored once more, from the text; where none does, the same is
//! done behind the block, in vain, so that no branch has to foresee it. Where there are several,
//! eight units at a time go through a table. Why it is right: a surrogate stands alone if there is
//! nothing else beyond ASCII beside it, and where more is, bits of 64 units tell which are halves.
//!
//! What counts is when a store knows its place, for until then it holds up what is behind it. So
//! places are sums of counts of bits, the next block is not looked for where this one ends but read
//! at a fixed distance, and where damage is dense it is told before this one is stored.

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

/// Blocks without damage before none is expected.
const CALM: usize = 6;

/// How many units of two blocks may be beyond ASCII where blocks are worth a try.
const SOME: u32 = 4;

/// How many surrogates that stand alone in a block let as many be expected of the next.
const MANY: usize = 3;

/// Fewer units than that in a block before a character beyond ASCII let more such be expected.
const MIN: usize = 16;

/// Whether two blocks follow, nearly all of them ASCII.
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

/// Takes ASCII and surrogates that stand alone by blocks, and a character of another kind where one
/// stands among them; until there are more of those, or none for some time of what is replaced.
/// Gives how many were, and whether that is why it ends. A character begins where it is `done`.
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
                // Before the stores of this block.
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

/// Whether what is not ASCII in a block, for which `beyond` has bits, is a surrogate that stands
/// alone, or nothing.
#[inline(always)]
fn is_one_alone<V: Vector, F: Text>(window: &[u8], beyond: u64) -> bool {
    let unit = F::unit(&window[2 * beyond.trailing_zeros() as usize..]);
    let is_surrogate = unit & 0xF800 == 0xD800;
    // There is no other half in the block; behind it, there may be.
    let is_cut = beyond >> (BLOCK - 1) == 1 && Surrogates::<V, F>::is_pair(window, 2 * BLOCK);
    (beyond & beyond.wrapping_sub(1) == 0) & (is_surrogate | (beyond == 0)) && !is_cut
}

/// Writes U+FFFD for the unit of a block that `beyond` has a bit for, and what is behind it. The
/// block is there already, as if it were ASCII. Without a branch: if there is no such unit, what
/// goes behind the block is written in vain.
#[inline(always)]
fn put_one<V: Vector, F: Text>(v: V, window: &[u8], beyond: u64, room: &mut [MaybeUninit<u8>]) {
    let place = beyond.trailing_zeros() as usize;
    put_replacement(&mut room[place..]);
    stored_as_ascii::<V, F>(v, window, place + 1, room, place + REPLACEMENT.len());
}

/// Writes a block of the units of `window` from number `from` on as if it were ASCII; gives a bit
/// for each that is not.
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

/// What there is in a block of units, a bit for each.
struct Block {
    /// Surrogates that stand alone.
    alone: u64,
    beyond_ascii: u64,
}

impl Block {
    /// What the block of `src` has that begins at `at`, where a character does.
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
