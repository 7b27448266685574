//! The tables between UTF-8 and charsets of one byte per character. They are kept if there is
//! memory for those of all charsets.

use core::mem::MaybeUninit;

use crate::simd::{
    Progress,
    operations::{READ_PAGE, WRITE_PAGE},
    shared::page::{Utf8Cells, Windows},
};

/// A table to UTF-8.
#[cfg(feature = "std")]
pub(crate) struct SharedCells(pub(in super::super) &'static Utf8Cells);
#[cfg(not(feature = "std"))]
pub(crate) struct SharedCells(pub(in super::super) Utf8Cells);

impl SharedCells {
    /// Converts `src` to UTF-8 until a byte has no character or the room is full.
    pub(crate) fn convert(&self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
        #[cfg(feature = "std")]
        let cells = self.0;
        #[cfg(not(feature = "std"))]
        let cells = &self.0;
        READ_PAGE.run(cells, src, dst)
    }
}

/// A copy of a table from UTF-8.
pub(crate) struct FromUtf8(pub(in super::super) Windows);

impl FromUtf8 {
    /// Converts `src`, which is UTF-8, until a character is ill-formed or not in the charset, or the
    /// room is full.
    pub(crate) fn convert(&self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
        WRITE_PAGE.run(&self.0, src, dst)
    }
}
