//! Shows a code point in every encoding, and as an escape in other notations.

use std::fmt::Write as _;

use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};
use utfkit::{
    Encoding,
    encoding::{Charset, Label, LabelSet},
    transcode::convert,
};

use crate::unicode::{categories::notation, printable};

/// The encodings to show, in this order.
const ENCODINGS: [Encoding; 16] = [
    Encoding::Utf8,
    Encoding::Utf16Be,
    Encoding::Utf16Le,
    Encoding::Utf32Be,
    Encoding::Utf32Le,
    Encoding::Utf8Rfc2279,
    Encoding::Cesu8,
    Encoding::JavaModifiedUtf8,
    Encoding::Utf7,
    Encoding::Utf7Imap,
    Encoding::Utf1,
    Encoding::UtfEbcdic,
    Encoding::Scsu,
    Encoding::Bocu1,
    Encoding::UsAscii,
    Encoding::Iso8859_1,
];

/// A name and its value.
pub type Row = (&'static str, String);

/// The forms of a code point.
pub struct Forms {
    /// The code point.
    pub value: u32,
    /// The bytes in each encoding, with the name of the encoding; `None` if the encoding lacks the
    /// code point.
    pub encodings: Vec<(&'static str, Option<Vec<u8>>)>,
    /// The legacy charsets that have the code point, with its bytes. It is empty for ASCII.
    pub charsets: Vec<(&'static str, Vec<u8>)>,
    /// The escapes for the code point in other notations, such as JSON.
    pub escapes: Vec<Row>,
    /// The normalization forms that differ from the character, as code points.
    pub normalized: Vec<Row>,
    /// The characters that appear if its UTF-8 is read as windows-1252; `None` for ASCII.
    ///
    /// If a byte is not in windows-1252, ISO-8859-1 is used instead.
    pub mojibake: Option<String>,
}

impl Forms {
    /// Returns the forms of `value`.
    pub fn of(value: u32) -> Self {
        let gb18030 = Label::parse("gb18030", LabelSet::Iana).ok().map(Label::encoding);
        let encodings = ENCODINGS
            .into_iter()
            .chain(gb18030)
            .map(|encoding| (encoding.name(), bytes(value, encoding)));
        let character = char::from_u32(value);
        Self {
            value,
            encodings: encodings.collect(),
            charsets: charsets(value),
            escapes: character.map(escapes).unwrap_or_default(),
            normalized: character.map(normalized).unwrap_or_default(),
            mojibake: character.and_then(mojibake),
        }
    }
}

/// Returns the bytes of `value` in `encoding`, or `None` if it cannot be encoded.
fn bytes(value: u32, encoding: Encoding) -> Option<Vec<u8>> {
    convert(&value.to_be_bytes(), Encoding::Ucs4Be, encoding).ok()
}

fn charsets(value: u32) -> Vec<(&'static str, Vec<u8>)> {
    // Almost all charsets have the ASCII characters, as the same bytes.
    if value < 0x80 {
        return Vec::new();
    }
    Charset::all()
        // The variants for z/OS differ only in their line ends.
        .filter(|charset| charset.name() != "gb18030" && !charset.name().ends_with("-s390"))
        .filter_map(|charset| Some((charset.name(), bytes(value, Encoding::Charset(charset))?)))
        .collect()
}

fn escapes(character: char) -> Vec<Row> {
    let value = u32::from(character);
    let (mut units, mut percent) = (String::new(), String::new());
    for unit in character.encode_utf16(&mut [0; 2]) {
        // Writing to a string cannot fail.
        let _ = write!(units, "\\u{unit:04x}");
    }
    for byte in character.encode_utf8(&mut [0; 4]).bytes() {
        let _ = write!(percent, "%{byte:02X}");
    }
    let c = match value {
        0..=0xFFFF => format!("\\u{value:04x}"),
        _ => format!("\\U{value:08x}"),
    };
    vec![
        ("HTML, XML", format!("&#x{value:X}; &#{value};")),
        ("JSON, Java", units),
        ("Rust, JavaScript", format!("\\u{{{value:x}}}")),
        ("C, Python, Go", c),
        ("CSS", format!("\\{value:06x}")),
        ("URL", percent),
    ]
}

fn normalized(character: char) -> Vec<Row> {
    let text = character.to_string();
    let forms = [
        ("NFC", ComposingNormalizerBorrowed::new_nfc().normalize(&text)),
        ("NFD", DecomposingNormalizerBorrowed::new_nfd().normalize(&text)),
        ("NFKC", ComposingNormalizerBorrowed::new_nfkc().normalize(&text)),
        ("NFKD", DecomposingNormalizerBorrowed::new_nfkd().normalize(&text)),
    ];
    forms
        .into_iter()
        .filter(|(_, form)| *form != text)
        .map(|(name, form)| {
            let points: Vec<_> = form.chars().map(|c| notation(c.into())).collect();
            (name, points.join(" "))
        })
        .collect()
}

fn mojibake(character: char) -> Option<String> {
    if character.is_ascii() {
        return None;
    }
    let windows = Label::parse("windows-1252", LabelSet::Iana).ok()?.encoding();
    let bytes = character.to_string();
    let read = convert(bytes.as_bytes(), windows, Encoding::Utf8)
        .or_else(|_| convert(bytes.as_bytes(), Encoding::Iso8859_1, Encoding::Utf8));
    Some(printable::line(&String::from_utf8(read.ok()?).ok()?).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_in_every_encoding() {
        let forms = Forms::of(0x1F600);
        let of = |name: &str| {
            let found = forms.encodings.iter().find(|(known, _)| *known == name);
            found.and_then(|(_, bytes)| bytes.clone())
        };
        assert_eq!(of("utf-8").unwrap(), b"\xF0\x9F\x98\x80");
        assert_eq!(of("utf-16le").unwrap(), b"\x3D\xD8\x00\xDE");
        assert_eq!(of("cesu-8").unwrap(), b"\xED\xA0\xBD\xED\xB8\x80");
        assert_eq!(of("utf-7").unwrap(), b"+2D3eAA-");
        assert_eq!(of("gb18030").unwrap(), b"\x94\x39\xFC\x36");
        assert_eq!(of("iso-8859-1"), None);
        assert_eq!(forms.escapes[1], ("JSON, Java", "\\ud83d\\ude00".to_owned()));
        assert_eq!(forms.mojibake.as_deref(), Some("\u{F0}\u{178}\u{2DC}\u{20AC}"));
    }

    #[test]
    fn surrogates_and_values_beyond_unicode_have_fewer_forms() {
        assert!(Forms::of(0xD800).encodings.iter().all(|(_, bytes)| bytes.is_none()));
        let beyond = Forms::of(0x7FFF_FFFF);
        let rfc2279 = beyond.encodings.iter().find(|(name, _)| *name == "utf-8-rfc2279");
        assert_eq!(rfc2279.unwrap().1.as_deref(), Some(&b"\xFD\xBF\xBF\xBF\xBF\xBF"[..]));
        assert!(beyond.escapes.is_empty());
    }

    #[test]
    fn lists_normalization_forms_that_differ() {
        assert_eq!(Forms::of(0xE9).normalized[0], ("NFD", "U+0065 U+0301".to_owned()));
        assert_eq!(Forms::of(0x41).normalized, []);
    }
}
