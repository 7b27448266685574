//! Validates UTF-8, with ten operations per 64 bytes of any text.
//!
//! The idea is Keiser and Lemire's. There are three table look-ups: by the high and the low bits of
//! the byte before, and by the high bits of the byte itself. The bits that all three have in common
//! are the errors of the pair. They are compared with the continuations that a lead two or three
//! bytes earlier requires. Specific to this set:
//!
//! - A byte permute uses six bits of an index and ignores two. So an index needs at most a shift
//!   and no mask: the bits that a 16-bit shift brings in from the neighbour are ignored.
//! - Predecessors are loaded again, one to three bytes earlier. So a block depends only on memory,
//!   blocks may overlap, and the last ones end with the text. All these loads straddle cache lines.
//! - If such loads cost more than they save, double words are shifted instead, with the bytes of
//!   one load [`LEAD`](check::LEAD) bytes earlier. In the first block, this is so because a short
//!   call waits for loads, including those of tables. The same holds for texts of three and four
//!   blocks. On machines for which [`straddling_loads_cost`] returns `true`, it holds for texts of
//!   up to 4 KiB.
//! - Text that is larger than the caches has its predecessors shifted on all machines. A core can
//!   wait for a limited number of loads from memory at a time, and each load of a missing line
//!   counts.
//! - Text is tested for ASCII 256 bytes at a time. If the test succeeds, only the byte before it
//!   can be the end of an incomplete sequence. Mixed text always uses the general code, without
//!   mispredictions. If only a few bytes are beyond ASCII, each half is tested again.
//!
//! Correctness: every ill-formed sequence shows as an error at its second byte or later, or is a
//! byte that may not follow anything. [`start_of`](crate::simd::shared::utf8_errors::start_of) goes
//! back from the first error to the end of the well-formed text. Cost, for 64 bytes: 4 operations
//! on port 0, 3 on port 5, and 3 on either.

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

/// Implements [`Validate`](crate::simd::shared::kernel::Validate) for UTF-8. Code that needs more
/// registers than a caller leaves to it is not inlined.
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

/// Implements [`validate`] for a part of a text that is in memory.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn validate_from_memory(src: &[u8]) -> usize {
    if src.len() <= 2 * BLOCK + STEP {
        return validate(src);
    }
    validate_long::<FROM_MEMORY>(src)
}

/// The number of bytes from which on a text gains from reading whole cache lines.
const MIDDLE: usize = 4096;

/// The number of bytes in two blocks.
const TWO: usize = 2 * BLOCK;

/// The number of bytes that are tested for ASCII at once.
const STEP: usize = 4 * BLOCK;

/// Implements [`validate`] for texts that are longer than `FIRST` bytes by too few bytes for a
/// block with its predecessors.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[cold]
#[inline(never)]
fn validate_in_parts<const FIRST: usize>(src: &[u8]) -> usize {
    let right = validate(&src[..FIRST]);
    let rest = &src[right..];
    right + validate_short(&rest[..rest.len().min(BLOCK)])
}
