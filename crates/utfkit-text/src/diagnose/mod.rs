//! Finds the errors of a text, with position, context and remedy.
//!
//! [`errors`] diagnoses a small text, and a [`Diagnoser`] a text that comes in pieces. Both make a
//! [`Diagnostic`] of each error: its line and column, its context, and a [`Hint`]. A [`Tracker`]
//! does the same for callers that already have the [events](crate::streams::events::Events) of a
//! text. A [`Watcher`] finds suspicious signs in well-formed text.

pub mod advice;
pub mod assessment;
pub mod context;
pub mod diagnoser;
pub mod diagnostic;
mod fields;
pub mod hint;
pub mod refusals;
pub(crate) mod relatives;
pub mod sample;
pub mod sink;
pub mod summary;
pub mod tracker;

pub use advice::{Advice, Hint};
pub use assessment::{RawLineEnds, Remark, Watcher};
pub use context::Context;
pub use diagnoser::{Diagnoser, errors};
pub use diagnostic::Diagnostic;
pub use sink::Sink;
pub use summary::{InnerBoms, Summary};
pub use tracker::Tracker;
