//! Arithmetic of code points: surrogates, bytes of the 31-bit form, and `U+` notation.

use core::fmt;

/// U+FFFD REPLACEMENT CHARACTER.
#[doc(alias("U+FFFD", "replacement character"))]
pub const REPLACEMENT: u32 = 0xFFFD;
/// U+FEFF. As the first character of a stream, it is a byte order mark (BOM).
#[doc(alias("byte order mark", "U+FEFF", "ZWNBSP"))]
pub const BOM: u32 = 0xFEFF;
/// The greatest scalar value, U+10FFFF.
pub const MAX: u32 = 0x10_FFFF;

/// Returns `true` if `value` is a surrogate code point, U+D800 to U+DFFF.
///
/// ```
/// use utfkit::scalar;
/// assert!(scalar::is_surrogate(0xD800));
/// assert!(!scalar::is_surrogate(0xE000));
/// ```
#[doc(alias = "surrogate")]
#[inline(always)]
#[must_use]
pub const fn is_surrogate(value: u32) -> bool {
    value & 0xFFFF_F800 == 0xD800
}

/// Returns `true` if `value` is a scalar value: a code point that is not a surrogate.
///
/// ```
/// use utfkit::scalar;
/// assert!(scalar::is_scalar(0x1F600));
/// assert!(!scalar::is_scalar(0xDC00) && !scalar::is_scalar(0x11_0000));
/// ```
#[doc(alias = "scalar value")]
#[inline(always)]
#[must_use]
pub const fn is_scalar(value: u32) -> bool {
    value <= MAX && !is_surrogate(value)
}

/// Returns `value` as a character, or U+FFFD if it is not a scalar value.
///
/// ```
/// use utfkit::scalar;
/// assert_eq!(scalar::to_char(0x20AC), '€');
/// assert_eq!(scalar::to_char(0xD800), '\u{FFFD}');
/// ```
#[inline(always)]
#[must_use]
pub fn to_char(value: u32) -> char {
    char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Returns the supplementary code point of a surrogate pair (RFC 2781 section 2.2).
///
/// ```
/// use utfkit::scalar;
/// assert_eq!(scalar::from_surrogates(0xD83D, 0xDE00), 0x1F600);
/// ```
#[doc(alias = "surrogate pair")]
#[inline(always)]
#[must_use]
pub const fn from_surrogates(high: u16, low: u16) -> u32 {
    0x1_0000 + (((high as u32 & 0x3FF) << 10) | (low as u32 & 0x3FF))
}

/// Returns the high and the low surrogate of a supplementary code point (RFC 2781 section 2.1).
///
/// The result for any other value is unspecified, but its units are surrogates.
///
/// ```
/// use utfkit::scalar;
/// assert_eq!(scalar::to_surrogates(0x1F600), [0xD83D, 0xDE00]);
/// ```
#[doc(alias = "surrogate pair")]
#[inline(always)]
#[must_use]
pub const fn to_surrogates(value: u32) -> [u16; 2] {
    let rest = value.wrapping_sub(0x1_0000);
    [0xD800 | (rest >> 10) as u16 & 0x3FF, 0xDC00 | rest as u16 & 0x3FF]
}

/// Returns the sequence length that a lead byte announces: 1 to 6 (RFC 2279 section 2).
///
/// The result is 0 for a continuation byte and for FE and FF.
///
/// ```
/// use utfkit::scalar;
/// assert_eq!(scalar::rfc2279_len(0xE2), 3);
/// assert_eq!(scalar::rfc2279_len(0xFC), 6);
/// assert_eq!(scalar::rfc2279_len(0x82), 0);
/// ```
#[must_use]
pub const fn rfc2279_len(lead: u8) -> usize {
    match lead.leading_ones() {
        0 => 1,
        n @ 2..=6 => n as usize,
        _ => 0,
    }
}

/// Returns the value of a complete sequence of the 31-bit UTF-8 of RFC 2279.
///
/// Overlong forms are decoded too. The result is `None` if `bytes` are not one complete sequence of
/// at least two bytes.
///
/// ```
/// use utfkit::scalar;
/// assert_eq!(scalar::rfc2279_value(b"\xC0\xAF"), Some(0x2F));
/// assert_eq!(scalar::rfc2279_value(b"\xE2\x82"), None);
/// ```
#[must_use]
pub fn rfc2279_value(bytes: &[u8]) -> Option<u32> {
    let (&lead, rest) = bytes.split_first()?;
    let len = rfc2279_len(lead);
    if len < 2 || len != bytes.len() {
        return None;
    }
    let head = u32::from(lead) & (0x7F >> len);
    Some(rest.iter().fold(head, |value, byte| (value << 6) | u32::from(byte & 0x3F)))
}

/// Returns the length in bytes of the shortest form of `value` (RFC 2279 section 2).
///
/// ```
/// use utfkit::scalar;
/// assert_eq!(scalar::rfc2279_shortest(0x20AC), 3);
/// assert_eq!(scalar::rfc2279_shortest(0x7FFF_FFFF), 6);
/// ```
#[must_use]
pub const fn rfc2279_shortest(value: u32) -> usize {
    match value {
        0..0x80 => 1,
        0x80..0x800 => 2,
        0x800..0x1_0000 => 3,
        0x1_0000..0x20_0000 => 4,
        0x20_0000..0x400_0000 => 5,
        _ => 6,
    }
}

/// A code point in `U+` notation, with at least four digits.
///
/// ```
/// use utfkit::scalar::Notation;
/// assert_eq!(Notation(0xE9).to_string(), "U+00E9");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notation(pub u32);

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "U+{:04X}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surrogates_of_the_rfc_example() {
        // RFC 2781 section 5: Ra, U+12345.
        assert_eq!(to_surrogates(0x12345), [0xD808, 0xDF45]);
        assert_eq!(from_surrogates(0xD808, 0xDF45), 0x12345);
    }

    #[test]
    fn every_supplementary_code_point_comes_back() {
        for value in 0x1_0000..=MAX {
            let [high, low] = to_surrogates(value);
            assert_eq!(from_surrogates(high, low), value);
        }
    }

    #[test]
    fn values_of_the_long_forms() {
        assert_eq!(rfc2279_value(&[0xF8, 0x88, 0x80, 0x80, 0x80]), Some(0x20_0000));
        assert_eq!(rfc2279_value(&[0xFD, 0xBF, 0xBF, 0xBF, 0xBF, 0xBF]), Some(0x7FFF_FFFF));
        assert_eq!(rfc2279_value(&[0xFE]), None);
        assert_eq!(rfc2279_value(&[0xE2, 0x82]), None);
    }
}
