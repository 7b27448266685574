//! Single-byte charsets to UTF-8, with a table of the bytes.

use core::{
    mem::MaybeUninit,
    sync::atomic::{AtomicBool, AtomicU32, Ordering},
};

use crate::{form::Form, simd::Progress};

/// The UTF-8 of each byte of a single-byte charset.
///
/// The cells are atomic, so that threads can fill a table that they share without a lock: all of
/// them write the same values.
///
/// Cost: a text of a few hundred bytes pays for the table. Converting needs about two cycles per
/// byte.
pub(crate) struct Utf8Cells {
    /// The bytes of the character, the first one lowest, and their number in the highest byte. 0 if
    /// there is no character.
    cells: [AtomicU32; 256],
    is_filled: AtomicBool,
    /// Whether ASCII text has the same bytes.
    is_ascii_compatible: AtomicBool,
}

/// A table. It is kept if there is memory for all of them.
#[cfg(feature = "std")]
pub(crate) type SharedCells = &'static Utf8Cells;
#[cfg(not(feature = "std"))]
pub(crate) type SharedCells = Utf8Cells;

/// The number of bytes that are converted at once.
const STEP: usize = 8;

/// The room for them: at most three bytes for each, and a cell is stored whole.
const ROOM: usize = 3 * STEP + 1;

impl Utf8Cells {
    /// Creates an empty table.
    pub(crate) const fn empty() -> Self {
        Self {
            cells: [const { AtomicU32::new(0) }; 256],
            is_filled: AtomicBool::new(false),
            is_ascii_compatible: AtomicBool::new(false),
        }
    }

    /// Returns `true` if the table has its characters.
    pub(crate) fn is_filled(&self) -> bool {
        // The flag comes after the cells.
        self.is_filled.load(Ordering::Acquire)
    }

    /// Fills the table with the characters of all bytes, which are below U+10000.
    pub(crate) fn fill(&self, character: impl Fn(u8) -> Option<u32>) {
        let mut is_ascii_compatible = true;
        for (byte, slot) in (0..=0xFF).zip(&self.cells) {
            let cell = character(byte).map_or(0, cell);
            is_ascii_compatible &= byte >= 0x80 || cell == self::cell(byte.into());
            slot.store(cell, Ordering::Relaxed);
        }
        self.is_ascii_compatible.store(is_ascii_compatible, Ordering::Relaxed);
        self.is_filled.store(true, Ordering::Release);
    }

    /// Returns the cell of `byte`, as bytes.
    fn cell(&self, byte: u8) -> [u8; 4] {
        self.cells[usize::from(byte)].load(Ordering::Relaxed).to_le_bytes()
    }

    /// Converts `src` to UTF-8 until a byte has no character or the room is full.
    pub(crate) fn convert(&self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
        let mut done = self.convert_steps(src, dst);
        for &byte in &src[done.read..] {
            let [first, second, third, len] = self.cell(byte);
            let room = &mut dst[done.written..];
            if len == 0 || room.len() < usize::from(len) {
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

    /// Converts `src` to UTF-8 until a byte has no character, or little of `src` or of the room is
    /// left.
    fn convert_steps(&self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
        let is_ascii_compatible = self.is_ascii_compatible.load(Ordering::Relaxed);
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
            let mut written = 0;
            for (at, &byte) in bytes.iter().enumerate() {
                let [first, second, third, len] = self.cell(byte);
                if len == 0 {
                    return Progress { read: done.read + at, written: done.written + written };
                }
                // A store of four bytes costs as much as a store of one. The next character
                // replaces the bytes after this one.
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
