//! Arguments that several commands have.

pub mod encoding;
pub mod modes;
pub mod range;
pub mod reading;
pub mod target;
pub mod unit;
pub mod values;
