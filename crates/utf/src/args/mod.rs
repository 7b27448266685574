//! Arguments that several commands share.

pub mod common;
pub mod encoding;
pub mod help;
pub mod limit;
pub mod modes;
pub mod range;
pub mod reading;
pub mod receiver;
pub mod size;
pub mod surface;
pub mod target;
pub mod values;
pub mod vocabulary;
