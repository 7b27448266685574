//! A change of a token.

use std::{ops::Range, sync::Arc};

use crate::{
    model::score::Cost,
    repair::explain::{
        tokens::units::Unit,
        ways::{alternative::Losses, channels::Channel},
    },
};

/// A change of a token, or one that is possible and not made.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    /// The units of the line.
    pub(crate) range: Range<usize>,
    pub(crate) channel: Channel,
    pub(crate) becomes: Arc<[Unit]>,
    /// The gain over the best other explanation of the group.
    pub(crate) gain: Cost,
    /// The text that is possible as well, if the change is not made.
    pub(crate) rival: Option<Arc<[Unit]>>,
    /// The bytes that were lost.
    pub(crate) lost: Losses,
}

impl Change {
    /// Returns `true` if the change is made.
    pub(crate) const fn is_made(&self) -> bool {
        self.rival.is_none()
    }
}
