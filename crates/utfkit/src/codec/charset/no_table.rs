//! The empty table of charsets, without the feature `legacy-charsets`.

/// The number of a row. There are no rows, so there is no value.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Index {}

pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) labels: &'static [&'static str],
}

impl Index {
    pub(super) const fn row(self) -> &'static Row {
        match self {}
    }
}

pub(super) const fn nth(_: usize) -> Option<Index> {
    None
}

pub(super) fn every() -> impl Iterator<Item = Index> + Clone {
    core::iter::empty()
}

pub(super) fn browsers() -> impl Iterator<Item = Index> {
    core::iter::empty()
}

pub(super) fn all() -> impl Iterator<Item = Index> + Clone {
    core::iter::empty()
}

pub(super) const STORED: usize = 0;
