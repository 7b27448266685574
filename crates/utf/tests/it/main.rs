//! Tests of the command, run as its users run it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "what fails in a test's helper fails the test"
)]

mod agree;
mod commands;
mod documents;
mod encodings;
mod git_filter;
mod interrupt;
mod listed;
mod mcp;
mod modes;
mod names;
mod progress;
mod support;
mod undo;
/// The support code of the library's tests, which reads the vectors.
#[path = "../../../utfkit/tests/it/support/mod.rs"]
mod vectors;
