//! The grammar of encoded words, and of the space between them.

use super::base64;
use crate::transform::surfaces::quoted_printable::hex;

/// The maximum number of bytes of a word that is read. The standard allows 75, but many programs
/// write a whole subject as one word.
pub(super) const MAX_WORD: usize = 4096;

/// The maximum number of bytes between two words that belong together.
pub(super) const MAX_SPACE: usize = 1024;

/// Returns `true` for characters that no word may have. Some programs end a line at U+0085, U+2028 and
/// U+2029 too.
pub(super) fn is_control(one: char) -> bool {
    (one.is_control() && one != '\t') || matches!(one, '\u{2028}' | '\u{2029}')
}

/// The start of a text.
pub(super) enum Parsed<'b> {
    /// The bytes that decide are missing.
    Incomplete,
    /// Not a word.
    Plain,
    /// Something like a word, with content that is ill-formed.
    IllFormed,
    /// A word.
    Word(Word<'b>),
}

/// An encoded word.
pub(super) struct Word<'b> {
    /// The name of the charset, without a language.
    pub(super) charset: &'b str,
    pub(super) bytes: Vec<u8>,
    /// The number of bytes of the word.
    pub(super) len: usize,
}

/// Parses the word at the start of `bytes`.
pub(super) fn parse(bytes: &[u8], last: bool) -> Parsed<'_> {
    let is_open = bytes.len() < MAX_WORD && !last;
    let within = &bytes[..bytes.len().min(MAX_WORD)];
    match split(within) {
        Some(Ok((charset, encoding, content, len))) => {
            let content = match encoding {
                b'b' | b'B' => base64::decode(content),
                _ => quoted(content),
            };
            let charset = charset.split('*').next().unwrap_or_default();
            content.map_or(Parsed::IllFormed, |bytes| Parsed::Word(Word { charset, bytes, len }))
        }
        Some(Err(NotWord)) => Parsed::Plain,
        None if is_open => Parsed::Incomplete,
        None => Parsed::Plain,
    }
}

/// The error for bytes that do not begin a word.
struct NotWord;

/// The charset, the encoding, the content, and the number of bytes of a word.
type Parts<'b> = (&'b str, u8, &'b [u8], usize);

/// Splits the word at the start of `bytes`. Returns `None` if its end is missing.
fn split(bytes: &[u8]) -> Option<Result<Parts<'_>, NotWord>> {
    for (&byte, expected) in bytes.iter().zip(b"=?") {
        if byte != *expected {
            return Some(Err(NotWord));
        }
    }
    let charset = bytes.get(2..)?;
    let is_name = |byte: &u8| byte.is_ascii_graphic() && *byte != b'?';
    let len = charset.iter().position(|byte| !is_name(byte))?;
    let (charset, rest) = charset.split_at(len);
    if charset.is_empty() || rest.first() != Some(&b'?') {
        return Some(Err(NotWord));
    }
    let encoding = *rest.get(1)?;
    if !b"bBqQ".contains(&encoding) {
        return Some(Err(NotWord));
    }
    if *rest.get(2)? != b'?' {
        return Some(Err(NotWord));
    }
    // Spaces are errors that other readers allow, too.
    let is_content = |byte: &u8| (byte.is_ascii_graphic() || *byte == b' ') && *byte != b'?';
    let content = &rest[3..];
    let end = content.iter().position(|byte| !is_content(byte))?;
    let (content, rest) = content.split_at(end);
    match rest {
        [b'?', b'=', ..] => {
            let len = bytes.len() - rest.len() + 2;
            let charset = std::str::from_utf8(charset).unwrap_or_default();
            Some(Ok((charset, encoding, content, len)))
        }
        [b'?'] => None,
        _ => Some(Err(NotWord)),
    }
}

/// Returns the bytes of `content` in the encoding Q.
fn quoted(content: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(content.len());
    let mut rest = content;
    loop {
        rest = match rest {
            [] => return Some(bytes),
            [b'=', high, low, rest @ ..] => {
                bytes.push(hex(*high, *low)?);
                rest
            }
            [b'=', ..] => return None,
            [byte, rest @ ..] => {
                bytes.push(if *byte == b'_' { b' ' } else { *byte });
                rest
            }
        };
    }
}

/// Returns the length of the space at the start of `bytes`: spaces, tabs, and line ends before a
/// space or a tab. Returns `None` if it may continue.
pub(super) fn space(bytes: &[u8], last: bool) -> Option<usize> {
    let is_open = bytes.len() < MAX_SPACE && !last;
    let bytes = &bytes[..bytes.len().min(MAX_SPACE)];
    let mut len = 0;
    loop {
        len += match &bytes[len..] {
            [b' ' | b'\t', ..] => 1,
            [b'\n', b' ' | b'\t', ..] => 2,
            [b'\r', b'\n', b' ' | b'\t', ..] => 3,
            [] | [b'\n'] | [b'\r'] | [b'\r', b'\n'] if is_open => return None,
            _ => return Some(len),
        };
    }
}
