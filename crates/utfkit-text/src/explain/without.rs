//! The same items for builds without the feature `charsets`: they find nothing.

use crate::repair::found::Found;

/// Decides nothing.
#[derive(Clone, Debug)]
pub(crate) struct Judge;

/// Nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Learned;

impl Judge {
    pub(crate) const fn new() -> Judge {
        Judge
    }

    /// Returns nothing.
    pub(crate) const fn learned(&self) -> Learned {
        Learned
    }

    /// Does nothing.
    pub(crate) const fn forget_after(&mut self, _before: Learned) {}

    /// Does nothing.
    pub(crate) const fn recall(&mut self, _learned: Learned) {}

    /// Does nothing.
    pub(crate) const fn end_window(&mut self) {}
}

/// Returns `true`.
pub(crate) const fn is_clean(_text: &str, _judge: &mut Judge) -> bool {
    true
}

/// Finds nothing.
pub(crate) const fn look(_text: &[u8], _judge: &mut Judge, _found: &mut Found) {}

/// Mojibake in a line, and the text that it becomes; `None` if that is not certain.
#[cfg(feature = "audit")]
pub(crate) struct Mojibake {
    pub(crate) range: std::ops::Range<usize>,
    pub(crate) becomes: Option<String>,
}

/// Finds nothing.
#[cfg(feature = "audit")]
pub(crate) const fn mojibake(_line: &str, _judge: &mut Judge) -> Vec<Mojibake> {
    Vec::new()
}

/// Lines with ill-formed bytes.
pub(crate) mod bytes {
    use std::{iter, ops::Range, rc::Rc};

    use super::Judge;

    /// One page, so that costs can be indexed; no line exists.
    pub(crate) const PAGES: usize = 1;
    pub(crate) const POSSIBLE: i64 = 0;

    /// A line with ill-formed bytes.
    #[derive(Clone, Debug)]
    pub(crate) struct Line {
        pub(crate) range: Range<usize>,
        pub(crate) pages: u32,
        pub(crate) costs: Rc<[i64; PAGES]>,
    }

    impl Judge {
        /// Returns no lines.
        pub(crate) const fn lines(&mut self, _: &[u8], _: fn(&[u8]) -> usize) -> Vec<Line> {
            Vec::new()
        }

        /// Returns `true`.
        pub(crate) const fn may_be_cut(&mut self, _: &[u8], _: Range<usize>, _: usize) -> bool {
            true
        }
    }

    /// Returns an empty range.
    pub(crate) const fn word_around(_: &[u8], at: usize, _: usize, _: usize) -> Range<usize> {
        at..at
    }

    /// Returns no characters.
    pub(crate) const fn characters(_page: usize, _bytes: &[u8]) -> impl Iterator<Item = char> {
        iter::empty()
    }

    /// Returns no characters.
    pub(crate) const fn decoded(_page: usize, _bytes: &[u8]) -> impl Iterator<Item = char> {
        iter::empty()
    }

    /// Returns an empty name.
    pub(crate) const fn name(_page: usize, _text: &str) -> &'static str {
        ""
    }
}
