//! UTF-EBCDIC (UTR #16): a relative of UTF-8 in which the 65 controls and the characters of ASCII
//! have the bytes of EBCDIC.
//!
//! A character becomes one to five bytes of an intermediate form, I8. It is like UTF-8, but trail
//! bytes have five bits (A0..BF), so that the C1 controls are single bytes. Then a permutation of
//! the 256 values replaces each byte.

use super::MAX_BYTES;
use crate::{
    error::Kind,
    form::{Encoded, Sequence},
    scalar,
};

/// The byte of each byte of I8 below A0: code page 1047, with the line feed at 15 and the next line
/// at 25.
const LOW: [u8; 0xA0] = *b"\
    \x00\x01\x02\x03\x37\x2D\x2E\x2F\x16\x05\x15\x0B\x0C\x0D\x0E\x0F\
    \x10\x11\x12\x13\x3C\x3D\x32\x26\x18\x19\x3F\x27\x1C\x1D\x1E\x1F\
    \x40\x5A\x7F\x7B\x5B\x6C\x50\x7D\x4D\x5D\x5C\x4E\x6B\x60\x4B\x61\
    \xF0\xF1\xF2\xF3\xF4\xF5\xF6\xF7\xF8\xF9\x7A\x5E\x4C\x7E\x6E\x6F\
    \x7C\xC1\xC2\xC3\xC4\xC5\xC6\xC7\xC8\xC9\xD1\xD2\xD3\xD4\xD5\xD6\
    \xD7\xD8\xD9\xE2\xE3\xE4\xE5\xE6\xE7\xE8\xE9\xAD\xE0\xBD\x5F\x6D\
    \x79\x81\x82\x83\x84\x85\x86\x87\x88\x89\x91\x92\x93\x94\x95\x96\
    \x97\x98\x99\xA2\xA3\xA4\xA5\xA6\xA7\xA8\xA9\xC0\x4F\xD0\xA1\x07\
    \x20\x21\x22\x23\x24\x25\x06\x17\x28\x29\x2A\x2B\x2C\x09\x0A\x1B\
    \x30\x31\x1A\x33\x34\x35\x36\x08\x38\x39\x3A\x3B\x04\x14\x3E\xFF";

/// The bytes of UTF-EBCDIC by those of I8. Above [`LOW`], the bytes that are left follow in order.
static TO_EBCDIC: [u8; 256] = to_ebcdic();
/// The bytes of I8 by those of UTF-EBCDIC.
static TO_I8: [u8; 256] = inverse(&TO_EBCDIC);

const fn to_ebcdic() -> [u8; 256] {
    let (mut table, mut is_taken) = ([0; 256], [false; 256]);
    let mut at = 0;
    while at < LOW.len() {
        table[at] = LOW[at];
        is_taken[LOW[at] as usize] = true;
        at += 1;
    }
    let mut byte = 0;
    while byte < 256 {
        if !is_taken[byte] {
            table[at] = byte as u8;
            at += 1;
        }
        byte += 1;
    }
    table
}

const fn inverse(table: &[u8; 256]) -> [u8; 256] {
    let mut inverse = [0; 256];
    let mut at = 0;
    while at < 256 {
        inverse[table[at] as usize] = at as u8;
        at += 1;
    }
    inverse
}

/// The number of bits in a trail byte.
const BITS: u32 = 5;
/// The minimum value of a sequence of this many bytes.
const LEAST: [u32; 6] = [0, 0, 0xA0, 0x400, 0x4000, 0x4_0000];

/// Decodes the sequence at the start of `src`.
pub(super) fn first(src: &[u8], last: bool) -> Sequence {
    let i8 = |at: usize| src.get(at).map(|&byte| TO_I8[usize::from(byte)]);
    let ill_formed = |kind, len| Sequence::IllFormed { kind, len };
    let Some(lead) = i8(0) else { return Sequence::Incomplete };
    let len = match lead {
        ..0xA0 => return Sequence::Value { value: lead.into(), len: 1 },
        0xA0..0xC0 => return ill_formed(Kind::UnexpectedContinuation, 1),
        0xC0..0xE0 => 2,
        0xE0..0xF0 => 3,
        0xF0..0xF8 => 4,
        0xF8..0xFC => 5,
        0xFC.. => return ill_formed(Kind::InvalidByte, 1),
    };
    let mut value = u32::from(lead) & (0x7F >> len);
    for at in 1..len {
        match i8(at) {
            Some(trail @ 0xA0..0xC0) => value = value << BITS | u32::from(trail & 0x1F),
            None if !last => return Sequence::Incomplete,
            _ => return ill_formed(Kind::Truncated, cut_short(lead, len, i8(1), at)),
        }
    }
    match value {
        _ if value < LEAST[len] => ill_formed(Kind::Overlong { means: value }, 1),
        _ if scalar::is_surrogate(value) => ill_formed(Kind::Surrogate { value: value as u16 }, 1),
        _ if value > scalar::MAX => ill_formed(Kind::OutOfRange { value }, 1),
        _ => Sequence::Value { value, len },
    }
}

/// Returns the length of the maximal subpart of `at` bytes that begin with `lead`, of a sequence of
/// `len` bytes: all of them if a well-formed sequence begins so, and otherwise the lead.
fn cut_short(lead: u8, len: usize, second: Option<u8>, at: usize) -> usize {
    let Some(second) = second.filter(|_| at > 1) else { return 1 };
    let shift = BITS * (len as u32 - 2);
    let head = (u32::from(lead) & (0x7F >> len)) << BITS | u32::from(second & 0x1F);
    let (least, most) = (head << shift, (head << shift) + ((1 << shift) - 1));
    let is_surrogate = scalar::is_surrogate(least) && scalar::is_surrogate(most);
    if most >= LEAST[len] && least <= scalar::MAX && !is_surrogate { at } else { 1 }
}

/// Returns the bytes of `value`, or `None` if it cannot be encoded.
pub(super) fn encode(value: u32) -> Option<Encoded<MAX_BYTES>> {
    if !scalar::is_scalar(value) {
        return None;
    }
    let mut bytes = Encoded::EMPTY;
    let mut push = |i8: u32| bytes.push(TO_EBCDIC[(i8 & 0xFF) as usize]);
    match LEAST.iter().rposition(|&least| value >= least)? {
        len @ 2.. => {
            let mark = !(0xFF_u32 >> len);
            push(mark | value >> (BITS * (len as u32 - 1)));
            (0..len as u32 - 1).rev().for_each(|at| push(0xA0 | (value >> (BITS * at)) & 0x1F));
        }
        _ => push(value),
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_a_permutation() {
        assert!((0..=0xFF).all(|byte| TO_I8[usize::from(TO_EBCDIC[usize::from(byte)])] == byte));
    }

    #[test]
    fn characters_of_the_report() {
        for (value, bytes) in [
            (0x41, &b"\xC1"[..]),
            (0xFF, b"\x8B\x73"),
            (0xFEFF, b"\xDD\x73\x66\x73"),
            (0xA0, b"\x80\x41"),
            (0x10_FFFF, b"\xEE\x42\x73\x73\x73"),
        ] {
            let encoded = encode(value);
            assert_eq!(encoded.as_ref().map(Encoded::bytes), Some(bytes), "{value:X}");
        }
    }

    #[test]
    fn all_values_come_back() {
        for value in (0..=scalar::MAX).filter(|&value| scalar::is_scalar(value)) {
            let Some(bytes) = encode(value) else { panic!("{value:X}") };
            let len = bytes.len();
            assert_eq!(first(bytes.bytes(), true), Sequence::Value { value, len });
        }
    }

    #[test]
    fn ill_formed_sequences() {
        let kind = |i8: &[u8]| {
            let mut bytes = [0; 5];
            bytes.iter_mut().zip(i8).for_each(|(to, &byte)| *to = TO_EBCDIC[usize::from(byte)]);
            match first(&bytes[..i8.len()], true) {
                Sequence::IllFormed { kind, len } => (kind.code(), len),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(kind(&[0xA0]), ("unexpected-continuation", 1));
        assert_eq!(kind(&[0xC4, 0xBF]), ("overlong", 1));
        assert_eq!(kind(&[0xE0, 0xBF, 0xBF]), ("overlong", 1));
        assert_eq!(kind(&[0xF1, 0xB6, 0xA0, 0xA0]), ("surrogate", 1));
        assert_eq!(kind(&[0xF9, 0xA2, 0xA0, 0xA0, 0xA0]), ("out-of-range", 1));
        assert_eq!(kind(&[0xF1, 0xB0, 0xA0]), ("truncated", 3));
        assert_eq!(kind(&[0xE0, 0xA0]), ("truncated", 1));
        assert_eq!(kind(&[0xFF]), ("invalid-byte", 1));
    }
}
