//! The sequences that a variant never writes, and the characters that it writes in addition.

use super::{Variant, private};

/// U+327E CIRCLED KOREAN CHARACTER JUEUI, which KS X 1001:2002 added at A2E8.
pub(super) const POSTAL_CODE: u32 = 0x327E;

impl Variant {
    /// Returns `true` if it writes this pair of bytes, which the standard writes. The characters of Hong
    /// Kong are not decided here.
    pub(in super::super) fn writes(self, lead: u8, trail: u8) -> bool {
        match self {
            // Row 13 is that of NEC, and the rows after 84 are those of NEC and IBM.
            Variant::ShiftJis => matches!(lead, 0x81..=0x84 | 0x88..=0x9F | 0xE0..=0xEA),
            Variant::EucJp => matches!(lead, 0x8E | 0xA1..=0xA8 | 0xB0..=0xF4),
            Variant::Iso2022Jp => matches!(lead, 0x21..=0x28 | 0x30..=0x74),
            Variant::EucKr => lead >= 0xA1 && trail >= 0xA1,
            Variant::Gb2312 => is_gb2312(lead, trail),
            Variant::Cp950 => {
                private::of_cp950(lead, trail).is_none() && !is_beyond_cp950(lead, trail)
            }
            Variant::Big5 => lead < HKSCS_ROWS && [lead, trail] != ETEN_DITTO,
            _ => true,
        }
    }

    /// Returns the bytes of a character that the standard does not write, or writes as other bytes.
    /// JIS X 0212 and the characters of Hong Kong are not decided here.
    pub(in super::super) fn extra(self, value: u32) -> Option<([u8; 4], usize)> {
        let two = |[lead, trail]: [u8; 2]| ([lead, trail, 0, 0], 2);
        match self {
            Variant::Windows31J => private::to_windows_31j(value).map(two),
            Variant::Cp950 if value == DARK_SHADE => Some(two([0xF9, 0xFE])),
            // The standard writes a code of ETEN, which is not in all variants of Big5.
            Variant::Big5 | Variant::Cp950 if value == 0x4EDD => Some(two([0xC9, 0x69])),
            Variant::Cp950 => private::to_cp950(value).map(two),
            Variant::EucKr => (value == POSTAL_CODE).then_some(two([0xA2, 0xE8])),
            Variant::Gb18030 => {
                let bytes = private::to_gb18030(value)?;
                let mut all = [0; 4];
                all[..bytes.len()].copy_from_slice(bytes);
                Some((all, bytes.len()))
            }
            Variant::Standard
            | Variant::ShiftJis
            | Variant::EucJp
            | Variant::Cp51932
            | Variant::Iso2022Jp
            | Variant::Big5
            | Variant::Big5Hkscs
            | Variant::Gbk
            | Variant::Gb2312 => None,
        }
    }
}

/// The first lead byte of the second group of rows of Hong Kong, after those of ETEN.
const HKSCS_ROWS: u8 = 0xFA;

/// The code of ETEN for U+4EDD, which Big5 has at C969.
const ETEN_DITTO: [u8; 2] = [0xC6, 0xDF];

/// U+2593 DARK SHADE, which code page 950 has at F9FE. The standard has U+FFED there.
pub(super) const DARK_SHADE: u32 = 0x2593;

/// Returns `true` if the standard has another character at a pair of bytes than code page 950, or
/// only the standard has one: pictures of controls.
pub(super) const fn is_beyond_cp950(lead: u8, trail: u8) -> bool {
    matches!((lead, trail), (0xF9, 0xFE) | (0xA3, 0xC0..=0xE0))
}

/// Returns `true` if a pair of bytes is a character of GB 2312-80.
const fn is_gb2312(lead: u8, trail: u8) -> bool {
    match lead {
        0xA1 | 0xA3 | 0xB0..=0xD6 | 0xD8..=0xF7 => trail >= 0xA1,
        0xA2 => matches!(trail, 0xB1..=0xE2 | 0xE5..=0xEE | 0xF1..=0xFC),
        0xA4 => matches!(trail, 0xA1..=0xF3),
        0xA5 => matches!(trail, 0xA1..=0xF6),
        0xA6 => matches!(trail, 0xA1..=0xB8 | 0xC1..=0xD8),
        0xA7 => matches!(trail, 0xA1..=0xC1 | 0xD1..=0xF1),
        0xA8 => matches!(trail, 0xA1..=0xBA | 0xC5..=0xE9),
        0xA9 => matches!(trail, 0xA4..=0xEF),
        0xD7 => matches!(trail, 0xA1..=0xF9),
        _ => false,
    }
}
