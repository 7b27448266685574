//! Unix: Linux, macOS and others.

mod access;
pub mod arguments;
mod attributes;
pub mod code_pages;
pub mod directory;
pub mod facts;
pub mod files;
pub mod keep;
pub mod limits;
pub mod names;
pub mod old;
pub mod signals;
pub mod streams;
