//! Arithmetic of code points: surrogates, bytes of the 31-bit form, and `U+` notation.

use core::fmt;

/// U+FFFD REPLACEMENT CHARACTER.
pub const REPLACEMENT: u32 = 0xFFFD;
/// U+FEFF, which as the first character of a stream is a BOM.
pub const BOM: u32 = 0xFEFF;
/// The greatest scalar value.
pub const MAX: u32 = 0x10_FFFF;

/// Whether `value` is a surrogate code point.
#[inline(always)]
#[must_use]
pub const fn is_surrogate(value: u32) -> bool {
    value & 0xFFFF_F800 == 0xD800
}

/// Whether `value` is a scalar value: a code point that is no surrogate.
#[inline(always)]
#[must_use]
pub const fn is_scalar(value: u32) -> bool {
    value <= MAX && !is_surrogate(value)
}

/// `value` as a character; U+FFFD for a value that no decoder gives.
#[inline(always)]
#[must_use]
pub fn to_char(value: u32) -> char {
    char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The supplementary code point of a high and a low surrogate (RFC 2781 section 2.2).
#[inline(always)]
#[must_use]
pub const fn from_surrogates(high: u16, low: u16) -> u32 {
    0x1_0000 + (((high as u32 & 0x3FF) << 10) | (low as u32 & 0x3FF))
}

/// The high and the low surrogate of a supplementary code point (RFC 2781 section 2.1). Any other
/// value gives some surrogates.
#[inline(always)]
#[must_use]
pub const fn to_surrogates(value: u32) -> [u16; 2] {
    let rest = value.wrapping_sub(0x1_0000);
    [0xD800 | (rest >> 10) as u16, 0xDC00 | (rest & 0x3FF) as u16]
}

/// How many bytes a lead byte announces by the pattern of its high bits, up to the six of
/// RFC 2279 section 2; 0 for a continuation byte and for FE and FF.
#[must_use]
pub const fn rfc2279_len(lead: u8) -> usize {
    match lead.leading_ones() {
        0 => 1,
        n @ 2..=6 => n as usize,
        _ => 0,
    }
}

/// The value of a complete sequence of the 31-bit form, shortest or not; `None` if it is not
/// complete.
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

/// How many bytes the shortest form of `value` has (RFC 2279 section 2).
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
