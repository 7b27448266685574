//! The sets of characters of EUC-TW, JIS X 0213, eucJP-ms and ISO-IR-165.

use super::{
    grid::{self, Codes},
    runs,
    sources::Sources,
    ucm::Mapping,
};

/// The planes of CNS 11643 that EUC-TW has, with their bytes after 8E.
const PLANES: [(u8, u8); 8] =
    [(1, 0xA1), (2, 0xA2), (3, 0xA3), (4, 0xA4), (5, 0xA5), (6, 0xA6), (7, 0xA7), (15, 0xAF)];

/// Codes of plane 1 that are the characters of glibc, libiconv and Java, not those of ICU.
const CHANGES: [([u8; 2], u32); 13] = [
    ([0x21, 0x26], 0x30FB),
    ([0x21, 0x36], 0xFE31),
    ([0x21, 0x38], 0xFE32),
    ([0x21, 0x39], 0x2013),
    ([0x21, 0x6A], 0x2032),
    ([0x21, 0x6B], 0x2035),
    ([0x22, 0x42], 0xFE66),
    ([0x22, 0x43], 0xFE65),
    ([0x22, 0x53], 0x2641),
    ([0x22, 0x54], 0x2609),
    ([0x22, 0x5D], 0x2016),
    ([0x22, 0x5E], 0xFF5C),
    ([0x24, 0x3F], 0x5344),
];

/// Returns the files, with their names.
pub(super) fn files(sources: &Sources) -> Result<Vec<(String, Vec<u8>)>, String> {
    let mut files = Vec::new();
    let taiwan = Mapping::parse(&sources.read("euc-tw-2014.ucm")?)?;
    for (number, byte) in PLANES {
        let mut codes = codes(&taiwan, |bytes| match *bytes {
            [row @ 0xA1..=0xFE, column] if number == 1 => Some([row, column]),
            [0x8E, plane, row, column] if plane == byte => Some([row, column]),
            _ => None,
        });
        if number == 1 {
            codes.extend(CHANGES.map(|(code, character)| (code, (character, true))));
        }
        // The other planes have rare characters, so no index.
        let file = if number <= 2 { grid::file(&codes)? } else { grid::without_index(&codes)? };
        files.push((format!("sets/grids/cns{number}.bin"), file));
    }
    let microsoft = Mapping::parse(&sources.read("glibc-EUC_JP_MS-2.3.3.ucm")?)?;
    let ibm = codes(&microsoft, |bytes| match *bytes {
        [0x8F, row @ 0xF3..=0xF4, column] => Some([row, column]),
        _ => None,
    });
    // The same rows of JIS X 0212 have other characters.
    files.push(("sets/grids/ibm0212.bin".to_owned(), grid::file(&ibm)?));
    let mut japan = Mapping::parse(&sources.read("java-sjis_0213-1.6_P.ucm")?)?;
    japan.readable.extend(Mapping::parse(&sources.read("own/jisx0213.ucm")?)?.readable);
    for plane in 1..=2 {
        let codes = codes(&japan, |bytes| match *bytes {
            [lead, trail] => {
                of_shift_jis([lead, trail]).filter(|code| code.0 == plane).map(|code| code.1)
            }
            _ => None,
        });
        files.push((format!("sets/grids/jis0213-{plane}.bin"), grid::file(&codes)?));
    }
    let china = runs::parse(&sources.read("own/iso-ir-165.txt")?)?;
    let china = china.into_iter().map(|(code, character)| {
        let [_, _, row, column] = code.to_be_bytes();
        ([row, column], (character, true))
    });
    let china = grid::without_index(&china.collect())?;
    files.push(("sets/grids/iso-ir-165.bin".to_owned(), china));
    Ok(files)
}

/// Returns the codes from 2121 on, of which `code` returns the high bytes.
fn codes(mapping: &Mapping, code: impl Fn(&[u8]) -> Option<[u8; 2]>) -> Codes {
    let mut codes = Codes::new();
    for (bytes, character, is_written) in &mapping.readable {
        // The planes from 3 on are private.
        if let Some(code) = code(bytes)
            && *character <= 0x2_FFFF
        {
            codes.insert(code.map(|byte| byte & 0x7F), (*character, *is_written));
        }
    }
    codes
}

/// The rows of the second plane: those of each lead byte from F0 to FC.
const ROWS: [[u8; 2]; 13] = [
    [0x21, 0x28],
    [0x23, 0x24],
    [0x25, 0x2C],
    [0x2D, 0x2E],
    [0x2F, 0x6E],
    [0x6F, 0x70],
    [0x71, 0x72],
    [0x73, 0x74],
    [0x75, 0x76],
    [0x77, 0x78],
    [0x79, 0x7A],
    [0x7B, 0x7C],
    [0x7D, 0x7E],
];

/// Returns the plane and the code in JIS X 0213 of a pair of bytes of Shift_JIS.
pub(super) fn of_shift_jis([lead, trail]: [u8; 2]) -> Option<(u8, [u8; 2])> {
    let (half, column) = match trail {
        0x40..=0x7E => (0, trail - 0x1F),
        0x80..=0x9E => (0, trail - 0x20),
        _ => (1, trail.checked_sub(0x7E)?),
    };
    match lead {
        0x81..=0x9F => Some((1, [(lead - 0x81) * 2 + 0x21 + half, column])),
        0xE0..=0xEF => Some((1, [(lead - 0xC1) * 2 + 0x21 + half, column])),
        0xF0..=0xFC => Some((2, [ROWS[usize::from(lead - 0xF0)][usize::from(half)], column])),
        _ => None,
    }
}
