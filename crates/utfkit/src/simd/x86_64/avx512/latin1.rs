//! ISO-8859-1 to UTF-8 and back.
//!
//! To UTF-8, where few characters are not ASCII: 56 characters with at most eight such fit one register.
//! They are expanded to where their last octets go, and each lead is an affine map of the octet that then
//! stands behind it. In the general case, 64 characters become two registers of octet pairs, a lead
//! and a body, whose unwanted leads are compressed away. Back, each character of two octets is put
//! together at the place of its second one, and the leads are compressed away.
//!
//! Why it is right: to UTF-8 nothing can be wrong. Back, all octets from C0 on count as leads: an octet
//! must be a continuation exactly behind one, and none but C2 and C3 may occur. ASCII is decided for
//! some 128 octets at a time, so that an occasional letter from the upper half is not mispredicted
//! all the time. Cost: to UTF-8 for 56 octets 4 operations on port 5, 5 on port 0, 1 on either; for 64
//! octets of the general case 7, 5 and 3; back for 64 octets 4, 5 and 3.

use core::{arch::x86_64::*, mem::MaybeUninit};

use super::vector::{BLOCK, all, behind, load, load_short, store, store_short, table};
use crate::simd::Progress;

/// Characters that become one register if no more than eight of them are not ASCII.
const PART: usize = BLOCK - 8;

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
    while let Some(window) = src[run.done.read..].first_chunk::<{ PART + BLOCK }>() {
        if run.room() < 2 * BLOCK {
            break;
        }
        let parts = [load(window, 0), load(window, PART)];
        let upper = parts.map(|part| _bzhi_u64(_mm512_movepi8_mask(part), PART as u32));
        if upper[0] | upper[1] == 0 {
            run.copy(parts[0], PART);
            run.copy(parts[1], PART);
        } else if upper[0].count_ones().max(upper[1].count_ones()) as usize <= BLOCK - PART {
            run.insert(parts[0], upper[0]);
            run.insert(parts[1], upper[1]);
        } else {
            run.encode(parts[0]);
        }
    }
    while run.encode_some() {}
    run.done
}

/// [`Kernels::convert`](crate::simd::Kernels::convert) from UTF-8 to ISO-8859-1.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn from_utf8(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let mut run = Run { src, dst, done: Progress::default() };
    if run.decode_first() {
        while run.decode_step() {}
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

    /// Takes the first `len` octets of a block of ASCII; there must be room for the block.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn copy(&mut self, block: __m512i, len: usize) {
        store(self.dst, self.done.written, block);
        self.done.read += len;
        self.done.written += len;
    }

    /// Takes the first 56 characters of a block; `upper` are those that are not ASCII, at most eight.
    /// There must be room for a block.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn insert(&mut self, characters: __m512i, upper: u64) {
        let bodies = bodies(upper);
        let octets = _mm512_maskz_expand_epi8(bodies, characters);
        let octets_behind = _mm512_permutexvar_epi8(table(&BEHIND), octets);
        let lead = _mm512_set1_epi64(LEAD);
        let cleared = without_lead_bit(octets, _mm512_gf2p8affine_epi64_epi8::<0>(octets, lead));
        let utf8 = _mm512_mask_gf2p8affine_epi64_epi8::<0>(cleared, !bodies, octets_behind, lead);
        store(self.dst, self.done.written, utf8);
        self.done.read += PART;
        self.done.written += PART + upper.count_ones() as usize;
    }

    /// Takes 64 characters; there must be room for 128 octets.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn encode(&mut self, characters: __m512i) {
        for pairs in pairs(characters) {
            let wanted = wanted(pairs);
            store(self.dst, self.done.written, _mm512_maskz_compress_epi8(wanted, pairs));
            self.done.written += wanted.count_ones() as usize;
        }
        self.done.read += BLOCK;
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
        for (pairs, characters) in pairs(block).into_iter().zip(characters.chunks(BLOCK / 2)) {
            let wanted = wanted(pairs) & _bzhi_u64(!0, 2 * characters.len() as u32);
            let room = self.room();
            if wanted.count_ones() as usize > room {
                // The lane of the first octet that has no room.
                let lane = _pdep_u64(1 << room, wanted).trailing_zeros();
                let fit = lane / 2;
                let wanted = _bzhi_u64(wanted, 2 * fit);
                self.put(wanted, _mm512_maskz_compress_epi8(wanted, pairs));
                self.done.read += fit as usize;
                return false;
            }
            self.put(wanted, _mm512_maskz_compress_epi8(wanted, pairs));
            self.done.read += characters.len();
        }
        characters.len() == BLOCK
    }

    /// Writes the first octets, as many as `counted` has lanes, and nothing else.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn put(&mut self, counted: u64, octets: __m512i) {
        let len = counted.count_ones() as usize;
        store_short(&mut self.dst[self.done.written..][..len], octets);
        self.done.written += len;
    }

    /// Takes the first block; `false` if there is none, no room for one, or an error in it.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn decode_first(&mut self) -> bool {
        if self.src.len() < BLOCK || self.room() < BLOCK {
            return false;
        }
        let block = load(self.src, 0);
        self.take(&Decoded::of(block, behind::<1>(block), 0))
    }

    /// Takes 128 octets; `false` if there are not so many, or no room, or an error in them.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn decode_step(&mut self) -> bool {
        const STEP: usize = 2 * BLOCK;
        let window = self.src[self.done.read - 1..].first_chunk::<{ 1 + STEP }>();
        let Some(window) = window.filter(|_| self.room() >= STEP) else { return false };
        let blocks = [load(window, 1), load(window, 1 + BLOCK)];
        let any = _mm512_movepi8_mask(_mm512_or_si512(blocks[0], blocks[1]));
        if any == 0 && window[0] < 0xC0 {
            self.copy(blocks[0], BLOCK);
            self.copy(blocks[1], BLOCK);
            return true;
        }
        let before = [load(window, 0), load(window, BLOCK)];
        self.take(&Decoded::of(blocks[0], before[0], window[0]))
            && self.take(&Decoded::of(blocks[1], before[1], window[BLOCK]))
    }

    /// Takes a block, for which there must be room; `false` if there is an error in it.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn take(&mut self, decoded: &Decoded) -> bool {
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

/// For each lane the one behind it.
static BEHIND: [u8; BLOCK] = {
    let mut places = [0; BLOCK];
    let mut at = 0;
    while at + 1 < BLOCK {
        places[at] = at as u8 + 1;
        at += 1;
    }
    places
};

/// The lanes of the last octets of 56 characters, of which `upper` have two; 64 at most.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn bodies(upper: u64) -> u64 {
    const HALF: u32 = PART as u32 / 2;
    let lower_half = _bzhi_u64(upper, HALF);
    let len = HALF + lower_half.count_ones();
    half_bodies(lower_half) | half_bodies(upper >> HALF) << len
}

/// The same of 28 characters.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn half_bodies(upper: u64) -> u64 {
    // Two bits for each character: whether there is a lead, and the body.
    const LEADS: u64 = 0x0055_5555_5555_5555;
    const BODIES: u64 = LEADS << 1;
    _pext_u64(BODIES, _pdep_u64(upper, LEADS) | BODIES)
}

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
