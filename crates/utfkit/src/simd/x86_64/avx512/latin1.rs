//! ISO-8859-1 to UTF-8 and back.
//!
//! To UTF-8, 64 characters become two registers of octet pairs, a lead and a body, whose unwanted leads
//! are compressed away. The lead is an affine map of the character, whose highest bit says whether it
//! is wanted. Back, each character of two octets is put together at the place of its second one, and
//! the leads are compressed away.
//!
//! Why it is right: to UTF-8 nothing can be wrong. Back, all octets from C0 on count as leads: an octet
//! must be a continuation exactly behind one, and none but C2 and C3 may occur. ASCII is decided for
//! 128 octets at a time, so that an occasional letter from the upper half is not mispredicted all
//! the time. Cost for 64 octets: to UTF-8 7 operations on port 5, 5 on port 0, 3 on either; back 4, 5
//! and 3.

use core::{arch::x86_64::*, mem::MaybeUninit};

use super::vector::{BLOCK, all, behind, load, load_short, store, store_short};
use crate::simd::Progress;

/// Octets in a step.
const STEP: usize = 2 * BLOCK;

/// A conversion under way.
struct Run<'r> {
    src: &'r [u8],
    dst: &'r mut [MaybeUninit<u8>],
    done: Progress,
}

/// [`Kernels::convert`](crate::simd::Kernels::convert) from ISO-8859-1 to UTF-8.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn to_utf8(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let mut run = Run { src, dst, done: Progress::default() };
    while let Some(step) = src[run.done.read..].first_chunk::<STEP>() {
        if run.room() < 2 * STEP {
            break;
        }
        if !run.copy(step) {
            run.encode(&step[..BLOCK]);
            run.encode(&step[BLOCK..]);
        }
    }
    while let Some(block) = src[run.done.read..].first_chunk::<BLOCK>() {
        if run.room() < 2 * BLOCK {
            break;
        }
        run.encode(block);
    }
    while run.encode_some() {}
    run.done
}

/// [`Kernels::convert`](crate::simd::Kernels::convert) from UTF-8 to ISO-8859-1.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn from_utf8(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let mut run = Run { src, dst, done: Progress::default() };
    if !run.decode_some() {
        return run.done;
    }
    while let Some(window) = src[run.done.read - 1..].first_chunk::<{ 1 + STEP }>() {
        if run.room() < STEP {
            break;
        }
        let copied = window[0] < 0xC0 && run.copy(&window[1..]);
        if !copied && !(run.decode(&window[..=BLOCK]) && run.decode(&window[BLOCK..])) {
            break;
        }
    }
    while run.decode_some() {}
    run.done
}

impl Run<'_> {
    /// How much room is left.
    #[inline]
    fn room(&self) -> usize {
        self.dst.len() - self.done.written
    }

    /// Copies a step, for which there must be room, if it is ASCII; `false` if it is not.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn copy(&mut self, step: &[u8]) -> bool {
        let blocks = [load(step, 0), load(step, BLOCK)];
        if _mm512_movepi8_mask(_mm512_or_si512(blocks[0], blocks[1])) != 0 {
            return false;
        }
        let room = &mut self.dst[self.done.written..][..STEP];
        store(room, 0, blocks[0]);
        store(room, BLOCK, blocks[1]);
        self.done.read += STEP;
        self.done.written += STEP;
        true
    }

    /// Takes 64 characters, for which there must be room of 128 octets.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn encode(&mut self, characters: &[u8]) {
        for pairs in pairs(load(characters, 0)) {
            let wanted = wanted(pairs);
            store(self.dst, self.done.written, _mm512_maskz_compress_epi8(wanted, pairs));
            self.done.written += wanted.count_ones() as usize;
        }
        self.done.read += BLOCK;
    }

    /// Takes at most 32 characters; `false` if there are no more, or one has no room.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn encode_some(&mut self) -> bool {
        const MOST: usize = BLOCK / 2;
        let characters = &self.src[self.done.read..];
        let mut len = characters.len().min(MOST);
        let [pairs, _] = pairs(load_short(&characters[..len]));
        let mut wanted = wanted(pairs) & _bzhi_u64(!0, 2 * len as u32);
        let room = self.room();
        if wanted.count_ones() as usize > room {
            // The lane of the first octet that has no room.
            let lane = _pdep_u64(1 << room, wanted).trailing_zeros();
            len = lane as usize / 2;
            wanted &= _bzhi_u64(!0, 2 * len as u32);
        }
        self.put(wanted, pairs);
        self.done.read += len;
        len == MOST
    }

    /// Writes the lanes of `octets` that are `wanted`, and nothing else.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn put(&mut self, wanted: u64, octets: __m512i) {
        let len = wanted.count_ones() as usize;
        let room = &mut self.dst[self.done.written..][..len];
        store_short(room, _mm512_maskz_compress_epi8(wanted, octets));
        self.done.written += len;
    }

    /// Takes a block, of which `window` has the octet before it too, and for which there must be
    /// room; `false` if there is an error in it.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn decode(&mut self, window: &[u8]) -> bool {
        let decoded = Decoded::of(load(window, 1), load(window, 0), window[0]);
        if decoded.wrong != 0 {
            return false;
        }
        let characters = _mm512_maskz_compress_epi8(decoded.ends, decoded.characters);
        store(self.dst, self.done.written, characters);
        self.done.read += BLOCK;
        self.done.written += decoded.ends.count_ones() as usize;
        true
    }

    /// Takes a block that may be cut short by the end of the text, an error or the end of the room;
    /// `false` if it was. Then all is done: what is open at the end was not read.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn decode_some(&mut self) -> bool {
        let at = self.done.read;
        let octets = &self.src[at..self.src.len().min(at + BLOCK)];
        let block = load_short(octets);
        let decoded = if at == 0 {
            Decoded::of(block, behind::<1>(block), 0)
        } else {
            let before = load_short(&self.src[at - 1..][..octets.len()]);
            Decoded::of(block, before, self.src[at - 1])
        };
        let mut len = (decoded.wrong.trailing_zeros() as usize).min(octets.len());
        let mut ends = decoded.ends & _bzhi_u64(!0, len as u32);
        if ends.count_ones() as usize > self.room() {
            // The lane of the first character that has no room.
            len = _pdep_u64(1 << self.room(), ends).trailing_zeros() as usize;
            ends &= _bzhi_u64(!0, len as u32);
        }
        self.put(ends, decoded.characters);
        self.done.read += len;
        if len == BLOCK && self.src.len() > self.done.read {
            return true;
        }
        if self.done.read > 0 && self.src[self.done.read - 1] >= 0xC0 {
            self.done.read -= 1;
        }
        false
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

/// `a & !(b & c)`, as a table for ternary logic.
const AND_NOT_AND: i32 = 0x70;

/// The leads of 64 characters, each before the rest of the character.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn pairs(characters: __m512i) -> [__m512i; 2] {
    // Eight of each half in turn, so that unpacking gives them in order.
    let order = _mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7);
    let characters = _mm512_permutexvar_epi64(order, characters);
    let leads = _mm512_gf2p8affine_epi64_epi8::<0>(characters, _mm512_set1_epi64(LEAD));
    // A continuation has bit 6 clear; that bit of the lead is set where there is one.
    let bodies = _mm512_ternarylogic_epi32::<AND_NOT_AND>(characters, leads, all(0x40));
    [_mm512_unpacklo_epi8(leads, bodies), _mm512_unpackhi_epi8(leads, bodies)]
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
}

/// An affine map that takes bit 0 alone, as bit 6.
const UPPER: i64 = 1 << 8;
