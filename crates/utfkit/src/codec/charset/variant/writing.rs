//! The sequences that a variant never writes, and the characters that it writes in addition.

use super::{Variant, inverse, private};
use crate::codec::charset::state::{ESCAPE, ESCAPE_LEN, State};

/// U+327E CIRCLED KOREAN CHARACTER JUEUI, which KS X 1001:2002 added at A2E8.
pub(super) const POSTAL_CODE: u32 = 0x327E;

impl Variant {
    /// Returns `true` if it never writes some sequences that the standard writes.
    const fn leaves_out(self) -> bool {
        matches!(
            self,
            Variant::ShiftJis
                | Variant::EucJp
                | Variant::Iso2022Jp
                | Variant::EucKr
                | Variant::Gb2312
                | Variant::Big5
                | Variant::Big5Hkscs
                | Variant::Cp950
        )
    }

    /// Returns `true` if it writes some characters that the standard does not write, or writes as
    /// other bytes: those of [`extra`](Self::extra).
    #[cfg(feature = "alloc")]
    pub(in super::super) const fn writes_more(self) -> bool {
        !matches!(
            self,
            Variant::Standard
                | Variant::ShiftJis
                | Variant::Cp51932
                | Variant::Iso2022Jp
                | Variant::Gbk
                | Variant::Gb2312
        )
    }

    /// Returns the numbers of characters and of bytes at the start of `bytes` that this variant
    /// writes; `None` if it writes them all. The standard wrote `bytes`, from `state` on.
    pub(in super::super) fn prefix(self, state: State, bytes: &[u8]) -> Option<(usize, usize)> {
        if !self.leaves_out() {
            return None;
        }
        let (mut state, mut characters, mut at) = (state, 0, 0);
        while at < bytes.len() {
            let rest = &bytes[at..];
            let len = match (self, rest) {
                (Variant::Iso2022Jp, [ESCAPE, ..]) => {
                    state = State::escaped(rest).unwrap_or(state);
                    at += ESCAPE_LEN;
                    continue;
                }
                (Variant::Iso2022Jp, _) if state == State::Kanji => 2,
                (Variant::Iso2022Jp, _) | (_, [0..0x80, ..]) => 1,
                (Variant::ShiftJis, [0xA1..=0xDF, ..]) => 1,
                _ => 2,
            };
            // Only GBK and Shift_JIS have a character at 80.
            let is_written = match rest {
                [0x80, ..] => self.writes(0x80, 0),
                [lead, trail, ..] if len == 2 => self.writes(*lead, *trail),
                _ => true,
            };
            if !is_written {
                return Some((characters, at));
            }
            at += len;
            characters += 1;
        }
        None
    }

    /// Returns `true` if it writes this pair of bytes, which the standard writes.
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
            Variant::Big5Hkscs => !inverse::is_compatibility([lead, trail]),
            _ => true,
        }
    }

    /// Returns the bytes of a character that the standard does not write, or writes as other bytes.
    pub(in super::super) fn extra(self, value: u32) -> Option<([u8; 4], usize)> {
        let two = |[lead, trail]: [u8; 2]| ([lead, trail, 0, 0], 2);
        match self {
            Variant::Windows31J => private::to_windows_31j(value).map(two),
            Variant::EucJp => {
                let [lead, trail] = inverse::to_jis_x_0212(value)?;
                Some(([0x8F, lead, trail, 0], 3))
            }
            Variant::Big5Hkscs => inverse::to_hkscs(value).map(two),
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
            | Variant::Cp51932
            | Variant::Iso2022Jp
            | Variant::Big5
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
