//! From octets to diagnostics: what is ill-formed, where a person finds it, and what stands around
//! it.
//!
//! [`Reader`](decoder::Reader) turns a stream into events, well-formed text and findings; a
//! [`Diagnoser`] follows the events, knows line and column, and makes a [`Diagnostic`] of each
//! mistake.

mod converted;
pub mod decoder;
mod diagnoser;
mod diagnostic;
mod events;
mod hint;
mod refusals;
mod refused;
mod relatives;
mod spread;
mod window;

pub use diagnoser::{Diagnoser, Diagnosis, Look};
pub use diagnostic::Diagnostic;
pub use events::Stretch;
pub use hint::{Sample, hint, misread, misread_head, refusal};
pub use refusals::Refusals;
pub use refused::{ReceiverArgs, refuses_signature};
