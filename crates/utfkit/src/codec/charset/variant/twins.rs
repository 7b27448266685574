//! Twins: two characters that share a cell of a charset, of which a reader gets the first.
//!
//! JIS X 0208, Big5 and GB 2312 are older than Unicode, and vendors disagree about the character of
//! some cells: is the wave dash U+301C or U+FF5E? Text has either. So the other character can be
//! written in that cell, if the caller accepts that it does not read back.

use super::{
    Variant,
    marks::{HEBREW, VIETNAMESE},
};

/// The characters to write for another one. 0 means no character.
pub(in super::super) type Twin = [u32; 3];

/// Characters, each with the one that shares its cell and that is read.
type Twins = &'static [(u16, u16)];

/// The first characters are those of JIS X 0208 and of Unicode; the second are Microsoft's.
const JIS: Twins = &[
    (0xA2, 0xFFE0),
    (0xA3, 0xFFE1),
    (0xAC, 0xFFE2),
    (0x2014, 0x2015),
    (0x2016, 0x2225),
    (0x2212, 0xFF0D),
    (0x301C, 0xFF5E),
];

/// The first characters are those of Unicode.org and of HKSCS; the second are Microsoft's.
const BIG5: Twins = &[
    (0xA2, 0xFFE0),
    (0xA3, 0xFFE1),
    (0xA5, 0xFFE5),
    (0x2022, 0x2027),
    (0x203E, 0xAF),
    (0x223C, 0xFF5E),
    (0x2609, 0x2299),
    (0x2641, 0x2295),
    (0xFF64, 0xFE51),
];

/// The first characters are those of GB 2312 in the IANA registry; the second are those of GBK.
const GB: Twins = &[(0x2015, 0x2014), (0x30FB, 0xB7)];

/// Characters of ASCII that Shift_JIS-2004 has only as wide ones, because its single bytes are
/// those of JIS X 0201.
const ASCII: Twins = &[(0x5C, 0xFF3C), (0x7E, 0xFF5E)];

impl Variant {
    /// Returns the twin of `value`, which this variant does not write itself.
    pub(in super::super) fn twin(self, value: u32) -> Option<Twin> {
        let twins = match self {
            Variant::ShiftJis
            | Variant::Windows31J
            | Variant::EucJp
            | Variant::Cp51932
            | Variant::Iso2022Jp => JIS,
            Variant::Big5 | Variant::Big5Hkscs | Variant::Cp950 => BIG5,
            Variant::Gb2312 => GB,
            Variant::Standard | Variant::EucKr | Variant::Gbk | Variant::Gb18030 => return None,
        };
        let (_, twin) = twins.iter().find(|(one, _)| u32::from(*one) == value)?;
        Some([(*twin).into(), 0, 0])
    }
}

/// Returns the characters that share a cell of some charset with `value`.
pub(in super::super) fn partners(value: u32) -> impl Iterator<Item = u32> {
    let pairs = [JIS, BIG5, GB, ASCII].into_iter().flatten();
    let pairs = pairs.map(|&(one, other)| (u32::from(one), u32::from(other)));
    pairs.filter_map(move |pair| match pair {
        (one, other) if one == value => Some(other),
        (one, other) if other == value => Some(one),
        _ => None,
    })
}

/// Returns the letter and the mark that windows-1258 writes for `value`, a letter with a mark.
pub(in super::super) fn vietnamese(value: u32) -> Option<Twin> {
    let value = u16::try_from(value).ok()?;
    let at = VIETNAMESE.binary_search_by_key(&value, |letter| letter.0).ok()?;
    let (_, letter, mark) = VIETNAMESE[at];
    Some([letter.into(), mark.into(), 0])
}

/// Returns the letter and the marks that windows-1255 writes for `value`, a letter with marks.
pub(in super::super) fn hebrew(value: u32) -> Option<Twin> {
    let value = u16::try_from(value).ok()?;
    let at = HEBREW.binary_search_by_key(&value, |letter| letter.0).ok()?;
    Some(HEBREW[at].1.map(u32::from))
}
