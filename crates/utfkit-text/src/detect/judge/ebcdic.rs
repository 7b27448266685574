//! Text in EBCDIC, whose code page is not determined. It is recognized so that no other charset is
//! named.

/// Returns the text of `bytes` with the characters that all charsets of EBCDIC share: letters,
/// digits, and a few signs.
pub(crate) fn text(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| character(byte)).collect()
}

/// Returns `true` if `bytes`, all below 80, are words between the spaces and line ends of EBCDIC
/// rather than between those of US-ASCII. This check is cheap.
pub(crate) fn has_blanks(bytes: &[u8]) -> bool {
    let (mut own, mut ascii) = (0, 0);
    for byte in bytes {
        own += usize::from(matches!(byte, 0x15 | 0x25 | 0x40));
        ascii += usize::from(matches!(byte, b'\t' | b'\n' | b' '));
    }
    // A row of equal signs is not words.
    own > ascii && own * 2 < bytes.len()
}

/// Returns the character of a byte, or U+FFFD if it depends on the charset.
fn character(byte: u8) -> char {
    let letter = |first: char, from: u8| {
        char::from_u32(u32::from(first) + u32::from(byte - from)).unwrap_or(first)
    };
    match byte {
        0x40 => ' ',
        0x15 | 0x25 | 0x0D => '\n',
        0x81..=0x89 => letter('a', 0x81),
        0x91..=0x99 => letter('j', 0x91),
        0xA2..=0xA9 => letter('s', 0xA2),
        0xC1..=0xC9 => letter('A', 0xC1),
        0xD1..=0xD9 => letter('J', 0xD1),
        0xE2..=0xE9 => letter('S', 0xE2),
        0xF0..=0xF9 => letter('0', 0xF0),
        0x4B => '.',
        0x4D => '(',
        0x5C => '*',
        0x5D => ')',
        0x5E => ';',
        0x60 => '-',
        0x61 => '/',
        0x6B => ',',
        0x6D => '_',
        0x6F => '?',
        0x7A => ':',
        0x7D => '\'',
        0x7E => '=',
        0x7F => '"',
        _ => char::REPLACEMENT_CHARACTER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_pages_share_letters_digits_and_some_signs() {
        let bytes = b"\xC1\x81\xC9\x89\xD1\x91\xD9\x99\xE2\xA2\xE9\xA9\xF0\xF9";
        assert_eq!(text(bytes), "AaIiJjRrSsZz09");
        let signs = b"\x40\x4B\x4D\x5C\x5D\x5E\x60\x61\x6B\x6D\x6F\x7A\x7D\x7E\x7F";
        assert_eq!(text(signs), " .(*);-/,_?:'=\"");
        assert_eq!(text(b"\x15\x25\x0D\x4A"), "\n\n\n\u{FFFD}");
    }
}
