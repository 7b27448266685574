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
/// use utfkit::utf16;
/// assert_eq!(utf16::decode_first(&[0xD83D, 0xDE00, 0x21]), Some(Ok(('\u{1F600}', 2))));
/// let finding = utf16::decode_first(&[0xDE00]).unwrap().unwrap_err();
/// assert_eq!(finding.kind().value(), Some(0xDE00));
/// ```
#[must_use]
pub fn decode_first<'a>(text: impl Into<Units<'a, u16>>) -> Option<Result<(char, usize), Finding>> {
    boundary::decode_first(text.into())
}

/// Decodes the last character of `text`, and returns it with its length in units.
///
/// The error is the ill-formed sequence in its place. The result is `None` if `text` is empty.
///
/// The offset of the finding is in bytes from the start of `text`.
///
/// ```
/// use utfkit::utf16;
/// assert_eq!(utf16::decode_last(&[0x21, 0xD83D, 0xDE00]), Some(Ok(('\u{1F600}', 2))));
/// ```
#[must_use]
pub fn decode_last<'a>(text: impl Into<Units<'a, u16>>) -> Option<Result<(char, usize), Finding>> {
    boundary::decode_last(text.into())
}

/// Writes `character` at the start of `dst`. Returns the number of units, or `None` if it does not
/// fit.
///
/// ```
/// use utfkit::{Le, utf16};
/// let mut bytes = [0_u8; 4];
/// assert_eq!(utf16::encode('\u{1F600}', Le(&mut bytes[..])), Some(2));
/// assert_eq!(bytes, [0x3D, 0xD8, 0x00, 0xDE]);
/// ```
pub fn encode<'d>(character: char, dst: impl Into<Room<'d, u16>>) -> Option<usize> {
    engine::encode(character, dst.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Be, Kind, Le};

    #[test]
    fn both_ends_of_a_mixed_text() {
        let units = [0xDC00, 0x41, 0xD83D, 0xDE00, 0xD800];
        assert!(matches!(decode_first(&units), Some(Err(f)) if f.offset() == 0 && f.len() == 2));
        assert_eq!(decode_last(&units[..units.len() - 1]), Some(Ok(('\u{1F600}', 2))));
        let last = decode_last(&units).unwrap().unwrap_err();
        assert_eq!(last.offset(), (units.len() as u64 - 1) * 2);
        assert_eq!(decode_first(&units[..0]), None);
        assert_eq!(decode_last(&units[..0]), None);
    }

    #[test]
    fn bytes_left_over_are_the_last_thing() {
        let finding = decode_last(Be(&b"\xD8\0\xDC"[..])).unwrap().unwrap_err();
        assert_eq!((finding.kind(), finding.offset()), (Kind::OddLength, 2));
    }

    #[test]
    fn every_character_comes_back() {
        for character in '\0'..=char::MAX {
            let mut bytes = [0; 4];
            let len = encode(character, Le(&mut bytes[..])).unwrap();
            let bytes = &bytes[..len * 2];
            assert_eq!(decode_first(Le(bytes)), Some(Ok((character, len))));
            assert_eq!(decode_last(Le(bytes)), Some(Ok((character, len))));
            assert_eq!(encode(character, Le(&mut [0; 4][..len * 2 - 1])), None);
        }
    }
}
