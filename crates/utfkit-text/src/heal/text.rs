//! Texts as lines, words and symbols.

use std::{
    borrow::Cow,
    hash::{BuildHasherDefault, Hasher},
};

use super::charset::{Charset, OPAQUE};

/// A line without its line end, as a range of bytes.
#[derive(Clone, Copy)]
pub(super) struct Line {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) eol: Eol,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Eol {
    None,
    Lf,
    CrLf,
}

/// Splits a text at LF and CRLF, which have `unit` bytes per character. `little` is their order.
pub(super) fn lines(text: &[u8], unit: usize, little: bool) -> Vec<Line> {
    let low = if little { 0 } else { unit - 1 };
    let is = |at: usize, byte: u8| {
        text.get(at..at + unit).is_some_and(|bytes| {
            bytes.iter().enumerate().all(|(k, &b)| b == if k == low { byte } else { 0 })
        })
    };
    let (mut lines, mut start) = (Vec::new(), 0);
    for found in memchr::memchr_iter(b'\n', text) {
        if found < low
            || (found - low) % unit != 0
            || !is(found - low, b'\n')
            || found - low < start
        {
            continue;
        }
        let at = found - low;
        let cr = at >= start + unit && is(at - unit, b'\r');
        let (end, eol) = if cr { (at - unit, Eol::CrLf) } else { (at, Eol::Lf) };
        lines.push(Line { start, end, eol });
        start = at + unit;
    }
    if start < text.len() {
        lines.push(Line { start, end: text.len(), eol: Eol::None });
    }
    lines
}

/// Bytes that are not UTF-8 are the symbols from here.
const STRAY: u32 = 0xDC00;

/// Appends the symbols of `bytes`: characters, and bytes that are not UTF-8.
pub(super) fn symbols(bytes: &[u8], out: &mut Vec<u32>) {
    for chunk in bytes.utf8_chunks() {
        out.extend(chunk.valid().chars().map(u32::from));
        out.extend(chunk.invalid().iter().map(|&byte| STRAY + u32::from(byte)));
    }
}

/// Returns the byte that is not UTF-8.
pub(super) fn stray(symbol: u32) -> Option<u8> {
    (STRAY + 0x80..=STRAY + 0xFF).contains(&symbol).then(|| (symbol - STRAY) as u8)
}

/// Appends the bytes of `symbols`.
pub(super) fn bytes(symbols: &[u32], out: &mut Vec<u8>) {
    for &symbol in symbols {
        match stray(symbol) {
            Some(byte) => out.push(byte),
            None => utf8(symbol, out),
        }
    }
}

/// Appends `value` in UTF-8; surrogates have three bytes.
pub(super) fn utf8(value: u32, out: &mut Vec<u8>) {
    match char::from_u32(value) {
        Some(character) => {
            out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        }
        None if value < 0x1_0000 => out.extend([
            0xE0 | (value >> 12) as u8,
            0x80 | (value >> 6 & 0x3F) as u8,
            0x80 | (value & 0x3F) as u8,
        ]),
        None => out.extend("\u{FFFD}".bytes()),
    }
}

/// Whether a symbol is a letter or a digit.
pub(super) fn is_letter(symbol: u32) -> bool {
    match symbol {
        0..0x80 => (symbol as u8).is_ascii_alphanumeric(),
        _ => char::from_u32(symbol).is_some_and(char::is_alphanumeric),
    }
}

/// The number of letters of a line that says something.
const LETTERS: usize = 4;

/// Returns a line without U+FFFD that was read as windows-1252: two of its three characters are
/// letters.
pub(super) fn without_signs(line: &[u8]) -> Cow<'_, [u8]> {
    const SIGN: &[u8] = "ï¿½".as_bytes();
    let mut signs = memchr::memmem::find_iter(line, SIGN).peekable();
    if signs.peek().is_none() {
        return Cow::Borrowed(line);
    }
    let (mut rest, mut at) = (Vec::new(), 0);
    for sign in signs {
        rest.extend_from_slice(&line[at..sign]);
        at = sign + SIGN.len();
    }
    rest.extend_from_slice(&line[at..]);
    Cow::Owned(rest)
}

/// Whether a line has letters that say something.
pub(super) fn has_letters(line: &[u8]) -> bool {
    let line = without_signs(line.get(..4096).unwrap_or(line));
    let characters = line.utf8_chunks().flat_map(|chunk| chunk.valid().chars());
    characters.filter(|c| is_letter(u32::from(*c))).nth(LETTERS - 1).is_some()
}

/// Whether a line says next to nothing, apart from its damage.
pub(super) fn is_poor(symbols: &[u32]) -> bool {
    if symbols.iter().filter(|&&symbol| is_letter(symbol)).nth(LETTERS - 1).is_some() {
        return false;
    }
    let start = symbols.iter().position(|&s| s > 32).unwrap_or(0);
    let end = symbols.iter().rposition(|&s| s > 32).map_or(start, |at| at + 1);
    let spaces = symbols[start..end].iter().filter(|&&s| s == 32).count();
    spaces < 5
}

pub(super) fn is_poor_line(line: &[u8]) -> bool {
    if has_letters(line) {
        return false;
    }
    let mut all = Vec::new();
    symbols(&without_signs(line.get(..4096).unwrap_or(line)), &mut all);
    is_poor(&all)
}

/// Whether a byte belongs to a word.
pub(super) fn in_word(byte: u8) -> bool {
    byte >= 0x80 || byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'?'
}

pub(super) fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| !in_word(byte)).filter(|word| !word.is_empty())
}

/// Whether a word of the new version may be damaged.
pub(super) fn is_odd(word: &[u8]) -> bool {
    let is_text = |&byte: &u8| byte != b'?';
    let inner = match (word.iter().position(is_text), word.iter().rposition(is_text)) {
        (Some(first), Some(last)) => &word[first..=last],
        _ => return word.len() > 1,
    };
    inner.iter().any(|&byte| byte >= 0x80 || byte == b'?')
}

/// A fast hash of bytes. Lines with equal hashes are compared before bytes are restored.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    const K: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut hash = K ^ bytes.len() as u64;
    let mut chunks = bytes.chunks_exact(8);
    for chunk in &mut chunks {
        let mut word = [0; 8];
        word.copy_from_slice(chunk);
        hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(K);
        hash ^= hash >> 29;
    }
    for &byte in chunks.remainder() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(K);
    }
    hash ^ hash >> 32
}

/// Uses a [`hash`] as it is.
#[derive(Default)]
pub(super) struct Hashed(u64);

impl Hasher for Hashed {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = hash(bytes);
    }
    fn write_u64(&mut self, value: u64) {
        self.0 = value;
    }
    fn finish(&self) -> u64 {
        self.0
    }
}

pub(super) type Map<V> = std::collections::HashMap<u64, V, BuildHasherDefault<Hashed>>;
pub(super) type Set = std::collections::HashSet<u64, BuildHasherDefault<Hashed>>;

/// Converts a text of larger units to UTF-8; surrogates without a partner get three bytes.
pub(super) fn to_utf8(text: &[u8], charset: &Charset) -> Vec<u8> {
    let (mut out, mut at) = (Vec::with_capacity(text.len()), 0);
    charset.units(text, |unit| {
        match (unit.value, &text[at..at + unit.len]) {
            (OPAQUE, &[a, b]) => {
                let value = if charset.ascii(b'a').first() == Some(&b'a') {
                    u16::from_le_bytes([a, b])
                } else {
                    u16::from_be_bytes([a, b])
                };
                utf8(u32::from(value), &mut out);
            }
            (OPAQUE, _) => out.extend("\u{FFFD}".bytes()),
            (value, _) => utf8(value, &mut out),
        }
        at += unit.len;
    });
    out
}
