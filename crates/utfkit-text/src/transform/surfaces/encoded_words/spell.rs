//! Writes text as encoded words.

use super::base64;
use crate::transform::surfaces::quoted_printable;

/// The maximum number of bytes of a word, and of its content (RFC 2047, 2).
const MAX_WORD: usize = 75;
const MAX_CONTENT: usize = MAX_WORD - "=?utf-8?q??=".len();

/// Returns `true` if the encoding Q writes `byte` as it is, in every place where words may be.
fn is_safe(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!*+-/".contains(&byte)
}

/// Returns the number of bytes of `text` in the encoding Q.
fn quoted_len(text: &str) -> usize {
    text.bytes().map(|byte| if is_safe(byte) || byte == b' ' { 1 } else { 3 }).sum()
}

/// Appends `text` as words with one space between them to `out`. They are in the encoding Q, which
/// people can read, if it at most doubles the length. Otherwise, they are in B.
pub(super) fn words(text: &str, out: &mut Vec<u8>) {
    let is_quoted = quoted_len(text) <= 2 * text.len();
    let mut rest = text;
    while !rest.is_empty() {
        let mut len = 0;
        for (at, one) in rest.char_indices() {
            let end = at + one.len_utf8();
            let needs = if is_quoted { quoted_len(&rest[..end]) } else { end.div_ceil(3) * 4 };
            if needs > MAX_CONTENT {
                break;
            }
            len = end;
        }
        let (word, after) = rest.split_at(len);
        out.extend_from_slice(if is_quoted { b"=?utf-8?q?" } else { b"=?utf-8?b?" });
        if is_quoted {
            word.bytes().for_each(|byte| match byte {
                b' ' => out.push(b'_'),
                byte if is_safe(byte) => out.push(byte),
                byte => quoted_printable::escape(byte, out),
            })
        } else {
            base64::encode(word.as_bytes(), out)
        }
        out.extend_from_slice(b"?=");
        if !after.is_empty() {
            out.push(b' ');
        }
        rest = after;
    }
}
