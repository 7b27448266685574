//! A window of UTF-8.

use std::cell::RefCell;

use crate::repair::{broken::readings::Readings, options::Options};

/// A window of text, as it is or as edits made it.
#[derive(Clone, Copy)]
pub(crate) struct Window<'a> {
    pub(crate) text: &'a [u8],
    /// Where it stands in the text.
    pub(crate) offset: u64,
    /// Whether nothing comes behind it.
    pub(crate) last: bool,
    pub(crate) options: &'a Options,
    /// Made where they are asked for: most windows have none of these bytes.
    pub(crate) readings: &'a RefCell<Option<Readings>>,
}
