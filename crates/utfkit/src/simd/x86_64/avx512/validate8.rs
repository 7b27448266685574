//! UTF-8 validation: ten operations for 64 octets of any text.
//!
//! The idea is Keiser and Lemire's: three table look-ups, by the high and the low bits of an octet's
//! predecessor and by the high bits of the octet itself, whose common bits say what is wrong with the
//! pair; continuations that a lead two or three octets before requires are compared with that. Here
//!
//! - a byte permute takes six bits of an index and ignores two, so an index needs a shift at most, and
//!   no mask: what a 16-bit shift brings in from the neighbour falls on ignored bits;
//! - predecessors are loaded again, one to three octets earlier, instead of being shuffled out of two
//!   registers: a block depends on memory only, so blocks may overlap, and the tail is a block that
//!   ends with the text;
//! - text is tested for ASCII 256 octets at a time, and only the octet before the test can then be the
//!   end of something incomplete: mixed text always takes the general path, without mispredictions;
//! - text that is too long for a cache has its predecessors shuffled all the same, out of one load
//!   [`LEAD`] octets earlier: a core waits for memory with so many loads at a time, and each that asks
//!   for a line that is not there yet is one of them. In a cache the loads are faster.
//!
//! Why it is right: every ill-formed sequence shows as an error at its second octet or later, or is
//! an octet that may follow nothing; [`start_of`] goes back from the first error to where the
//! well-formed text ends. Cost: 4 operations on port 0, 3 on port 5, 3 on either, for 64 octets.

use core::arch::x86_64::*;

use super::{
    memory::{FAR, ahead},
    vector::{BLOCK, Opaque, all, behind, load, load_short, table},
};
use crate::simd::pairs8::{first_high, first_low, octets_open, second_high, start_of};

/// The tables, for indices of six bits.
static FIRST_HIGH: [u8; BLOCK] = {
    let mut table = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        table[at] = first_high(at >> 2);
        at += 1;
    }
    table
};
static FIRST_LOW: [u8; BLOCK] = {
    let mut table = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        table[at] = first_low(at & 15);
        at += 1;
    }
    table
};
static SECOND_HIGH: [u8; BLOCK] = {
    let mut table = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        table[at] = second_high(at >> 2);
        at += 1;
    }
    table
};

static FOURTH: Opaque = Opaque([0xF0 - 0x80; BLOCK]);

/// The tables in registers.
#[derive(Clone, Copy)]
pub(super) struct Checker {
    first_high: __m512i,
    first_low: __m512i,
    second_high: __m512i,
    /// What makes the sign tell a lead of four octets: F0 less the sign.
    pub(super) fourth: __m512i,
}

impl Checker {
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn new() -> Self {
        Self {
            first_high: table(&FIRST_HIGH),
            first_low: table(&FIRST_LOW),
            second_high: table(&SECOND_HIGH),
            fourth: FOURTH.load(),
        }
    }

    /// In each lane what is wrong with the octet of `block`, 0 if nothing is; `before` holds for each
    /// lane the octets one, two and three places earlier.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn wrong(self, block: __m512i, before: [__m512i; 3]) -> __m512i {
        let [one, two, three] = before;
        let pair = _mm512_ternarylogic_epi32::<AND>(
            _mm512_permutexvar_epi8(_mm512_srli_epi16::<2>(one), self.first_high),
            _mm512_permutexvar_epi8(one, self.first_low),
            _mm512_permutexvar_epi8(_mm512_srli_epi16::<2>(block), self.second_high),
        );
        // Bit 7 is set exactly behind a lead of three octets or more, and of four.
        let third = _mm512_subs_epu8(two, all(0xE0 - 0x80));
        let fourth = _mm512_subs_epu8(three, self.fourth);
        let required = _mm512_ternarylogic_epi32::<OR_AND>(third, fourth, all(0x80));
        _mm512_xor_si512(pair, required)
    }
}

/// `a & b & c`, as a table for ternary logic.
const AND: i32 = 0x80;
/// `(a | b) & c`, likewise.
const OR_AND: i32 = 0xA8;

/// [`Kernels::validate`](crate::simd::Kernels::validate) for UTF-8.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn validate(src: &[u8]) -> usize {
    if src.len() <= BLOCK {
        return validate_short(src);
    }
    if src.len() <= STEP && is_ascii(src) {
        return src.len();
    }
    let wrong = match src.len().div_ceil(BLOCK) {
        _ if src.len() < BLOCK + 3 => first_wrong::<false>(src),
        2 => first_wrong_of::<2>(src),
        3 | 4 => first_wrong_of::<4>(src),
        _ if src.len() >= FAR => first_wrong::<true>(src),
        _ => first_wrong::<false>(src),
    };
    start_of(src, wrong)
}

/// [`validate`] of a part of a text that is in memory.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn validate_from_memory(src: &[u8]) -> usize {
    if src.len() <= 2 * BLOCK + STEP {
        return validate(src);
    }
    start_of(src, first_wrong::<true>(src))
}

/// Octets that are tested for ASCII at once.
const STEP: usize = 4 * BLOCK;

/// Octets before a window of blocks: all of a lane of a register, for shuffles stay within one.
const LEAD: usize = 16;

/// Octets before a block that [`wrong_in`] looks at.
pub(super) const fn lead(from_memory: bool) -> usize {
    if from_memory { LEAD } else { 3 }
}

/// The greatest octets of a block behind which nothing is open.
static LAST: [u8; BLOCK] = {
    let mut octets = [0xFF; BLOCK];
    octets[BLOCK - 3] = 0xEF;
    octets[BLOCK - 2] = 0xDF;
    octets[BLOCK - 1] = 0xBF;
    octets
};

/// Text of at most a block.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn validate_short(src: &[u8]) -> usize {
    let block = load_short(src);
    if _mm512_movepi8_mask(block) == 0 {
        return src.len();
    }
    // The zeros behind the text show what is incomplete at its end; if there are none, its last lanes do.
    let wrong = Checker::new().wrong(block, predecessors(block));
    let open = _mm512_subs_epu8(block, table(&LAST));
    if wrong_at(_mm512_or_si512(wrong, open)) == BLOCK {
        return src.len();
    }
    let at = wrong_at(wrong).min(src.len());
    let before = |lead: u8, n: usize| _mm512_cmpge_epu8_mask(block, all(lead)) << n >> (at % BLOCK);
    if at == BLOCK {
        return start_of(src, at);
    }
    let [one, two, three] = [before(0xC0, 1), before(0xE0, 2), before(0xF0, 3)];
    at - octets_open(one & 1 == 1, two & 1 == 1, three & 1 == 1)
}

/// [`first_wrong`] of more than half of `N` blocks, and three octets before the last: they may overlap.
/// Whether anything is wrong is asked at once; which one is, by no branch.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn first_wrong_of<const N: usize>(src: &[u8]) -> usize {
    let checker = Checker::new();
    let place = |number: usize| (number * BLOCK).min(src.len() - BLOCK);
    let first = load(src, 0);
    let mut wrong = [checker.wrong(first, predecessors(first)); N];
    for (number, wrong) in wrong.iter_mut().enumerate().skip(1) {
        *wrong = wrong_in::<false>(checker, src, place(number));
    }
    let any = wrong.into_iter().fold(all(0), |any, it| _mm512_or_si512(any, it));
    if wrong_at(any) == BLOCK {
        return src.len();
    }
    // Where nothing is wrong counts as far behind.
    let far = |lane: usize| lane | (lane & BLOCK) << 16;
    let places =
        wrong.into_iter().enumerate().map(|(number, it)| place(number) + far(wrong_at(it)));
    places.fold(src.len(), usize::min)
}

/// Whether text of one to four blocks is ASCII.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn is_ascii(src: &[u8]) -> bool {
    let mut any = load(src, src.len() - BLOCK);
    let mut at = 0;
    while at + BLOCK < src.len() {
        any = _mm512_or_si512(any, load(src, at));
        at += BLOCK;
    }
    _mm512_movepi8_mask(any) == 0
}

/// The first place of `src`, which is longer than a block, at which something shows as wrong; its
/// length if nothing does. Text in memory (`FROM_MEMORY`) takes another way than text in a cache.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn first_wrong<const FROM_MEMORY: bool>(src: &[u8]) -> usize {
    let checker = Checker::new();
    let first = load(src, 0);
    let wrong = wrong_at(checker.wrong(first, predecessors(first)));
    if wrong < BLOCK {
        return wrong;
    }
    let mut at = second_block(src);
    if FROM_MEMORY {
        let wrong = wrong_at(wrong_in::<false>(checker, src, at));
        if wrong < BLOCK {
            return at + wrong;
        }
        // Still at the start of a line, and with room for what is before.
        at += BLOCK;
    }
    let lead = lead(FROM_MEMORY);
    while let Some(window) = src[at - lead..].get(..lead + STEP) {
        let blocks: [__m512i; 4] = core::array::from_fn(|n| load(window, lead + n * BLOCK));
        if FROM_MEMORY {
            for line in 0..STEP / BLOCK {
                ahead(src, at + line * BLOCK);
            }
        }
        if _mm512_movepi8_mask(or(blocks)) == 0 {
            if window[lead - 1] >= 0x80 && start_of(src, at) != at {
                return at;
            }
        } else {
            let wrong: [__m512i; 4] = core::array::from_fn(|n| {
                wrong_in::<FROM_MEMORY>(checker, window, lead + n * BLOCK)
            });
            let any = or(wrong);
            if _mm512_test_epi8_mask(any, any) != 0 {
                return at + first_of(wrong);
            }
        }
        at += STEP;
    }
    // One block less than there are, lest a text of whole blocks take another way than its like.
    while src.len() - at > BLOCK {
        let wrong = wrong_at(wrong_in::<false>(checker, src, at));
        if wrong < BLOCK {
            return at + wrong;
        }
        at += BLOCK;
    }
    at + wrong_at(wrong_in_tail(checker, src, at)).min(src.len() - at)
}

/// Where the second block of `src` begins: at the next multiple of a block in memory, so that loads
/// do not straddle cache lines, if the text is long enough to gain from it.
#[inline]
fn second_block(src: &[u8]) -> usize {
    const LONG: usize = 512;
    let aligned = BLOCK - src.as_ptr().addr() % BLOCK;
    if src.len() >= LONG && aligned >= 3 { aligned } else { BLOCK }
}

/// What is wrong in the block of `window` at `at`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn wrong_in<const FROM_MEMORY: bool>(
    checker: Checker,
    window: &[u8],
    at: usize,
) -> __m512i {
    let block = load(window, at);
    let before = if FROM_MEMORY {
        let earlier = load(window, at - LEAD);
        [
            _mm512_alignr_epi8::<15>(block, earlier),
            _mm512_alignr_epi8::<14>(block, earlier),
            _mm512_alignr_epi8::<13>(block, earlier),
        ]
    } else {
        [load(window, at - 1), load(window, at - 2), load(window, at - 3)]
    };
    checker.wrong(block, before)
}

/// What is wrong in less than a block at the end of `src`, from `at` on. Zeros behind it show what is
/// incomplete.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn wrong_in_tail(checker: Checker, src: &[u8], at: usize) -> __m512i {
    let from = |at: usize| load_short(&src[at..src.len().min(at + BLOCK)]);
    checker.wrong(from(at), [from(at - 1), from(at - 2), from(at - 3)])
}

/// The predecessors of the octets of a first block: zeros come before the text.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn predecessors(block: __m512i) -> [__m512i; 3] {
    [behind::<1>(block), behind::<2>(block), behind::<3>(block)]
}

/// The first lane that is not 0; [`BLOCK`] if all are.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn wrong_at(wrong: __m512i) -> usize {
    _mm512_test_epi8_mask(wrong, wrong).trailing_zeros() as usize
}

/// The first lane of four blocks that is not 0.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn first_of(wrong: [__m512i; 4]) -> usize {
    let mut before = 0;
    for block in wrong {
        let at = wrong_at(block);
        if at < BLOCK {
            return before + at;
        }
        before += BLOCK;
    }
    before
}

#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn or([a, b, c, d]: [__m512i; 4]) -> __m512i {
    _mm512_or_si512(_mm512_or_si512(a, b), _mm512_or_si512(c, d))
}
