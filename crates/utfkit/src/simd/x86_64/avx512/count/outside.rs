//! How far text goes without code units of some ranges: as elsewhere, in registers of this set.

use crate::simd::{
    generic::vector::Text,
    shared::{spans as outside, spans::Range},
};

/// [`Outside`](crate::simd::row::Outside).
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(in crate::simd) fn outside<F: Text>(src: &[u8], ranges: &[Range]) -> usize {
    outside::outside::<F>(src, ranges)
}
