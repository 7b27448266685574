//! A window of UTF-8.

use std::cell::RefCell;

use crate::repair::{explain::Explainer, options::Options};

/// A window of text, before or after edits.
#[derive(Clone, Copy)]
pub(crate) struct Window<'a> {
    pub(crate) text: &'a [u8],
    /// The offset of the window in the text.
    pub(crate) offset: u64,
    /// Whether it is the whole text.
    pub(crate) all: bool,
    pub(crate) options: &'a Options,
    /// The knowledge about the file.
    pub(crate) explainer: &'a RefCell<Explainer>,
}
