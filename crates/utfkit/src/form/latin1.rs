//! ISO-8859-1: one byte per character.

use core::mem::MaybeUninit;

use super::sequence::{Codec, Encoded, Sequence};

/// Returns the number of bytes of `src` that satisfy `test`.
///
/// The loop has a shape that compilers turn into vector instructions.
#[inline(always)]
pub(crate) fn count_bytes(src: &[u8], test: impl Fn(u8) -> bool) -> usize {
    // A sum in one byte holds at most 255 ones.
    src.chunks(255)
        .map(|chunk| usize::from(chunk.iter().map(|&byte| u8::from(test(byte))).sum::<u8>()))
        .sum()
}

/// ISO-8859-1.
pub(crate) struct Latin1;

impl Codec for Latin1 {
    const UNIT: usize = 1;
    const UNITS: [usize; 4] = [1, 1, 1, 1];

    #[inline(always)]
    fn first(src: &[u8], _last: bool) -> Sequence {
        match src.first() {
            None => Sequence::Incomplete,
            Some(&byte) => Sequence::Value { value: byte.into(), len: 1 },
        }
    }

    #[inline(always)]
    fn encode(value: u32) -> Option<Encoded> {
        (value <= 0xFF).then(|| Encoded::new([value as u8, 0, 0, 0], 1))
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
