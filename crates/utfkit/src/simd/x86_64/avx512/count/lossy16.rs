//! Measures any UTF-16 in each UTF, with U+FFFD for each unpaired surrogate.
//!
//! [`length`] treats each surrogate as half of a pair. The same loop also compares the positions of
//! low surrogates with the positions one after high surrogates. A surrogate is unpaired where the
//! two differ; where they agree, there is one character of two units. Steps without surrogates are
//! recognized by their high bytes, and add nothing to either count.
//!
//! Correctness: a high surrogate is unpaired exactly if no low one follows it, and a low one if no
//! high one is before it. So each unpaired surrogate is one position where one of the two is
//! expected and the other found, and no position stands for two surrogates. The position after the
//! last unit counts, too: there is no low surrogate there. An unpaired surrogate takes three bytes
//! in UTF-8, and half of a pair takes two. Cost per 256 bytes: that of the length, plus 8
//! operations. With surrogates, 10 more, 6 of them on port 5.

use core::arch::x86_64::*;

use crate::{
    LossyLength,
    simd::{
        Form,
        x86_64::avx512::{
            count::{
                length::{self, AddedToUtf16},
                tally::{Tally, before_line},
            },
            memory::ahead::{FAR, out_of_line, prefetch},
            registers::{
                BLOCK, load_all, load_short,
                units16::{Surrogates, any_surrogate, with},
            },
        },
    },
};

/// Implements [`LengthLossy`](crate::simd::shared::kernel::LengthLossy) from UTF-16 to the form
/// `TO`.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn measure<const BIG: bool, const TO: u8>(src: &[u8]) -> LossyLength {
    if src.len() <= BLOCK && src.len().is_multiple_of(2) {
        return short::<BIG, TO>(src);
    }
    any::<BIG, TO>(src)
}

/// Implements [`measure`] for longer texts and for texts with an odd byte. It is a separate
/// function, so that short calls do not save registers for it.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn any<const BIG: bool, const TO: u8>(src: &[u8]) -> LossyLength {
    let whole = &src[..src.len() & !1];
    let mut length = if whole.len() <= BLOCK {
        short::<BIG, TO>(whole)
    } else if whole.len() < FAR {
        long::<BIG, TO, false>(whole)
    } else {
        out_of_line(|| long::<BIG, TO, true>(whole))
    };
    length.add_incomplete(Form::ALL[TO as usize], &src[whole.len()..]);
    length
}

/// Implements [`measure`] for at most one block.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn short<const BIG: bool, const TO: u8>(src: &[u8]) -> LossyLength {
    let block = load_short(src);
    let surrogates = Surrogates::of_block::<BIG>(block);
    // The zeros after the text are not low surrogates.
    let replaced = surrogates.wrong(0).count_ones() as usize;
    let units = src.len() / 2;
    let units = match TO {
        length::UTF8 => {
            let two = with::<BIG>(block, 0xFF80).count_ones() as usize;
            let three = with::<BIG>(block, 0xF800).count_ones() as usize;
            units + two + three + replaced - surrogates.count()
        }
        length::UTF16_LE | length::UTF16_BE => units,
        _ => units - (surrogates.count() - replaced) / 2,
    };
    LossyLength { units, replaced }
}

/// The number of units in two blocks.
const IN_TWO: usize = BLOCK;

/// The number of bytes in a step.
const STEP: usize = 4 * BLOCK;

/// Loads the blocks of at most one step, followed by zeros.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn blocks_of(src: &[u8]) -> [__m512i; 4] {
    let block = |at: usize| load_short(&src[at.min(src.len())..(at + BLOCK).min(src.len())]);
    [block(0), block(BLOCK), block(2 * BLOCK), block(3 * BLOCK)]
}

/// Implements [`measure`] for longer texts.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn long<const BIG: bool, const TO: u8, const FROM_MEMORY: bool>(src: &[u8]) -> LossyLength {
    let mut sum = Sum::<BIG, TO>::new();
    if src.len() <= STEP {
        // There is no test for surrogates, because it would be unpredictable.
        let blocks = blocks_of(src);
        if TO == length::UTF8 {
            sum.added.add(&mut sum.tally, blocks);
        }
        sum.pair_all_up(blocks, src.len() / 2);
        return sum.length(src.len() / 2);
    }
    let (head, rest) = src.split_at(before_line::<2>(src));
    if !head.is_empty() {
        let zero = _mm512_setzero_si512();
        sum.add([load_short(head), zero, zero, zero], head.len() / 2);
    }
    let (steps, tail) = rest.as_chunks::<STEP>();
    for step in steps {
        if FROM_MEMORY {
            prefetch(step);
        }
        sum.add(load_all(step), STEP / 2);
    }
    if !tail.is_empty() {
        sum.add(blocks_of(tail), tail.len() / 2);
    }
    sum.length(src.len() / 2)
}

/// A measurement in progress, of text in consecutive steps of four blocks.
struct Sum<const BIG: bool, const TO: u8> {
    added: AddedToUtf16<BIG>,
    tally: Tally,
    alone: usize,
    pairs: usize,
    /// Is 1 if the last unit was a high surrogate.
    open: u64,
}

impl<const BIG: bool, const TO: u8> Sum<BIG, TO> {
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn new() -> Self {
        Self { added: AddedToUtf16::new(), tally: Tally::new(), alone: 0, pairs: 0, open: 0 }
    }

    /// Adds the first `units` of `blocks`. Zeros follow them.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn add(&mut self, blocks: [__m512i; 4], units: usize) {
        if TO == length::UTF8 {
            self.added.add(&mut self.tally, blocks);
        }
        if self.open == 1 || any_surrogate::<BIG, 4>(&blocks) {
            self.pair_all_up(blocks, units);
        }
    }

    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn pair_all_up(&mut self, [a, b, c, d]: [__m512i; 4], units: usize) {
        self.pair_up([a, b], units.min(IN_TWO));
        if units > IN_TWO {
            self.pair_up([c, d], units - IN_TWO);
        }
    }

    /// Counts surrogates among the first `units` of two blocks: at least one unit, at most 64.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn pair_up(&mut self, blocks: [__m512i; 2], units: usize) {
        let surrogates = Surrogates::of_blocks::<BIG>(blocks);
        let alone = _bzhi_u64(surrogates.wrong(self.open), units as u32);
        self.alone += alone.count_ones() as usize;
        self.pairs += surrogates.pairs(self.open).count_ones() as usize;
        self.open = surrogates.highs >> (units - 1) & 1;
    }

    /// Returns the length of a text of this number of units.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    fn length(&self, units: usize) -> LossyLength {
        let replaced = self.alone + self.open as usize;
        let units = match TO {
            length::UTF8 => units + self.tally.total() + replaced,
            length::UTF16_LE | length::UTF16_BE => units,
            _ => units - self.pairs,
        };
        LossyLength { units, replaced }
    }
}
