//! The charsets of the WHATWG standard that combine ASCII with characters of several bytes.

use super::{ranges, shift_jis::to_shift_jis};
use crate::{
    codec::charset::double::{
        grids::{CHINESE, HONG_KONG, JIS_X_0212, TRADITIONAL, UHC, VENDORS},
        jis_x_0208::{JIS_X_0208, to_jis_x_0208},
    },
    error::Kind,
    form::Sequence,
};

/// A charset of the WHATWG standard that combines ASCII with characters of several bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    Big5,
    EucJp,
    EucKr,
    Gb18030,
    /// It reads what GB 18030 reads.
    Gbk,
    ShiftJis,
}

/// The bytes of a character, and their number.
pub(in super::super::super) type Code = ([u8; 4], usize);

/// The first halfwidth katakana, and its byte.
const KATAKANA: (u32, u8) = (0xFF61, 0xA1);

/// The euro sign, which GBK has at 80.
const EURO: u32 = 0x20AC;

/// The first private-use character, which Shift_JIS has at F040, and the number of trail bytes.
const PRIVATE: u32 = 0xE000;
const TRAILS: u32 = 188;

impl Family {
    /// Returns the sequence at the start of `src`.
    pub(super) fn first(self, src: &[u8], last: bool) -> Sequence {
        let ill_formed = |kind, len| Sequence::IllFormed { kind, len };
        let cut = |len| if last { ill_formed(Kind::Truncated, len) } else { Sequence::Incomplete };
        let Some(&lead) = src.first() else { return Sequence::Incomplete };
        if let Some(value) = self.single(lead) {
            return Sequence::Value { value, len: 1 };
        } else if !self.is_lead(lead) {
            return ill_formed(Kind::InvalidByte, 1);
        }
        let Some(&trail) = src.get(1) else { return cut(1) };
        let (value, len) = match (self, lead, trail, src.get(2), src.get(3)) {
            (Family::EucJp, 0x8F, 0xA1..=0xFE, None, _) => return cut(2),
            (Family::EucJp, 0x8F, 0xA1..=0xFE, Some(third), _) => {
                // The standard reads a byte of ASCII again.
                if third.is_ascii() {
                    return ill_formed(Kind::Truncated, 2);
                }
                let is_code = matches!(third, 0xA1..=0xFE);
                let code = [trail ^ 0x80, third ^ 0x80];
                (is_code.then(|| JIS_X_0212.decode(code)).flatten(), 3)
            }
            (Family::Gbk | Family::Gb18030, _, b'0'..=b'9', third, fourth) => {
                match (third, fourth) {
                    (None, _) => return cut(2),
                    (Some(0x81..=0xFE), None) => return cut(3),
                    (Some(&third @ 0x81..=0xFE), Some(&fourth @ b'0'..=b'9')) => {
                        (ranges::decode([lead, trail, third, fourth]), 4)
                    }
                    // The standard reads all bytes but the first again.
                    _ => return ill_formed(Kind::Truncated, 1),
                }
            }
            _ => (self.pair([lead, trail]), 2),
        };
        match value {
            Some(value) => Sequence::Value { value, len },
            // The standard reads a byte of ASCII again.
            None if trail < 0x80 && len == 2 => {
                let is_trail = self.is_trail_of_ascii(trail);
                ill_formed(if is_trail { Kind::Unassigned } else { Kind::Truncated }, 1)
            }
            None => ill_formed(Kind::Unassigned, len),
        }
    }

    /// Returns the character of a byte that is one.
    fn single(self, byte: u8) -> Option<u32> {
        match (self, byte) {
            (_, ..=0x7F) | (Family::ShiftJis, 0x80) => Some(byte.into()),
            (Family::ShiftJis, 0xA1..=0xDF) => Some(katakana(byte)),
            (Family::Gbk | Family::Gb18030, 0x80) => Some(EURO),
            _ => None,
        }
    }

    /// Returns `true` if `byte`, which is not a character, begins a code.
    const fn is_lead(self, byte: u8) -> bool {
        match self {
            Family::EucJp => matches!(byte, 0x8E | 0x8F | 0xA1..=0xFE),
            Family::ShiftJis => matches!(byte, 0x81..=0x9F | 0xE0..=0xFC),
            _ => matches!(byte, 0x81..=0xFE),
        }
    }

    /// Returns `true` if `byte`, an ASCII character, can be the second byte of a pair.
    const fn is_trail_of_ascii(self, byte: u8) -> bool {
        match self {
            Family::EucJp => false,
            Family::EucKr => byte.is_ascii_alphabetic(),
            _ => matches!(byte, 0x40..0x7F),
        }
    }

    /// Returns the character of a pair of bytes, of which the first is a lead byte.
    fn pair(self, [lead, trail]: [u8; 2]) -> Option<u32> {
        match self {
            Family::Big5 => big5([lead, trail]),
            Family::EucKr => UHC.decode([lead, trail]),
            // The standard has the space of CJK here too.
            Family::Gbk | Family::Gb18030 if [lead, trail] == [0xA3, 0xA0] => Some(0x3000),
            Family::Gbk | Family::Gb18030 => CHINESE.decode([lead, trail]),
            Family::EucJp => match (lead, trail) {
                (0x8E, 0xA1..=0xDF) => Some(katakana(trail)),
                (0xA1..=0xFE, 0xA1..=0xFE) => jis_x_0208([lead ^ 0x80, trail ^ 0x80]),
                _ => None,
            },
            Family::ShiftJis => {
                let trails = match trail {
                    0x40..=0x7E => trail - 0x40,
                    0x80..=0xFC => trail - 0x41,
                    _ => return None,
                };
                if let 0xF0..=0xF9 = lead {
                    return Some(PRIVATE + u32::from(lead - 0xF0) * TRAILS + u32::from(trails));
                }
                let row = 2 * (lead - if lead < 0xA0 { 0x81 } else { 0xC1 }) + trails / 94;
                jis_x_0208([0x21 + row, 0x21 + trails % 94])
            }
        }
    }

    /// Returns the bytes that the standard writes for a character, if they are read as this
    /// character.
    pub(super) fn encode(self, value: u32) -> Option<Code> {
        match (self, value) {
            (_, ..0x80) | (Family::ShiftJis, 0x80) => return Some(([value as u8, 0, 0, 0], 1)),
            (Family::Gbk, EURO) => return Some(([0x80, 0, 0, 0], 1)),
            _ => {}
        }
        let is_katakana = matches!(value, 0xFF61..=0xFF9F);
        let pair = match self {
            Family::Big5 => TRADITIONAL.encode(value).or_else(|| HONG_KONG.encode(value)),
            Family::EucKr => UHC.encode(value),
            Family::Gbk => CHINESE.encode(value),
            Family::Gb18030 => match CHINESE.encode(value) {
                Some(pair) => Some(pair),
                None => return Some((ranges::encode(value)?, 4)),
            },
            Family::EucJp if is_katakana => Some([0x8E, byte_of(value)]),
            Family::EucJp => to_jis_x_0208(value)
                .or_else(|| to_vendors(value, |row| row <= 0x7E))
                .map(|code| code.map(|byte| byte | 0x80)),
            Family::ShiftJis if is_katakana => return Some(([byte_of(value), 0, 0, 0], 1)),
            // The standard does not write the rows in which NEC has the characters of IBM.
            Family::ShiftJis => to_jis_x_0208(value)
                .or_else(|| to_vendors(value, |row| !matches!(row, 0x79..=0x7C)))
                .map(to_shift_jis),
        };
        pair.map(|[lead, trail]| ([lead, trail, 0, 0], 2))
    }
}

/// Returns the character of a byte of halfwidth katakana.
fn katakana(byte: u8) -> u32 {
    KATAKANA.0 + u32::from(byte - KATAKANA.1)
}

/// Returns the byte of a halfwidth katakana.
fn byte_of(katakana: u32) -> u8 {
    (katakana - KATAKANA.0) as u8 + KATAKANA.1
}

/// Returns the character of a pair of bytes of Big5.
pub(super) fn big5(pair: [u8; 2]) -> Option<u32> {
    TRADITIONAL.decode(pair).or_else(|| HONG_KONG.decode(pair))
}

/// Returns the character of a code of JIS X 0208 with the rows of NEC and IBM.
pub(in super::super::super) fn jis_x_0208(code: [u8; 2]) -> Option<u32> {
    JIS_X_0208.decode(code).or_else(|| VENDORS.decode(code))
}

/// Returns the first code of a character in the rows of NEC and IBM that `has` accepts.
pub(in super::super::super) fn to_vendors(value: u32, has: impl Fn(u8) -> bool) -> Option<[u8; 2]> {
    VENDORS.codes_of(value).find(|[row, _]| has(*row))
}
