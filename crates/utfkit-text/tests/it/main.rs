//! Tests of the library through its public interface.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod audit_pieces;
mod corpora;
mod detect;
mod detect_cases;
mod detect_evidence;
#[cfg(feature = "charsets")]
mod detect_records;
mod detect_sure;
#[cfg(feature = "audit")]
mod examples;
#[cfg(feature = "audit")]
mod hostile;
#[cfg(feature = "charsets")]
mod html5lib;
#[cfg(all(feature = "model", feature = "unstable-heal"))]
mod listings;
mod repair;
mod search;
