//! Characters that `encoding_rs` reads and does not write: its decoders, inverted.

use encoding_rs::{BIG5, DecoderResult, EUC_JP, Encoding};

/// The codes of two bytes in big-endian order, sorted by their characters.
///
/// `cargo xtask charsets` writes the files. They have no characters, because the decoder has them.
struct Inverse {
    codes: &'static [u8],
    encoding: &'static Encoding,
    /// The bytes before each code.
    prefix: &'static [u8],
}

/// JIS X 0212 in EUC-JP: 8F, and two bytes.
const JIS_X_0212: Inverse =
    Inverse { codes: include_bytes!("jis0212.bin"), encoding: EUC_JP, prefix: &[0x8F] };

/// The characters of Hong Kong in Big5.
const HKSCS: Inverse = Inverse { codes: include_bytes!("hkscs.bin"), encoding: BIG5, prefix: &[] };

/// Returns the code of a character of JIS X 0212, without the byte 8F.
pub(in super::super) fn to_jis_x_0212(value: u32) -> Option<[u8; 2]> {
    JIS_X_0212.code(value)
}

/// Returns the bytes of a character of Hong Kong that `encoding_rs` does not write, or writes at
/// another code than HKSCS-2008.
pub(super) fn to_hkscs(value: u32) -> Option<[u8; 2]> {
    HKSCS.code(value)
}

/// Returns `true` if `code` of Big5, which `encoding_rs` writes, has another code in HKSCS-2008.
pub(super) fn is_compatibility(code: [u8; 2]) -> bool {
    let may_be = matches!(code[0], 0xC6..=0xC8 | 0xFA..);
    let other = || HKSCS.code(HKSCS.decode(code)?);
    may_be && other().is_some_and(|other| other != code)
}

impl Inverse {
    fn code(&self, value: u32) -> Option<[u8; 2]> {
        let (codes, _) = self.codes.as_chunks::<2>();
        let at = codes.binary_search_by_key(&Some(value), |code| self.decode(*code)).ok()?;
        Some(codes[at])
    }

    fn decode(&self, code: [u8; 2]) -> Option<u32> {
        let mut bytes = [0; 3];
        let len = self.prefix.len() + code.len();
        bytes[..self.prefix.len()].copy_from_slice(self.prefix);
        bytes[self.prefix.len()..len].copy_from_slice(&code);
        let mut units = [0; 4];
        let mut decoder = self.encoding.new_decoder_without_bom_handling();
        let (result, _, written) =
            decoder.decode_to_utf16_without_replacement(&bytes[..len], &mut units, true);
        let mut characters = char::decode_utf16(units[..written].iter().copied());
        match (result, characters.next(), characters.next()) {
            (DecoderResult::InputEmpty, Some(Ok(character)), None) => Some(character.into()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_by_their_characters() {
        for (inverse, len) in [(JIS_X_0212, 6066), (HKSCS, 3000)] {
            let (codes, rest) = inverse.codes.as_chunks::<2>();
            assert!(rest.is_empty() && codes.len() >= len, "{}", codes.len());
            assert!(codes.iter().all(|code| inverse.decode(*code).is_some()));
            assert!(codes.is_sorted_by_key(|code| inverse.decode(*code)));
        }
    }
}
