//! The grammar of character references.

use super::names::NAMES;

/// The characters of the numbers 80 to 9F, which are those of windows-1252.
const C1: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

/// The sequence that an ampersand begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parsed {
    /// The bytes that decide are missing.
    Incomplete,
    /// The ampersand is text.
    Plain,
    /// An error, according to the standard.
    IllFormed,
    /// A character, and the number of bytes of its reference.
    Character(char, usize),
    /// The characters with a name, and the number of bytes of the reference.
    Named(&'static str, usize),
}

/// The maximum number of bytes of a name without its semicolon, and of the digits of a number.
const MAX: usize = 31;

/// Parses what the ampersand at the start of `bytes` begins.
pub(super) fn parse(bytes: &[u8], last: bool) -> Parsed {
    match bytes.get(1) {
        None if last => Parsed::Plain,
        None => Parsed::Incomplete,
        Some(b'#') => match bytes.get(2) {
            None if last => Parsed::IllFormed,
            None => Parsed::Incomplete,
            Some(b'x' | b'X') => number(bytes, 3, 16, last),
            Some(_) => number(bytes, 2, 10, last),
        },
        Some(byte) if byte.is_ascii_alphabetic() => name(bytes, last),
        Some(_) => Parsed::Plain,
    }
}

/// Parses a number whose digits begin at `start`.
fn number(bytes: &[u8], start: usize, radix: u32, last: bool) -> Parsed {
    let digits = &bytes[start..];
    let is_digit = |byte: &&u8| char::from(**byte).is_digit(radix);
    let len = digits.iter().take(MAX + 1).take_while(is_digit).count();
    if len == digits.len() && !last && len <= MAX {
        return Parsed::Incomplete;
    }
    if len == 0 || len > MAX {
        return Parsed::IllFormed;
    }
    let value = digits[..len].iter().try_fold(0_u32, |value, &byte| {
        value.checked_mul(radix)?.checked_add(char::from(byte).to_digit(radix)?)
    });
    let end = start + len + usize::from(digits.get(len) == Some(&b';'));
    match value {
        Some(value @ 0x80..=0x9F) => Parsed::Character(C1[value as usize - 0x80], end),
        Some(value @ 1..) => match char::from_u32(value) {
            Some(character) => Parsed::Character(character, end),
            None => Parsed::IllFormed,
        },
        _ => Parsed::IllFormed,
    }
}

/// Parses a name.
fn name(bytes: &[u8], last: bool) -> Parsed {
    let name = &bytes[1..];
    let len = name.iter().take(MAX + 1).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    if len == name.len() && !last && len <= MAX {
        return Parsed::Incomplete;
    }
    match name.get(len) {
        _ if len > MAX => Parsed::Plain,
        Some(b';') => match named(&name[..=len]) {
            Some(characters) => Parsed::Named(characters, len + 2),
            None => Parsed::IllFormed,
        },
        // In an attribute, this is text, and the text does not show whether it is in one.
        Some(b'=') => Parsed::Plain,
        _ => named(&name[..len]).map_or(Parsed::Plain, |text| Parsed::Named(text, len + 1)),
    }
}

/// Returns the characters with `name`, which includes the semicolon if there is one.
fn named(name: &[u8]) -> Option<&'static str> {
    let mut names = NAMES;
    while !names.is_empty() {
        let middle = names.len() / 2;
        let bytes = names.as_bytes();
        let start = memchr::memrchr(0, &bytes[..middle]).map_or(0, |at| at + 1);
        let end = memchr::memchr(0, &bytes[middle..]).map_or(bytes.len(), |at| middle + at);
        let (one, characters) = names[start..end].split_once(' ')?;
        match name.cmp(one.as_bytes()) {
            std::cmp::Ordering::Equal => return Some(characters),
            std::cmp::Ordering::Less => names = &names[..start],
            std::cmp::Ordering::Greater => names = names.get(end + 1..).unwrap_or_default(),
        }
    }
    None
}
