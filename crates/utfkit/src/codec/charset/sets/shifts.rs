//! The state of text that combines sets of characters.

/// The state of text that combines sets of characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shifts {
    /// The numbers of the sets that are designated as G0 to G3, from 1. 0 is US-ASCII in G0, and no
    /// set in the others.
    pub(super) slots: [u8; 4],
    /// Whether codes are those of G1, not of G0.
    pub(super) is_out: bool,
    /// The first byte of a code that is two characters, if the first one was read. Otherwise 0.
    pub(super) half: u8,
    /// The number of the pair, from 1, whose first character the writer holds back. Otherwise 0.
    pub(super) pending: u8,
}
