//! Charsets of one byte per character to UTF-8 and back. These are the reference for other levels.

use core::mem::MaybeUninit;

use crate::simd::{
    Progress,
    shared::page::{NO_CHARACTER, Utf8Cells, Windows},
};

/// The number of bytes that are looked at at once.
const STEP: usize = 8;

/// The room for them: at most three bytes for each, and a cell is stored whole. It is rounded up,
/// so that a mask can keep an index within it.
const ROOM: usize = 32 + 4;

/// Implements [`ReadPage`](crate::simd::shared::kernel::ReadPage). Cost: about two cycles per byte.
pub(in crate::simd) fn read(
    cells: &Utf8Cells,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    let mut done = read_steps(cells, src, dst);
    for &byte in &src[done.read..] {
        let [first, second, third, len] = cells.cell(byte);
        let room = &mut dst[done.written..];
        if len == NO_CHARACTER || room.len() < usize::from(len) {
            break;
        }
        for (slot, byte) in room.iter_mut().zip([first, second, third]).take(len.into()) {
            slot.write(byte);
        }
        done.read += 1;
        done.written += usize::from(len);
    }
    done
}

/// Implements [`read`] until a byte has no character, or little of `src` or of the room is left.
fn read_steps(cells: &Utf8Cells, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let is_ascii_compatible = cells.is_ascii_compatible();
    let mut done = Progress::default();
    while let Some(bytes) = src[done.read..].first_chunk::<STEP>()
        && let Some(room) = dst[done.written..].first_chunk_mut::<ROOM>()
    {
        if is_ascii_compatible
            && bytes.is_ascii()
            && let Some(slots) = room.first_chunk_mut::<STEP>()
        {
            *slots = bytes.map(MaybeUninit::new);
            done.read += STEP;
            done.written += STEP;
            continue;
        }
        let (mut written, mut lengths) = (0, 0);
        for &byte in bytes {
            let cell = cells.cell(byte);
            // A store of four bytes costs as much as a store of one. The next character replaces
            // the bytes after this one. The mask shows the compiler that there is room.
            if let Some(slot) = room[written & 31..].first_chunk_mut() {
                *slot = cell.map(MaybeUninit::new);
            }
            written += usize::from(cell[3]);
            lengths |= cell[3];
        }
        if lengths >= NO_CHARACTER {
            break;
        }
        done.read += STEP;
        done.written += written;
    }
    done
}

/// Implements [`WritePage`](crate::simd::shared::kernel::WritePage).
pub(in crate::simd) fn write(
    windows: &Windows,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Progress {
    // By the lowest five bits of the lead, and then six of the last byte.
    let mut of_two = [[0; 64]; 32];
    for (lead, window) in windows.of_two() {
        of_two[usize::from(lead & 0x1F)] = *window;
    }
    // Characters of three bytes mostly follow one of the same window.
    let mut latest = ([0; 2], &[0; 64]);
    let mut character = |text: &[u8]| {
        let (byte, len) = match *text {
            [byte @ ..0x80, ..] => return Some((byte, 1)),
            [lead @ 0xC0..0xE0, last @ 0x80..0xC0, ..] => {
                (of_two[usize::from(lead & 0x1F)][usize::from(last & 0x3F)], 2)
            }
            [lead @ 0xE0..0xF0, second, last @ 0x80..0xC0, ..] => {
                if latest.0 != [lead, second] {
                    latest = windows.of_three().find(|(start, _)| *start == [lead, second])?;
                }
                (latest.1[usize::from(last & 0x3F)], 3)
            }
            _ => return None,
        };
        (byte != 0).then_some((byte, len))
    };
    let mut done = Progress::default();
    while let Some(text) = src[done.read..].first_chunk::<STEP>()
        && let Some(room) = dst[done.written..].first_chunk_mut::<STEP>()
    {
        if text[0].is_ascii() {
            let beyond_ascii = u64::from_le_bytes(*text) & 0x8080_8080_8080_8080;
            let run = beyond_ascii.trailing_zeros() as usize / 8;
            // The next characters replace the bytes after the run.
            *room = text.map(MaybeUninit::new);
            done.read += run;
            done.written += run;
            continue;
        }
        // Most text has several characters of two bytes in a row.
        let mut run = 0;
        for (character, slot) in text.as_chunks::<2>().0.iter().zip(room.iter_mut()) {
            let [lead @ 0xC0..0xE0, last @ 0x80..0xC0] = *character else { break };
            let byte = of_two[usize::from(lead & 0x1F)][usize::from(last & 0x3F)];
            if byte == 0 {
                break;
            }
            slot.write(byte);
            run += 1;
        }
        done.read += 2 * run;
        done.written += run;
        if run == 0 {
            let Some((byte, len)) = character(text) else { return done };
            room[0].write(byte);
            done.read += len;
            done.written += 1;
        }
    }
    while let Some(slot) = dst.get_mut(done.written)
        && let Some((byte, len)) = character(&src[done.read..])
    {
        slot.write(byte);
        done.read += len;
        done.written += 1;
    }
    done
}
