//! The command, run as its users run it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "what fails in a test's helper fails the test"
)]

mod audit;
mod charsets;
mod check;
mod choice;
mod cmp;
mod convert;
mod count;
mod detect;
mod documents;
mod explain;
mod inspect;
mod interrupt;
mod labels;
mod lines;
mod listed;
mod modes;
mod names;
mod progress;
mod repair;
mod search;
mod shifted;
mod slice;
mod support;
mod translit;
mod unsigned;
/// What the tests of the library share: here, the reader of the vectors.
#[path = "../../../utfkit/tests/it/support/mod.rs"]
mod vectors;
