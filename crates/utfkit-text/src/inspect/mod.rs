//! Shows the code units and bits of a text, and a character in every encoding.

pub mod character;
pub mod units;
