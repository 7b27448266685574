//! Copies in the other byte order, and repair of ill-formed units in place.

use core::{iter, mem::MaybeUninit};

use super::Units;
use crate::{
    Outcome, Status,
    form::{cut, unit, units::Room},
    simd::{
        operations::{SWAP16, SWAP16_IN_PLACE},
        short,
    },
    slices::engine,
};

/// The number of units that are replaced by way of a copy: few enough to stay in the first cache.
const PIECE: usize = 1024;

/// Copies the units of `text` in the byte order of `dst`, until `dst` is full, without validation.
///
/// If the orders differ, this is a byte swap. [`to_utf16`](super::to_utf16) copies and validates.
///
/// Bytes at the end that do not fill a unit are not copied, and are not part of the outcome.
///
/// Cost: one pass, in vectors.
///
/// ```
/// use utfkit::{Be, Le, utf16};
/// let mut swapped = [0; 4];
/// let outcome = utf16::copy(Le(&b"a\0\x00\xD8"[..]), Be(&mut swapped[..]));
/// assert_eq!((outcome.written, swapped), (2, *b"\0a\xD8\x00"));
/// ```
pub fn copy<'a, 'd>(text: impl Into<Units<'a, u16>>, dst: impl Into<Room<'d, u16>>) -> Outcome {
    let text = text.into();
    let (room, to) = dst.into().into_parts();
    let fitting = text.len().min(room.len() / size_of::<u16>());
    let bytes = fitting * size_of::<u16>();
    let (src, room) = (&text.bytes()[..bytes], &mut room[..bytes]);
    if text.form() == to {
        for (slot, &byte) in iter::zip(room, src) {
            slot.write(byte);
        }
    } else if !short::swap16(src, room) {
        SWAP16.run(src, room);
    }
    let status = if fitting == text.len() { Status::Done } else { Status::OutputFull };
    Outcome { read: fitting, written: fitting, status }
}

/// Swaps the bytes of each unit of `units`.
///
/// Cost: one pass, in vectors.
///
/// ```
/// let mut units = [0x6100, 0xFFFE];
/// utfkit::utf16::swap_in_place(&mut units);
/// assert_eq!(units, [0x61, 0xFEFF]);
/// ```
#[doc(alias("swap_bytes", "endianness"))]
pub fn swap_in_place(units: &mut [u16]) {
    SWAP16_IN_PLACE.run(units);
}

/// Overwrites each lone surrogate of `units` with U+FFFD, and returns the number of replacements.
///
/// [`to_utf16_lossy`](super::to_utf16_lossy) does the same into other memory.
///
/// Cost: one pass at the speed of validation over well-formed text. From an ill-formed unit on,
/// about 2 KiB are converted into a copy and copied back.
///
/// ```
/// use utfkit::utf16;
/// let mut units = [0x61, 0xD83D, 0xD83D, 0xDE00, 0xDE00];
/// assert_eq!(utf16::make_well_formed(&mut units), 2);
/// assert_eq!(units, [0x61, 0xFFFD, 0xD83D, 0xDE00, 0xFFFD]);
/// ```
#[doc(alias("toWellFormed", "surrogate"))]
pub fn make_well_formed(units: &mut [u16]) -> usize {
    let (mut at, mut replaced) = (0, 0);
    loop {
        let rest: Units<'_, u16> = cut::rest(units, at).into();
        match engine::validate(rest) {
            Ok(()) => return replaced,
            Err(finding) => at += finding.offset() as usize / size_of::<u16>(),
        }
        let rest = cut::rest_mut(units, at);
        let piece = first_piece(rest);
        replaced += rest.get_mut(..piece).map_or(0, fix);
        at += piece;
    }
}

/// Returns the number of units, at most a [`PIECE`], before a boundary of `units`.
fn first_piece(units: &[u16]) -> usize {
    match units.get(PIECE - 1..=PIECE) {
        Some(&[last, next]) if is_high(last) && is_low(next) => PIECE - 1,
        _ => units.len().min(PIECE),
    }
}

/// Overwrites the lone surrogates in `units`, at most a [`PIECE`]. Returns their number.
fn fix(units: &mut [u16]) -> usize {
    let mut room = [MaybeUninit::uninit(); PIECE];
    let outcome = super::to_utf16_lossy(&*units, &mut room[..]);
    for (unit, &well_formed) in iter::zip(units, unit::written(&room, outcome.written)) {
        *unit = well_formed;
    }
    outcome.replaced
}

#[inline(always)]
const fn is_high(unit: u16) -> bool {
    unit & 0xFC00 == 0xD800
}

#[inline(always)]
const fn is_low(unit: u16) -> bool {
    unit & 0xFC00 == 0xDC00
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Be, Le, testing};
    use std::{vec, vec::Vec};

    fn fixed(units: &[u16]) -> Vec<u16> {
        let characters = char::decode_utf16(units.iter().copied());
        let fixed = characters.map(|found| found.unwrap_or(char::REPLACEMENT_CHARACTER));
        fixed.flat_map(|character| character.encode_utf16(&mut [0; 2]).to_vec()).collect()
    }

    fn check(units: &[u16]) {
        let (expected, mut found) = (fixed(units), units.to_vec());
        let replaced = make_well_formed(&mut found);
        assert_eq!(found, expected, "{units:X?}");
        let alone = char::decode_utf16(units.iter().copied()).filter(Result::is_err).count();
        assert_eq!(replaced, alone, "{units:X?}");
    }

    #[test]
    fn surrogates_alone_are_overwritten() {
        testing::strings(&[0x41, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000], 5, check);
    }

    #[test]
    fn pieces_end_anywhere() {
        // The halves of a pair are on both sides of the border of a piece, in all ways.
        for shift in 0..6 {
            for pattern in
                [&[0xD800, 0xDC00][..], &[0xD800, 0xDC00, 0xDC00], &[0xD800, 0xD800, 0xDC00]]
            {
                let mut units = vec![0xDC00_u16];
                units.extend(vec![0x41; shift]);
                units.extend(pattern.iter().cycle().take(3 * PIECE));
                check(&units);
            }
        }
    }

    #[test]
    fn copies_keep_every_unit() {
        testing::strings(&[0x00, 0x41, 0xD8, 0xDC], 5, |bytes: &[u8]| {
            let whole = bytes.len() / 2 * 2;
            let expected: Vec<u8> =
                bytes.chunks_exact(2).flat_map(|unit| [unit[1], unit[0]]).collect();
            let mut room = vec![0; whole];
            let outcome = copy(Be(bytes), Le(&mut room[..]));
            assert_eq!((outcome.read, outcome.status), (whole / 2, Status::Done));
            assert_eq!(room, expected);
            let _ = copy(Be(bytes), Be(&mut room[..]));
            assert_eq!(room, bytes[..whole]);
            if whole > 0 {
                let outcome = copy(Le(bytes), Le(&mut room[..whole - 1]));
                assert_eq!((outcome.written, outcome.status), (whole / 2 - 1, Status::OutputFull));
            }
        });
    }

    #[test]
    fn copies_of_every_length_into_any_room() {
        for len in 0..300_usize {
            let text: Vec<u8> = (0..len).map(|at| (at * 7 + 1) as u8).collect();
            let pairs = text.as_chunks::<2>().0;
            let swapped: Vec<u8> = pairs.iter().flat_map(|&[a, b]| [b, a]).collect();
            for room in [len, len + 1, len + 70, len / 2, len.saturating_sub(1)] {
                for (to_big, expected) in [(true, &swapped), (false, &text)] {
                    let mut found = vec![0xA5; room];
                    let outcome = if to_big {
                        copy(Le(&text[..]), Be(&mut found[..]))
                    } else {
                        copy(Le(&text[..]), Le(&mut found[..]))
                    };
                    let written = (len / 2).min(room / 2);
                    let status = if written == len / 2 { Status::Done } else { Status::OutputFull };
                    assert_eq!(outcome, Outcome { read: written, written, status });
                    let (copied, after) = found.split_at(2 * written);
                    assert_eq!(copied, &expected[..2 * written], "{len} in {room}");
                    assert!(after.iter().all(|&byte| byte == 0xA5), "{len} in {room}");
                }
            }
        }
    }
}
