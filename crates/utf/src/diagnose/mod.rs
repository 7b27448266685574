//! From bytes to diagnostics: what is ill-formed, where a person finds it, and what stands around
//! it.
//!
//! A `Reader` turns a stream into events, well-formed text and findings; a [`Diagnoser`] follows
//! the events, knows line and column, and makes a [`Diagnostic`] of each mistake.

pub mod advice;
mod diagnoser;
mod diagnostic;
pub mod hint;
mod relatives;
pub mod sample;
mod window;

pub use diagnoser::{Diagnoser, Diagnosis, Look};
pub use diagnostic::Diagnostic;
pub use hint::{misread, misread_head, refusal};
pub use sample::Sample;
pub use utfkit_text::{
    diagnose::refusals::Refusals,
    streams::{events, refused::refuses_bom},
};
