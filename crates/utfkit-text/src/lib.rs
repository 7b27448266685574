//! Judgement of text: which encoding it is in, what is wrong with it, and how to repair it.
//!
//! This crate gives data. It knows no command line, no path, no thread and no file, except through
//! [`std::io::Read`].
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod audit;
pub mod detect;
pub mod receivers;
pub mod repair;
pub mod search;
pub mod unicode;

/// The examples of the documents that need both crates, as tests.
#[cfg(all(doctest, feature = "charsets"))]
mod documents {
    #[doc = include_str!("../../../docs/GUIDE.md")]
    mod guide {}
}

#[cfg(test)]
#[path = "../../utfkit/src/testing.rs"]
#[allow(dead_code, reason = "the tests of the core use all of it")]
mod testing;
