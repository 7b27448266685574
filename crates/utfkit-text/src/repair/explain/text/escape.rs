//! One escape: `\u00c3` of JSON and programming languages, or a character reference of HTML and XML.

use std::fmt::{self, Write as _};

/// A notation for characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notation {
    /// `\u00c3`, one per code unit of UTF-16.
    Unicode { is_upper: bool },
    /// `&#xC3;`
    Hexadecimal { is_upper: bool },
    /// `&#195;`
    Decimal,
    /// `&Atilde;`, or `&#195;` for a character without a name in HTML 4.
    Named,
}

/// An escape at the start of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Escape {
    pub(super) notation: Notation,
    pub(super) character: char,
    /// The length in bytes.
    pub(super) len: usize,
}

/// The maximum length of a character reference in bytes.
const MAX_REFERENCE: usize = 10;

impl Escape {
    /// Returns the escape of a character beyond ASCII at the start of `text`. Surrogates are none.
    pub(super) fn at(text: &[u8]) -> Option<Escape> {
        let escape = match text.first()? {
            b'\\' => Escape::unicode(text),
            b'&' => Escape::reference(text),
            _ => None,
        };
        escape.filter(|escape| !escape.character.is_ascii())
    }

    fn unicode(text: &[u8]) -> Option<Escape> {
        let digits = text.strip_prefix(br"\u")?.first_chunk::<4>()?;
        let character = number(digits, 16)?;
        let notation = Notation::Unicode { is_upper: is_upper(digits) };
        Some(Escape { notation, character, len: 2 + digits.len() })
    }

    fn reference(text: &[u8]) -> Option<Escape> {
        let near = &text[1..text.len().min(MAX_REFERENCE)];
        let end = near.iter().position(|&byte| byte == b';')?;
        let (notation, character) = match &near[..end] {
            [b'#', b'x' | b'X', digits @ ..] => {
                (Notation::Hexadecimal { is_upper: is_upper(digits) }, number(digits, 16)?)
            }
            [b'#', digits @ ..] => (Notation::Decimal, number(digits, 10)?),
            name => (Notation::Named, named(name)?),
        };
        Some(Escape { notation, character, len: 1 + end + 1 })
    }
}

/// Returns the character with the number `digits`.
fn number(digits: &[u8], radix: u32) -> Option<char> {
    let is_number = !digits.is_empty() && digits.iter().all(|&byte| byte.is_ascii_hexdigit());
    let digits = std::str::from_utf8(digits).ok().filter(|_| is_number)?;
    char::from_u32(u32::from_str_radix(digits, radix).ok()?)
}

/// Returns `true` unless the digits have letters in lower case.
fn is_upper(digits: &[u8]) -> bool {
    !digits.iter().any(u8::is_ascii_lowercase)
}

impl Notation {
    /// Writes the escape of `character`.
    pub(super) fn write(self, character: char, out: &mut String) -> fmt::Result {
        let code = u32::from(character);
        match self {
            Notation::Unicode { is_upper } => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    if is_upper {
                        write!(out, "\\u{unit:04X}")?;
                    } else {
                        write!(out, "\\u{unit:04x}")?;
                    }
                }
                Ok(())
            }
            Notation::Hexadecimal { is_upper: true } => write!(out, "&#x{code:X};"),
            Notation::Hexadecimal { is_upper: false } => write!(out, "&#x{code:x};"),
            Notation::Decimal => write!(out, "&#{code};"),
            Notation::Named => match name(character) {
                Some(name) => write!(out, "&{name};"),
                None => write!(out, "&#{code};"),
            },
        }
    }
}

/// The names of U+00A0 to U+00FF in HTML 4.
const LATIN_1: [&str; 0x60] = [
    "nbsp", "iexcl", "cent", "pound", "curren", "yen", "brvbar", "sect", "uml", "copy", "ordf",
    "laquo", "not", "shy", "reg", "macr", "deg", "plusmn", "sup2", "sup3", "acute", "micro",
    "para", "middot", "cedil", "sup1", "ordm", "raquo", "frac14", "frac12", "frac34", "iquest",
    "Agrave", "Aacute", "Acirc", "Atilde", "Auml", "Aring", "AElig", "Ccedil", "Egrave", "Eacute",
    "Ecirc", "Euml", "Igrave", "Iacute", "Icirc", "Iuml", "ETH", "Ntilde", "Ograve", "Oacute",
    "Ocirc", "Otilde", "Ouml", "times", "Oslash", "Ugrave", "Uacute", "Ucirc", "Uuml", "Yacute",
    "THORN", "szlig", "agrave", "aacute", "acirc", "atilde", "auml", "aring", "aelig", "ccedil",
    "egrave", "eacute", "ecirc", "euml", "igrave", "iacute", "icirc", "iuml", "eth", "ntilde",
    "ograve", "oacute", "ocirc", "otilde", "ouml", "divide", "oslash", "ugrave", "uacute", "ucirc",
    "uuml", "yacute", "thorn", "yuml",
];

/// The names in HTML 4 of the characters that windows-1252 has at 80 to 9F. HTML 4 has no name for
/// `Ž` and `ž`.
const WINDOWS: [(&str, char); 25] = [
    ("euro", '€'),
    ("sbquo", '‚'),
    ("fnof", 'ƒ'),
    ("bdquo", '„'),
    ("hellip", '…'),
    ("dagger", '†'),
    ("Dagger", '‡'),
    ("circ", 'ˆ'),
    ("permil", '‰'),
    ("Scaron", 'Š'),
    ("lsaquo", '‹'),
    ("OElig", 'Œ'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("bull", '•'),
    ("ndash", '–'),
    ("mdash", '—'),
    ("tilde", '˜'),
    ("trade", '™'),
    ("scaron", 'š'),
    ("rsaquo", '›'),
    ("oelig", 'œ'),
    ("Yuml", 'Ÿ'),
];

/// Returns the character with a name in HTML 4.
fn named(name: &[u8]) -> Option<char> {
    let latin = LATIN_1.iter().position(|one| one.as_bytes() == name);
    let latin = latin.map(|at| char::from(0xA0 + at as u8));
    let windows = || WINDOWS.iter().find(|(one, _)| one.as_bytes() == name);
    latin.or_else(|| windows().map(|&(_, character)| character))
}

/// Returns the name of a character in HTML 4.
fn name(character: char) -> Option<&'static str> {
    let latin = u32::from(character).checked_sub(0xA0);
    let latin = latin.and_then(|at| LATIN_1.get(at as usize)).copied();
    let windows = || WINDOWS.iter().find(|&&(_, one)| one == character);
    latin.or_else(|| windows().map(|&(name, _)| name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        let cases = [
            r"\u00c3", r"\u00C3", "&#xC3;", "&#xc3;", "&#195;", "&Atilde;", "&nbsp;", "&yuml;",
            "&euro;", "&#8364;",
        ];
        for case in cases {
            let escape = Escape::at(case.as_bytes()).expect(case);
            assert_eq!(escape.len, case.len());
            let mut out = String::new();
            escape.notation.write(escape.character, &mut out).unwrap();
            assert_eq!(out, case);
        }
    }

    #[test]
    fn reads_only_complete_escapes_beyond_ascii() {
        for case in
            ["", r"\", r"\u00c", r"\u0041", r"\ud83d", "&", "&#;", "&#x;", "&#x41;", "&amp;"]
        {
            assert!(Escape::at(case.as_bytes()).is_none(), "{case}");
        }
        for case in ["&#+195;", "&#195", "&# 195;", "&atil", "&Atilde ;", "&#x110000;", "&#xD800;"]
        {
            assert!(Escape::at(case.as_bytes()).is_none(), "{case}");
        }
    }
}
