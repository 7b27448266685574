//! The text that programs write for characters that they replace.

use icu_normalizer::DecomposingNormalizerBorrowed;

use crate::heal::text::utf8;

pub(super) fn question(_: u32, out: &mut Vec<u8>) {
    out.push(b'?');
}

pub(super) fn mark(_: u32, out: &mut Vec<u8>) {
    utf8(0xFFFD, out);
}

/// The signs that editors and word processors replace.
fn quote(value: u32) -> Option<&'static str> {
    Some(match char::from_u32(value)? {
        '’' | '‘' => "'",
        '“' | '”' | '„' | '«' | '»' => "\"",
        '–' | '—' => "-",
        '…' => "...",
        '\u{A0}' => " ",
        _ => return None,
    })
}

pub(super) fn quotes(value: u32, out: &mut Vec<u8>) {
    match quote(value) {
        Some(text) => out.extend(text.bytes()),
        None => utf8(value, out),
    }
}

pub(super) fn fold(value: u32, out: &mut Vec<u8>) {
    let Some(character) = char::from_u32(value) else { return out.push(b'?') };
    let text = match character {
        'ß' => "ss",
        'ø' => "o",
        'Ø' => "O",
        'æ' => "ae",
        'Æ' => "AE",
        'ł' => "l",
        'Ł' => "L",
        'đ' => "d",
        '«' => "<<",
        '»' => ">>",
        '€' => "EUR",
        '©' => "(C)",
        _ => quote(value).unwrap_or(""),
    };
    let before = out.len();
    out.extend(text.bytes());
    if text.is_empty() {
        decompose(character).filter(char::is_ascii).for_each(|part| out.push(part as u8));
        if out.len() == before {
            out.push(b'?');
        }
    }
}

fn decompose(character: char) -> impl Iterator<Item = char> {
    DecomposingNormalizerBorrowed::new_nfkd()
        .normalize_iter(std::iter::once(character))
        .collect::<Vec<_>>()
        .into_iter()
}

/// `//TRANSLIT` of glibc: `ä` becomes `a` or `ae` by its tables.
pub(super) fn glibc(value: u32, out: &mut Vec<u8>) {
    let text = char::from_u32(value).and_then(utfkit::transcode::transliteration);
    match text {
        Some(text) => out.extend(text.bytes()),
        None => out.push(b'?'),
    }
}

/// `//TRANSLIT` of libiconv: `ä` becomes `"a`, and `é` becomes `'e`.
pub(super) fn libiconv(value: u32, out: &mut Vec<u8>) {
    let Some(character) = char::from_u32(value) else { return out.push(b'?') };
    let parts: Vec<char> = decompose(character).collect();
    let accent = match parts.get(1) {
        Some('\u{300}') => b'`',
        Some('\u{301}') => b'\'',
        Some('\u{302}') => b'^',
        Some('\u{303}') => b'~',
        Some('\u{308}') => b'"',
        _ => return fold(value, out),
    };
    out.push(accent);
    out.push(u8::try_from(parts[0]).unwrap_or(b'?'));
}
