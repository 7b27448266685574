//! The empty table of charsets, without the feature `legacy-charsets`.

/// The number of a row. There are no rows, so there is no value.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(in super::super) enum Index {}

pub(in super::super) struct Row {
    pub(in super::super) name: &'static str,
    pub(in super::super) labels: &'static [&'static str],
}

impl Index {
    pub(in super::super) const fn row(self) -> &'static Row {
        match self {}
    }
}

pub(in super::super) const fn nth(_: usize) -> Option<Index> {
    None
}

pub(in super::super) fn every() -> impl Iterator<Item = Index> + Clone {
    core::iter::empty()
}

pub(in super::super) fn browsers() -> impl Iterator<Item = Index> {
    core::iter::empty()
}

pub(in super::super) fn all() -> impl Iterator<Item = Index> + Clone {
    core::iter::empty()
}

pub(in super::super) const STORED: usize = 0;
