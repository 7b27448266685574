//! UTF-1 (ISO-IR 178; ISO/IEC 10646-1:1993 Annex G, withdrawn): 31 bits in one, two, three or five
//! bytes.
//!
//! The bytes of a sequence after its lead are 190 values that are neither control characters nor
//! the space. Most of them are also ASCII characters. So a complete sequence with an invalid value
//! is one error of that length. Its bytes, read on their own, would be text that nobody wrote.

use crate::{
    codec::step::MAX_BYTES,
    error::Kind,
    form::{Encoded, Sequence},
    scalar,
};

/// The number of bytes that are allowed after a lead.
const DIGITS: u32 = 190;
/// The minimum value of two bytes, except for those with the lead A0.
const TWO: u32 = 0x100;
/// The minimum value of three bytes.
const THREE: u32 = TWO + (0xF6 - 0xA1) * DIGITS;
/// The minimum value of five bytes.
const FIVE: u32 = THREE + (0xFC - 0xF6) * DIGITS * DIGITS;
/// The maximum value.
const GREATEST: u32 = 0x7FFF_FFFF;

/// The lead of values from A0 up to FF, which are their own second byte.
const ITSELF: u8 = 0xA0;

/// Returns the digit of `byte` after a lead: U of the standard.
const fn digit(byte: u8) -> Option<u32> {
    match byte {
        0x21..0x7F => Some(byte as u32 - 0x21),
        0xA0.. => Some(byte as u32 - 0x42),
        _ => None,
    }
}

/// Returns the byte of `digit`: T of the standard.
const fn byte(digit: u32) -> u8 {
    (if digit < 0x5E { digit + 0x21 } else { digit + 0x42 }) as u8
}

/// Decodes the sequence at the start of `src`.
pub(super) fn first(src: &[u8], last: bool) -> Sequence {
    let Some(&lead) = src.first() else { return Sequence::Incomplete };
    let (len, least, base) = match lead {
        ..ITSELF => return Sequence::Value { value: lead.into(), len: 1 },
        ITSELF => return itself(src.get(1).copied(), last),
        0xA1..0xF6 => (2, TWO, 0xA1),
        0xF6..0xFC => (3, THREE, 0xF6),
        0xFC..0xFE => (5, FIVE, 0xFC),
        0xFE.. => return Sequence::IllFormed { kind: Kind::InvalidByte, len: 1 },
    };
    let mut value = u32::from(lead - base);
    for at in 1..len {
        match src.get(at).map(|&byte| digit(byte)) {
            Some(Some(digit)) => value = value * DIGITS + digit,
            None if !last => return Sequence::Incomplete,
            _ => return Sequence::IllFormed { kind: Kind::Truncated, len: at },
        }
    }
    // The maximum sum of five bytes is 9B5E_5E4D, so the addition cannot overflow.
    let value = value + least;
    if scalar::is_surrogate(value) {
        Sequence::IllFormed { kind: Kind::Surrogate { value: value as u16 }, len }
    } else if value > GREATEST {
        Sequence::IllFormed { kind: Kind::OutOfRange { value }, len }
    } else {
        Sequence::Value { value, len }
    }
}

/// Returns the sequence of A0 before `second`.
fn itself(second: Option<u8>, last: bool) -> Sequence {
    let kind = match second {
        Some(second @ ITSELF..) => return Sequence::Value { value: second.into(), len: 2 },
        Some(second) if digit(second).is_some() => Kind::Overlong { means: second.into() },
        None if !last => return Sequence::Incomplete,
        _ => Kind::Truncated,
    };
    Sequence::IllFormed { kind, len: 1 }
}

/// Returns the bytes of `value`, or `None` if it cannot be encoded.
pub(super) fn encode(value: u32) -> Option<Encoded<MAX_BYTES>> {
    // With a constant divisor, the compiler can multiply instead of dividing.
    let lead = |base: u8, digits: u32| base + digits as u8;
    let one = |digits: u32| byte(digits % DIGITS);
    Some(match value {
        ..0xA0 => Encoded::new([value as u8, 0, 0, 0, 0, 0, 0, 0], 1),
        0xA0..TWO => Encoded::new([ITSELF, value as u8, 0, 0, 0, 0, 0, 0], 2),
        TWO..THREE => {
            let rest = value - TWO;
            Encoded::new([lead(0xA1, rest / DIGITS), one(rest), 0, 0, 0, 0, 0, 0], 2)
        }
        0xD800..0xE000 => return None,
        THREE..FIVE => {
            let rest = value - THREE;
            let [b, c] = [rest / DIGITS, rest].map(one);
            Encoded::new([lead(0xF6, rest / DIGITS.pow(2)), b, c, 0, 0, 0, 0, 0], 3)
        }
        FIVE..=GREATEST => {
            let rest = value - FIVE;
            let [b, c, d, e] =
                [rest / DIGITS.pow(3), rest / DIGITS.pow(2), rest / DIGITS, rest].map(one);
            Encoded::new([lead(0xFC, rest / DIGITS.pow(4)), b, c, d, e, 0, 0, 0], 5)
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn borders_of_the_standard() {
        assert_eq!((THREE, FIVE), (0x4016, 0x3_8E2E));
        let all = (0..=0xFF).filter_map(digit).map(byte);
        assert!(all.eq((0x21..0x7F).chain(0xA0..=0xFF)));
    }

    /// Checks that every `step`-th value from `least` up to `most` comes back.
    fn come_back(least: u32, most: u32, step: usize) {
        for value in (least..=most).step_by(step) {
            match encode(value) {
                Some(bytes) => {
                    let len = bytes.len();
                    assert_eq!(first(bytes.bytes(), true), Sequence::Value { value, len });
                }
                None => assert!(scalar::is_surrogate(value), "{value:X}"),
            }
        }
        assert_eq!(encode(GREATEST + 1), None);
    }

    #[test]
    fn values_come_back() {
        come_back(0, 0xF_FFFF, 1);
        come_back(0x10_0000, GREATEST, 65_521);
        come_back(GREATEST - 0x1000, GREATEST, 1);
    }

    #[test]
    #[ignore = "all 2^31 values: minutes, in release"]
    fn all_values_come_back() {
        come_back(0, GREATEST, 1);
    }
}
