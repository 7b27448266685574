//! Hints about text that is ill-formed in one encoding and well-formed in a related one.

use std::borrow::Cow;

use utfkit::{
    Encoding::{
        self, Bocu1, Cesu8, JavaModifiedUtf8, Scsu, Ucs2, Ucs2Be, Ucs2Le, Ucs4, Ucs4Be, Ucs4Le,
        Unicode11, Unicode11Utf8, Utf1, Utf8, Utf8Rfc2279, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be,
        Utf32Le, UtfEbcdic, Wtf8,
    },
    Finding, Kind,
};

use super::advice::{Advice, Hint};

/// Returns the hint for `finding` in text that was read as `encoding`, if a relative explains it.
pub(crate) fn hint(encoding: Encoding, finding: &Finding) -> Option<Hint> {
    let bytes = finding.bytes();
    match (finding.kind(), encoding) {
        (Kind::IrregularPair { means }, _) => Some(with_advice(
            format!("this is CESU-8 for U+{means:04X}; UTF-8 has four bytes for it"),
            Cesu8,
        )),
        (Kind::Overlong { means: 0 }, _) if bytes == [0xC0, 0x80] => {
            Some(with_advice("this is U+0000 in Java's modified UTF-8", JavaModifiedUtf8))
        }
        (Kind::InvalidByte, JavaModifiedUtf8) if bytes == [0] => {
            Some(with_advice("the only form of U+0000 in modified UTF-8 is C0 80", Cesu8))
        }
        (Kind::Surrogate { value }, _) => surrogate(value, encoding),
        (Kind::OutOfRange { value: 0xAC00..=0xD7A3 }, Unicode11Utf8) => {
            Some(with_advice(HANGUL, Utf8))
        }
        (Kind::OutOfRange { value: 0xAC00..=0xD7A3 }, Unicode11) => {
            Some(with_advice(HANGUL, Utf16Be))
        }
        (Kind::OutOfRange { value }, Utf32 | Utf32Be | Utf32Le | Ucs4 | Ucs4Be | Ucs4Le) => {
            wide(value, encoding)
        }
        // These count bytes in another way.
        (_, Utf1 | UtfEbcdic | Scsu | Bocu1) => None,
        (Kind::OutOfRange { .. } | Kind::InvalidByte, _) => long(encoding, finding),
        _ => None,
    }
}

const HANGUL: &str = "this is Hangul in Unicode 2.0 and later";

fn with_advice(text: impl Into<Cow<'static, str>>, better: Encoding) -> Hint {
    Hint::advising(text, Advice::ReadAs(better))
}

/// Returns the hint for a surrogate in text that is read as `encoding`.
fn surrogate(value: u16, encoding: Encoding) -> Option<Hint> {
    let units = "UTF-16 has surrogates, but UCS-2 does not";
    Some(match encoding {
        Ucs2 => with_advice(units, Utf16),
        Ucs2Be | Unicode11 => with_advice(units, Utf16Be),
        Ucs2Le => with_advice(units, Utf16Le),
        Utf32 | Utf32Be | Utf32Le | Ucs4 | Ucs4Be | Ucs4Le => {
            "half of a pair of UTF-16, which should be one code unit".into()
        }
        Cesu8 | JavaModifiedUtf8 if value < 0xDC00 => "no low surrogate follows it".into(),
        Cesu8 | JavaModifiedUtf8 => "no high surrogate precedes it".into(),
        Wtf8 => "WTF-8 keeps a lone surrogate of UTF-16 in this form; it is not a character".into(),
        Utf8 | Utf8Rfc2279 | Unicode11Utf8 => {
            "half of a pair that should be one character of four bytes".into()
        }
        _ => return None,
    })
}

/// Returns the hint for a 32-bit unit that is out of range.
fn wide(value: u32, encoding: Encoding) -> Option<Hint> {
    let (swapped, ucs4) = match encoding {
        Utf32 => (Utf32Le, Ucs4),
        Utf32Be => (Utf32Le, Ucs4Be),
        Utf32Le => (Utf32Be, Ucs4Le),
        Ucs4 | Ucs4Be => (Ucs4Le, Ucs4Be),
        _ => (Ucs4Be, Ucs4Le),
    };
    let [low, high] = [value & 0xFFFF, value >> 16].map(char::from_u32);
    if let (Utf32, Some(low), Some(high)) = (encoding, low, high)
        && !low.is_control()
        && !high.is_control()
    {
        let text = "two characters of UTF-16, if U+0000 follows its BOM";
        return Some(with_advice(text, Utf16));
    }
    if let Some(character) = char::from_u32(value.swap_bytes()) {
        let text = format!("U+{:04X} in the other byte order", u32::from(character));
        return Some(with_advice(text, swapped));
    }
    (value < 0x8000_0000 && encoding != ucs4).then(|| with_advice("UCS-4 has this value", ucs4))
}

/// Returns the hint for a complete form of at least four bytes.
fn long(encoding: Encoding, finding: &Finding) -> Option<Hint> {
    let value = finding.means()?;
    let (len, min) = match finding.len() {
        4 if value <= 0x10_FFFF => {
            let text = format!(
                "this is UTF-8 for U+{value:04X}; CESU-8 and modified UTF-8 have two surrogates for it"
            );
            return Some(with_advice(text, Utf8));
        }
        4 => ("four", 0x1_0000),
        5 => ("five", 0x20_0000),
        6 => ("six", 0x400_0000),
        _ => return None,
    };
    if value < min {
        return Some(format!("U+{value:04X} in {len} bytes, which no standard allows").into());
    }
    let text = format!("a {len}-byte form of RFC 2279 for {value:X}, which RFC 3629 does not have");
    (encoding != Utf8Rfc2279).then(|| with_advice(text, Utf8Rfc2279))
}
