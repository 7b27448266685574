//! JIS X 0208: the characters of its codes, and the codes of its characters without a search.
//!
//! Cost: Shift_JIS, EUC-JP and ISO-2022-JP are written from the table of codes. It is larger than
//! the index of a [`Grid`], and faster.

use super::grid::{Grid, NONE};

/// JIS X 0208, with codes from 2121 on. It has no index: see [`to_jis_x_0208`].
pub(in super::super) static JIS_X_0208: Grid = Grid::new(include_bytes!("grids/jis0208.bin"));

/// The number of pages of 256 characters. Page 0 is empty.
const PAGES: usize = {
    let (mut number, mut page) = (0, 0);
    while page < NUMBERS.len() {
        if NUMBERS[page] as usize > number {
            number = NUMBERS[page] as usize;
        }
        page += 1;
    }
    number + 1
};

/// The number of the page of each 256 characters.
static NUMBERS: [u8; 256] = {
    let mut numbers = [0; 256];
    let (mut last, mut cell) = (0, 0);
    while cell < JIS_X_0208.len() {
        let value = JIS_X_0208.lower_bits(cell);
        let page = (value >> 8) as usize;
        if value != NONE && numbers[page] == 0 {
            last += 1;
            numbers[page] = last;
        }
        cell += 1;
    }
    numbers
};

/// The codes of the characters of each page. 0 is not a code.
static CODES: [[[u8; 2]; 256]; PAGES] = {
    let mut codes = [[[0; 2]; 256]; PAGES];
    let mut row = 0x21;
    while row <= 0x7E_u8 {
        let mut column = 0x21;
        while column <= 0x7E_u8 {
            let value = JIS_X_0208.lower_bits(JIS_X_0208.position([row, column]));
            if value != NONE {
                let page = NUMBERS[(value >> 8) as usize] as usize;
                codes[page][(value & 0xFF) as usize] = [row, column];
            }
            column += 1;
        }
        row += 1;
    }
    codes
};

/// Returns the code in JIS X 0208 of a character.
#[inline(always)]
pub(in super::super) fn to_jis_x_0208(character: u32) -> Option<[u8; 2]> {
    let page = *NUMBERS.get(character as usize >> 8)?;
    let code = CODES.get(usize::from(page))?[character as usize & 0xFF];
    (code[0] != 0).then_some(code)
}
