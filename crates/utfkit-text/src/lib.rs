//! Judgement of text: which encoding it is in, what is wrong with it, and how to repair it.
//!
//! This crate gives data. It knows no command line, no path, no thread and no file, except through
//! [`std::io::Read`].
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod receivers;
pub mod unicode;
