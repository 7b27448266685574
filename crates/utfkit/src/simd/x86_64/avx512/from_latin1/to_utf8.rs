//! ISO-8859-1 to UTF-8.
//!
//! 64 characters become two registers of byte pairs, a lead and a body, whose unwanted leads are
//! compressed away. The lead is an affine map of the character, whose highest bit says whether it
//! is wanted.
//!
//! Why it is right: nothing can be wrong. Cost for 64 bytes: 7 operations on port 5, 5 on port 0,
//! 3 on either.
//!
//! Tried: expanding 56 characters, most of them ASCII, to where their bodies go takes only 4
//! operations of port 5, but its mask takes 6 of port 1: two thirds of the speed in L1.

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

/// [`Convert`](crate::simd::shared::kernel::Convert) from ISO-8859-1 to UTF-8.
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
        // What stands behind the text is written as zeros.
        let [first, second] = pairs(block);
        store(dst, 0, _mm512_maskz_compress_epi8(wanted(first), first));
        let at = BLOCK / 2 + (beyond_ascii as u32).count_ones() as usize;
        store(dst, at, _mm512_maskz_compress_epi8(wanted(second), second));
    } else {
        return long_to_utf8(src, dst);
    }
    Progress { read, written }
}

/// [`to_utf8`] of more than a block, up to a step.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn brief_to_utf8(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let read = src.len();
    let Some(room) = dst.first_chunk_mut() else { return long_to_utf8(src, dst) };
    // Two or four blocks: what stands behind the text is written as zeros. All loads come first.
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

/// Writes blocks at the start of `room`; gives the end.
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

/// [`to_utf8`] of more than a step, or with little room.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn long_to_utf8(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let mut run = Run::new(src, dst);
    // What is not ASCII moves the lines anyhow.
    let mut beyond_line = run.beyond_line(1);
    while run.ascii_step(mem::take(&mut beyond_line)) || run.encode_step() || run.encode_block() {}
    while run.done.read < src.len() && run.encode_some() {}
    run.done
}

impl Run<'_> {
    /// Takes 256 characters; `false` if there are not so many, or no room.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn encode_step(&mut self) -> bool {
        let step = self.src[self.done.read..].first_chunk::<STEP>();
        let room = self.dst[self.done.written..].first_chunk_mut::<{ 2 * STEP + BLOCK }>();
        let (Some(step), Some(room)) = (step, room) else { return false };
        let mut written = 0;
        // All loads come first: behind a store to the same place of another page they would wait.
        for block in load_all::<4>(step) {
            written = encode(block, room, written);
        }
        self.done.read += STEP;
        self.done.written += written;
        true
    }

    /// Takes 64 characters; `false` if there are not so many, or no room.
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

    /// Takes at most 64 characters; `false` if there are no more, or one has no room.
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
            // The lane of the first byte that has no room, and the character that it is of.
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

/// An affine map of a character to its lead, C2 or C3; of ASCII to 0 or 1.
const LEAD: i64 = {
    let mut matrix = 0_u64;
    // Bits of the lead, and the bits of the character that they are.
    let bits = [(7, 7), (6, 7), (1, 7), (0, 6)];
    let mut at = 0;
    while at < bits.len() {
        let (bit, from) = bits[at];
        matrix |= 1 << (8 * (7 - bit) + from);
        at += 1;
    }
    matrix as i64
};

/// `bytes` without the bit that a continuation has not, where there is a lead.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn without_lead_bit(bytes: __m512i, leads: __m512i) -> __m512i {
    /// `a & !(b & c)`, as a table for ternary logic.
    const AND_NOT_AND: i32 = 0x70;
    _mm512_ternarylogic_epi32::<AND_NOT_AND>(bytes, leads, all(0x40))
}

/// The leads of 64 characters, each before the rest of the character.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn pairs(characters: __m512i) -> [__m512i; 2] {
    // Eight of each half in turn, so that unpacking gives them in order.
    let order = _mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7);
    let characters = _mm512_permutexvar_epi64(order, characters);
    let leads = _mm512_gf2p8affine_epi64_epi8::<0>(characters, _mm512_set1_epi64(LEAD));
    let bodies = without_lead_bit(characters, leads);
    [_mm512_unpacklo_epi8(leads, bodies), _mm512_unpackhi_epi8(leads, bodies)]
}

/// Writes 64 characters in `room` at `at`; gives the end. There is room for a block more than
/// `room` is to take, so that no store needs a check.
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

/// The lanes of `pairs` that are UTF-8: all bodies, and leads that are some.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn wanted(pairs: __m512i) -> u64 {
    _mm512_movepi8_mask(_mm512_or_si512(pairs, _mm512_set1_epi16(0x8000_u16 as i16)))
}
