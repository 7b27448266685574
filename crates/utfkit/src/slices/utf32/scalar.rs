//! Decoding and encoding of one character.

use super::Units;
use crate::{
    Finding,
    form::{boundary, units::Room},
    slices::engine,
};

/// Decodes the first character of `text`, and returns it with its length in units.
///
/// The error is the ill-formed sequence in its place. The result is `None` if `text` is empty.
///
/// ```
/// use utfkit::utf32;
/// assert_eq!(utf32::decode_first(&[0x1F600, 0x21]), Some(Ok(('\u{1F600}', 1))));
/// let finding = utf32::decode_first(&[0x110000]).unwrap().unwrap_err();
/// assert_eq!(finding.kind().value(), Some(0x110000));
/// ```
#[must_use]
pub fn decode_first<'a>(text: impl Into<Units<'a, u32>>) -> Option<Result<(char, usize), Finding>> {
    boundary::decode_first(text.into())
}

/// Decodes the last character of `text`, and returns it with its length in units.
///
/// The error is the ill-formed sequence in its place. The result is `None` if `text` is empty.
///
/// The offset of the finding is in bytes from the start of `text`.
///
/// ```
/// use utfkit::utf32;
/// assert_eq!(utf32::decode_last(&[0x21, 0x1F600]), Some(Ok(('\u{1F600}', 1))));
/// ```
#[must_use]
pub fn decode_last<'a>(text: impl Into<Units<'a, u32>>) -> Option<Result<(char, usize), Finding>> {
    boundary::decode_last(text.into())
}

/// Writes `character` at the start of `dst`. Returns the number of units, or `None` if it does not
/// fit.
///
/// ```
/// use utfkit::{Be, utf32};
/// let mut bytes = [0_u8; 4];
/// assert_eq!(utf32::encode('\u{1F600}', Be(&mut bytes[..])), Some(1));
/// assert_eq!(bytes, [0, 1, 0xF6, 0]);
/// ```
pub fn encode<'d>(character: char, dst: impl Into<Room<'d, u32>>) -> Option<usize> {
    engine::encode(character, dst.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Be, Kind, Le};

    #[test]
    fn both_ends_of_a_mixed_text() {
        let units = [0xDC00, 0x41, 0x1F600, 0xD800];
        assert!(matches!(decode_first(&units), Some(Err(f)) if f.offset() == 0 && f.len() == 4));
        assert_eq!(decode_last(&units[..units.len() - 1]), Some(Ok(('\u{1F600}', 1))));
        let last = decode_last(&units).unwrap().unwrap_err();
        assert_eq!(last.offset(), (units.len() as u64 - 1) * 4);
        assert_eq!(decode_first(&units[..0]), None);
        assert_eq!(decode_last(&units[..0]), None);
    }

    #[test]
    fn bytes_left_over_are_the_last_thing() {
        let finding = decode_last(Be(&b"\0\0\0a\0\x01"[..])).unwrap().unwrap_err();
        assert_eq!((finding.kind(), finding.offset()), (Kind::OddLength, 4));
    }

    #[test]
    fn every_character_comes_back() {
        for character in '\0'..=char::MAX {
            let mut bytes = [0; 4];
            let len = encode(character, Le(&mut bytes[..])).unwrap();
            let bytes = &bytes[..len * 4];
            assert_eq!(decode_first(Le(bytes)), Some(Ok((character, len))));
            assert_eq!(decode_last(Le(bytes)), Some(Ok((character, len))));
            assert_eq!(encode(character, Le(&mut [0; 4][..len * 4 - 1])), None);
        }
    }
}
