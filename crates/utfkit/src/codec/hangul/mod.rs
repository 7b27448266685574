//! Hangul in Unicode 1.1, before it was moved (ISO/IEC 10646-1 Amendment 5, RFC 2279 section 5).
//!
//! Unicode 1.1 had 6,656 syllables at U+3400..U+4DFF. Unicode 2.0 has all 11,172 at U+AC00..U+D7A3,
//! and other characters at the old code points. The old block was filled from one source after the
//! other, each in the order that Unicode 2.0 kept. So the syllables of the first two sources
//! determine the whole block.

mod parts;

use crate::{error::Kind, form::Sequence};

/// The first of the old code points.
const OLD: u32 = 0x3400;
/// The number of old code points.
const OLD_LEN: usize = 6656;
/// The first of the modern code points.
const MODERN: u32 = 0xAC00;
/// The number of modern code points.
const MODERN_LEN: usize = 11_172;

/// The ends of the parts of the old block: KS X 1001, KS X 1002, GB 12052, and as many others as
/// fitted.
const ENDS: [usize; 4] = [2350, 4280, 4286, OLD_LEN];

/// The syllables of GB 12052, which alone are out of order.
const GB_12052: [u16; 6] = [0xBBC3, 0xD63B, 0xBF59, 0xBFE5, 0xCB94, 0xC6D8];

/// The modern code point of each old one.
static PLACES: [u16; OLD_LEN] = places();

const fn places() -> [u16; OLD_LEN] {
    let mut places = [0; OLD_LEN];
    let mut of_gb = 0;
    while of_gb < GB_12052.len() {
        places[ENDS[1] + of_gb] = GB_12052[of_gb];
        of_gb += 1;
    }
    // The next position for a syllable of KS X 1001, of KS X 1002, and of the rest.
    let mut next = [0, ENDS[0], ENDS[2]];
    let mut at = 0;
    while at < MODERN_LEN {
        let (word, bit, syllable) = (at / 64, 1_u64 << (at % 64), MODERN as u16 + at as u16);
        let part = match () {
            () if parts::KS_X_1001[word] & bit != 0 => 0,
            () if parts::KS_X_1002[word] & bit != 0 => 1,
            () => 2,
        };
        if next[part] < OLD_LEN && !(part == 2 && is_of_gb(syllable)) {
            places[next[part]] = syllable;
            next[part] += 1;
        }
        at += 1;
    }
    assert!(next[0] == ENDS[0] && next[1] == ENDS[1] && next[2] == ENDS[3]);
    places
}

const fn is_of_gb(syllable: u16) -> bool {
    let mut at = 0;
    while at < GB_12052.len() && GB_12052[at] != syllable {
        at += 1;
    }
    at < GB_12052.len()
}

/// Converts a sequence of Unicode 1.1 to today's code points. `sequence` has the value of its
/// bytes.
///
/// Unicode 1.1 had no characters at the modern code points, so such a value is out of range, as one
/// sequence.
pub(super) fn to_modern(sequence: Sequence) -> Sequence {
    match sequence {
        Sequence::Value { value, len } if is_old(value) => {
            Sequence::Value { value: PLACES[(value - OLD) as usize].into(), len }
        }
        Sequence::Value { value, len } if is_modern(value) => {
            Sequence::IllFormed { kind: Kind::OutOfRange { value }, len }
        }
        other => other,
    }
}

/// Returns the value of the character `value` in Unicode 1.1; `None` if it lacks the character.
pub(super) fn to_old(value: u32) -> Option<u32> {
    match value {
        _ if is_old(value) => None,
        _ if is_modern(value) => old_place(value as u16),
        _ => Some(value),
    }
}

const fn is_old(value: u32) -> bool {
    value.wrapping_sub(OLD) < OLD_LEN as u32
}

const fn is_modern(value: u32) -> bool {
    value.wrapping_sub(MODERN) < MODERN_LEN as u32
}

/// Returns the old code point of `syllable`. Each part is searched by bisection, except the six
/// syllables of GB 12052.
fn old_place(syllable: u16) -> Option<u32> {
    let [first, second, third, _] = ENDS;
    let found =
        |start: usize, part: &[u16]| part.binary_search(&syllable).ok().map(|at| start + at);
    let at = found(0, &PLACES[..first])
        .or_else(|| found(first, &PLACES[first..second]))
        .or_else(|| GB_12052.iter().position(|&of_gb| of_gb == syllable).map(|at| second + at))
        .or_else(|| found(third, &PLACES[third..]))?;
    Some(OLD + at as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_old_place_has_one_modern_and_back() {
        let modern = |old| match to_modern(Sequence::Value { value: old, len: 3 }) {
            Sequence::Value { value, len: 3 } => value,
            other => panic!("U+{old:04X}: {other:?}"),
        };
        for old in OLD..OLD + OLD_LEN as u32 {
            assert!(is_modern(modern(old)), "U+{old:04X}");
            assert_eq!(to_old(modern(old)), Some(old));
            assert_eq!(to_old(old), None, "another character stands there now");
        }
        let to_old = (MODERN..MODERN + MODERN_LEN as u32).filter_map(to_old);
        assert_eq!(to_old.count(), OLD_LEN, "4,516 have no place");
    }

    #[test]
    fn other_characters_have_not_moved() {
        for value in [0, 0x33FF, 0x4E00, 0xABFF, 0xD7A4, 0xFFFF, 0x1_0000] {
            let sequence = Sequence::Value { value, len: 2 };
            assert_eq!(to_modern(sequence), sequence);
            assert_eq!(to_old(value), Some(value));
        }
        let kind = Kind::OutOfRange { value: 0xAC00 };
        assert_eq!(
            to_modern(Sequence::Value { value: 0xAC00, len: 3 }),
            Sequence::IllFormed { kind, len: 3 }
        );
    }
}
