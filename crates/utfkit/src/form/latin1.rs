//! The forms of one byte a character: US-ASCII and ISO-8859-1.

use core::mem::MaybeUninit;

use super::sequence::{Codec, Encoded, Sequence};
use crate::error::Kind;

/// How many bytes of `src` satisfy `test`, by sums that a compiler can keep in vectors.
#[inline(always)]
pub(crate) fn count_bytes(src: &[u8], test: impl Fn(u8) -> bool) -> usize {
    // 255 ones are the most that a sum of bytes can hold.
    src.chunks(255)
        .map(|chunk| usize::from(chunk.iter().map(|&byte| u8::from(test(byte))).sum::<u8>()))
        .sum()
}

/// One byte a character, up to a limit.
trait Single {
    const LIMIT: u8;
}

/// US-ASCII.
pub(crate) struct Ascii;

/// ISO-8859-1.
pub(crate) struct Latin1;

impl Single for Ascii {
    const LIMIT: u8 = 0x7F;
}

impl Single for Latin1 {
    const LIMIT: u8 = 0xFF;
}

impl<S: Single> Codec for S {
    const UNIT: usize = 1;
    const UNITS: [usize; 4] = [1, 1, 1, 1];

    #[inline(always)]
    fn first(src: &[u8], _last: bool) -> Sequence {
        match src.first() {
            None => Sequence::Incomplete,
            Some(&byte) if byte <= S::LIMIT => Sequence::Value { value: byte.into(), len: 1 },
            Some(_) => Sequence::IllFormed { kind: Kind::InvalidByte, len: 1 },
        }
    }

    #[inline(always)]
    fn encode(value: u32) -> Option<Encoded> {
        (value <= S::LIMIT.into()).then(|| Encoded::new([value as u8, 0, 0, 0], 1))
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
        src.len() * units[0] + (units[1] - units[0]) * count_bytes(src, |byte| byte >= 0x80)
    }
}
