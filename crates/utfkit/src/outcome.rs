//! What a conversion over slices reports.

use crate::Finding;

/// How far a conversion went, and why it stopped.
///
/// It filled what fits and wrote no part of a character; a further call with the input from
/// [`read`](Self::read) on goes on where this one stopped. What the output holds behind
/// [`written`](Self::written) is not specified. Counts are in code units: octets for UTF-8, `u16`
/// or `u32` for the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Outcome {
    /// Code units of the input that were converted.
    pub read: usize,
    /// Code units of the output that were written.
    pub written: usize,
    /// Why the conversion stopped.
    pub status: Status,
}

/// Why a conversion stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// All of the input was converted.
    Done,
    /// The next character has no room in the output.
    OutputFull,
    /// The input goes on with something ill-formed, or with a character that the target cannot
    /// encode.
    ///
    /// Over slices, the finding begins where the conversion stopped: skip its octets to go on
    /// behind it. A [`Transcoder`](crate::transcode::Transcoder) has read them already.
    IllFormed(Finding),
}

/// How far a conversion with replacement went, and why it stopped.
///
/// As [`Outcome`]; ill-formed text does not stop it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct LossyOutcome {
    /// Code units of the input that were converted or replaced; octets at the end that do not fill
    /// a unit count as one.
    pub read: usize,
    /// Code units of the output that were written.
    pub written: usize,
    /// How many maximal subparts were replaced by U+FFFD.
    pub replaced: usize,
    /// Whether all of the input was converted; if not, the output is full.
    pub done: bool,
}

/// How long the result of a conversion with replacement will be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LossyLength {
    /// Code units that the output will have; on machines of 32 bits the greatest number, if there
    /// are more than it counts.
    pub units: usize,
    /// How many maximal subparts will be replaced by U+FFFD; 0 says that the input is well-formed.
    pub replaced: usize,
}
