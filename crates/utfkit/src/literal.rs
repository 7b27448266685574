//! Texts in UTF-16 that are made at compile time.
//!
//! The macros [`utf16!`](crate::utf16!), [`utf16le_bytes!`](crate::utf16le_bytes!) and
//! [`utf16be_bytes!`](crate::utf16be_bytes!) convert a literal. These functions are what they are
//! made of. [`str::from_utf8`] validates UTF-8 at compile time.

/// Returns the number of UTF-16 code units of `text`, also at compile time.
///
/// ```
/// const LEN: usize = utfkit::literal::utf16_len("a😀");
/// assert_eq!(LEN, 3);
/// ```
#[must_use]
pub const fn utf16_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut len, mut at) = (0, 0);
    while at < bytes.len() {
        // Each character has one byte that does not continue it, and two units if it has four bytes.
        len += (bytes[at] & 0xC0 != 0x80) as usize + (bytes[at] >= 0xF0) as usize;
        at += 1;
    }
    len
}

/// Returns `text` in UTF-16, also at compile time. If `N` is not its [length](utf16_len), the rest
/// of the units is 0, or the text is cut.
///
/// ```
/// const NAME: [u16; 2] = utfkit::literal::utf16("é!");
/// assert_eq!(NAME, [0xE9, 0x21]);
/// ```
#[must_use]
pub const fn utf16<const N: usize>(text: &str) -> [u16; N] {
    let bytes = text.as_bytes();
    let (mut units, mut len, mut at) = ([0; N], 0, 0);
    while at < bytes.len() && len < N {
        let lead = bytes[at];
        let (more, mut value) = match lead {
            0..0x80 => (0, lead as u32),
            0x80..0xE0 => (1, (lead & 0x1F) as u32),
            0xE0..0xF0 => (2, (lead & 0x0F) as u32),
            _ => (3, (lead & 0x07) as u32),
        };
        let end = at + 1 + more;
        at += 1;
        while at < end {
            value = value << 6 | (bytes[at] & 0x3F) as u32;
            at += 1;
        }
        if value < 0x1_0000 {
            units[len] = value as u16;
            len += 1;
        } else if len + 1 < N {
            value -= 0x1_0000;
            units[len] = 0xD800 | (value >> 10) as u16;
            units[len + 1] = 0xDC00 | (value & 0x3FF) as u16;
            len += 2;
        } else {
            break;
        }
    }
    units
}

/// Returns `true` if `units` are well-formed UTF-16, also at compile time. At run time,
/// [`utf16::validate`](crate::utf16::validate) is faster.
///
/// ```
/// const _: () = assert!(utfkit::literal::is_utf16(&[0xD83D, 0xDE00]));
/// assert!(!utfkit::literal::is_utf16(&[0xDE00]));
/// ```
#[must_use]
pub const fn is_utf16(units: &[u16]) -> bool {
    let mut at = 0;
    while at < units.len() {
        let len = match units[at] {
            0xD800..0xDC00 if at + 1 < units.len() && units[at + 1] & 0xFC00 == 0xDC00 => 2,
            0xD800..0xE000 => return false,
            _ => 1,
        };
        at += len;
    }
    true
}

/// Returns the bytes of `units`, big-endian if `is_big`, also at compile time. If `N` is not twice
/// the number of units, the rest of the bytes is 0, or the units are cut.
#[must_use]
pub const fn utf16_bytes<const N: usize>(units: &[u16], is_big: bool) -> [u8; N] {
    let (mut bytes, mut at) = ([0; N], 0);
    while at < units.len() && 2 * at + 1 < N {
        let [first, second] =
            if is_big { units[at].to_be_bytes() } else { units[at].to_le_bytes() };
        bytes[2 * at] = first;
        bytes[2 * at + 1] = second;
        at += 1;
    }
    bytes
}

/// Returns a constant text in UTF-16: a `&'static [u16; N]`.
///
/// ```
/// const NAME: &[u16] = utfkit::utf16!("C:\\é😀\0");
/// assert_eq!(NAME, "C:\\é😀\0".encode_utf16().collect::<Vec<_>>());
/// ```
#[macro_export]
macro_rules! utf16 {
    ($text:expr) => {{
        const TEXT: &str = $text;
        const UNITS: &[u16; $crate::literal::utf16_len(TEXT)] = &$crate::literal::utf16(TEXT);
        UNITS
    }};
}

/// Returns the bytes of a constant text in UTF-16LE: a `&'static [u8; N]`.
///
/// ```
/// assert_eq!(utfkit::utf16le_bytes!("a€"), b"a\0\xAC\x20");
/// ```
#[macro_export]
macro_rules! utf16le_bytes {
    ($text:expr) => {{
        const UNITS: &[u16] = $crate::utf16!($text);
        const BYTES: &[u8; 2 * UNITS.len()] = &$crate::literal::utf16_bytes(UNITS, false);
        BYTES
    }};
}

/// Returns the bytes of a constant text in UTF-16BE: a `&'static [u8; N]`.
///
/// ```
/// assert_eq!(utfkit::utf16be_bytes!("a€"), b"\0a\x20\xAC");
/// ```
#[macro_export]
macro_rules! utf16be_bytes {
    ($text:expr) => {{
        const UNITS: &[u16] = $crate::utf16!($text);
        const BYTES: &[u8; 2 * UNITS.len()] = &$crate::literal::utf16_bytes(UNITS, true);
        BYTES
    }};
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    #[test]
    fn constants_are_what_the_standard_library_makes() {
        let all: Vec<char> = (0..=0x10_FFFF).step_by(97).filter_map(char::from_u32).collect();
        for pair in all.windows(2) {
            let text: std::string::String = pair.iter().collect();
            let expected: Vec<u16> = text.encode_utf16().collect();
            assert_eq!(utf16_len(&text), expected.len());
            assert_eq!(utf16::<4>(&text)[..expected.len()], expected);
            assert!(is_utf16(&expected));
        }
        crate::testing::strings(
            &[0x41, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000],
            4,
            |units: &[u16]| {
                assert_eq!(is_utf16(units), std::string::String::from_utf16(units).is_ok());
            },
        );
    }

    #[test]
    fn an_array_of_another_length_has_whole_characters() {
        assert_eq!(utf16::<2>("a\u{1F600}"), [0x61, 0]);
        assert_eq!(utf16::<3>("a"), [0x61, 0, 0]);
        assert_eq!(utf16_bytes::<3>(&[0x61, 0x62], false), [0x61, 0, 0]);
    }
}
