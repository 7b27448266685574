//! From octets to diagnostics: what is ill-formed, where a person finds it, and what stands around
//! it.
//!
//! [`Reader`](events::Reader) turns a stream into events, well-formed text and findings; a
//! [`Diagnoser`] follows the events, knows line and column, and makes a [`Diagnostic`] of each
//! mistake.

mod converted;
mod diagnoser;
mod diagnostic;
pub mod events;
mod hint;
mod pushed;
mod refusals;
mod relatives;
mod spread;
mod stretch;
mod window;

pub use diagnoser::{Diagnoser, Diagnosis, Look};
pub use diagnostic::Diagnostic;
pub use hint::{Sample, hint, misread, misread_head, refusal};
pub use pushed::Refusals;
pub use refusals::{ReceiverArgs, refuses_signature};
pub use stretch::Stretch;
