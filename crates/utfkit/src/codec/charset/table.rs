//! The table of charsets.

use super::rows::{Row, TABLES};

/// The number of a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Index(u16);

impl Index {
    pub(super) const fn row(self) -> &'static Row {
        // The compiler does not know that each index is one of the table.
        let number = self.0 as usize;
        ALL[if number < LEN { number } else { 0 }]
    }

    /// Returns the number.
    #[cfg(feature = "std")]
    pub(super) const fn number(self) -> usize {
        self.0 as usize
    }
}

/// All rows, in the order of their numbers.
static ALL: [&Row; LEN] = {
    let mut all = [&TABLES[0][0]; LEN];
    let (mut number, mut table, mut at) = (0, 0, 0);
    while number < LEN {
        if at < TABLES[table].len() {
            all[number] = &TABLES[table][at];
            number += 1;
            at += 1;
        } else {
            table += 1;
            at = 0;
        }
    }
    all
};

/// The number of rows, and of those of charsets that text is stored in.
pub(super) const LEN: usize = {
    let (mut len, mut table) = (0, 0);
    while table < TABLES.len() {
        len += TABLES[table].len();
        table += 1;
    }
    len
};
pub(super) const STORED: usize = LEN - TABLES[TABLES.len() - 1].len();
const _: () = assert!(LEN <= 0x1_0000, "an index has sixteen bits");

/// Returns the number of a row, or `None` after the last row.
pub(super) const fn nth(at: usize) -> Option<Index> {
    if at < LEN { Some(Index(at as u16)) } else { None }
}

/// Returns the numbers of all rows.
pub(super) fn every() -> impl DoubleEndedIterator<Item = Index> + Clone + ExactSizeIterator {
    (0..LEN).map(|at| Index(at as u16))
}

/// Returns the numbers of all rows, those of browsers first.
pub(super) fn browsers() -> impl Iterator<Item = Index> {
    every().rev()
}

/// Returns the numbers of the rows of charsets that text is stored in.
pub(super) fn all() -> impl Iterator<Item = Index> + Clone {
    every().take(STORED)
}
