//! The cells in which the table of glibc differs from that of `utfkit`.

/// Neighboring cells with neighboring meanings: `count` keys from `first` on mean the values from
/// `means` on. If `means` is 0, none of the keys has a meaning.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) first: u32,
    pub(crate) count: u16,
    pub(crate) means: u32,
}

/// The differences of a charset. Keys and bytes are numbers: 8F A1 is 0x8FA1.
#[derive(Debug)]
pub(crate) struct Patch {
    /// The characters of bytes, by bytes.
    pub(crate) read: &'static [Run],
    /// The characters that `utfkit` reads from these bytes.
    pub(crate) suspects: &'static [(u32, u32)],
    /// The bytes of characters, by characters.
    pub(crate) write: &'static [Run],
}

/// The meaning of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cell {
    /// The patch does not have the cell.
    Same,
    /// The cell has no meaning.
    Hole,
    /// The cell has this meaning.
    Means(u32),
}

impl Patch {
    /// No differences.
    pub(crate) const NONE: Self = Self { read: &[], suspects: &[], write: &[] };

    /// UTF-7. RFC 2152 has no direct characters for these bytes.
    pub(crate) const UTF7: Self = Self {
        read: &[
            Run { first: 0, count: 9, means: 0 },
            Run { first: 0x0B, count: 2, means: 0 },
            Run { first: 0x0E, count: 18, means: 0 },
            Run { first: 0x5C, count: 1, means: 0 },
            Run { first: 0x7E, count: 2, means: 0 },
        ],
        suspects: &[(0, 8), (0x0B, 0x0C), (0x0E, 0x1F), (0x5C, 0x5C), (0x7E, 0x7F)],
        write: &[],
    };

    /// Returns the meaning of the bytes at the start of `src`, and their number.
    pub(crate) fn read(&self, src: &[u8]) -> (Cell, usize) {
        if self.read.is_empty() {
            return (Cell::Same, 0);
        }
        let mut key = 0;
        for (at, &byte) in src.iter().take(4).enumerate() {
            if at > 0 && key == 0 {
                // No sequence of several bytes begins with 00.
                break;
            }
            key = key << 8 | u32::from(byte);
            match look_up(self.read, key) {
                Cell::Same => {}
                cell => return (cell, at + 1),
            }
        }
        (Cell::Same, 0)
    }

    /// Returns the bytes of `value`, as a number.
    pub(crate) fn write(&self, value: u32) -> Cell {
        look_up(self.write, value)
    }
}

fn look_up(runs: &[Run], key: u32) -> Cell {
    let at = runs.partition_point(|run| run.first <= key);
    let Some(run) = at.checked_sub(1).and_then(|at| runs.get(at)) else { return Cell::Same };
    match (key - run.first, run.means) {
        (offset, _) if offset >= run.count.into() => Cell::Same,
        (_, 0) => Cell::Hole,
        (offset, means) => Cell::Means(means + offset),
    }
}
