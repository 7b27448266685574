//! Without the feature `legacy-charsets` there is nothing to name.

use alloc::vec::Vec;

use super::reading::Reading;
use crate::Encoding;

pub(super) fn guess(_: &[u8]) -> Option<Reading> {
    None
}

pub(super) fn others(_: &[u8], _: Encoding) -> Vec<Reading> {
    Vec::new()
}
