//! UTF-8 validation: ten operations for 64 octets of any text.
//!
//! The idea is Keiser and Lemire's: three table look-ups, by the high and the low bits of an octet's
//! predecessor and by the high bits of the octet itself, whose common bits say what is wrong with the
//! pair; continuations that a lead two or three octets before requires are compared with that. Here
//!
//! - a byte permute takes six bits of an index and ignores two, so an index needs a shift at most, and
//!   no mask: what a 16-bit shift brings in from the neighbour falls on ignored bits;
//! - predecessors are loaded again, one to three octets earlier, instead of being shuffled out of two
//!   registers: a block depends on memory only, so blocks may overlap, and the last ones end with the
//!   text. For the first block they are shuffled, for a short call waits for loads, those of tables among them;
//! - text is tested for ASCII 256 octets at a time, and only the octet before the test can then be the
//!   end of something incomplete: mixed text always takes the general path, without mispredictions. Where few
//!   octets are beyond ASCII, each half is tested again;
//! - text that is too long for a cache has its predecessors shuffled all the same, out of one load
//!   [`LEAD`] octets earlier: a core waits for memory with so many loads at a time, and each that asks
//!   for a line that is not there yet is one of them. In a cache the loads are faster.
//!
//! Why it is right: every ill-formed sequence shows as an error at its second octet or later, or is
//! an octet that may follow nothing; [`start_of`] goes back from the first error to where the
//! well-formed text ends. Cost: 4 operations on port 0, 3 on port 5, 3 on either, for 64 octets.

use core::{arch::x86_64::*, hint::select_unpredictable};

use super::{
    memory::{FAR, ahead},
    vector::{BLOCK, Opaque, all, load, load_short, table, union},
};
use crate::simd::pairs8::{self, first_low, octets_open, second_high, start_of};

/// The tables, for indices of six bits. Each is a cache line: a load that straddles two counts twice, and to
/// load these is half of the work of a short call.
#[repr(align(64))]
struct Tables {
    first_high: [u8; BLOCK],
    first_low: [u8; BLOCK],
    second_high: [u8; BLOCK],
    /// The greatest octets of a block behind which nothing is open.
    last: [u8; BLOCK],
}

static TABLES: Tables = {
    let mut tables = Tables {
        first_high: [0; BLOCK],
        first_low: [0; BLOCK],
        second_high: [0; BLOCK],
        last: [0xFF; BLOCK],
    };
    let mut at = 0;
    while at < BLOCK {
        tables.first_high[at] = pairs8::first_high(at >> 2);
        tables.first_low[at] = first_low(at & 15);
        tables.second_high[at] = second_high(at >> 2);
        at += 1;
    }
    tables.last[BLOCK - 3] = 0xEF;
    tables.last[BLOCK - 2] = 0xDF;
    tables.last[BLOCK - 1] = 0xBF;
    tables
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
            first_high: table(&TABLES.first_high),
            first_low: table(&TABLES.first_low),
            second_high: table(&TABLES.second_high),
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

/// [`Kernels::validate`](crate::simd::Kernels::validate) for UTF-8. What needs more registers than a caller leaves to
/// it is out of line.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn validate(src: &[u8]) -> usize {
    if src.len() <= BLOCK {
        validate_short(src)
    } else if src.len() <= TWO {
        validate_brief::<2>(src)
    } else if src.len() <= STEP {
        validate_brief::<4>(src)
    } else if src.len() < FAR {
        validate_long::<false>(src)
    } else {
        validate_long::<true>(src)
    }
}

/// Octets in two blocks.
const TWO: usize = 2 * BLOCK;

/// [`validate`] of a part of a text that is in memory.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn validate_from_memory(src: &[u8]) -> usize {
    if src.len() <= 2 * BLOCK + STEP {
        return validate(src);
    }
    validate_long::<true>(src)
}

/// [`validate`] of text that is longer than `FIRST` octets by some that do not make a block with those before.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[cold]
#[inline(never)]
fn validate_behind<const FIRST: usize>(src: &[u8]) -> usize {
    let right = validate(&src[..FIRST]);
    let rest = &src[right..];
    right + validate_short(&rest[..rest.len().min(BLOCK)])
}

/// [`validate`] of longer text.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn validate_long<const FROM_MEMORY: bool>(src: &[u8]) -> usize {
    if src.len() < STEP + LEAD {
        return validate_behind::<STEP>(src);
    }
    start_of(src, first_wrong::<FROM_MEMORY>(src))
}

/// Octets that are tested for ASCII at once.
const STEP: usize = 4 * BLOCK;

/// So many lanes with octets beyond ASCII are few enough to be of one half of a step. With twice as many English gained 2 %
/// more, but mixed text of 1 MiB lost a sixth.
const SPARSE: u32 = 8;

/// Octets before a window of blocks: all of a lane of a register, for shuffles stay within one.
const LEAD: usize = 16;

/// Octets before a block that [`wrong_in`] looks at.
pub(super) const fn lead(from_memory: bool) -> usize {
    if from_memory { LEAD } else { 3 }
}

/// Whether `octet` may lead a character beyond ASCII.
#[inline]
fn is_lead(octet: u8) -> bool {
    matches!(octet, 0xC2..=0xF4)
}

/// Text of at most a block.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn validate_short(src: &[u8]) -> usize {
    let block = load_short(src);
    let high = _mm512_movepi8_mask(block);
    if high == 0 {
        return src.len();
    }
    // What begins nothing is told at once.
    let first = high.trailing_zeros() as usize;
    if !src.get(first).is_some_and(|&octet| is_lead(octet)) {
        return first;
    }
    let [wrong, wrong_or_open] = wrong_in_short(block);
    if wrong_at(wrong_or_open) == BLOCK {
        return src.len();
    }
    // Not 0, for there is a lead before.
    let at = wrong_at(wrong).min(src.len());
    let leads = |lead: u8| _mm512_cmpge_epu8_mask(block, all(lead)) << ((BLOCK - at) % BLOCK);
    let [one, two, three] =
        [leads(0xC0), leads(0xE0) << 1, leads(0xF0) << 2].map(|it| it >> 63 == 1);
    at - octets_open(one, two, three)
}

/// What is wrong in the block that a text is, and that or what is incomplete at its end: the zeros behind the text show that,
/// or its last lanes do.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn wrong_in_short(block: __m512i) -> [__m512i; 2] {
    let wrong = Checker::new().wrong(block, predecessors(block));
    let open = _mm512_subs_epu8(block, table(&TABLES.last));
    [wrong, _mm512_or_si512(wrong, open)]
}

/// The block that `src` is, at most one, if that is well-formed.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn valid_block(src: &[u8]) -> Option<__m512i> {
    let block = load_short(src);
    let valid = _mm512_movepi8_mask(block) == 0 || wrong_at(wrong_in_short(block)[1]) == BLOCK;
    valid.then_some(block)
}

/// A place up to which `src`, longer than a block and at most four, is well-formed, but for a character that goes on there; `None`
/// if all of it is. As [`validate`], but no branch depends on where the error is.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn damaged_from(src: &[u8]) -> Option<usize> {
    if src.len() <= TWO { damaged_from_brief::<2>(src) } else { damaged_from_brief::<4>(src) }
}

/// [`damaged_from`] of `N` blocks as [`blocks_of`] has them.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn damaged_from_brief<const N: usize>(src: &[u8]) -> Option<usize> {
    if lanes_beyond_ascii(&blocks_of::<N>(src)) == 0 {
        return None;
    }
    if src.len() < BLOCK + 3 {
        let valid = validate_behind::<BLOCK>(src);
        return (valid < src.len()).then_some(valid);
    }
    let wrong = wrong_in_brief::<N>(src);
    if wrong_at(union(&wrong)) == BLOCK && start_of(src, src.len()) == src.len() {
        return None;
    }
    // An error shows three octets behind its first at most.
    Some(first_of(src, &wrong).saturating_sub(3))
}

/// Where the block of this number begins in `src`, which is longer than a block: the last ones end with the text, and may
/// overlap.
#[inline]
fn place(src: &[u8], number: usize) -> usize {
    (number * BLOCK).min(src.len() - BLOCK)
}

/// The blocks of `src`, which is longer than half of so many, and than one.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn blocks_of<const N: usize>(src: &[u8]) -> [__m512i; N] {
    let mut blocks = [all(0); N];
    for (number, block) in blocks.iter_mut().enumerate() {
        *block = load(src, place(src, number));
    }
    blocks
}

/// The lanes in which any of `blocks` has an octet beyond ASCII.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn lanes_beyond_ascii<const N: usize>(blocks: &[__m512i; N]) -> u64 {
    _mm512_movepi8_mask(union(blocks))
}

/// [`validate`] of `N` blocks as [`blocks_of`] has them.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn validate_brief<const N: usize>(src: &[u8]) -> usize {
    let blocks = blocks_of::<N>(src);
    let lanes = lanes_beyond_ascii(&blocks);
    if lanes == 0 {
        return src.len();
    }
    // An octet without a neighbour is no character, whatever it is. Well-formed text never gets here.
    if is_lone(lanes) {
        return first_beyond_ascii(src, &blocks);
    }
    // The last block needs three octets before it.
    if src.len() < BLOCK + 3 {
        return validate_behind::<BLOCK>(src);
    }
    start_of(src, first_wrong_of::<N>(src))
}

/// Whether of `lanes`, which are some, there is but one.
#[inline]
fn is_lone(lanes: u64) -> bool {
    lanes & (lanes - 1) == 0
}

/// The first octet of `src` that is not ASCII, if there is one; `blocks` are those of [`blocks_of`]. Without a branch,
/// for where that stands cannot be predicted.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn first_beyond_ascii<const N: usize>(src: &[u8], blocks: &[__m512i; N]) -> usize {
    let mut first = 0;
    for number in (0..N).rev() {
        let high = _mm512_movepi8_mask(blocks[number]);
        let place = place(src, number) + high.trailing_zeros() as usize;
        first = select_unpredictable(high == 0, first, place);
    }
    first
}

/// The first place of `src`, as [`validate_brief`] takes it, at which something shows as wrong; its length if nothing
/// does.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn first_wrong_of<const N: usize>(src: &[u8]) -> usize {
    let wrong = wrong_in_brief::<N>(src);
    if wrong_at(union(&wrong)) == BLOCK { src.len() } else { first_of(src, &wrong) }
}

/// What is wrong in each block of `src`, as [`validate_brief`] takes it.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn wrong_in_brief<const N: usize>(src: &[u8]) -> [__m512i; N] {
    let checker = Checker::new();
    let first = load(src, 0);
    let mut wrong = [checker.wrong(first, predecessors(first)); N];
    for (number, wrong) in wrong.iter_mut().enumerate().skip(1) {
        *wrong = if N > 2 {
            wrong_in::<true>(checker, src, place(src, number))
        } else {
            wrong_in::<false>(checker, src, place(src, number))
        };
    }
    wrong
}

/// The first octet of `src` of whose lane `blocks`, which are where [`place`] says, are not 0; its length if there is none.
/// Without a branch, for where that is cannot be predicted.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn first_of<const N: usize>(src: &[u8], blocks: &[__m512i; N]) -> usize {
    let mut first = src.len();
    for number in (0..N).rev() {
        let lanes = _mm512_test_epi8_mask(blocks[number], blocks[number]);
        let at = place(src, number) + lanes.trailing_zeros() as usize;
        first = select_unpredictable(lanes == 0, first, at);
    }
    first
}

/// The first place of `src`, which is longer than a step and a lane, at which something shows as wrong; its
/// length if nothing does. Text in memory (`FROM_MEMORY`) takes another way than text in a cache.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn first_wrong<const FROM_MEMORY: bool>(src: &[u8]) -> usize {
    let checker = Checker::new();
    let first = load(src, 0);
    if _mm512_movepi8_mask(first) != 0 {
        let wrong = wrong_at(checker.wrong(first, predecessors(first)));
        if wrong < BLOCK {
            return wrong;
        }
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
    let last = src.len() - STEP;
    let lead = lead(FROM_MEMORY);
    while at < src.len() {
        // The last step ends with the text, and overlaps the one before.
        at = at.min(last);
        let window = &src[at - lead..][..lead + STEP];
        let (before, step) = window.split_at(lead);
        if FROM_MEMORY {
            ask_ahead(step);
        }
        let blocks = blocks_of::<4>(step);
        let lanes = lanes_beyond_ascii(&blocks);
        if lanes == 0 {
            if before[lead - 1] >= 0x80 && start_of(src, at) != at {
                return at;
            }
            at += STEP;
            at += ascii_steps::<FROM_MEMORY>(&src[at..]);
            continue;
        }
        // As in a short text, unless it is of a character that begins before the step or ends behind it.
        if is_lone(lanes) && before[lead - 1] < 0x80 && step[STEP - 1] < 0x80 {
            return at + first_beyond_ascii(step, &blocks);
        }
        if lanes.count_ones() <= SPARSE {
            if let Some(wrong) = wrong_in_halves::<FROM_MEMORY>(checker, src, at) {
                return wrong;
            }
        } else if let Some(wrong) = wrong_in_blocks::<4, FROM_MEMORY>(checker, window) {
            return at + wrong;
        }
        at += STEP;
    }
    src.len()
}

/// The first place in the step of `src` at `at` at which something shows as wrong: half of such a step is ASCII more often
/// than not, and to check it takes more than to test it.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn wrong_in_halves<const FROM_MEMORY: bool>(
    checker: Checker,
    src: &[u8],
    at: usize,
) -> Option<usize> {
    let lead = lead(FROM_MEMORY);
    for half in [at, at + TWO] {
        let window = &src[half - lead..][..lead + TWO];
        if lanes_beyond_ascii(&blocks_of::<2>(&window[lead..])) == 0 {
            if window[lead - 1] >= 0x80 && start_of(src, half) != half {
                return Some(half);
            }
        } else if let Some(wrong) = wrong_in_blocks::<2, FROM_MEMORY>(checker, window) {
            return Some(half + wrong);
        }
    }
    None
}

/// Asks for the lines of memory some way behind `step`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn ask_ahead(step: &[u8]) {
    for line in 0..STEP / BLOCK {
        ahead(step, line * BLOCK);
    }
}

/// How many octets of `src` are whole steps of ASCII.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn ascii_steps<const FROM_MEMORY: bool>(src: &[u8]) -> usize {
    let (steps, _) = src.as_chunks::<STEP>();
    let mut at = 0;
    for step in steps {
        if FROM_MEMORY {
            ask_ahead(step);
        }
        if lanes_beyond_ascii(&blocks_of::<4>(step)) != 0 {
            break;
        }
        at += STEP;
    }
    at
}

/// The first place in the `N` blocks behind the lead of `window` at which something shows as wrong.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn wrong_in_blocks<const N: usize, const FROM_MEMORY: bool>(
    checker: Checker,
    window: &[u8],
) -> Option<usize> {
    let lead = lead(FROM_MEMORY);
    let mut wrong = [all(0); N];
    for (number, wrong) in wrong.iter_mut().enumerate() {
        *wrong = wrong_in::<FROM_MEMORY>(checker, window, lead + number * BLOCK);
    }
    (wrong_at(union(&wrong)) < BLOCK).then(|| first_of(&window[lead..], &wrong))
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

/// The predecessors of the octets of a first block: zeros come before the text. They are four shuffles and no
/// table, for what a short call waits for is loads.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn predecessors(block: __m512i) -> [__m512i; 3] {
    let earlier = _mm512_alignr_epi64::<6>(block, _mm512_setzero_si512());
    [
        _mm512_alignr_epi8::<15>(block, earlier),
        _mm512_alignr_epi8::<14>(block, earlier),
        _mm512_alignr_epi8::<13>(block, earlier),
    ]
}

/// The first lane that is not 0; [`BLOCK`] if all are.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn wrong_at(wrong: __m512i) -> usize {
    _mm512_test_epi8_mask(wrong, wrong).trailing_zeros() as usize
}
