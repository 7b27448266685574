//! The inverse of `\xNN` escapes.

use alloc::vec::Vec;

use super::Transcoder;
use crate::{
    encoding::{BomPolicy, Encoding},
    error::Finding,
};

/// Restores the input of a conversion under [`Policy::Escape`](super::Policy::Escape) from its
/// result.
///
/// Each `\xNN` in `text` becomes the byte that it names. All other text is encoded in `encoding`,
/// that of the input, without a BOM. If the encoding does not fix the byte order, it is big-endian;
/// for little-endian `utf-16`, use [`Encoding::Utf16Le`].
///
/// UTF-7, UTF-7-IMAP and ISO-2022-JP are not restored exactly. The same text has many spellings in
/// base64, of which one is written. Bytes that were ill-formed inside base64, or after a shift,
/// become text outside of it. SCSU and BOCU-1 cannot be restored: each byte depends on those before
/// it, so text after an escape may come back as other text.
///
/// # Errors
/// Returns a character of `text` that `encoding` cannot encode, with its offset in `text`. No input
/// can have produced it, except in [charsets](crate::encoding::Charset) that decode more characters
/// than they encode.
///
/// ```
/// use utfkit::{Encoding, transcode::{Policy, convert_with, unescape}};
/// let bytes = b"a \\x and \xC0\x80";
/// let (text, counts) = convert_with(bytes, Encoding::Utf8, Encoding::Utf8, Policy::Escape)?;
/// assert_eq!(text, br"a \x5Cx and \xC0\x80");
/// assert_eq!([counts.escaped, counts.backslashes], [2, 1]);
/// assert_eq!(unescape(str::from_utf8(&text).unwrap(), Encoding::Utf8)?, bytes);
/// # Ok::<(), utfkit::Finding>(())
/// ```
#[doc(alias = "backslashreplace")]
pub fn unescape(text: &str, encoding: Encoding) -> Result<Vec<u8>, Finding> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("\\x") {
        let (before, escape) = rest.split_at(at);
        let byte = escape.get(2..4).and_then(hexadecimal);
        // An escape that does not name a byte is text: at least its backslash, then the rest.
        let (literal, len) = if byte.is_some() { (0, 4) } else { (1, 1) };
        encode(text, text.len() - rest.len(), before.len() + literal, encoding, &mut out)?;
        out.extend(byte);
        rest = &escape[len..];
    }
    encode(text, text.len() - rest.len(), rest.len(), encoding, &mut out)?;
    Ok(out)
}

/// Returns the byte that two hexadecimal digits name.
fn hexadecimal(digits: &str) -> Option<u8> {
    let both = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    if both { u8::from_str_radix(digits, 16).ok() } else { None }
}

/// Encodes `len` bytes of `text` from `at` on in `encoding`, without a BOM, and appends them to
/// `out`.
fn encode(
    text: &str,
    at: usize,
    len: usize,
    encoding: Encoding,
    out: &mut Vec<u8>,
) -> Result<(), Finding> {
    let mut transcoder = Transcoder::new(Encoding::Utf8, encoding).bom(BomPolicy::Forbid);
    let bytes = &text.as_bytes()[at..][..len];
    transcoder.transcode_to_vec(bytes, out, true).map_err(|finding| finding.moved(at as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_input_is_reported_with_its_offset() {
        let error = unescape("a\\x41\\x5Cx \\x\\x4 \\x\u{20AC}", Encoding::Iso8859_1).unwrap_err();
        assert_eq!(error.offset(), 19);
    }

    /// `F0 40` of Shift_JIS is U+E000, which only windows-31j encodes. The bytes inside a shift of
    /// ISO-2022-JP are ASCII without the shift.
    #[cfg(feature = "legacy-charsets")]
    #[test]
    fn text_that_charsets_do_not_restore() {
        use crate::transcode::{Policy, convert_with};
        let there_and_back = |bytes: &[u8], label: &str| {
            let encoding: Encoding = label.parse().unwrap();
            let (text, counts) =
                convert_with(bytes, encoding, Encoding::Utf8, Policy::Escape).unwrap();
            (counts.escaped, unescape(str::from_utf8(&text).unwrap(), encoding))
        };
        for (bytes, label) in
            [(&b"\xF0\x40"[..], "shift_jis"), (b"\x87\x40", "big5"), (b"\xAD\xA1", "euc-jp")]
        {
            let (escaped, restored) = there_and_back(bytes, label);
            assert_eq!((escaped, restored.unwrap_err().offset()), (0, 0), "{label}");
        }
        let (escaped, restored) = there_and_back(b"\x1B$B\x29\x21\x1B(B", "iso-2022-jp");
        assert_eq!((escaped, &restored.unwrap()[..]), (1, &b")!"[..]));
    }
}
