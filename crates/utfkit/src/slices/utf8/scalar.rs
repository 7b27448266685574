//! Decoding and encoding of one character.

use crate::{
    Finding,
    form::{boundary, units::Room},
    slices::engine,
};

/// Decodes the first character of `bytes`, and returns it with its length in bytes.
///
/// The error is the maximal subpart in its place. The result is `None` if `bytes` are empty.
///
/// ```
/// use utfkit::{Kind, utf8};
/// assert_eq!(utf8::decode_first("€!".as_bytes()), Some(Ok(('€', 3))));
/// let finding = utf8::decode_first(b"\xE2\x82!").unwrap().unwrap_err();
/// assert_eq!((finding.kind(), finding.len()), (Kind::Truncated, 2));
/// ```
#[must_use]
pub fn decode_first(bytes: &[u8]) -> Option<Result<(char, usize), Finding>> {
    boundary::decode_first(bytes.into())
}

/// Decodes the last character of `bytes`, and returns it with its length in bytes.
///
/// The error is the maximal subpart in its place. The result is `None` if `bytes` are empty.
///
/// The offset of the finding is from the start of `bytes`. Cost: reads at most four bytes.
///
/// ```
/// use utfkit::utf8;
/// assert_eq!(utf8::decode_last("!€".as_bytes()), Some(Ok(('€', 3))));
/// let finding = utf8::decode_last(b"!\xE2\x82").unwrap().unwrap_err();
/// assert_eq!((finding.offset(), finding.len()), (1, 2));
/// ```
#[must_use]
pub fn decode_last(bytes: &[u8]) -> Option<Result<(char, usize), Finding>> {
    boundary::decode_last(bytes.into())
}

/// Writes `character` at the start of `dst`. Returns the number of bytes, or `None` if it does not
/// fit.
///
/// ```
/// use utfkit::utf8;
/// let mut bytes = [0_u8; 4];
/// assert_eq!(utf8::encode('€', &mut bytes), Some(3));
/// assert_eq!(bytes[..3], [0xE2, 0x82, 0xAC]);
/// assert_eq!(utf8::encode('€', &mut bytes[..2]), None);
/// ```
pub fn encode<'d>(character: char, dst: impl Into<Room<'d, u8>>) -> Option<usize> {
    engine::encode(character, dst.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;
    use std::vec::Vec;

    #[test]
    fn every_character_comes_back() {
        for character in '\0'..=char::MAX {
            let mut bytes = [0; 4];
            let len = encode(character, &mut bytes).unwrap();
            assert_eq!(bytes[..len], *character.encode_utf8(&mut [0; 4]).as_bytes());
            assert_eq!(decode_first(&bytes[..len]), Some(Ok((character, len))));
            assert_eq!(decode_last(&bytes[..len]), Some(Ok((character, len))));
            assert_eq!(encode(character, &mut [0; 4][..len - 1]), None);
        }
    }

    /// Returns the character, if it is one, and its length in bytes. The kind of a finding depends
    /// on the bytes after it, so it is left out.
    fn piece(decoded: Result<(char, usize), Finding>) -> (Option<char>, usize) {
        decoded.map_or_else(|finding| (None, finding.len()), |(c, len)| (Some(c), len))
    }

    #[test]
    fn walking_either_way_meets_the_same_pieces() {
        testing::hostile(|bytes| {
            let (mut rest, mut forwards) = (bytes, Vec::new());
            while let Some(piece) = decode_first(rest).map(piece) {
                rest = &rest[piece.1..];
                forwards.push(piece);
            }
            let (mut rest, mut backwards) = (bytes, Vec::new());
            while let Some(piece) = decode_last(rest).map(piece) {
                rest = &rest[..rest.len() - piece.1];
                backwards.insert(0, piece);
            }
            assert_eq!(forwards, backwards, "{bytes:X?}");
        });
    }
}
