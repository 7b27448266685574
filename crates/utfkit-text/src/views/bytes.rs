//! Bytes as text.

/// Returns `bytes` in lower-case hexadecimal, with `between` between two bytes.
///
/// ```
/// assert_eq!(utfkit_text::views::hexadecimal(b"\xC3\xA9", " "), "c3 a9");
/// ```
#[must_use]
pub fn hexadecimal(bytes: &[u8], between: &str) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut out = String::with_capacity((2 + between.len()) * bytes.len());
    for (at, &byte) in bytes.iter().enumerate() {
        out.push_str(if at == 0 { "" } else { between });
        out.extend([byte >> 4, byte & 15].map(|digit| char::from(DIGITS[usize::from(digit)])));
    }
    out
}
