//! The common characters of two bytes of the charsets in `encoding_rs`: it reads and writes them
//! with the same code, in all charsets that share a grid.

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS};

use super::{
    grid::{self, Codes},
    sets::of_shift_jis,
};

/// Returns the files, with their names.
pub(super) fn files() -> Result<Vec<(String, Vec<u8>)>, String> {
    // Rows 9 to 15, and those after 84, belong to vendors.
    let jis = |[row, column]: [u8; 2]| {
        matches!(row, 0x21..=0x28 | 0x30..=0x74) && matches!(column, 0x21..=0x7E)
    };
    // These rows have private-use characters in code page 950, and one row has pictures of controls.
    let big5 = |[lead, trail]: [u8; 2]| {
        matches!(lead, 0xA1..=0xC6 | 0xC9..=0xF9)
            && !(lead == 0xC6 && trail >= 0xA1)
            && !(lead == 0xA3 && trail >= 0xC0)
            && [lead, trail] != [0xF9, 0xFE]
    };
    // The library makes a faster index of JIS X 0208.
    Ok(vec![
        ("double/grids/jis0208.bin".to_owned(), grid::without_index(&jis_x_0208(jis))?),
        ("double/grids/uhc.bin".to_owned(), grid::file(&common(&[EUC_KR], |_| true))?),
        ("double/grids/gbk.bin".to_owned(), grid::file(&common(&[GBK, GB18030], |_| true))?),
        ("double/grids/big5.bin".to_owned(), grid::file(&common(&[BIG5], big5))?),
    ])
}

/// Returns the codes that all of `encodings` read and write in the same way.
fn common(encodings: &[&'static Encoding], filter: impl Fn([u8; 2]) -> bool) -> Codes {
    let mut codes = Codes::new();
    for code in (0x8140..=0xFEFE_u16).map(u16::to_be_bytes).filter(|code| filter(*code)) {
        let characters = encodings.iter().map(|encoding| character(encoding, &code));
        let characters: Vec<_> = characters.collect();
        if let Some(Some(first)) = characters.first()
            && characters.iter().all(|one| one == &Some(*first))
        {
            codes.insert(code, (*first, true));
        }
    }
    codes
}

/// Returns the codes of JIS X 0208, from 2121 on, that EUC-JP and Shift_JIS have.
fn jis_x_0208(filter: impl Fn([u8; 2]) -> bool) -> Codes {
    let mut codes = Codes::new();
    for pair in (0x8140..=0xEFFC_u16).map(u16::to_be_bytes) {
        let Some((1, code)) = of_shift_jis(pair) else { continue };
        if !filter(code) {
            continue;
        }
        let one = character(EUC_JP, &code.map(|byte| byte | 0x80));
        let other = character(SHIFT_JIS, &pair);
        if let Some(value) = one.filter(|_| one == other) {
            codes.insert(code, (value, true));
        }
    }
    codes
}

/// Returns the character of `code` that is written as `code`, below U+10000 and not for private use.
fn character(encoding: &'static Encoding, code: &[u8]) -> Option<u32> {
    let text = encoding.decode_without_bom_handling_and_without_replacement(code)?;
    let (written, _, lacks) = encoding.encode(&text);
    let mut characters = text.chars();
    let character = characters.next().filter(|_| !lacks && *written == *code)?;
    let is_plain = !matches!(character, ..'\u{80}' | '\u{E000}'..='\u{F8FF}' | '\u{10000}'..);
    (is_plain && characters.next().is_none()).then_some(character.into())
}
