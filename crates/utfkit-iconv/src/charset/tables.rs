//! Tables of 65,536 cells for charsets of one or two bytes per character.
//!
//! They hold what the decoder, the encoder and the patch say about each sequence and each character,
//! so that a block needs one look per character. It takes milliseconds to make one, so only long
//! texts use them. All conversions of the process share a table, which is never freed.

use core::mem::MaybeUninit;
use std::alloc::{Layout, alloc_zeroed};

use utfkit::codec::{Progress, Step};

use super::{Cell, Charset, Patch, list::ROWS};
use crate::shared::Shared;

/// The number of pairs of bytes, and of characters.
const PAIRS: usize = 1 << 16;

/// The cells of a charset: those of pairs of bytes or of characters, then those of single bytes.
/// Zero is a sequence or a character that needs a decoder or an encoder.
type Cells = [u16; PAIRS + 256];

static READERS: [Shared<Cells>; ROWS.len()] = [const { Shared::new() }; ROWS.len()];
static WRITERS: [Shared<Cells>; ROWS.len()] = [const { Shared::new() }; ROWS.len()];

/// The characters of bytes.
#[derive(Clone, Copy)]
pub(crate) struct Reader(&'static Cells);

/// The bytes of characters.
#[derive(Clone, Copy)]
pub(crate) struct Writer(&'static Cells);

impl Charset {
    /// Returns the table for reading, if the charset has one and it is worth making after `len`
    /// bytes.
    pub(crate) fn reader(&self, len: usize) -> Option<Reader> {
        self.table(&READERS, len, read_cells).map(Reader)
    }

    /// Returns the table for writing, if the charset has one and it is worth making after `len`
    /// bytes.
    pub(crate) fn writer(&self, len: usize) -> Option<Writer> {
        self.table(&WRITERS, len, write_cells).map(Writer)
    }

    fn table(
        &self,
        tables: &'static [Shared<Cells>],
        len: usize,
        fill: impl Fn(&Charset, &mut Cells, bool),
    ) -> Option<&'static Cells> {
        /// The length of a text for which a table of 256, or of 65,536 cells is worth making.
        const WORTH: [usize; 2] = [16 << 10, 1 << 20];
        let row = self.row.filter(|_| self.has_tables() && len >= WORTH[0])?;
        let place = tables.get(row)?;
        if let Some(cells) = place.get() {
            return Some(cells);
        }
        let has_pairs = self.has_pairs();
        if has_pairs && len < WORTH[1] {
            return None;
        }
        // SAFETY: the size is not zero.
        let cells = unsafe { alloc_zeroed(Layout::new::<Cells>()) }.cast::<Cells>();
        // SAFETY: the memory is null, or has this layout, and zero is a valid cell.
        fill(self, unsafe { cells.as_mut()? }, has_pairs);
        // SAFETY: the cells were allocated with this layout, and nobody else knows them.
        Some(unsafe { place.keep(cells) })
    }

    /// Returns the character of `bytes`, if they are a whole sequence.
    fn character(&self, bytes: &[u8]) -> Option<u32> {
        match self.patch.read(bytes) {
            (Cell::Means(value), len) => (len == bytes.len()).then_some(value),
            (Cell::Hole, _) => None,
            (Cell::Same, _) => match self.decoder(None).first(bytes, false) {
                Step::Value { value, len } if len == bytes.len() => Some(value),
                _ => None,
            },
        }
    }

    /// Returns `true` if a byte can begin a sequence of several bytes.
    fn has_pairs(&self) -> bool {
        let decoder = self.decoder(None);
        (0..=255).any(|byte: u8| decoder.first(&[byte], false) == Step::Incomplete)
    }

    /// Returns the bytes of `value` as a number.
    fn bytes(&self, value: u32) -> Option<u32> {
        match self.patch.write(value) {
            Cell::Means(bytes) => Some(bytes),
            Cell::Hole => None,
            Cell::Same => {
                let encoded = self.encoder().encode(value)?;
                Some(encoded.bytes().iter().fold(0, |bytes, byte| bytes << 8 | u32::from(*byte)))
            }
        }
    }
}

fn read_cells(charset: &Charset, cells: &mut Cells, has_pairs: bool) {
    let character = |bytes: &[u8]| u16::try_from(charset.character(bytes)?).ok();
    for first in 0..=255_u8 {
        let single = character(&[first]).unwrap_or(0);
        cells[PAIRS + usize::from(first)] = single;
        if has_pairs && single == 0 && first >= 0x80 {
            for second in 0..=255 {
                let pair = usize::from(u16::from_be_bytes([first, second]));
                cells[pair] = character(&[first, second]).unwrap_or(0);
            }
        }
    }
}

fn write_cells(charset: &Charset, cells: &mut Cells, has_pairs: bool) {
    let mut write = |value: u32| {
        let bytes = charset.bytes(value).and_then(|bytes| u16::try_from(bytes).ok());
        if let (Some(cell), Some(bytes)) = (cells[..PAIRS].get_mut(value as usize), bytes) {
            *cell = bytes;
        }
    };
    if has_pairs {
        (1..0xD800).chain(0xE000..0x10000).for_each(write)
    } else {
        (0..=255).filter_map(|byte: u8| charset.character(&[byte])).for_each(&mut write)
    }
}

impl Reader {
    /// Reads `src` up to the first sequence that needs the decoder, or until `values` is full.
    #[inline]
    pub(crate) fn read(self, src: &[u8], values: &mut [u32]) -> Progress {
        let (mut read, mut written) = (0, 0);
        for slot in values {
            let Some(&first) = src.get(read) else { break };
            let single = self.0[PAIRS + usize::from(first)];
            if single != 0 {
                *slot = single.into();
                read += 1;
            } else {
                let Some(&second) = src.get(read + 1) else { break };
                let pair = self.0[usize::from(u16::from_be_bytes([first, second]))];
                if pair == 0 {
                    break;
                }
                *slot = pair.into();
                read += 2;
            }
            written += 1;
        }
        Progress { read, written }
    }
}

impl Writer {
    /// Writes `values` up to the first that needs the encoder, or until `dst` is full.
    #[inline]
    pub(crate) fn write(self, values: &[u32], dst: &mut [MaybeUninit<u8>]) -> Progress {
        let (mut read, mut written) = (0, 0);
        for &value in values {
            let Some(&bytes) = self.0[..PAIRS].get(value as usize) else { break };
            let [first, second] = bytes.to_be_bytes();
            if first != 0 {
                let Some([a, b]) = dst.get_mut(written..written + 2) else { break };
                a.write(first);
                b.write(second);
                written += 2;
            } else if bytes != 0 {
                let Some(slot) = dst.get_mut(written) else { break };
                slot.write(second);
                written += 1;
            } else {
                break;
            }
            read += 1;
        }
        Progress { read, written }
    }
}

impl Patch {
    /// Returns the patch that is needed if a table has its cells already.
    pub(crate) fn unless(&'static self, has_table: bool) -> &'static Self {
        if has_table { &Self::NONE } else { self }
    }
}
