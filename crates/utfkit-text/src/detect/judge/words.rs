//! The words of a text. Words of ASCII cost the same in all charsets.
//!
//! Words end at white space and at the signs of markup, so that tags and addresses are words of
//! ASCII. Hardly any charset has these bytes inside a character.

/// The words of ASCII and the other words, with the white space after each.
#[derive(Debug, Default)]
pub(crate) struct Words {
    pub(crate) ascii: Vec<u8>,
    pub(crate) other: Vec<u8>,
}

impl Words {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let mut words = Self::default();
        for word in bytes.split_inclusive(is_end) {
            let place = if word.is_ascii() { &mut words.ascii } else { &mut words.other };
            place.extend_from_slice(word);
        }
        words
    }
}

const fn is_end(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'"' | b'&' | b'/' | b':' | b';' | b'<'..=b'>')
}
