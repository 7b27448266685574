//! The grammar of escapes.

/// The language whose escapes are read or written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::transform::surfaces) enum Dialect {
    /// Java: UTF-16 code units.
    Java,
    /// C99: universal character names.
    C99,
}

/// The sequence that a backslash begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parsed {
    /// The bytes that decide are missing.
    Incomplete,
    /// The number of bytes that are not an escape: a backslash, or two.
    Plain(usize),
    /// The number of bytes of an ill-formed escape, or of its start.
    IllFormed(usize),
    /// A character, and the number of bytes of its escape.
    Character(char, usize),
}

/// A number in hexadecimal.
enum Number {
    Incomplete,
    IllFormed,
    Value(u32, usize),
}

impl Dialect {
    /// The maximum number of letters `u` in one escape. Java has no limit; this one bounds the
    /// memory.
    const MAX_MARKS: usize = 64;

    /// Parses what the backslash at the start of `bytes` begins.
    pub(super) fn parse(self, bytes: &[u8], last: bool) -> Parsed {
        match bytes.get(1) {
            None if last => Parsed::Plain(1),
            None => Parsed::Incomplete,
            // A backslash after this pair can begin an escape again.
            Some(b'\\') => Parsed::Plain(2),
            Some(b'u') if self == Self::Java => java(bytes, last),
            Some(b'u') => c99(number(bytes, 2, 4, last)),
            Some(b'U') if self == Self::C99 => c99(number(bytes, 2, 8, last)),
            Some(_) => Parsed::Plain(1),
        }
    }
}

/// Parses a UTF-16 code unit in `bytes`, or two surrogates.
fn java(bytes: &[u8], last: bool) -> Parsed {
    let (unit, len) = match unit(bytes, last) {
        Number::Incomplete => return Parsed::Incomplete,
        Number::IllFormed => return Parsed::IllFormed(1),
        Number::Value(unit, len) => (unit, len),
    };
    if let Some(character) = char::from_u32(unit) {
        return Parsed::Character(character, len);
    }
    if unit >= 0xDC00 {
        return Parsed::IllFormed(len);
    }
    let next = &bytes[len..];
    match next {
        [] if last => Parsed::IllFormed(len),
        [b'\\'] if last => Parsed::IllFormed(len),
        [] | [b'\\'] => Parsed::Incomplete,
        [b'\\', b'u', ..] => match self::unit(next, last) {
            Number::Incomplete => Parsed::Incomplete,
            Number::Value(low @ 0xDC00..=0xDFFF, low_len) => {
                let value = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
                let character = char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER);
                Parsed::Character(character, len + low_len)
            }
            Number::Value(..) | Number::IllFormed => Parsed::IllFormed(len),
        },
        _ => Parsed::IllFormed(len),
    }
}

/// Parses `\u`, with any number of `u`, and four digits.
fn unit(bytes: &[u8], last: bool) -> Number {
    let marks = bytes[1..].iter().take(Dialect::MAX_MARKS + 1).take_while(|&&byte| byte == b'u');
    match marks.count() {
        marks if marks > Dialect::MAX_MARKS => Number::IllFormed,
        marks => number(bytes, 1 + marks, 4, last),
    }
}

/// Parses `digits` digits of `bytes` after the first `start` bytes.
fn number(bytes: &[u8], start: usize, digits: usize, last: bool) -> Number {
    let mut value = 0;
    for at in start..start + digits {
        match bytes.get(at).map(|&byte| char::from(byte).to_digit(16)) {
            Some(Some(digit)) => value = value << 4 | digit,
            Some(None) => return Number::IllFormed,
            None if last => return Number::IllFormed,
            None => return Number::Incomplete,
        }
    }
    Number::Value(value, start + digits)
}

/// Returns the character with a universal character name.
fn c99(number: Number) -> Parsed {
    let (value, len) = match number {
        Number::Incomplete => return Parsed::Incomplete,
        Number::IllFormed => return Parsed::IllFormed(1),
        Number::Value(value, len) => (value, len),
    };
    match char::from_u32(value) {
        Some(character @ ('$' | '@' | '`' | '\u{A0}'..)) => Parsed::Character(character, len),
        _ => Parsed::IllFormed(len),
    }
}
