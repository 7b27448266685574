//! The codes of Big5 that `encoding_rs` reads and does not write, sorted by their characters.

use std::collections::BTreeMap;

use encoding_rs::{BIG5, Encoding};

/// Characters with several codes in HKSCS-2008, and the code that is not for compatibility.
const PREFERRED: [(char, [u8; 2]); 13] = [
    ('\u{4EDD}', [0xC9, 0x69]),
    ('\u{5605}', [0x9D, 0xEF]),
    ('\u{5ED0}', [0x9D, 0xFB]),
    ('\u{5EF4}', [0xFB, 0xFD]),
    ('\u{60A4}', [0xA0, 0xDC]),
    ('\u{65E0}', [0xFC, 0xD3]),
    ('\u{701E}', [0x96, 0xEE]),
    ('\u{732A}', [0x99, 0x75]),
    ('\u{7676}', [0xFE, 0xC1]),
    ('\u{89A9}', [0xA0, 0xD4]),
    ('\u{936E}', [0xA0, 0x5F]),
    ('\u{96B6}', [0x90, 0xC4]),
    ('\u{975D}', [0x9C, 0xE4]),
];

/// Returns the codes of the characters of Hong Kong in Big5: those that `encoding_rs` does not
/// write, and those of which it writes a code for compatibility.
pub(super) fn file() -> Result<Vec<u8>, String> {
    let mut codes = BTreeMap::new();
    for (character, code) in PREFERRED {
        if decode(BIG5, &code) != Some(character) {
            return Err(format!("{code:02X?} is not {character}"));
        }
        codes.insert(character, code);
    }
    for code in pairs(0x81..=0xFE, 0x40..=0xFE) {
        let Some(character) = decode(BIG5, &code) else { continue };
        let text = character.to_string();
        let (written, _, lacks) = BIG5.encode(&text);
        if lacks || decode(BIG5, &written) != Some(character) {
            codes.entry(character).or_insert(code);
        }
    }
    Ok(codes.into_values().flatten().collect())
}

fn pairs(
    leads: std::ops::RangeInclusive<u8>,
    trails: std::ops::RangeInclusive<u8>,
) -> impl Iterator<Item = [u8; 2]> {
    leads.flat_map(move |lead| trails.clone().map(move |trail| [lead, trail]))
}

/// Returns the character of `bytes`, if they are one.
fn decode(encoding: &'static Encoding, bytes: &[u8]) -> Option<char> {
    let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
    let mut characters = text.chars();
    let character = characters.next()?;
    characters.next().is_none().then_some(character)
}
