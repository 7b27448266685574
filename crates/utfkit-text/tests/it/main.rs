//! The library, used as its users use it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod corpora;
mod detect;
mod repair;
mod search;
