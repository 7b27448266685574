//! Windows.

mod access_list;
pub mod arguments;
mod calls;
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
