//! The sequences that a variant reads in another way than the standard.

use super::{Variant, private, writing};
use crate::{error::Kind, form::Sequence};

impl Variant {
    /// Returns `false` if it reads `src` as the standard does. Cost: without branches, the compiler
    /// can test many bytes at once.
    fn may_read_otherwise(self, src: &[u8]) -> bool {
        let pairs = || src.iter().zip(src.get(1..).unwrap_or_default());
        match self {
            Variant::Cp950 => true,
            Variant::EucKr => {
                pairs().fold(false, |any, (lead, trail)| any | (*lead == 0xA2) & (*trail == 0xE8))
            }
            Variant::Gbk | Variant::Gb2312 => pairs()
                .fold(false, |any, (lead, trail)| any | (*lead > 0x80) & trail.is_ascii_digit()),
            Variant::Gb18030 => {
                let has_80 = src.iter().fold(false, |any, byte| any | (*byte == 0x80));
                let is_own = |lead: u8, trail: u8| {
                    (lead == 0xA3) & (trail == 0xA0)
                        | ((lead == 0x82) | (lead == 0x84)) & ((trail == b'1') | (trail == b'5'))
                };
                has_80 || pairs().fold(false, |any, (lead, trail)| any | is_own(*lead, *trail))
            }
            _ => false,
        }
    }

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

    /// Returns the number of bytes of `src` before the first sequence that this variant reads in
    /// another way. If a sequence before it is ill-formed, the number does not matter.
    pub(in super::super) fn before(self, src: &[u8]) -> usize {
        if !self.may_read_otherwise(src) {
            return src.len();
        }
        let mut at = 0;
        loop {
            let ascii = src[at..].iter().position(|byte| *byte >= 0x80);
            let Some(ascii) = ascii else { return src.len() };
            at += ascii;
            let rest = &src[at..];
            if self.own(rest).is_some() {
                return at;
            }
            let is_long = self == Variant::Gb18030 && matches!(rest, [_, b'0'..=b'9', ..]);
            at += if is_long { 4 } else { 2 };
            if at >= src.len() {
                return src.len();
            }
        }
    }
}
