//! The command, run as its users run it.

#![expect(clippy::unwrap_used, reason = "what fails in a test's helper fails the test")]

mod convert;
mod support;
