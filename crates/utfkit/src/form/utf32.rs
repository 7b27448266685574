//! UTF-32 in bytes (Unicode D90 and section 3.10).

use core::mem::MaybeUninit;

use super::sequence::{Codec, Encoded, Sequence};
use crate::{error::Kind, scalar};

/// UTF-32, big-endian if `BIG`.
pub(crate) struct Utf32<const BIG: bool>;

#[inline(always)]
fn read<const BIG: bool>(bytes: [u8; 4]) -> u32 {
    if BIG { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) }
}

#[inline(always)]
fn write<const BIG: bool>(unit: u32) -> [u8; 4] {
    if BIG { unit.to_be_bytes() } else { unit.to_le_bytes() }
}

impl<const BIG: bool> Codec for Utf32<BIG> {
    const UNIT: usize = 4;
    const UNITS: [usize; 4] = [1, 1, 1, 1];

    #[inline(always)]
    fn first(src: &[u8], last: bool) -> Sequence {
        let Some(&bytes) = src.first_chunk::<4>() else {
            return if last && !src.is_empty() {
                Sequence::IllFormed { kind: Kind::OddLength, len: src.len() }
            } else {
                Sequence::Incomplete
            };
        };
        let value = read::<BIG>(bytes);
        if scalar::is_surrogate(value) {
            Sequence::IllFormed { kind: Kind::Surrogate { value: value as u16 }, len: 4 }
        } else if value > scalar::MAX {
            Sequence::IllFormed { kind: Kind::OutOfRange { value }, len: 4 }
        } else {
            Sequence::Value { value, len: 4 }
        }
    }

    #[inline(always)]
    fn encode(value: u32) -> Option<Encoded> {
        scalar::is_scalar(value).then(|| Encoded::new(write::<BIG>(value), 4))
    }

    #[inline(always)]
    fn unit(bytes: &[u8]) -> u32 {
        read::<BIG>([bytes[0], bytes[1], bytes[2], bytes[3]])
    }

    #[inline(always)]
    fn put_unit(unit: u32, bytes: &mut [MaybeUninit<u8>]) {
        // One store of a fixed size, which compilers can vectorize.
        if let Some(slot) = bytes.first_chunk_mut() {
            *slot = write::<BIG>(unit).map(MaybeUninit::new);
        }
    }

    #[inline(always)]
    fn measure(src: &[u8], lengths: [usize; 4]) -> usize {
        // Sums of 32 bits can count at most FFFFFFFF units.
        let chunks = src.as_chunks::<4>().0.chunks(0xFFFF_FFFF);
        chunks
            .map(|chunk| measure_units(chunk.iter().map(|&unit| read::<BIG>(unit)), lengths))
            .sum()
    }
}

/// [`Codec::measure`] of at most FFFFFFFF units. Compilers turn its sums into vector instructions.
#[inline(always)]
fn measure_units(units: impl ExactSizeIterator<Item = u32>, lengths: [usize; 4]) -> usize {
    let count = units.len();
    let (mut two, mut three, mut four) = (0_u32, 0_u32, 0_u32);
    for unit in units {
        two += u32::from(unit >= 0x80);
        three += u32::from(unit >= 0x800);
        four += u32::from(unit >= 0x1_0000);
    }
    let [two, three, four] = [two, three, four].map(|count| count as usize);
    lengths[0] * (count - two)
        + lengths[1] * (two - three)
        + lengths[2] * (three - four)
        + lengths[3] * four
}
