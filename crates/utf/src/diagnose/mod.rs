//! From bytes to diagnostics: what is ill-formed, where a person finds it, and what stands around
//! it.
//!
//! A `Reader` turns a stream into events, well-formed text and findings; a [`Diagnoser`] follows
//! the events, knows line and column, and makes a [`Diagnostic`] of each mistake.

mod diagnoser;
mod diagnostic;

pub use diagnoser::{Diagnoser, Diagnosis, Look};
pub use diagnostic::Diagnostic;
