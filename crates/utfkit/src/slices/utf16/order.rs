//! Comparison in code point order.

use core::cmp::Ordering;

use super::Units;
use crate::form::order;

/// Compares `a` and `b` in code point order, the order of the same text in UTF-8 and UTF-32.
///
/// The two texts may have different byte orders.
///
/// This is not the order of code units, in which U+1F600 comes before U+FF5E. The reason is that
/// the surrogates D800..DFFF are less than FF5E (RFC 3629 section 1).
///
/// The order is total. A lone surrogate counts as the code point of its value: it is above U+D7FF
/// and below U+E000. A byte left over at the end is below all characters, but above the end of the
/// text.
///
/// ```
/// use std::cmp::Ordering;
/// use utfkit::utf16;
/// assert_eq!(utf16::compare(&[0xFF5E], &[0xD83D, 0xDE00]), Ordering::Less);
/// assert_eq!(utf16::compare(&[0xFF5E], &[0xD83D]), Ordering::Greater);
/// ```
#[must_use]
pub fn compare<'a, 'b>(a: impl Into<Units<'a, u16>>, b: impl Into<Units<'b, u16>>) -> Ordering {
    order::compare(a.into(), b.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Be, Le, testing};
    use std::vec::Vec;

    /// Returns code points, with lone surrogates as themselves. Their order is total.
    fn code_points(units: &[u16]) -> Vec<u32> {
        let decoded = char::decode_utf16(units.iter().copied());
        decoded.map(|c| c.map_or_else(|e| e.unpaired_surrogate().into(), u32::from)).collect()
    }

    #[test]
    fn the_order_of_units_is_that_of_their_code_points() {
        let mut all = Vec::new();
        let alphabet = [0x41, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF];
        testing::strings(&alphabet, 3, |units: &[u16]| all.push(units.to_vec()));
        let keys: Vec<_> = all.iter().map(|units| code_points(units)).collect();
        for (a, a_key) in all.iter().zip(&keys) {
            for (b, b_key) in all.iter().zip(&keys) {
                assert_eq!(compare(&a[..], &b[..]), a_key.cmp(b_key), "{a:X?} and {b:X?}");
            }
        }
    }

    #[test]
    fn byte_orders_mix_and_bytes_left_over_count() {
        let mut all = Vec::new();
        testing::strings(&[0x00, 0x41, 0xD8, 0xDC], 4, |bytes: &[u8]| all.push(bytes.to_vec()));
        // The order of keys: code points, then below them left-over bytes, and lowest the end.
        let key = |bytes: &Vec<u8>| -> Vec<u32> {
            let (units, left_over) = bytes.as_chunks();
            let units: Vec<_> = units.iter().map(|&unit| u16::from_be_bytes(unit)).collect();
            let code_points = code_points(&units).into_iter().map(|value| 0x100 + value);
            code_points.chain(left_over.iter().map(|&byte| byte.into())).collect()
        };
        let swap = |bytes: &Vec<u8>| -> Vec<u8> {
            bytes.chunks(2).flat_map(|unit| unit.iter().rev().copied()).collect()
        };
        for a in &all {
            for b in &all {
                let (expected, b_swapped) = (key(a).cmp(&key(b)), swap(b));
                assert_eq!(compare(Be(&a[..]), Be(&b[..])), expected, "{a:X?} and {b:X?}");
                assert_eq!(compare(Be(&a[..]), Le(&b_swapped[..])), expected, "{a:X?} and {b:X?}");
            }
        }
    }

    #[test]
    fn a_difference_after_a_block_decides() {
        let mut a = [0x61; 100];
        let mut b = a;
        (a[97], b[97]) = (0xD83D, 0xD83D);
        (a[98], b[98]) = (0xDE00, 0xE000);
        assert_eq!(compare(&a, &b), Ordering::Greater);
        assert_eq!(compare(&a, &a), Ordering::Equal);
    }
}
