//! Conversion by tables of charsets.
//!
//! JavaScript writes the tables, and decides about everything that they do not contain.

use crate::blocks::{PLACES, Tables, with};

/// The number of characters that are converted at once.
const STEP: usize = 8;

/// Returns the number of charsets that have tables here.
#[unsafe(no_mangle)]
pub extern "C" fn places() -> usize {
    PLACES
}

/// Returns the address of the codes in a place.
#[unsafe(no_mangle)]
pub extern "C" fn codes(place: usize) -> *const u32 {
    with(|blocks| blocks.tables[place % PLACES].codes.as_ptr())
}

/// Returns the address of the code units of single bytes in a place.
#[unsafe(no_mangle)]
pub extern "C" fn singles(place: usize) -> *const u32 {
    with(|blocks| blocks.tables[place % PLACES].singles.as_ptr())
}

/// Returns the address of the code units of pairs of bytes in a place.
#[unsafe(no_mangle)]
pub extern "C" fn pairs(place: usize) -> *const u16 {
    with(|blocks| blocks.tables[place % PLACES].pairs.as_ptr())
}

#[inline(always)]
fn code(codes: &[u32; 1 << 16], unit: [u8; 2]) -> u32 {
    codes[usize::from(u16::from_le_bytes(unit))]
}

/// Encodes the code units `start..end` of the input, and writes from the byte `to` of the output on.
/// Stops at a unit that has no code of one or two bytes. Returns its index, and in `outcome[0]` the
/// number of bytes in the output.
#[unsafe(no_mangle)]
pub extern "C" fn encode(place: usize, start: usize, end: usize, to: usize) -> usize {
    with(|blocks| {
        let codes = &blocks.tables[place % PLACES].codes;
        let units = blocks.input.as_chunks::<2>().0;
        let (end, room) = (end.min(units.len()), &mut blocks.output[..]);
        let (mut at, mut to) = (start, to);
        // The number of single bytes in a row.
        let mut row = STEP;
        while at < end {
            if row >= STEP
                && let Some(units) = units[at..end].first_chunk::<STEP>()
                && let Some(room) = room.get_mut(to..).and_then(<[u8]>::first_chunk_mut::<STEP>)
            {
                let [a, b, c, d, e, f, g, h] = *units;
                let (a, b, c, d) = (code(codes, a), code(codes, b), code(codes, c), code(codes, d));
                let (e, f, g, h) = (code(codes, e), code(codes, f), code(codes, g), code(codes, h));
                if a | b | c | d | e | f | g | h <= 0xFF {
                    *room =
                        [a as u8, b as u8, c as u8, d as u8, e as u8, f as u8, g as u8, h as u8];
                    (at, to) = (at + STEP, to + STEP);
                    continue;
                }
                row = 0;
            }
            let code = code(codes, units[at]);
            let Some(room) = room.get_mut(to..).and_then(<[u8]>::first_chunk_mut::<2>) else {
                break;
            };
            if code > 0xFFFF {
                break;
            }
            // Cost: whether a code has one byte or two is hard to predict, so there is no branch.
            let is_pair = u32::from(code > 0xFF);
            *room = ((code << (8 - 8 * is_pair)) as u16).to_be_bytes();
            at += 1;
            to += 1 + is_pair as usize;
            row = (row + 1) * (1 - is_pair as usize);
        }
        blocks.outcome = [to as u32, 0, 0, 0];
        at
    })
}

#[inline(always)]
fn single(singles: &[u32; 1 << 8], byte: u8) -> u32 {
    singles[usize::from(byte)]
}

/// Returns the lower half, the lowest byte first.
#[inline(always)]
fn low(unit: u32) -> [u8; 2] {
    (unit as u16).to_le_bytes()
}

/// Decodes the bytes `start..end` of the input, and writes from the code unit `to` of the output on.
/// Stops at bytes that the tables do not contain. Returns their offset, and in `outcome[0]` the number
/// of code units in the output.
#[unsafe(no_mangle)]
pub extern "C" fn decode(place: usize, start: usize, end: usize, to: usize) -> usize {
    with(|blocks| {
        let Tables { singles, pairs, .. } = &blocks.tables[place % PLACES];
        let bytes = &blocks.input[..end.min(blocks.input.len())];
        let room = blocks.output.as_chunks_mut::<2>().0;
        let (mut at, mut to) = (start, to);
        let mut row = STEP;
        while let Some(&byte) = bytes.get(at) {
            if row >= STEP
                && let Some(bytes) = bytes[at..].first_chunk::<STEP>()
                && let Some(room) = room.get_mut(to..).and_then(<[_]>::first_chunk_mut::<STEP>)
            {
                let [a, b, c, d, e, f, g, h] = *bytes;
                let (a, b, c, d) = (
                    single(singles, a),
                    single(singles, b),
                    single(singles, c),
                    single(singles, d),
                );
                let (e, f, g, h) = (
                    single(singles, e),
                    single(singles, f),
                    single(singles, g),
                    single(singles, h),
                );
                if a | b | c | d | e | f | g | h <= 0xFFFF {
                    *room = [low(a), low(b), low(c), low(d), low(e), low(f), low(g), low(h)];
                    (at, to) = (at + STEP, to + STEP);
                    continue;
                }
                row = 0;
            }
            let Some(slot) = room.get_mut(to) else { break };
            let unit = single(singles, byte);
            if unit <= 0xFFFF {
                *slot = low(unit);
                (at, row) = (at + 1, row + 1);
            } else if let Some(&second) = bytes.get(at + 1)
                && let unit = pairs[usize::from(byte) << 8 | usize::from(second)]
                && unit != 0
            {
                *slot = unit.to_le_bytes();
                (at, row) = (at + 2, 0);
            } else {
                break;
            }
            to += 1;
        }
        blocks.outcome = [to as u32, 0, 0, 0];
        at
    })
}
