//! Converts ISO-8859-1 to UTF-8 and back.
//!
//! ASCII is the same in both, and is copied. Long text is tested for ASCII 256 bytes at a time, so
//! that single letters of the upper half do not cause repeated mispredictions. All other text is
//! converted in blocks; each direction has its own file.
//!
//! Correctness: a step is stored only if no byte of it has its highest bit set, and it begins only
//! where no lead is open. Cost, for 256 bytes of ASCII: 4 loads, 4 stores, and 4 operations, none
//! of them on port 5.
//!
//! Tried: tests of 128 bytes are a tenth faster if the branch predictor has learned the text, and a
//! quarter slower if it has not.

pub(in crate::simd) mod single;
mod to_utf8;

pub(in crate::simd) use crate::simd::x86_64::avx512::from_latin1::to_utf8::to_utf8;
pub(in crate::simd) use crate::simd::x86_64::avx512::from8::to_latin1::from_utf8;

use core::{arch::x86_64::*, mem::MaybeUninit};

use crate::simd::{
    Progress,
    x86_64::avx512::{
        memory::{cursor::Run, non_temporal as past},
        registers::{BLOCK, load_all, store, union},
    },
};

/// The number of bytes that are tested for ASCII at once.
pub(in crate::simd) const STEP: usize = 4 * BLOCK;

/// The code for both directions.
impl Run<'_> {
    /// Converts 256 bytes of ASCII, without the last `beyond_line` bytes, so that the next store is
    /// aligned. Returns `false` if there are none, or no room.
    #[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(in crate::simd) fn ascii_step(&mut self, beyond_line: usize) -> bool {
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
        self.advance(STEP - beyond_line, STEP - beyond_line);
        true
    }
}

/// Converts text that is larger than the caches; `near` converts the parts that are not ASCII.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[cold]
pub(in crate::simd) fn far(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    near: impl Fn(&[u8], &mut [MaybeUninit<u8>]) -> Progress,
) -> Progress {
    let ascii = |blocks| (_mm512_movepi8_mask(union::<4>(&blocks)) == 0).then_some(blocks);
    past::convert(src, dst, 1, ascii, |src, len, dst| near(&src[..len], dst))
}

/// Stores `block` in `room` at `at`, which is less than `N` minus a block. The code makes this
/// visible to the compiler.
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(in crate::simd) fn store_within<const N: usize>(
    room: &mut [MaybeUninit<u8>; N],
    at: usize,
    block: __m512i,
) {
    const { assert!((N - BLOCK).is_power_of_two()) };
    store(room, at & (N - BLOCK - 1), block);
}
