//! Converts ISO-8859-1 to UTF-8.
//!
//! 64 characters become two registers of byte pairs, a lead and a body, and a compression drops the
//! unwanted leads. The lead is an affine map of the character, and its highest bit shows whether it
//! is wanted.
//!
//! Correctness: every input is valid. Cost for 64 bytes: 7 operations on port 5, 5 on port 0, and 3
//! on either.
//!
//! Tried: to expand 56 characters, most of them ASCII, to the positions of their bodies takes only
//! 4 operations on port 5. But its mask takes 6 on port 1, and the speed in the first-level cache
//! falls to two thirds.

use core::{
    arch::x86_64::*,
    mem::{self, MaybeUninit},
};

use crate::simd::{
    Progress,
    x86_64::avx512::{
        from_latin1::{STEP, far, store_within},
        memory::{ahead::FAR, cursor::Run},
        registers::{BLOCK, all, load, load_all, load_short, store, store_all, store_first, union},
    },
};

/// Implements [`Convert`](crate::simd::shared::kernel::Convert) from ISO-8859-1 to UTF-8.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn to_utf8(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let read = src.len();
    if read > STEP {
        return if read < FAR {
            long_to_utf8(src, dst)
        } else {
            far(src, dst, |src, dst| long_to_utf8(src, dst))
        };
    }
    if read > BLOCK {
        return brief_to_utf8(src, dst);
    }
    let block = load_short(src);
    let beyond_ascii = _mm512_movepi8_mask(block);
    let written = read + beyond_ascii.count_ones() as usize;
    if beyond_ascii == 0 && dst.len() >= read {
        store_first(dst, [block], read, read);
    } else if dst.len() >= 2 * BLOCK {
        // The zeros after the text are written, too.
        let [first, second] = pairs(block);
        store(dst, 0, _mm512_maskz_compress_epi8(wanted(first), first));
        let at = BLOCK / 2 + (beyond_ascii as u32).count_ones() as usize;
        store(dst, at, _mm512_maskz_compress_epi8(wanted(second), second));
    } else {
        return long_to_utf8(src, dst);
    }
    Progress { read, written }
}

/// Implements [`to_utf8`] for more than one block and at most one step.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn brief_to_utf8(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let read = src.len();
    let Some(room) = dst.first_chunk_mut() else { return long_to_utf8(src, dst) };
    // There are two or four blocks, and the zeros after the text are written, too. All loads come
    // first.
    let zeros = read.wrapping_neg() % (2 * BLOCK);
    let written = if read <= 2 * BLOCK {
        encode_all([load(src, 0), load_short(&src[BLOCK..])], room)
    } else {
        let (first, rest) = src.split_at(2 * BLOCK);
        let (third, last) = rest.split_at(rest.len().min(BLOCK));
        encode_all([load(first, 0), load(first, BLOCK), load_short(third), load_short(last)], room)
    };
    Progress { read, written: written - zeros }
}

/// Writes blocks at the start of `room`. Returns the end.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn encode_all<const N: usize>(
    blocks: [__m512i; N],
    room: &mut [MaybeUninit<u8>; 2 * STEP + BLOCK],
) -> usize {
    if _mm512_movepi8_mask(union(&blocks)) == 0 {
        store_all(room, blocks);
        return N * BLOCK;
    }
    let mut written = 0;
    for block in blocks {
        written = encode(block, room, written);
    }
    written
}

/// Implements [`to_utf8`] for more than one step, or for little room.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn long_to_utf8(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let mut run = Run::new(src, dst);
    // The alignment lasts only as long as the text is ASCII.
    let mut beyond_line = run.beyond_line(1);
    while run.ascii_step(mem::take(&mut beyond_line)) || run.encode_step() || run.encode_block() {}
    while run.done.read < src.len() && run.encode_some() {}
    run.done
}

impl Run<'_> {
    /// Converts 256 characters. Returns `false` if there are fewer, or no room.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn encode_step(&mut self) -> bool {
        let step = self.src[self.done.read..].first_chunk::<STEP>();
        let room = self.dst[self.done.written..].first_chunk_mut::<{ 2 * STEP + BLOCK }>();
        let (Some(step), Some(room)) = (step, room) else { return false };
        let mut written = 0;
        // All loads come first: after a store to the same offset in another page, they would wait.
        for block in load_all::<4>(step) {
            written = encode(block, room, written);
        }
        self.done.read += STEP;
        self.done.written += written;
        true
    }

    /// Converts 64 characters. Returns `false` if there are fewer, or no room.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn encode_block(&mut self) -> bool {
        let block = self.src[self.done.read..].first_chunk::<BLOCK>();
        let room = self.dst[self.done.written..].first_chunk_mut::<{ 3 * BLOCK }>();
        let (Some(block), Some(room)) = (block, room) else { return false };
        let block = load(block, 0);
        self.done.read += BLOCK;
        self.done.written += if _mm512_movepi8_mask(block) == 0 {
            store(room, 0, block);
            BLOCK
        } else {
            encode(block, room, 0)
        };
        true
    }

    /// Converts at most 64 characters. Returns `false` if there are no more, or if one has no room.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn encode_some(&mut self) -> bool {
        let characters = &self.src[self.done.read..self.src.len().min(self.done.read + BLOCK)];
        let block = load_short(characters);
        if _mm512_movepi8_mask(block) == 0 && self.room_left() >= characters.len() {
            self.put(block, characters.len());
            self.done.read += characters.len();
            return characters.len() == BLOCK;
        }
        const HALF: usize = BLOCK / 2;
        let pairs = pairs(block);
        let len = characters.len();
        let there = [len.min(HALF), len.saturating_sub(HALF)];
        let mut lanes = [0, 1].map(|half| _bzhi_u64(wanted(pairs[half]), 2 * there[half] as u32));
        let count = |lanes: u64| lanes.count_ones() as usize;
        let mut taken = len;
        let room = self.room_left();
        if count(lanes[0]) + count(lanes[1]) > room {
            // Find the lane of the first byte without room, and the character that it belongs to.
            let half = usize::from(count(lanes[0]) <= room);
            let left = room - half * count(lanes[0]);
            let fit = _pdep_u64(1 << left, lanes[half]).trailing_zeros() / 2;
            lanes[half] = _bzhi_u64(lanes[half], 2 * fit);
            lanes[1] = if half == 0 { 0 } else { lanes[1] };
            taken = half * HALF + fit as usize;
        }
        for (lanes, pairs) in lanes.into_iter().zip(pairs) {
            self.put(_mm512_maskz_compress_epi8(lanes, pairs), count(lanes));
        }
        self.done.read += taken;
        taken == BLOCK
    }
}

/// An affine map of a character to its lead, C2 or C3; ASCII becomes 0 or 1.
const LEAD: i64 = {
    let mut matrix = 0_u64;
    // The bits of the lead, each with the bit of the character that it comes from.
    let bits = [(7, 7), (6, 7), (1, 7), (0, 6)];
    let mut at = 0;
    while at < bits.len() {
        let (bit, from) = bits[at];
        matrix |= 1 << (8 * (7 - bit) + from);
        at += 1;
    }
    matrix as i64
};

/// Clears the bit of `bytes` that a continuation does not have, if there is a lead.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn without_lead_bit(bytes: __m512i, leads: __m512i) -> __m512i {
    /// `a & !(b & c)`, as a table for ternary logic.
    const AND_NOT_AND: i32 = 0x70;
    _mm512_ternarylogic_epi32::<AND_NOT_AND>(bytes, leads, all(0x40))
}

/// Returns the leads of 64 characters, each before its body.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn pairs(characters: __m512i) -> [__m512i; 2] {
    // Interleave groups of eight from both halves, so that unpacking gives the pairs in order.
    let order = _mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7);
    let characters = _mm512_permutexvar_epi64(order, characters);
    let leads = _mm512_gf2p8affine_epi64_epi8::<0>(characters, _mm512_set1_epi64(LEAD));
    let bodies = without_lead_bit(characters, leads);
    [_mm512_unpacklo_epi8(leads, bodies), _mm512_unpackhi_epi8(leads, bodies)]
}

/// Writes 64 characters to `room` at `at`. Returns the end. `room` has one block more than can be
/// used, so that stores need no bounds check.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn encode<const N: usize>(
    characters: __m512i,
    room: &mut [MaybeUninit<u8>; N],
    mut at: usize,
) -> usize {
    for pairs in pairs(characters) {
        let wanted = wanted(pairs);
        store_within(room, at, _mm512_maskz_compress_epi8(wanted, pairs));
        at += wanted.count_ones() as usize;
    }
    at
}

/// Returns the lanes of `pairs` that belong to the UTF-8: all bodies, and real leads.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn wanted(pairs: __m512i) -> u64 {
    _mm512_movepi8_mask(_mm512_or_si512(pairs, _mm512_set1_epi16(0x8000_u16 as i16)))
}
