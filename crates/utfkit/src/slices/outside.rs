//! The search for code units outside of ranges.

use crate::{
    form::{unit::Unit, units::Units},
    simd::{self, Range},
};

/// Returns the number of code units at the start of `text` that are in none of `ranges`.
///
/// Bytes at the end that do not fill a unit are not counted. Cost: one pass, at the speed of the
/// active kernels.
///
/// ```
/// use utfkit::units::{self, Range};
/// let controls = Range { first: 0, last: 0x1F };
/// assert_eq!(units::outside(b"plain\ttext", &[controls]), 5);
/// assert_eq!(units::outside(&[0x61_u16, 0x62], &[controls]), 2);
/// ```
#[inline]
#[must_use]
pub fn outside<'a, U: Unit>(text: impl Into<Units<'a, U>>, ranges: &[Range]) -> usize {
    let text = text.into();
    simd::active().outside(text.form(), text.bytes(), ranges) / size_of::<U>()
}
