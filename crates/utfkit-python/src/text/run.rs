//! The result of decoding as much as there is room for.

use crate::raw::Width;

/// The reason why decoding stopped.
pub(super) enum Stop {
    /// The input ended.
    Done,
    /// A character needs more bytes than the room has per character.
    Width(Width),
    /// The room is full.
    Full,
    /// A sequence is ill-formed or incomplete.
    Sequence,
}

/// A run of the decoder.
pub(super) struct Run {
    /// The number of bytes read.
    pub(super) read: usize,
    /// The number of characters written.
    pub(super) written: usize,
    /// The reason why it ended.
    pub(super) stop: Stop,
}
