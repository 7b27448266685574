//! A text that a token may have been before it was damaged.

use std::sync::Arc;

use crate::{
    model::score::Cost,
    repair::explain::{tokens::units::Unit, ways::channels::Channel},
};

/// The number of a row of costs in the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RowId(pub(crate) u32);

/// A text that a token may have been.
#[derive(Clone, Debug)]
pub(crate) struct Alternative {
    pub(crate) channel: Channel,
    pub(crate) units: Arc<[Unit]>,
    /// Its costs in all languages.
    pub(crate) row: RowId,
    /// The cost that does not depend on the language: losses, residues and mixed scripts.
    pub(crate) fixed: Cost,
    pub(crate) lost: Losses,
    /// The maximum gain. A few signs are weak evidence, because the model does not know how frequent
    /// odd signs are.
    pub(crate) cap: i32,
    /// Whether it proves nothing. It may follow if the channel is known from the rest of the file.
    pub(crate) is_weak: bool,
}

/// The number of bytes that were lost in each way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Losses {
    /// `?` or U+FFFD is in place of the byte.
    pub(crate) marks: u16,
    /// A space is in place of a no-break space.
    pub(crate) spaces: u16,
    /// Nothing is in place of the byte.
    pub(crate) drops: u16,
}

impl Losses {
    pub(crate) const MARK: Losses = Losses { marks: 1, spaces: 0, drops: 0 };
    pub(crate) const SPACE: Losses = Losses { marks: 0, spaces: 1, drops: 0 };
    pub(crate) const DROP: Losses = Losses { marks: 0, spaces: 0, drops: 1 };
    pub(crate) const NONE: Losses = Losses { marks: 0, spaces: 0, drops: 0 };

    /// Returns `true` if a byte was lost.
    pub(crate) const fn is_any(self) -> bool {
        self.marks + self.spaces + self.drops > 0
    }

    /// Returns the losses of both.
    pub(crate) const fn and(self, other: Losses) -> Losses {
        Losses {
            marks: self.marks + other.marks,
            spaces: self.spaces + other.spaces,
            drops: self.drops + other.drops,
        }
    }
}
