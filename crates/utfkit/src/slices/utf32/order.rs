//! Comparison in code point order.

use core::cmp::Ordering;

use super::Units;
use crate::form::order;

/// Compares `a` and `b` in code point order, the order of the same text in UTF-8.
///
/// The two texts may have different byte orders.
///
/// The order is total: units that are not scalar values count as their values. Bytes left over at
/// the end are below all units, but above the end of the text.
///
/// ```
/// use std::cmp::Ordering;
/// use utfkit::{Be, utf32};
/// assert_eq!(utf32::compare(&[0xFF5E], &[0x1F600]), Ordering::Less);
/// assert_eq!(utf32::compare(&[0x61], Be(&b"\0\0\0a"[..])), Ordering::Equal);
/// ```
#[must_use]
pub fn compare<'a, 'b>(a: impl Into<Units<'a, u32>>, b: impl Into<Units<'b, u32>>) -> Ordering {
    order::compare(a.into(), b.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn the_order_is_that_of_the_units() {
        let mut all = std::vec::Vec::new();
        let alphabet = [0x41, 0xD800, 0xFFFF, 0x1_0000, 0x11_0000, u32::MAX];
        testing::strings(&alphabet, 3, |units: &[u32]| all.push(units.to_vec()));
        for a in &all {
            for b in &all {
                assert_eq!(compare(&a[..], &b[..]), a.cmp(b), "{a:X?} and {b:X?}");
            }
        }
    }
}
