//! The characters of several bytes of the charsets of the WHATWG standard, whose indexes
//! `encoding_rs` has.
//!
//! The grids of common characters have those that all variants of a charset read and write with the
//! same code. Others have the rest.

use std::collections::BTreeSet;

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS};

use super::{
    grid::{self, Codes},
    sets::of_shift_jis,
};

/// The rows of JIS X 0208. Rows 9 to 15, and those after 84, belong to vendors.
fn is_jis([row, column]: [u8; 2]) -> bool {
    matches!(row, 0x21..=0x28 | 0x30..=0x74) && matches!(column, 0x21..=0x7E)
}

/// The rows of Big5 that are the same in all its variants. Code page 950 has private-use characters in
/// some rows, and one row has pictures of controls.
fn is_big5([lead, trail]: [u8; 2]) -> bool {
    matches!(lead, 0xA1..=0xC6 | 0xC9..=0xF9)
        && !(lead == 0xC6 && trail >= 0xA1)
        && !(lead == 0xA3 && trail >= 0xC0)
        && [lead, trail] != [0xF9, 0xFE]
}

/// Returns the files, with their names.
pub(super) fn files() -> Result<Vec<(String, Vec<u8>)>, String> {
    let jis = jis_x_0208();
    let big5 = common(BIG5, is_big5);
    let mut rest = read(BIG5, |_| true);
    rest.retain(|code, _| !big5.contains_key(code));
    let chinese = read(GB18030, |code| code != [0xA3, 0xA0]);
    if chinese.keys().any(|code| character(GBK, code) != character(GB18030, code)) {
        return Err("GBK and GB18030 read a code in two ways".to_owned());
    }
    // The library makes a faster index of JIS X 0208, and searches the few characters of vendors.
    Ok(vec![
        ("double/browsers/vendors.bin".to_owned(), grid::without_index(&vendors(&jis))?),
        ("double/grids/jis0208.bin".to_owned(), grid::without_index(&jis)?),
        ("double/grids/jis0212.bin".to_owned(), grid::file(&jis_x_0212())?),
        ("double/grids/uhc.bin".to_owned(), grid::file(&read(EUC_KR, |_| true))?),
        ("double/grids/gbk.bin".to_owned(), grid::file(&chinese)?),
        ("double/grids/big5.bin".to_owned(), grid::file(&big5)?),
        ("double/grids/big5-rest.bin".to_owned(), grid::file(&rest)?),
        ("double/browsers/ranges.bin".to_owned(), ranges()?),
    ])
}

/// Returns the codes of two bytes that `encoding` reads as one character.
fn read(encoding: &'static Encoding, filter: impl Fn([u8; 2]) -> bool) -> Codes {
    let codes = (0x8140..=0xFEFE_u16).map(u16::to_be_bytes).filter(|code| filter(*code));
    let codes = codes.filter_map(|code| {
        let character = character(encoding, &code)?;
        Some((code, (character, write(encoding, character).as_deref() == Some(&code))))
    });
    codes.collect()
}

/// Returns the codes that `encoding` reads and writes in the same way.
fn common(encoding: &'static Encoding, filter: impl Fn([u8; 2]) -> bool) -> Codes {
    let mut codes = read(encoding, filter);
    codes.retain(|_, (character, is_written)| {
        *is_written && !matches!(character, ..0x80 | 0xE000..=0xF8FF | 0x1_0000..)
    });
    codes
}

/// Returns the codes of JIS X 0208, from 2121 on, that EUC-JP and Shift_JIS have.
fn jis_x_0208() -> Codes {
    let high = common(EUC_JP, |code| is_jis(code.map(|byte| byte & 0x7F)));
    let shifted = common(SHIFT_JIS, |_| true);
    let low = shifted.into_iter().filter_map(|(code, value)| {
        let (1, code) = of_shift_jis(code)? else { return None };
        (high.get(&code.map(|byte| byte | 0x80)) == Some(&value)).then_some((code, value))
    });
    low.collect()
}

/// Returns the codes of the rows of NEC and IBM, from 2121 on. Codes after row 94 are only in
/// Shift_JIS, whose lead bytes from FA on they have.
fn vendors(jis: &Codes) -> Codes {
    let high = read(EUC_JP, |code| code[0] > 0xA0 && code[1] > 0xA0);
    let mut codes: Codes =
        high.into_iter().map(|(code, value)| (code.map(|byte| byte & 0x7F), value)).collect();
    for (code, value) in read(SHIFT_JIS, |[lead, _]| lead >= 0xFA) {
        // Two rows for each lead byte: those from 115 on.
        let [lead, trail] = code;
        let half = u8::from(trail >= 0x9F);
        let column = if half == 1 { trail - 0x7E } else { trail - 0x1F - u8::from(trail > 0x7F) };
        codes.insert([(lead - 0xFA) * 2 + 0x93 + half, column], value);
    }
    codes.retain(|code, _| !jis.contains_key(code));
    codes
}

/// Returns the codes of JIS X 0212. EUC-JP writes those of the characters that are not in JIS X 0208.
fn jis_x_0212() -> Codes {
    let mut codes = Codes::new();
    let mut written = BTreeSet::new();
    for code in (0xA1A1..=0xFEFE_u16).map(u16::to_be_bytes) {
        let Some(character) = character(EUC_JP, &[0x8F, code[0], code[1]]) else { continue };
        // Row 13 and the rows after 84 are those of NEC and IBM.
        let is_new = write(EUC_JP, character).is_none_or(|known| matches!(known[0], 0xAD | 0xF5..));
        let is_written = is_new && written.insert(character);
        codes.insert(code.map(|byte| byte & 0x7F), (character, is_written));
    }
    codes
}

/// Returns the ranges of the codes of four bytes of GB 18030 below U+10000: the number of the first
/// code, and its character, each in little-endian order.
fn ranges() -> Result<Vec<u8>, String> {
    let mut file = Vec::new();
    let mut next = None;
    for number in 0..126 * 10 * 50_u32 {
        let [third, fourth] = [number / 10 % 126, number % 10];
        let [first, second] = [number / 12_600, number / 1260 % 10];
        let bytes = [0x81 + first, 0x30 + second, 0x81 + third, 0x30 + fourth].map(|it| it as u8);
        let character = character(GB18030, &bytes);
        if character.is_some_and(|it| it > 0xFFFF) {
            return Err(format!("{bytes:02X?} is beyond the ranges"));
        }
        if character != next {
            let (Ok(number), character) = (u16::try_from(number), character.unwrap_or(0)) else {
                return Err(format!("{bytes:02X?} is a range too late"));
            };
            file.extend(number.to_le_bytes());
            file.extend((character as u16).to_le_bytes());
        }
        next = character.map(|it| it + 1);
    }
    Ok(file)
}

/// Returns the character of `code`, if it is one.
fn character(encoding: &'static Encoding, code: &[u8]) -> Option<u32> {
    let text = encoding.decode_without_bom_handling_and_without_replacement(code)?;
    let mut characters = text.chars();
    let character = characters.next()?;
    characters.next().is_none().then_some(character.into())
}

/// Returns the bytes of `character` if they are read as it.
fn write(encoding: &'static Encoding, character: u32) -> Option<Vec<u8>> {
    let text = String::from(char::from_u32(character)?);
    let (written, _, lacks) = encoding.encode(&text);
    (!lacks && self::character(encoding, &written) == Some(character)).then(|| written.into_owned())
}
