//! A grid of characters of two bytes: rows of cells to read them, and an index to write them.
//!
//! The index has a bit for each character, in blocks of 16. The number of bits before that of a
//! character is the position of its code. So an index is hardly larger than the list of the codes,
//! and a lookup has no search and no branches.

/// The value for a code without a character.
pub(in super::super) const NONE: u16 = 0xFFFF;

/// The number of bits that are set in each byte.
///
/// Cost: not every machine has an instruction for this.
static ONES: [u8; 256] = {
    let (mut ones, mut byte) = ([0; 256], 0);
    while byte < 256 {
        ones[byte] = (byte as u8).count_ones() as u8;
        byte += 1;
    }
    ones
};

#[inline(always)]
fn ones(byte: u8) -> usize {
    ONES[usize::from(byte)].into()
}

/// Returns the lower and the upper half of `word`.
#[inline(always)]
const fn halves(word: u32) -> [u32; 2] {
    [word & 0xFFFF, word >> 16]
}

/// The number of blocks in a page of 256 characters.
const BLOCKS: usize = 16;

/// A grid of characters of two bytes.
pub(crate) struct Grid {
    /// The first trail byte, and the number of trail bytes.
    first: u8,
    width: u8,
    /// The offset of the row of each lead byte. The first row has no characters.
    rows: [u16; 256],
    /// The lower sixteen bits of the characters of the rows, in little-endian order.
    cells: &'static [[u8; 2]],
    /// One bit per cell: the character is above U+FFFF, in plane 2. Empty if there is none.
    beyond: &'static [u8],
    /// The number of the page of each 256 characters, in little-endian order. Page 0 is empty.
    pages: &'static [[u8; 2]],
    /// The blocks of the pages: a bit for each character that has a code, and the number of codes
    /// before them, each in little-endian order.
    blocks: &'static [[u8; 4]],
    /// The codes to write, in the order of their characters.
    codes: &'static [[u8; 2]],
}

impl Grid {
    /// Creates the grid from a file of `cargo xtask charsets`.
    ///
    /// The file has the first trail byte, the number of trail bytes, the number of rows, the number
    /// of the entries for pages in units of 256, the number of pages (two bytes), and whether
    /// characters are above U+FFFF. After them come the lead bytes and the fields of [`Grid`].
    pub(in super::super) const fn new(file: &'static [u8]) -> Self {
        let (head, rest) = file.split_at(7);
        let (first, width, has_beyond) = (head[0], head[1], head[6]);
        let (leads, rest) = rest.split_at(head[2] as usize);
        let (pages, rest) = rest.split_at(512 * head[3] as usize);
        let number = u16::from_le_bytes([head[4], head[5]]) as usize;
        let (blocks, rest) = rest.split_at(4 * BLOCKS * number);
        let cells = width as usize * (leads.len() + 1);
        let (beyond, rest) = rest.split_at(if has_beyond == 0 { 0 } else { cells.div_ceil(8) });
        let (cells, codes) = rest.split_at(2 * cells);
        let mut rows = [0; 256];
        let mut row = 0;
        while row < leads.len() {
            rows[leads[row] as usize] = (row + 1) as u16 * width as u16;
            row += 1;
        }
        Self {
            first,
            width,
            rows,
            cells: cells.as_chunks().0,
            beyond,
            pages: pages.as_chunks().0,
            blocks: blocks.as_chunks().0,
            codes: codes.as_chunks().0,
        }
    }

    /// Returns `true` if `byte` begins a character.
    pub(in super::super) const fn is_lead(&self, byte: u8) -> bool {
        self.rows[byte as usize] > 0
    }

    /// Returns the offset of the row of a lead byte, which is 0 if the byte begins no character.
    #[inline(always)]
    pub(super) const fn row(&self, lead: u8) -> u16 {
        self.rows[lead as usize]
    }

    /// Returns the column of a trail byte. Bytes that end no character have a column after the last
    /// one.
    #[inline(always)]
    pub(super) const fn column(&self, trail: u8) -> u8 {
        trail.wrapping_sub(self.first)
    }

    /// Returns the lower sixteen bits of the character in a row and a column, or [`NONE`].
    #[inline(always)]
    pub(super) fn cell(&self, (row, column): (u16, u8)) -> u16 {
        self.value(self.at(row, column))
    }

    /// Returns the number of the cell in a row and a column. After the last column, it is a cell of
    /// the first row.
    #[inline(always)]
    const fn at(&self, row: u16, column: u8) -> usize {
        if column < self.width { row as usize + column as usize } else { 0 }
    }

    /// Returns the number of cells.
    pub(super) const fn len(&self) -> usize {
        self.cells.len()
    }

    /// Returns the lower sixteen bits of the character of a cell, or [`NONE`].
    pub(super) const fn lower_bits(&self, cell: usize) -> u16 {
        u16::from_le_bytes(self.cells[cell])
    }

    /// Returns the value of the cell with this number.
    #[inline(always)]
    fn value(&self, at: usize) -> u16 {
        self.cells.get(at).map_or(NONE, |cell| u16::from_le_bytes(*cell))
    }

    /// Returns the number of the cell of a code. Codes without one have a cell of the first row.
    #[inline(always)]
    pub(super) const fn position(&self, [lead, trail]: [u8; 2]) -> usize {
        self.at(self.row(lead), self.column(trail))
    }

    /// Returns the character of a code.
    #[inline]
    pub(in super::super) fn decode(&self, code: [u8; 2]) -> Option<u32> {
        let at = self.position(code);
        let cell = self.value(at);
        let is_beyond = self.beyond.get(at / 8).is_some_and(|bits| bits >> (at % 8) & 1 == 1);
        let plane = if is_beyond { 0x2_0000 } else { 0 };
        (cell != NONE).then_some(plane + u32::from(cell))
    }

    /// Returns the code of a character.
    #[inline(always)]
    pub(in super::super) fn encode(&self, character: u32) -> Option<[u8; 2]> {
        if self.pages.is_empty() {
            return self.search(character);
        }
        let page = u16::from_le_bytes(*self.pages.get(character as usize >> 8)?);
        let block = usize::from(page) * BLOCKS + (character as usize >> 4) % BLOCKS;
        let [bits, before] = halves(u32::from_le_bytes(*self.blocks.get(block)?));
        let bit = 1 << (character % 16);
        if bits & bit == 0 {
            return None;
        }
        let [low, high, ..] = (bits & (bit - 1)).to_le_bytes();
        let before = before as usize + ones(low) + ones(high);
        self.codes.get(before).copied()
    }

    /// Returns the code of a character in a grid without an index.
    #[cold]
    fn search(&self, character: u32) -> Option<[u8; 2]> {
        self.codes_of(character).next()
    }

    /// Returns all codes of a character, in their order.
    ///
    /// Cost: it compares all cells, many at once, which takes a microsecond.
    pub(super) fn codes_of(&self, character: u32) -> impl Iterator<Item = [u8; 2]> {
        // Grids have no characters of other planes, such as emoji.
        let may_have_it = matches!(character >> 16, 0 | 2);
        let low = (character as u16).to_le_bytes();
        let rows = self.cells.chunks(usize::from(self.width).max(1)).enumerate().skip(1);
        let is_in = move |row: &[[u8; 2]]| row.iter().fold(false, |any, cell| any | (*cell == low));
        let found = rows.filter(move |(_, row)| may_have_it && is_in(row));
        let found = found.flat_map(move |(number, row)| {
            let offset = number * row.len();
            let lead = (0..=u8::MAX).find(|lead| usize::from(self.row(*lead)) == offset);
            let columns = (0..).zip(row).filter(move |(_, cell)| **cell == low);
            columns.filter_map(move |(column, _)| Some([lead?, self.first + column]))
        });
        found.filter(move |code| self.decode(*code) == Some(character))
    }
}
