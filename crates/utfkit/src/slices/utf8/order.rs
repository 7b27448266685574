//! Comparison in code point order.

use core::cmp::Ordering;

/// Compares `a` and `b` in code point order.
///
/// For UTF-8, this is the order of bytes (RFC 3629 section 1), which is total even for ill-formed
/// text. [`utf16::compare`](crate::utf16::compare) and [`utf32::compare`](crate::utf32::compare)
/// return the same for the same well-formed text.
///
/// ```
/// use std::cmp::Ordering;
/// use utfkit::utf8;
/// assert_eq!(utf8::compare("\u{FF5E}".as_bytes(), "\u{1F600}".as_bytes()), Ordering::Less);
/// ```
#[must_use]
pub fn compare(a: &[u8], b: &[u8]) -> Ordering {
    a.cmp(b)
}
