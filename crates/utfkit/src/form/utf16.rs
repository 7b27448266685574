//! UTF-16 in bytes (RFC 2781 section 2).

use core::mem::MaybeUninit;

use super::sequence::{Codec, Encoded, Sequence};
use crate::{error::Kind, scalar};

/// UTF-16, big-endian if `BIG`.
pub(crate) struct Utf16<const BIG: bool>;

#[inline(always)]
fn read<const BIG: bool>(pair: [u8; 2]) -> u16 {
    if BIG { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) }
}

#[inline(always)]
fn write<const BIG: bool>(unit: u16) -> [u8; 2] {
    if BIG { unit.to_be_bytes() } else { unit.to_le_bytes() }
}

impl<const BIG: bool> Codec for Utf16<BIG> {
    const UNIT: usize = 2;
    const UNITS: [usize; 4] = [1, 1, 1, 2];

    #[inline(always)]
    fn first(src: &[u8], last: bool) -> Sequence {
        let (&unit, rest) = match src.split_first_chunk::<2>() {
            Some(split) => split,
            None if last && !src.is_empty() => {
                return Sequence::IllFormed { kind: Kind::OddLength, len: 1 };
            }
            None => return Sequence::Incomplete,
        };
        let unit = read::<BIG>(unit);
        match unit {
            0xD800..=0xDBFF => high::<BIG>(unit, rest, last),
            0xDC00..=0xDFFF => {
                Sequence::IllFormed { kind: Kind::LoneLowSurrogate { value: unit }, len: 2 }
            }
            _ => Sequence::Value { value: unit.into(), len: 2 },
        }
    }

    #[inline(always)]
    fn encode(value: u32) -> Option<Encoded> {
        if !scalar::is_scalar(value) {
            return None;
        }
        Some(if value < 0x1_0000 {
            let [a, b] = write::<BIG>(value as u16);
            Encoded::new([a, b, 0, 0], 2)
        } else {
            let [[a, b], [c, d]] = scalar::to_surrogates(value).map(write::<BIG>);
            Encoded::new([a, b, c, d], 4)
        })
    }

    #[inline(always)]
    fn unit(bytes: &[u8]) -> u32 {
        read::<BIG>([bytes[0], bytes[1]]).into()
    }

    #[inline(always)]
    fn put_unit(unit: u32, bytes: &mut [MaybeUninit<u8>]) {
        // One store of a fixed size, which compilers can vectorize.
        if let Some(slot) = bytes.first_chunk_mut() {
            *slot = write::<BIG>(unit as u16).map(MaybeUninit::new);
        }
    }

    #[inline(always)]
    fn measure(src: &[u8], lengths: [usize; 4]) -> usize {
        // Sums of 16 bits can count at most FFFF units.
        let chunks = src.as_chunks::<2>().0.chunks(0xFFFF);
        chunks
            .map(|chunk| measure_units(chunk.iter().map(|&pair| read::<BIG>(pair)), lengths))
            .sum()
    }
}

/// [`Codec::measure`] of at most FFFF units. Compilers turn its sums into vector instructions.
#[inline(always)]
fn measure_units(units: impl ExactSizeIterator<Item = u16>, lengths: [usize; 4]) -> usize {
    let count = units.len();
    let (mut beyond_ascii, mut from_0800, mut high, mut low) = (0_u16, 0_u16, 0_u16, 0_u16);
    for unit in units {
        beyond_ascii += u16::from(unit >= 0x80);
        from_0800 += u16::from(unit >= 0x800);
        high += u16::from(unit & 0xFC00 == 0xD800);
        low += u16::from(unit & 0xFC00 == 0xDC00);
    }
    let [beyond_ascii, from_0800, high, low] =
        [beyond_ascii, from_0800, high, low].map(usize::from);
    // A pair is counted by its high half.
    let three = from_0800 - high - low;
    lengths[0] * (count - beyond_ascii)
        + lengths[1] * (beyond_ascii - from_0800)
        + lengths[2] * three
        + lengths[3] * high
}

/// Returns the sequence that a high surrogate begins, with `rest` after it.
#[inline(always)]
fn high<const BIG: bool>(unit: u16, rest: &[u8], last: bool) -> Sequence {
    match rest.first_chunk::<2>().map(|&pair| read::<BIG>(pair)) {
        Some(low @ 0xDC00..=0xDFFF) => {
            Sequence::Value { value: scalar::from_surrogates(unit, low), len: 4 }
        }
        None if !last => Sequence::Incomplete,
        // A single byte after the surrogate is not a code unit, so it is an error of its own.
        _ => Sequence::IllFormed { kind: Kind::LoneHighSurrogate { value: unit }, len: 2 },
    }
}
