//! Stores any bytes as text, and restores them exactly.
//!
//! ```text
//! cargo run -p utfkit --example escapes
//! ```

use utfkit::{
    Encoding, Finding,
    transcode::{Policy, convert_with, unescape},
};

fn main() -> Result<(), Finding> {
    let name = b"caf\xE9 \\x41.txt";
    let text = to_text(name)?;
    println!("{text}");
    assert_eq!(to_bytes(&text)?, name);
    Ok(())
}

/// Returns `bytes` as text, in which each byte that is not UTF-8 is `\xNN`. A backslash before an `x`
/// is escaped, too.
pub(crate) fn to_text(bytes: &[u8]) -> Result<String, Finding> {
    let (text, _) = convert_with(bytes, Encoding::Utf8, Encoding::Utf8, Policy::Escape)?;
    Ok(utfkit::utf8::into_string_lossy(text).0)
}

/// Returns the bytes of such a text.
pub(crate) fn to_bytes(text: &str) -> Result<Vec<u8>, Finding> {
    unescape(text, Encoding::Utf8)
}
