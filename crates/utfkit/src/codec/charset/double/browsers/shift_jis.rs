//! The pairs of bytes of Shift_JIS, and their codes in JIS X 0208.

use super::super::jis_x_0208::JIS_X_0208;

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

/// The column of each trail byte of Shift_JIS. Trail bytes from 9F on belong to the second row.
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

/// Returns the row and the column in [`JIS_X_0208`] of a pair of bytes of Shift_JIS.
#[inline(always)]
pub(super) fn position([lead, trail]: [u8; 2]) -> (u16, u8) {
    let rows = ROWS[usize::from(lead)];
    (rows[usize::from(trail >= 0x9F)], COLUMNS[usize::from(trail)])
}

/// Returns the trail byte in Shift_JIS of a code of JIS X 0208.
#[inline(always)]
pub(in super::super::super) const fn trail(row: u8, column: u8) -> u8 {
    // 7F is not a trail byte.
    if row & 1 == 0 { column + 0x7E } else { column + 0x1F + (column >= 0x60) as u8 }
}

/// Returns the pair of bytes in Shift_JIS of a code of JIS X 0208.
#[inline(always)]
pub(in super::super::super) const fn to_shift_jis([row, column]: [u8; 2]) -> [u8; 2] {
    let lead = (row - 0x21) / 2 + 0x81;
    [if lead > 0x9F { lead + 0x40 } else { lead }, trail(row, column)]
}
