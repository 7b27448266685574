//! Tests of the public interface of the library.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod calls;
mod codec;
mod encodings;
mod examples;
mod kernels;
mod labels;
mod no_panic;
mod oracle;
mod slices;
mod support;
mod transcode;
mod whatwg_labels;
