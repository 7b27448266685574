//! Fast ways to read and to write the common characters of two bytes of `encoding_rs`.
//!
//! The grids hold the characters that `encoding_rs` reads and writes with the same code, and that
//! all variants of a charset have. At any other character, the functions stop. So they decide
//! nothing, and tests compare them with `encoding_rs`.

use core::mem::MaybeUninit;

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding as Whatwg, GB18030, GBK, SHIFT_JIS};

use super::{
    grid::{Grid, NONE},
    jis_x_0208::{JIS_X_0208, to_jis_x_0208},
};
use crate::{codec::charset::variant::Variant, simd::Progress};

/// KS X 1001 and all syllables of Hangul, as in code page 949.
pub(in super::super) static UHC: Grid = Grid::new(include_bytes!("grids/uhc.bin"));
/// GBK.
pub(in super::super) static CHINESE: Grid = Grid::new(include_bytes!("grids/gbk.bin"));
/// Big5 without the rows in which its variants differ.
static TRADITIONAL: Grid = Grid::new(include_bytes!("grids/big5.bin"));

/// The characters of two bytes of a charset.
#[derive(Clone, Copy)]
pub(in super::super) struct Pairs {
    grid: &'static Grid,
    shape: Shape,
    variant: Variant,
}

/// The bytes of a code of a grid.
#[derive(Clone, Copy)]
enum Shape {
    /// The code itself.
    Plain,
    /// The code with the high bit of each byte.
    High,
    /// Shift_JIS.
    ShiftJis,
}

impl Pairs {
    /// Returns the characters of two bytes of a charset.
    pub(in super::super) fn of(encoding: &'static Whatwg, variant: Variant) -> Option<Self> {
        let (grid, shape) = if encoding == SHIFT_JIS {
            (&JIS_X_0208, Shape::ShiftJis)
        } else if encoding == EUC_JP {
            (&JIS_X_0208, Shape::High)
        } else if encoding == EUC_KR {
            (&UHC, Shape::Plain)
        } else if encoding == GBK || encoding == GB18030 {
            (&CHINESE, Shape::Plain)
        } else if encoding == BIG5 {
            (&TRADITIONAL, Shape::Plain)
        } else {
            return None;
        };
        Some(Self { grid, shape, variant })
    }

    /// Decodes US-ASCII and common characters until another sequence, or until `values` is full.
    pub(in super::super) fn decode(self, src: &[u8], values: &mut [MaybeUninit<u32>]) -> Progress {
        match self.shape {
            Shape::Plain => {
                let grid = self.grid;
                decode(grid, src, values, |[lead, trail]| (grid.row(lead), grid.column(trail)))
            }
            Shape::High => {
                let grid = self.grid;
                decode(grid, src, values, |[lead, trail]| {
                    (grid.row(lead ^ 0x80), grid.column(trail ^ 0x80))
                })
            }
            Shape::ShiftJis => decode(self.grid, src, values, of_shift_jis),
        }
    }

    /// Encodes US-ASCII and common characters until another one, or until `dst` is full.
    pub(in super::super) fn encode_all(
        self,
        values: &[u32],
        dst: &mut [MaybeUninit<u8>],
    ) -> Progress {
        match (self.shape, self.variant) {
            (Shape::Plain, Variant::EucKr | Variant::Gb2312) => {
                let is_written = |[lead, trail]: &[u8; 2]| self.variant.writes(*lead, *trail);
                encode(values, dst, |value| self.grid.encode(value).filter(is_written))
            }
            (Shape::Plain, _) => encode(values, dst, |value| self.grid.encode(value)),
            (Shape::High, _) => {
                encode(values, dst, |value| Some(to_jis_x_0208(value)?.map(|byte| byte | 0x80)))
            }
            (Shape::ShiftJis, _) => {
                encode(values, dst, |value| Some(to_shift_jis(to_jis_x_0208(value)?)))
            }
        }
    }
}

/// The number of pairs that are decoded at once.
const STEP: usize = 4;

/// The high bit of each byte that begins one of four pairs.
const LEADS: u64 = 0x0080_0080_0080_0080;

/// Decodes US-ASCII and the characters of `grid`. `position` returns the row and the
/// column of a pair of bytes.
#[inline(always)]
fn decode(
    grid: &Grid,
    src: &[u8],
    values: &mut [MaybeUninit<u32>],
    position: impl Fn([u8; 2]) -> (u16, u8),
) -> Progress {
    let mut done = Progress::default();
    loop {
        while let (Some(bytes), Some(slots)) = (
            src[done.read..].first_chunk::<{ 2 * STEP }>(),
            values[done.written..].first_chunk_mut::<STEP>(),
        ) && u64::from_le_bytes(*bytes) & LEADS == LEADS
        {
            let [a, b, c, d, e, f, g, h] = *bytes;
            let cells = [[a, b], [c, d], [e, f], [g, h]].map(|pair| grid.cell(position(pair)));
            if cells.into_iter().fold(0, u16::max) == NONE {
                break;
            }
            for (slot, cell) in slots.iter_mut().zip(cells) {
                slot.write(cell.into());
            }
            done.read += 2 * STEP;
            done.written += STEP;
        }
        // Cost: at the end of a run of pairs, go on to the next one without trying four.
        let mut pairs = 0;
        while let [lead @ 0x80..=0xFF, trail, ..] = src[done.read..] {
            let Some(slot) = values.get_mut(done.written) else { return done };
            let cell = grid.cell(position([lead, trail]));
            if cell == NONE {
                return done;
            }
            slot.write(cell.into());
            done.read += 2;
            done.written += 1;
            pairs += 1;
            if pairs == STEP {
                break;
            }
        }
        let ascii = src[done.read..].iter().take_while(|byte| byte.is_ascii());
        let mut written = 0;
        for (slot, &byte) in values[done.written..].iter_mut().zip(ascii) {
            slot.write(byte.into());
            written += 1;
        }
        done.read += written;
        done.written += written;
        if pairs + written == 0 {
            return done;
        }
    }
}

/// Encodes US-ASCII, and the characters for which `pair` returns a pair of bytes.
#[inline(always)]
pub(super) fn encode(
    values: &[u32],
    dst: &mut [MaybeUninit<u8>],
    pair: impl Fn(u32) -> Option<[u8; 2]>,
) -> Progress {
    let mut done = Progress::default();
    for &value in values {
        let Some([first, second]) = dst[done.written..].first_chunk_mut() else { break };
        if value < 0x80 {
            first.write(value as u8);
            done.written += 1;
        } else if let Some([lead, trail]) = pair(value) {
            first.write(lead);
            second.write(trail);
            done.written += 2;
        } else {
            break;
        }
        done.read += 1;
    }
    done
}

/// The two rows of each lead byte of Shift_JIS. 0 if the byte begins no pair of JIS X 0208.
static ROWS: [[u16; 2]; 256] = {
    let mut rows = [[0; 2]; 256];
    let mut row = 0x21;
    while row <= 0x7E {
        let [lead, _] = to_shift_jis([row, 0x21]);
        rows[lead as usize] = [JIS_X_0208.row(row), JIS_X_0208.row(row + 1)];
        row += 2;
    }
    rows
};

/// The column of each trail byte of Shift_JIS. Those from 9F on belong to the second row.
static COLUMNS: [u8; 256] = {
    let mut columns = [u8::MAX; 256];
    let mut column = 0x21;
    while column <= 0x7E {
        columns[trail(1, column) as usize] = column - 0x21;
        columns[trail(0, column) as usize] = column - 0x21;
        column += 1;
    }
    columns
};

/// Returns the row and the column in JIS X 0208 of a pair of bytes of Shift_JIS.
#[inline(always)]
fn of_shift_jis([lead, trail]: [u8; 2]) -> (u16, u8) {
    let rows = ROWS[usize::from(lead)];
    (rows[usize::from(trail >= 0x9F)], COLUMNS[usize::from(trail)])
}

/// Returns the trail byte in Shift_JIS of a code of JIS X 0208.
#[inline(always)]
pub(in super::super) const fn trail(row: u8, column: u8) -> u8 {
    // 7F is not a trail byte.
    if row & 1 == 0 { column + 0x7E } else { column + 0x1F + (column >= 0x60) as u8 }
}

/// Returns the pair of bytes in Shift_JIS of a code of JIS X 0208.
#[inline(always)]
pub(in super::super) const fn to_shift_jis([row, column]: [u8; 2]) -> [u8; 2] {
    let lead = (row - 0x21) / 2 + 0x81;
    [if lead > 0x9F { lead + 0x40 } else { lead }, trail(row, column)]
}
