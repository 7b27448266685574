//! UTF-8 validation: ten operations for 64 bytes of any text.
//!
//! The idea is Keiser and Lemire's: three table look-ups, by the high and the low bits of a
//! byte's predecessor and by the high bits of the byte itself, whose common bits say what is
//! wrong with the pair; continuations that a lead two or three bytes before requires are compared
//! with that. Here
//!
//! - a byte permute takes six bits of an index and ignores two, so an index needs a shift at most, and
//!   no mask: what a 16-bit shift brings in from the neighbour falls on ignored bits;
//! - predecessors are loaded again, one to three bytes earlier: a block depends on memory only, so
//!   blocks may overlap, and the last ones end with the text. All these loads straddle cache lines. Where
//!   that costs more than it saves, doublewords are shifted instead, with what one load
//!   [`LEAD`](check::LEAD) bytes earlier brings: in the first block, for a short call waits for loads, those of
//!   tables among them, in text of three and four blocks, and in up to 4 KiB on machines of which
//!   [`straddling_loads_cost`] holds;
//! - text is tested for ASCII 256 bytes at a time, and only the byte before the test can then be the
//!   end of something incomplete: mixed text always takes the general path, without mispredictions. Where few
//!   bytes are beyond ASCII, each half is tested again;
//! - text that is too long for a cache has its predecessors shifted on all machines: a core waits for
//!   memory with so many loads at a time, and each that asks for a line that is not there yet is one of
//!   them.
//!
//! Why it is right: every ill-formed sequence shows as an error at its second byte or later, or is
//! a byte that may follow nothing; [`start_of`](crate::simd::shared::utf8_errors::start_of) goes back from the
//! first error to where the well-formed text ends. Cost: 4 operations on port 0, 3 on port 5, 3 on
//! either, for 64 bytes.

mod brief;
mod check;
mod long;

pub(in crate::simd) use crate::simd::x86_64::avx512::validate::utf8::brief::{
    damaged_from, valid_block,
};
pub(in crate::simd) use crate::simd::x86_64::avx512::validate::utf8::check::{
    Checker, FROM_MEMORY, LOADED, SHIFTED, lead, open, predecessors, wrong_at, wrong_in,
};

use crate::simd::x86_64::avx512::{
    memory::{ahead::FAR, machine::straddling_loads_cost},
    registers::BLOCK,
    validate::utf8::{
        brief::{validate_brief, validate_short},
        long::validate_long,
    },
};

/// [`Validate`](crate::simd::shared::kernel::Validate) for UTF-8. What needs more registers than
/// a caller leaves to it is out of line.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn validate(src: &[u8]) -> usize {
    if src.len() <= BLOCK {
        validate_short(src)
    } else if src.len() <= TWO {
        validate_brief::<2>(src)
    } else if src.len() <= STEP {
        validate_brief::<4>(src)
    } else if src.len() < MIDDLE && straddling_loads_cost() {
        validate_long::<SHIFTED>(src)
    } else if src.len() < FAR {
        validate_long::<LOADED>(src)
    } else {
        validate_long::<FROM_MEMORY>(src)
    }
}

/// [`validate`] of a part of a text that is in memory.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn validate_from_memory(src: &[u8]) -> usize {
    if src.len() <= 2 * BLOCK + STEP {
        return validate(src);
    }
    validate_long::<FROM_MEMORY>(src)
}

/// Text that is not shorter is read from line to line for long enough to gain from it.
const MIDDLE: usize = 4096;

/// Bytes in two blocks.
const TWO: usize = 2 * BLOCK;

/// Bytes that are tested for ASCII at once.
const STEP: usize = 4 * BLOCK;

/// [`validate`] of text that is longer than `FIRST` bytes by some that do not make a block with
/// those before.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[cold]
#[inline(never)]
fn validate_behind<const FIRST: usize>(src: &[u8]) -> usize {
    let right = validate(&src[..FIRST]);
    let rest = &src[right..];
    right + validate_short(&rest[..rest.len().min(BLOCK)])
}
