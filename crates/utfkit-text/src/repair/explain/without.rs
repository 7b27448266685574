//! The same items for builds without the feature `charsets`: they find nothing.

use crate::receivers::declared::Declared;

/// Explains nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Explainer;

/// Nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Knowledge;

impl Explainer {
    pub(crate) const fn new() -> Explainer {
        Explainer
    }

    /// Does nothing.
    pub(crate) fn declare(&mut self, _: Option<Declared>) {}

    /// Does nothing.
    pub(crate) const fn begin_window(&mut self) {}

    /// Returns nothing.
    pub(crate) const fn knowledge(&self) -> Knowledge {
        Knowledge
    }

    /// Does nothing.
    pub(crate) const fn set_knowledge(&mut self, _: Knowledge) {}

    /// Returns `true`.
    pub(crate) const fn is_clean(&mut self, _: &str) -> bool {
        true
    }

    /// Returns nothing.
    #[cfg(feature = "audit")]
    pub(crate) const fn explain_line(&mut self, _: &[u8]) -> Vec<Segment> {
        Vec::new()
    }
}

/// A damaged part of a text; none exists.
#[cfg(feature = "audit")]
pub(crate) struct Segment {
    pub(crate) range: std::ops::Range<usize>,
    pub(crate) becomes: Vec<u8>,
    pub(crate) rival: Option<Vec<u8>>,
}
