//! Finds the errors of a text, with position, context and remedy.
//!
//! [`errors`] diagnoses a small text, and a [`Diagnoser`] a text that comes in pieces. Both make a
//! [`Diagnostic`] of each error: its line and column, its context, and a [`Hint`]. A `Tracker`
//! does the same for callers that already have the events of a
//! text. A `Watcher` finds suspicious signs in well-formed text.

pub(crate) mod advice;
pub(crate) mod assessment;
pub(crate) mod context;
pub(crate) mod diagnoser;
pub(crate) mod diagnostic;
mod fields;
#[cfg(feature = "unstable-parts")]
pub mod hint;
#[cfg(not(feature = "unstable-parts"))]
pub(crate) mod hint;
pub(crate) mod refusals;
pub(crate) mod relatives;
pub(crate) mod sample;
pub(crate) mod sink;
pub(crate) mod summary;
pub(crate) mod tracker;

pub use self::advice::{Advice, Hint};
#[cfg(feature = "unstable-parts")]
pub use self::assessment::{RawLineEnds, Remark, Watcher};
pub use self::context::Context;
pub use self::diagnoser::{Diagnoser, errors};
pub use self::diagnostic::Diagnostic;
#[cfg(feature = "unstable-parts")]
pub use self::refusals::Refusals;
#[cfg(feature = "unstable-parts")]
pub use self::sample::Sample;
pub use self::sink::Sink;
pub use self::summary::{InnerBoms, Summary};
#[cfg(feature = "unstable-parts")]
pub use self::tracker::Tracker;
