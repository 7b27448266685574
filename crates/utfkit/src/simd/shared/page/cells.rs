//! The UTF-8 of each byte of a charset.

use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use crate::form::Form;

/// The UTF-8 of each byte of a charset that has one byte per character.
///
/// The cells are atomic, so that threads can fill a table that they share without a lock: all of
/// them write the same values.
pub(crate) struct Utf8Cells {
    /// The bytes of the character, the first one lowest, and their number in the highest byte. If
    /// there is no character, that number is [`NO_CHARACTER`].
    cells: [AtomicU32; 256],
    is_filled: AtomicBool,
    /// Whether ASCII text has the same bytes.
    is_ascii_compatible: AtomicBool,
}

/// The number of bytes of a character that does not exist. It is the highest bit, so that one test
/// finds it in several cells.
pub(in crate::simd) const NO_CHARACTER: u8 = 0x80;

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
            let cell = character(byte).map_or(NONE, cell);
            is_ascii_compatible &= byte >= 0x80 || cell == self::cell(byte.into());
            slot.store(cell, Ordering::Relaxed);
        }
        self.is_ascii_compatible.store(is_ascii_compatible, Ordering::Relaxed);
        self.is_filled.store(true, Ordering::Release);
    }

    /// Returns `true` if ASCII text has the same bytes.
    pub(in crate::simd) fn is_ascii_compatible(&self) -> bool {
        self.is_ascii_compatible.load(Ordering::Relaxed)
    }

    /// Returns the bytes of the character of `byte`, and their number or [`NO_CHARACTER`].
    #[inline(always)]
    pub(in crate::simd) fn cell(&self, byte: u8) -> [u8; 4] {
        self.cells[usize::from(byte)].load(Ordering::Relaxed).to_le_bytes()
    }
}

/// The cell of a character that does not exist.
const NONE: u32 = (NO_CHARACTER as u32) << 24;

/// Returns the cell of a character.
fn cell(value: u32) -> u32 {
    let Some(encoded) = Form::Utf8.encode(value) else { return NONE };
    let mut cell = [0; 4];
    cell[..encoded.len()].copy_from_slice(encoded.bytes());
    cell[3] = encoded.len() as u8;
    u32::from_le_bytes(cell)
}
