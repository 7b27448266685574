//! The characters of Hong Kong in Big5, as HKSCS-2008 writes them.

use super::family::big5;

/// The codes of two bytes in big-endian order, sorted by their characters.
///
/// `cargo xtask charsets` writes the file. It has no characters, because Big5 has them.
const CODES: &[[u8; 2]] = include_bytes!("hkscs.bin").as_chunks().0;

/// Returns the bytes of a character that the WHATWG standard does not write, or writes at another code
/// than HKSCS-2008.
pub(super) fn code(value: u32) -> Option<[u8; 2]> {
    let at = CODES.binary_search_by_key(&Some(value), |code| big5(*code)).ok()?;
    CODES.get(at).copied()
}

/// Returns `true` if a code of Big5, which the WHATWG standard writes, has another code in HKSCS-2008.
pub(super) fn is_compatibility(pair: [u8; 2]) -> bool {
    let may_be = matches!(pair[0], 0xC6..=0xC8 | 0xFA..);
    may_be && big5(pair).and_then(code).is_some_and(|other| other != pair)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_by_their_characters() {
        assert!(CODES.len() >= 3000, "{}", CODES.len());
        assert!(CODES.iter().all(|code| big5(*code).is_some()));
        assert!(CODES.is_sorted_by_key(|code| big5(*code)));
    }
}
