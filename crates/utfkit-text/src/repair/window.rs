//! A window of UTF-8.

use std::cell::RefCell;

use crate::repair::{misread::Judge, options::Options};

/// A window of text, as it is or as edits made it.
#[derive(Clone, Copy)]
pub(crate) struct Window<'a> {
    pub(crate) text: &'a [u8],
    /// Where it stands in the text.
    pub(crate) offset: u64,
    pub(crate) options: &'a Options,
    /// What was learned of the file.
    pub(crate) judge: &'a RefCell<Judge>,
}
