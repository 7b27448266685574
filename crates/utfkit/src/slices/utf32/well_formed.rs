//! Copies in the other byte order, and repair of ill-formed units in place.

use core::iter;

use super::Units;
use crate::{
    error::outcome::{Outcome, Status},
    form::units::Room,
    scalar,
};

/// Copies the units of `text` in the byte order of `dst`, until `dst` is full, without validation.
///
/// If the orders differ, this is a byte swap. [`to_utf32`](super::to_utf32) copies and validates.
///
/// Bytes at the end that do not fill a unit are not copied, and are not part of the outcome.
///
/// ```
/// use utfkit::{Be, Le, utf32};
/// let mut swapped = [0; 4];
/// let outcome = utf32::copy(Le(b"a\0\0\0"), Be(&mut swapped));
/// assert_eq!((outcome.written, swapped), (1, *b"\0\0\0a"));
/// ```
pub fn copy<'a, 'd>(text: impl Into<Units<'a, u32>>, dst: impl Into<Room<'d, u32>>) -> Outcome {
    let text = text.into();
    let (room, to) = dst.into().into_parts();
    let (units, swaps) = (text.bytes().as_chunks::<4>().0, text.form() != to);
    let room = room.as_chunks_mut::<4>().0;
    let written = units.len().min(room.len());
    for (slots, &unit) in iter::zip(room, units) {
        let mut unit = unit;
        if swaps {
            unit.reverse();
        }
        iter::zip(slots, unit).for_each(|(slot, byte)| {
            slot.write(byte);
        });
    }
    let status = if written == units.len() { Status::Done } else { Status::OutputFull };
    Outcome { read: written, written, status }
}

/// Swaps the bytes of each unit of `units`.
///
/// ```
/// let mut units = [0x6100_0000, 0xFFFE_0000];
/// utfkit::utf32::swap_in_place(&mut units);
/// assert_eq!(units, [0x61, 0xFEFF]);
/// ```
#[doc(alias("swap_bytes", "endianness"))]
pub fn swap_in_place(units: &mut [u32]) {
    for unit in units {
        *unit = unit.swap_bytes();
    }
}

/// Overwrites each unit of `units` that is not a scalar value with U+FFFD, and returns the number
/// of replacements.
///
/// [`to_utf32_lossy`](super::to_utf32_lossy) does the same into other memory.
///
/// Cost: one pass.
///
/// ```
/// use utfkit::utf32;
/// let mut units = [0x61, 0xD800, 0x11_0000, 0x1F600];
/// assert_eq!(utf32::make_well_formed(&mut units), 2);
/// assert_eq!(units, [0x61, 0xFFFD, 0xFFFD, 0x1F600]);
/// ```
pub fn make_well_formed(units: &mut [u32]) -> usize {
    let mut replaced = 0;
    // Without branches, the compiler can process several units at once.
    for unit in units {
        let is_wrong = (*unit > 0x10_FFFF) | (*unit & 0xFFFF_F800 == 0xD800);
        *unit = if is_wrong { scalar::REPLACEMENT } else { *unit };
        replaced += usize::from(is_wrong);
    }
    replaced
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        form::units::{Be, Le},
        testing,
    };
    use std::{vec, vec::Vec};

    #[test]
    fn units_agree_with_the_standard_library() {
        let alphabet = [0, 0x41, 0xD7FF, 0xD800, 0xDFFF, 0xE000, 0x10_FFFF, 0x11_0000, u32::MAX];
        testing::strings(&alphabet, 4, |units: &[u32]| {
            let fixed: Vec<u32> =
                units.iter().map(|&unit| char::from_u32(unit).map_or(0xFFFD, u32::from)).collect();
            let wrong = units.iter().filter(|&&unit| char::from_u32(unit).is_none()).count();
            let mut found = units.to_vec();
            assert_eq!(make_well_formed(&mut found), wrong);
            assert_eq!(found, fixed);
        });
    }

    #[test]
    fn copies_keep_every_unit() {
        for len in 0..40 {
            let text: Vec<u8> = (0..len).map(|at| at as u8 + 1).collect();
            let whole = len / 4;
            let swapped: Vec<u8> =
                text.as_chunks::<4>().0.iter().flat_map(|&[a, b, c, d]| [d, c, b, a]).collect();
            for room in [len, len + 3, len / 2] {
                for (to_big, expected) in [(true, &swapped), (false, &text)] {
                    let mut found = vec![0xA5; room];
                    let outcome = if to_big {
                        copy(Le(&text), Be(&mut found[..]))
                    } else {
                        copy(Le(&text), Le(&mut found[..]))
                    };
                    let written = whole.min(room / 4);
                    let status = if written == whole { Status::Done } else { Status::OutputFull };
                    assert_eq!(outcome, Outcome { read: written, written, status });
                    assert_eq!(found[..4 * written], expected[..4 * written]);
                    assert!(found[4 * written..].iter().all(|&byte| byte == 0xA5));
                }
            }
        }
        let mut units = [0x0102_0304, 0];
        swap_in_place(&mut units);
        assert_eq!(units, [0x0403_0201, 0]);
    }
}
