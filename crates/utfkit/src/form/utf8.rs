//! UTF-8 (RFC 3629; Unicode tables 3-6 and 3-7).

use core::mem::MaybeUninit;

use super::{
    latin1::count_bytes,
    sequence::{Codec, Encoded, Sequence},
};
use crate::{error::Kind, scalar};

/// UTF-8 of RFC 3629.
pub(crate) struct Utf8;

/// Returns `true` if `byte` is a continuation byte, `10xxxxxx`.
///
/// ```
/// use utfkit::utf8;
/// assert!(utf8::is_continuation(0x82));
/// assert!(!utf8::is_continuation(0xE2));
/// ```
#[inline(always)]
#[must_use]
pub const fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

impl Codec for Utf8 {
    const UNIT: usize = 1;
    const UNITS: [usize; 4] = [1, 2, 3, 4];

    #[inline]
    fn first(src: &[u8], last: bool) -> Sequence {
        let Some(&lead) = src.first() else { return Sequence::Incomplete };
        match lead {
            0x00..=0x7F => Sequence::Value { value: lead.into(), len: 1 },
            0x80..=0xBF => Sequence::IllFormed { kind: Kind::UnexpectedContinuation, len: 1 },
            0xC0..=0xF7 => multi(src, lead, last),
            0xF8..=0xFF => Sequence::IllFormed { kind: Kind::InvalidByte, len: 1 },
        }
    }

    #[inline(always)]
    fn encode(value: u32) -> Option<Encoded> {
        let low = |shift: u32| 0x80 | (value >> shift & 0x3F) as u8;
        Some(match value {
            0..0x80 => Encoded::new([value as u8, 0, 0, 0], 1),
            0x80..0x800 => Encoded::new([0xC0 | (value >> 6) as u8, low(0), 0, 0], 2),
            0xD800..=0xDFFF => return None,
            0x800..0x1_0000 => Encoded::new([0xE0 | (value >> 12) as u8, low(6), low(0), 0], 3),
            0x1_0000..=scalar::MAX => {
                Encoded::new([0xF0 | (value >> 18) as u8, low(12), low(6), low(0)], 4)
            }
            _ => return None,
        })
    }

    #[inline(always)]
    fn unit(bytes: &[u8]) -> u32 {
        bytes[0].into()
    }

    #[inline(always)]
    fn put_unit(unit: u32, bytes: &mut [MaybeUninit<u8>]) {
        bytes[0].write(unit as u8);
    }

    #[inline(always)]
    fn measure(src: &[u8], units: [usize; 4]) -> usize {
        // Each class of lead adds only what its code points take in addition to the class below, so
        // that a step of zero needs no pass.
        let steps = [units[0], units[1] - units[0], units[2] - units[1], units[3] - units[2]];
        let counted = |step: usize, least: i8| match step {
            0 => 0,
            _ => step * count_bytes(src, |byte| byte as i8 >= least),
        };
        // As signed numbers, continuation bytes are the least, and ASCII is above every lead.
        let ascii_and_leads = counted(steps[0], 0xC0_u8 as i8);
        let leads = |step: usize, least: u8| match step {
            0 => 0,
            _ => step * count_bytes(src, |byte| byte >= least),
        };
        ascii_and_leads + leads(steps[1], 0xC0) + leads(steps[2], 0xE0) + leads(steps[3], 0xF0)
    }
}

/// Decodes the sequence that a lead byte C0..F7 begins.
///
/// The sequence is read by its shape: the lead and as many continuation bytes as it announces. The
/// value of a complete sequence decides its kind. An incomplete sequence is [`Kind::Truncated`], or
/// [`Kind::InvalidByte`] if its lead is never used.
fn multi(src: &[u8], lead: u8, last: bool) -> Sequence {
    let announced = lead.leading_ones() as usize;
    let mut value = u32::from(lead) & (0x7F >> announced);
    for at in 1..announced {
        match src.get(at) {
            Some(&byte) if is_continuation(byte) => value = value << 6 | u32::from(byte & 0x3F),
            None if !last => return Sequence::Incomplete,
            _ => return cut_short(lead, src.get(..at).unwrap_or_default()),
        }
    }
    // The error of a complete sequence shows in its lead or in its second byte. In both cases its
    // maximal subpart is the lead alone (Unicode table 3-8).
    match judge(value, announced) {
        None => Sequence::Value { value, len: announced },
        Some(kind) => Sequence::IllFormed { kind, len: 1 },
    }
}

/// Returns the kind of a complete sequence with value `value` in `len` bytes; `None` if it is
/// well-formed.
fn judge(value: u32, len: usize) -> Option<Kind> {
    // The minimum value that needs a sequence of this many bytes.
    let min = match len {
        2 => 0x80,
        3 => 0x800,
        _ => 0x1_0000,
    };
    if value < min {
        Some(Kind::Overlong { means: value })
    } else if scalar::is_surrogate(value) {
        Some(Kind::Surrogate { value: value as u16 })
    } else if value > scalar::MAX {
        Some(Kind::OutOfRange { value })
    } else {
        None
    }
}

/// Classifies `bytes`, which are `lead` and too few continuation bytes.
fn cut_short(lead: u8, bytes: &[u8]) -> Sequence {
    let kind = match lead {
        0xC0 | 0xC1 | 0xF5.. => Kind::InvalidByte,
        _ => Kind::Truncated,
    };
    let begins_well = bytes.get(1).is_some_and(|&second| may_follow(lead, second));
    Sequence::IllFormed { kind, len: if begins_well { bytes.len() } else { 1 } }
}

/// Returns `true` if `second` may follow `lead` (Unicode table 3-7, Corrigendum #1 table 3.1B).
const fn may_follow(lead: u8, second: u8) -> bool {
    match lead {
        0xC2..=0xDF | 0xE1..=0xEC | 0xEE..=0xEF | 0xF1..=0xF3 => is_continuation(second),
        0xE0 => matches!(second, 0xA0..=0xBF),
        0xED => matches!(second, 0x80..=0x9F),
        0xF0 => matches!(second, 0x90..=0xBF),
        0xF4 => matches!(second, 0x80..=0x8F),
        _ => false,
    }
}
