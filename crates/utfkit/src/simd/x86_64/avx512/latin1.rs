//! ISO-8859-1 to UTF-8 and back.
//!
//! To UTF-8, 64 characters become two registers of octet pairs, a lead and a body, whose unwanted leads
//! are compressed away. The lead is an affine map of the character, whose highest bit says whether it
//! is wanted. Back, each character of two octets is put together at the place of its second one, and
//! the leads are compressed away.
//!
//! Why it is right: to UTF-8 nothing can be wrong. Back, all octets from C0 on count as leads: an octet
//! must be a continuation exactly behind one, and none but C2 and C3 may occur. In long text ASCII is decided for
//! 256 octets at a time, so that an occasional letter from the upper half is not mispredicted all
//! the time. Cost for 64 octets: to UTF-8 7 operations on port 5, 5 on port 0, 3 on either; back 4, 5
//! and 3.
//!
//! Tried: expanding 56 characters, most of them ASCII, to where their bodies go takes only 4
//! operations of port 5, but its mask takes 6 of port 1: two thirds of the speed in L1. ASCII by 128
//! octets gains a tenth where branch predictors know the text, and loses a quarter where they do not.

use core::{arch::x86_64::*, mem::MaybeUninit};

use super::{
    memory::FAR,
    past,
    vector::{
        BLOCK, all, behind, load, load_all, load_short, store, store_all, store_first, store_short,
        union,
    },
};
use crate::simd::Progress;

/// Octets that are tested for ASCII at once.
const STEP: usize = 4 * BLOCK;

/// A conversion under way.
struct Run<'r> {
    src: &'r [u8],
    dst: &'r mut [MaybeUninit<u8>],
    done: Progress,
}

/// [`Kernels::convert`](crate::simd::Kernels::convert) from ISO-8859-1 to UTF-8.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn to_utf8(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
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

/// Converts what no cache holds, what is not ASCII by `near`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[cold]
fn far(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    near: impl Fn(&[u8], &mut [MaybeUninit<u8>]) -> Progress,
) -> Progress {
    let ascii = |blocks| (_mm512_movepi8_mask(union::<4>(&blocks)) == 0).then_some(blocks);
    past::convert(src, dst, 1, ascii, |src, len, dst| near(&src[..len], dst))
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
    let mut run = Run { src, dst, done: Progress::default() };
    while run.ascii_step() || run.encode_step() || run.encode_block() {}
    while run.done.read < src.len() && run.encode_some() {}
    run.done
}

/// [`Kernels::convert`](crate::simd::Kernels::convert) from UTF-8 to ISO-8859-1.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn from_utf8(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let read = src.len();
    if read > BLOCK {
        return if read < FAR {
            long_from_utf8(src, dst)
        } else {
            far(src, dst, |src, dst| long_from_utf8(src, dst))
        };
    }
    let block = load_short(src);
    if _mm512_movepi8_mask(block) == 0 && dst.len() >= read {
        store_first(dst, [block], read, read);
        return Progress { read, written: read };
    }
    let there = _bzhi_u64(!0, read as u32);
    let decoded = Decoded::of(block, behind::<1>(block), 0);
    // Text that ends with a lead is for the other way.
    let open = there & !(there >> 1) & !decoded.ends;
    if decoded.wrong & there | open != 0 || dst.len() < BLOCK {
        return long_from_utf8(src, dst);
    }
    let ends = decoded.ends & there;
    store(dst, 0, _mm512_maskz_compress_epi8(ends, decoded.characters));
    Progress { read, written: ends.count_ones() as usize }
}

/// [`from_utf8`] of more than a block, with little room, or not to the end.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn long_from_utf8(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let mut run = Run { src, dst, done: Progress::default() };
    if run.ascii_step() || run.decode_first() {
        while run.decode_step() || run.decode_block() {}
    }
    while run.done.read < src.len() && run.decode_some() {}
    // What is open at the end was not read.
    run.done.read -= usize::from(run.octet_before() >= 0xC0);
    run.done
}

impl Run<'_> {
    /// How much room is left.
    #[inline]
    fn room(&self) -> usize {
        self.dst.len() - self.done.written
    }

    /// The octet before the next one; 0 if there is none.
    #[inline]
    fn octet_before(&self) -> u8 {
        if self.done.read == 0 { 0 } else { self.src[self.done.read - 1] }
    }

    /// Takes 256 octets of ASCII; `false` if there are none, or no room.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn ascii_step(&mut self) -> bool {
        let step = self.src[self.done.read..].first_chunk::<STEP>();
        let room = self.dst[self.done.written..].first_chunk_mut::<STEP>();
        let (Some(step), Some(room)) = (step, room) else { return false };
        let blocks = load_all::<4>(step);
        if _mm512_movepi8_mask(union(&blocks)) != 0 {
            return false;
        }
        for (at, block) in blocks.into_iter().enumerate() {
            store(room, at * BLOCK, block);
        }
        self.done.read += STEP;
        self.done.written += STEP;
        true
    }

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
        if _mm512_movepi8_mask(block) == 0 && self.room() >= characters.len() {
            self.put(_bzhi_u64(!0, characters.len() as u32), block);
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
        let room = self.room();
        if count(lanes[0]) + count(lanes[1]) > room {
            // The lane of the first octet that has no room, and the character that it is of.
            let half = usize::from(count(lanes[0]) <= room);
            let left = room - half * count(lanes[0]);
            let fit = _pdep_u64(1 << left, lanes[half]).trailing_zeros() / 2;
            lanes[half] = _bzhi_u64(lanes[half], 2 * fit);
            lanes[1] = if half == 0 { 0 } else { lanes[1] };
            taken = half * HALF + fit as usize;
        }
        for (lanes, pairs) in lanes.into_iter().zip(pairs) {
            self.put(lanes, _mm512_maskz_compress_epi8(lanes, pairs));
        }
        self.done.read += taken;
        taken == BLOCK
    }

    /// Writes the first octets, as many as `counted` has lanes; whatever stands behind them, where there is room.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn put(&mut self, counted: u64, octets: __m512i) {
        let len = counted.count_ones() as usize;
        let room = &mut self.dst[self.done.written..];
        // A masked store may take an assist of the processor.
        if room.len() >= BLOCK {
            store(room, 0, octets);
        } else {
            store_short(&mut room[..len], octets);
        }
        self.done.written += len;
    }

    /// Takes the first block; `false` if there is none, no room, or an error in it.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn decode_first(&mut self) -> bool {
        if self.src.len() < BLOCK {
            return false;
        }
        let block = load(self.src, 0);
        self.take(block, behind::<1>(block), 0)
    }

    /// Takes 256 octets; `false` if there are not so many, or no room, or an error in them.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn decode_step(&mut self) -> bool {
        let window = self.src[self.done.read - 1..].first_chunk::<{ 1 + STEP }>();
        let Some(window) = window else { return false };
        if window[0] < 0xC0 && self.ascii_step() {
            return true;
        }
        let room = self.dst[self.done.written..].first_chunk_mut::<{ STEP + BLOCK }>();
        let Some(room) = room else { return false };
        let mut written = 0;
        for at in [0, BLOCK, 2 * BLOCK, 3 * BLOCK] {
            let decoded = Decoded::of(load(window, at + 1), load(window, at), window[at]);
            if decoded.wrong != 0 {
                return false;
            }
            written = decoded.put(room, written);
        }
        self.done.read += STEP;
        self.done.written += written;
        true
    }

    /// Takes a block; `false` if there is none, no room, or an error in it.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn decode_block(&mut self) -> bool {
        let window = self.src[self.done.read - 1..].first_chunk::<{ 1 + BLOCK }>();
        let Some(window) = window else { return false };
        self.take(load(window, 1), load(window, 0), window[0])
    }

    /// Takes a block; `false` if there is no room for it, or an error in it.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn take(&mut self, block: __m512i, before: __m512i, first: u8) -> bool {
        let room = self.dst[self.done.written..].first_chunk_mut::<{ 2 * BLOCK }>();
        let Some(room) = room else { return false };
        if _mm512_movepi8_mask(block) == 0 && first < 0xC0 {
            store(room, 0, block);
            self.done.written += BLOCK;
        } else {
            let decoded = Decoded::of(block, before, first);
            if decoded.wrong != 0 {
                return false;
            }
            self.done.written += decoded.put(room, 0);
        }
        self.done.read += BLOCK;
        true
    }

    /// Takes a block that may be cut short by the end of the text, an error or the end of the room;
    /// `false` if it was.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn decode_some(&mut self) -> bool {
        let at = self.done.read;
        let octets = &self.src[at..self.src.len().min(at + BLOCK)];
        let block = load_short(octets);
        let (before, first) = if at == 0 {
            (behind::<1>(block), 0)
        } else {
            (load_short(&self.src[at - 1..][..octets.len()]), self.src[at - 1])
        };
        if _mm512_movepi8_mask(block) == 0 && first < 0xC0 && self.room() >= octets.len() {
            self.put(_bzhi_u64(!0, octets.len() as u32), block);
            self.done.read += octets.len();
            return octets.len() == BLOCK;
        }
        let decoded = Decoded::of(block, before, first);
        let mut len = octets.len();
        if _bzhi_u64(decoded.wrong, len as u32) != 0 {
            len = decoded.wrong.trailing_zeros() as usize;
        }
        let mut ends = _bzhi_u64(decoded.ends, len as u32);
        if ends.count_ones() as usize > self.room() {
            // The lane of the first character that has no room.
            len = _pdep_u64(1 << self.room(), ends).trailing_zeros() as usize;
            ends = _bzhi_u64(ends, len as u32);
        }
        self.put(ends, _mm512_maskz_compress_epi8(ends, decoded.characters));
        self.done.read += len;
        len == BLOCK
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

/// `octets` without the bit that a continuation has not, where there is a lead.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn without_lead_bit(octets: __m512i, leads: __m512i) -> __m512i {
    /// `a & !(b & c)`, as a table for ternary logic.
    const AND_NOT_AND: i32 = 0x70;
    _mm512_ternarylogic_epi32::<AND_NOT_AND>(octets, leads, all(0x40))
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

/// Stores `block` in `room` at `at`, which is less than `N` less a block: said so that a compiler
/// sees it.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn store_within<const N: usize>(room: &mut [MaybeUninit<u8>; N], at: usize, block: __m512i) {
    const { assert!((N - BLOCK).is_power_of_two()) };
    store(room, at & (N - BLOCK - 1), block);
}

/// The lanes of `pairs` that are UTF-8: all bodies, and leads that are some.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn wanted(pairs: __m512i) -> u64 {
    _mm512_movepi8_mask(_mm512_or_si512(pairs, _mm512_set1_epi16(0x8000_u16 as i16)))
}

/// A block of UTF-8 as ISO-8859-1.
struct Decoded {
    /// At the place of the last octet of each.
    characters: __m512i,
    /// The lanes that are no leads.
    ends: u64,
    /// The lanes at which something shows as wrong: leads that may not occur, continuations without a
    /// lead, and what is none behind a lead.
    wrong: u64,
}

impl Decoded {
    /// `before` has for each lane of `block` the octet before it; for the first that is `first`.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn of(block: __m512i, before: __m512i, first: u8) -> Self {
        let beyond_ascii = _mm512_movepi8_mask(block);
        let ends = _mm512_cmplt_epu8_mask(block, all(0xC0));
        let due = !ends << 1 | u64::from(first >= 0xC0);
        // C2 and C3 become FE and FF, all other leads less than 3E.
        let kinds = _mm512_sub_epi8(_mm512_xor_si512(block, all(0xC2)), all(2));
        let bad_leads = _mm512_cmplt_epu8_mask(kinds, all(0x3E));
        // C3 makes 40 of a continuation's highest bit but one.
        let upper = _mm512_maskz_gf2p8affine_epi64_epi8::<0>(
            beyond_ascii,
            before,
            _mm512_set1_epi64(UPPER),
        );
        Self {
            characters: _mm512_or_si512(block, upper),
            ends,
            wrong: (beyond_ascii & ends) ^ due | bad_leads,
        }
    }

    /// Writes the characters in `room` at `at`; gives the end.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn put<const N: usize>(&self, room: &mut [MaybeUninit<u8>; N], at: usize) -> usize {
        store_within(room, at, _mm512_maskz_compress_epi8(self.ends, self.characters));
        at + self.ends.count_ones() as usize
    }
}

/// An affine map that takes bit 0 alone, as bit 6.
const UPPER: i64 = 1 << 8;
