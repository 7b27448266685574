//! Changed regions of the new version, with their alignment.

mod context;
mod evidence;
mod gap;
mod holes;
mod search;
mod typed;

use super::align::Run;

/// A part of the old version as a sequence of symbols: its image.
pub(super) struct Flat {
    pub(super) image: Vec<u32>,
    /// The group of each symbol.
    pub(super) group_of: Vec<u32>,
    pub(super) groups: Vec<Group>,
}

/// Old bytes with their image.
#[derive(Clone, Copy)]
pub(super) struct Group {
    /// The offset of the old bytes, and their number.
    pub(super) old: u32,
    pub(super) len: u32,
    /// The symbols of the image.
    pub(super) first: u32,
    pub(super) end: u32,
    pub(super) line: u32,
    pub(super) damage: u16,
}

/// A changed region of the new version, with its alignment.
pub(super) struct Region {
    pub(super) new: Vec<u32>,
    /// The line of each symbol.
    pub(super) line_of: Vec<u32>,
    /// The symbol of the image that each symbol is, or [`NONE`].
    pub(super) to: Vec<u32>,
    pub(super) runs: Vec<Run>,
    /// The run of each symbol that has one.
    pub(super) run_of: Vec<u32>,
    pub(super) flat: Flat,
    /// The damage of text that is not aligned.
    pub(super) damage: usize,
}
