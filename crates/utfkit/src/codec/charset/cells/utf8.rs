//! Single-byte charsets to UTF-8, with a table of the bytes.

use core::{array, mem::MaybeUninit};

use crate::{form::Form, simd::Progress};

/// The UTF-8 of each byte of a single-byte charset.
///
/// Cost: a text of a few hundred bytes pays for it. Converting needs about two cycles per byte.
pub(crate) struct Utf8Cells {
    /// The bytes of the character, the first one lowest, and their number in the highest byte. 0 if
    /// there is no character.
    cells: [u32; 256],
}

/// The number of bytes that are converted at once.
const STEP: usize = 8;

/// The room for them: at most three bytes for each, and a cell is stored whole.
const ROOM: usize = 3 * STEP + 1;

impl Utf8Cells {
    /// Creates the table for the characters of all bytes, which are below U+10000.
    pub(crate) fn new(character: impl Fn(u8) -> Option<u32>) -> Self {
        Self { cells: array::from_fn(|byte| character(byte as u8).map_or(0, cell)) }
    }

    /// Converts `src` to UTF-8 until a byte has no character, or little of `src` or of the room is
    /// left.
    pub(crate) fn convert(&self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
        let mut done = Progress::default();
        while let Some(bytes) = src[done.read..].first_chunk::<STEP>()
            && let Some(room) = dst[done.written..].first_chunk_mut::<ROOM>()
        {
            let mut written = 0;
            for (at, &byte) in bytes.iter().enumerate() {
                let cell = self.cells[usize::from(byte)];
                if cell == 0 {
                    return Progress { read: done.read + at, written: done.written + written };
                }
                // A store of four bytes costs as much as a store of one. The next character
                // replaces the bytes after this one.
                let [first, second, third, len] = cell.to_le_bytes();
                if let Some(slot) = room[written..].first_chunk_mut() {
                    *slot = [
                        MaybeUninit::new(first),
                        MaybeUninit::new(second),
                        MaybeUninit::new(third),
                        MaybeUninit::new(len),
                    ];
                }
                written += usize::from(len);
            }
            done.read += STEP;
            done.written += written;
        }
        done
    }
}

/// Returns the cell of a character.
fn cell(value: u32) -> u32 {
    let Some(encoded) = Form::Utf8.encode(value) else { return 0 };
    let mut cell = [0; 4];
    cell[..encoded.len()].copy_from_slice(encoded.bytes());
    cell[3] = encoded.len() as u8;
    u32::from_le_bytes(cell)
}
