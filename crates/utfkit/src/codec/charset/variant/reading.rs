//! The sequences that a variant reads in another way than the standard.

use super::{Variant, private, writing};
use crate::{error::Kind, form::Sequence};

impl Variant {
    /// Returns the sequence at the start of `src` if this variant reads it in another way than the
    /// standard.
    pub(in super::super) fn own(self, src: &[u8]) -> Option<Sequence> {
        let value = |value, len| Some(Sequence::Value { value, len });
        match (self, src) {
            (Variant::Gb18030, [0x80, ..]) => {
                Some(Sequence::IllFormed { kind: Kind::InvalidByte, len: 1 })
            }
            (Variant::Gb18030, _) => {
                let (character, bytes) = private::of_gb18030(src)?;
                value(character, bytes)
            }
            // A code of four bytes of GB 18030 begins so.
            (Variant::Gbk | Variant::Gb2312, [0x81..=0xFE, b'0'..=b'9', ..]) => {
                Some(Sequence::IllFormed { kind: Kind::Truncated, len: 1 })
            }
            (Variant::Cp950, [0xF9, 0xFE, ..]) => value(writing::DARK_SHADE, 2),
            (Variant::Cp950, [lead, trail, ..]) if writing::is_beyond_cp950(*lead, *trail) => {
                Some(Sequence::IllFormed { kind: Kind::Unassigned, len: 2 })
            }
            (Variant::Cp950, [lead, trail, ..]) => value(private::of_cp950(*lead, *trail)?, 2),
            (Variant::EucKr, [0xA2, 0xE8, ..]) => value(writing::POSTAL_CODE, 2),
            _ => None,
        }
    }
}
