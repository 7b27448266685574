//! EUC: sets of characters side by side, of which all but the first have a prefix.

use super::{Set, Shifts, set::HIGH};
use crate::{
    codec::step::{MAX_BYTES, Step},
    error::Kind,
    form::Encoded,
};

/// A charset of EUC. The bytes of its codes are from A1 to FE.
pub(crate) struct Euc {
    /// The sets, each with the bytes before its codes. The first prefix is empty.
    pub(super) sets: &'static [(&'static [u8], Set)],
}

/// The bytes of codes.
const BYTES: core::ops::RangeInclusive<u8> = 0xA1..=0xFE;

impl Euc {
    /// Reads the sequence at the start of `src`.
    pub(super) fn first(&self, shifts: Shifts, src: &[u8], last: bool) -> Step {
        let ill_formed = |kind, len| Step::IllFormed { kind, len };
        let Some(&byte) = src.first() else { return Step::Incomplete };
        if byte < 0x80 {
            return Step::Value { value: byte.into(), len: 1 };
        }
        if let Some((_, second)) = self.pair(shifts.half, byte) {
            return Step::Value { value: second, len: 1 };
        }
        let known = |(prefix, _): &&(&[u8], Set)| src.starts_with(prefix);
        // The first set is the last one to try, because each text begins with its prefix.
        let Some((prefix, set)) = self.sets.iter().rev().find(known) else {
            return ill_formed(Kind::InvalidByte, 1);
        };
        let is_longer =
            |(prefix, _): &(&[u8], Set)| prefix.len() > src.len() && prefix.starts_with(src);
        if self.sets.iter().any(is_longer) {
            return if last { ill_formed(Kind::Truncated, src.len()) } else { Step::Incomplete };
        }
        let len = prefix.len() + set.width();
        let code = src[prefix.len()..].iter().take(set.width());
        let valid = code.take_while(|byte| BYTES.contains(byte)).count();
        match (src.get(prefix.len()..len), valid) {
            (_, 0) if prefix.is_empty() => ill_formed(Kind::InvalidByte, 1),
            (Some(code), valid) if valid == code.len() => {
                let code = [code[0] ^ HIGH, code.get(1).map_or(0, |byte| byte ^ HIGH)];
                if let Some((first, _)) = set.pair(code) {
                    return Step::Value { value: first, len: 1 };
                }
                match set.decode(code) {
                    Some(value) => Step::Value { value, len },
                    None => ill_formed(Kind::Unassigned, len),
                }
            }
            (None, valid) if !last && prefix.len() + valid == src.len() => Step::Incomplete,
            _ => ill_formed(Kind::Truncated, prefix.len() + valid),
        }
    }

    /// Returns the bytes of a character.
    pub(super) fn encode(&self, value: u32) -> Option<Encoded<MAX_BYTES>> {
        let mut encoded = Encoded::EMPTY;
        if value < 0x80 {
            encoded.push(value as u8);
            return Some(encoded);
        }
        let (prefix, set, code) =
            self.sets.iter().find_map(|(prefix, set)| Some((prefix, set, set.encode(value)?)))?;
        prefix.iter().for_each(|byte| encoded.push(*byte));
        code[..set.width()].iter().for_each(|byte| encoded.push(byte | HIGH));
        Some(encoded)
    }

    /// Returns the state after a sequence.
    pub(super) fn after(bytes: &[u8]) -> Shifts {
        match bytes {
            [byte @ 0xA1..=0xFE] => Shifts { half: *byte, ..Shifts::default() },
            _ => Shifts::default(),
        }
    }

    /// Returns `true` if some codes are two characters.
    pub(super) fn has_pairs(&self) -> bool {
        self.sets.iter().any(|(_, set)| matches!(set, Set::Jis0213(_)))
    }

    /// Returns the characters of a code of the first set that is two characters.
    fn pair(&self, lead: u8, trail: u8) -> Option<(u32, u32)> {
        self.sets.first()?.1.pair([lead ^ HIGH, trail ^ HIGH])
    }
}
