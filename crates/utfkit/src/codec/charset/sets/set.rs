//! Sets of characters that ISO 2022 and EUC combine, with codes of one or two bytes from 21 to 7E.

use crate::codec::charset::{
    cells::tables::ISO_8859_7,
    double::{
        CHINESE, Grid, JIS_X_0208, JIS_X_0212, PAIRS, SECONDS, UHC, jis_x_0208, to_jis_x_0208,
        to_vendors,
    },
    variant::Variant,
};

/// A set of characters.
pub(crate) enum Set {
    Ascii,
    /// JIS X 0201: US-ASCII with a yen sign and an overline.
    Roman,
    /// JIS X 0201: halfwidth katakana.
    Katakana,
    /// The upper half of ISO-8859-1.
    Latin,
    /// The upper half of ISO-8859-7.
    Greek,
    /// A grid with codes from 2121 on.
    Grid(&'static Grid),
    /// Plane 1 of CNS 11643-1992, as in glibc and ICU. The edition of 2007 has more.
    Cns1992(&'static Grid),
    /// GB 2312.
    Gb2312,
    /// ISO-IR-165: the codes of the grid, and those of GB 2312 elsewhere.
    IsoIr165(&'static Grid),
    /// KS X 1001.
    KsX1001,
    /// JIS X 0208, with the characters of Unicode.org, which the WHATWG standard has as other ones.
    Jis0208,
    /// JIS X 0208 with the rows of NEC and IBM.
    Vendors,
    /// JIS X 0208 with row 13 of NEC, and private-use characters in rows 85 to 94.
    Microsoft,
    /// JIS X 0212.
    Jis0212,
    /// JIS X 0212 with characters of IBM, and private-use characters in rows 85 to 94.
    Ibm0212(&'static Grid),
    /// JIS X 0213, plane 1. Some codes are two characters.
    Jis0213(&'static Grid),
    /// JIS X 0213 of 2000, plane 1: without ten characters.
    Jis0213Of2000(&'static Grid),
}

/// The high bit of a byte.
pub(super) const HIGH: u8 = 0x80;

/// The number of codes in a row.
const ROW: u32 = 94;

/// The row of NEC, and the last row of a set.
const NEC_ROW: u8 = 0x2D;
const LAST_ROW: u8 = 0x7E;

/// Private-use characters: the first row, and the characters of the two sets of eucJP-ms.
const PRIVATE_ROW: u8 = 0x75;
const PRIVATE: u32 = 0xE000;
const PRIVATE_0212: u32 = PRIVATE + 10 * ROW;

/// A character of KS X 1001:2002 that the WHATWG standard does not have.
const POSTAL_CODE: ([u8; 2], u32) = ([0x22, 0x68], 0x327E);

/// The broken bar of JIS X 0212, which is a fullwidth one in eucJP-ms.
const BROKEN_BAR: ([u8; 2], u32) = ([0x22, 0x43], 0xFFE4);

/// The characters of JIS X 0208 according to Unicode.org, and those of the WHATWG standard.
const ORIGINALS: [(u32, u32); 6] = [
    (0xA2, 0xFFE0),
    (0xA3, 0xFFE1),
    (0xAC, 0xFFE2),
    (0x2016, 0x2225),
    (0x2212, 0xFF0D),
    (0x301C, 0xFF5E),
];

/// The codes that JIS X 0213 got in 2004.
const NEW: [[u8; 2]; 10] = [
    [0x2E, 0x21],
    [0x2F, 0x7E],
    [0x4F, 0x54],
    [0x4F, 0x7E],
    [0x74, 0x27],
    [0x7E, 0x7A],
    [0x7E, 0x7B],
    [0x7E, 0x7C],
    [0x7E, 0x7D],
    [0x7E, 0x7E],
];

/// The codes of plane 1 of CNS 11643 that neither glibc nor ICU reads in ISO-2022-CN.
const AFTER_1992: [(u16, u16); 12] = [
    (0x213A, 0x213D),
    (0x2224, 0x2224),
    (0x2226, 0x2226),
    (0x243E, 0x243E),
    (0x2440, 0x2440),
    (0x2571, 0x2575),
    (0x267E, 0x267E),
    (0x2721, 0x2727),
    (0x2729, 0x272E),
    (0x2730, 0x2733),
    (0x2735, 0x2B4D),
    (0x4242, 0x4243),
];

impl Set {
    /// Returns the number of bytes of a code.
    pub(super) const fn width(&self) -> usize {
        match self {
            Set::Ascii | Set::Roman | Set::Katakana | Set::Latin | Set::Greek => 1,
            _ => 2,
        }
    }

    /// Returns the two characters of a code that is two characters.
    pub(super) fn pair(&self, code: [u8; 2]) -> Option<(u32, u32)> {
        let (Set::Jis0213(_) | Set::Jis0213Of2000(_)) = self else { return None };
        let pair = SECONDS.iter().find(|(known, ..)| *known == code)?;
        Some((pair.1, pair.2))
    }

    /// Returns the character of a code: its bytes, or one byte and 0.
    pub(super) fn decode(&self, code: [u8; 2]) -> Option<u32> {
        let [row, column] = code;
        match self {
            Set::Ascii => Some(row.into()),
            Set::Roman => Some(match row {
                b'\\' => 0xA5,
                b'~' => 0x203E,
                _ => row.into(),
            }),
            Set::Katakana => matches!(row, 0x21..=0x5F).then(|| u32::from(row) + 0xFF61 - 0x21),
            Set::Latin => Some((row | HIGH).into()),
            Set::Greek => ISO_8859_7.decode(row | HIGH).map(u32::from),
            Set::Grid(grid) | Set::Jis0213(grid) => grid.decode(code),
            Set::Cns1992(grid) => grid.decode(code).filter(|_| is_of_1992(code)),
            Set::KsX1001 if code == POSTAL_CODE.0 => Some(POSTAL_CODE.1),
            Set::KsX1001 => UHC.decode(code.map(|byte| byte | HIGH)),
            Set::IsoIr165(grid) => grid.decode(code).or_else(|| Set::Gb2312.decode(code)),
            Set::Gb2312 => {
                let [lead, trail] = code.map(|byte| byte | HIGH);
                CHINESE.decode([lead, trail]).filter(|_| Variant::Gb2312.writes(lead, trail))
            }
            Set::Microsoft | Set::Ibm0212(_) if row >= PRIVATE_ROW => {
                let first = if matches!(self, Set::Microsoft) { PRIVATE } else { PRIVATE_0212 };
                Some(first + u32::from(row - PRIVATE_ROW) * ROW + u32::from(column - 0x21))
            }
            Set::Jis0213Of2000(grid) => grid.decode(code).filter(|_| !NEW.contains(&code)),
            Set::Jis0208 => {
                let value = JIS_X_0208.decode(code)?;
                let original = ORIGINALS.iter().find(|(_, other)| *other == value);
                Some(original.map_or(value, |(original, _)| *original))
            }
            Set::Vendors => jis_x_0208(code),
            Set::Microsoft if row == NEC_ROW => jis_x_0208(code),
            Set::Microsoft => JIS_X_0208.decode(code),
            Set::Ibm0212(_) if code == BROKEN_BAR.0 => Some(BROKEN_BAR.1),
            Set::Ibm0212(grid) => grid.decode(code).or_else(|| JIS_X_0212.decode(code)),
            Set::Jis0212 => JIS_X_0212.decode(code),
        }
    }

    /// Returns the code of a character.
    pub(super) fn encode(&self, value: u32) -> Option<[u8; 2]> {
        let one = |byte: u32| Some([u8::try_from(byte).ok()?, 0]);
        let low = |code: [u8; 2]| code.map(|byte| byte & !HIGH);
        match self {
            Set::Ascii => one(value).filter(|[byte, _]| byte.is_ascii()),
            Set::Roman => match value {
                0xA5 => one(b'\\'.into()),
                0x203E => one(b'~'.into()),
                0x5C | 0x7E => None,
                _ => one(value).filter(|[byte, _]| byte.is_ascii()),
            },
            Set::Katakana if matches!(value, 0xFF61..=0xFF9F) => one(value - 0xFF61 + 0x21),
            Set::Katakana => None,
            Set::Latin => one(value).filter(|[byte, _]| *byte >= 0xA0).map(low),
            Set::Greek => {
                let byte = ISO_8859_7.encode(char::from_u32(value)?)?;
                (byte >= 0xA0).then(|| low([byte, HIGH]))
            }
            Set::Jis0213(_) | Set::Jis0213Of2000(_) if value >= PAIRS => {
                SECONDS.get((value - PAIRS) as usize).map(|(code, ..)| *code)
            }
            Set::Grid(grid) | Set::Jis0213(grid) => grid.encode(value),
            Set::Cns1992(grid) => grid.encode(value).filter(|code| is_of_1992(*code)),
            Set::Jis0213Of2000(grid) => grid.encode(value).filter(|code| !NEW.contains(code)),
            Set::Jis0208 => {
                match ORIGINALS.iter().find(|pair| pair.0 == value || pair.1 == value) {
                    Some((original, other)) if *original == value => to_jis_x_0208(*other),
                    Some(_) => None,
                    None => to_jis_x_0208(value),
                }
            }
            Set::IsoIr165(grid) => {
                let code = Set::Gb2312.encode(value).filter(|code| grid.decode(*code).is_none());
                code.or_else(|| grid.encode(value))
            }
            Set::KsX1001 if value == POSTAL_CODE.1 => Some(POSTAL_CODE.0),
            Set::Gb2312 | Set::KsX1001 => {
                let (grid, variant) = match self {
                    Set::Gb2312 => (&CHINESE, Variant::Gb2312),
                    _ => (&UHC, Variant::EucKr),
                };
                let [lead, trail] = grid.encode(value)?;
                variant.writes(lead, trail).then(|| low([lead, trail]))
            }
            Set::Vendors | Set::Microsoft => {
                if matches!(self, Set::Microsoft)
                    && let Some(code) = private(PRIVATE, value)
                {
                    return Some(code);
                }
                let has_row = |row| match self {
                    Set::Microsoft => row == NEC_ROW,
                    _ => row <= LAST_ROW,
                };
                to_jis_x_0208(value).or_else(|| to_vendors(value, has_row))
            }
            Set::Jis0212 => JIS_X_0212.encode(value),
            Set::Ibm0212(_) if value == BROKEN_BAR.1 => Some(BROKEN_BAR.0),
            Set::Ibm0212(grid) => private(PRIVATE_0212, value)
                .or_else(|| grid.encode(value))
                .or_else(|| JIS_X_0212.encode(value))
                .filter(|code| *code != BROKEN_BAR.0),
        }
    }
}

/// Returns the code of a private-use character, of which `first` is the first one of the set.
fn private(first: u32, value: u32) -> Option<[u8; 2]> {
    let at = value.checked_sub(first).filter(|at| *at < 10 * ROW)?;
    Some([PRIVATE_ROW + (at / ROW) as u8, 0x21 + (at % ROW) as u8])
}

/// Returns `true` if ISO-2022-CN has a code of plane 1 of CNS 11643.
fn is_of_1992(code: [u8; 2]) -> bool {
    let code = u16::from_be_bytes(code);
    !AFTER_1992.iter().any(|(first, last)| (*first..=*last).contains(&code))
}
