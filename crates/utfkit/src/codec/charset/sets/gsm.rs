//! GSM 03.38: the alphabet of short messages.
//!
//! Each byte has a character of seven bits, and byte 1B selects ten more characters for the byte
//! after it. Messages on the air are packed, eight characters in seven bytes. This charset is the
//! unpacked form, which files and programs have.

use crate::{
    codec::{
        charset::state::ESCAPE,
        step::{MAX_BYTES, Step},
    },
    error::Kind,
    form::Encoded,
};

/// The characters of the bytes below 80: 3GPP TS 23.038 section 6.2.1. 1B is the escape.
#[rustfmt::skip]
static ALPHABET: [char; 128] = [
    '@', '£', '$', '¥', 'è', 'é', 'ù', 'ì', 'ò', 'Ç', '\n', 'Ø', 'ø', '\r', 'Å', 'å',
    'Δ', '_', 'Φ', 'Γ', 'Λ', 'Ω', 'Π', 'Ψ', 'Σ', 'Θ', 'Ξ', '\x1B', 'Æ', 'æ', 'ß', 'É',
    ' ', '!', '"', '#', '¤', '%', '&', '\'', '(', ')', '*', '+', ',', '-', '.', '/',
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', ':', ';', '<', '=', '>', '?',
    '¡', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N', 'O',
    'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z', 'Ä', 'Ö', 'Ñ', 'Ü', '§',
    '¿', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o',
    'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z', 'ä', 'ö', 'ñ', 'ü', 'à',
];

/// The bytes after an escape, with their characters: section 6.2.1.1.
static EXTENSION: [(u8, char); 10] = [
    (0x0A, '\x0C'),
    (0x14, '^'),
    (0x28, '{'),
    (0x29, '}'),
    (0x2F, '\\'),
    (0x3C, '['),
    (0x3D, '~'),
    (0x3E, ']'),
    (0x40, '|'),
    (0x65, '\u{20AC}'),
];

/// Reads the sequence at the start of `src`.
pub(super) fn first(src: &[u8], last: bool) -> Step {
    let ill_formed = |kind, len| Step::IllFormed { kind, len };
    match *src {
        [] => Step::Incomplete,
        [ESCAPE] if !last => Step::Incomplete,
        [ESCAPE] => ill_formed(Kind::Truncated, 1),
        [ESCAPE, byte, ..] => match EXTENSION.iter().find(|(code, _)| *code == byte) {
            Some((_, character)) => Step::Value { value: (*character).into(), len: 2 },
            None if byte < 0x80 => ill_formed(Kind::Unassigned, 2),
            None => ill_formed(Kind::Truncated, 1),
        },
        [byte, ..] => match ALPHABET.get(usize::from(byte)) {
            Some(character) => Step::Value { value: (*character).into(), len: 1 },
            None => ill_formed(Kind::InvalidByte, 1),
        },
    }
}

/// Returns the bytes of a character.
pub(super) fn encode(value: u32) -> Option<Encoded<MAX_BYTES>> {
    let character = char::from_u32(value)?;
    let mut encoded = Encoded::EMPTY;
    if let Some((code, _)) = EXTENSION.iter().find(|(_, one)| *one == character) {
        encoded.push(ESCAPE);
        encoded.push(*code);
        return Some(encoded);
    }
    // Most letters have the byte that they have in ASCII.
    let same = ALPHABET.get(value as usize).is_some_and(|one| *one == character);
    let byte =
        if same { Some(value as usize) } else { ALPHABET.iter().position(|one| *one == character) };
    let byte = byte.filter(|_| value != ESCAPE.into())?;
    encoded.push(byte as u8);
    Some(encoded)
}
