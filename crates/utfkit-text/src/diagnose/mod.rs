//! What is wrong with a text, and where.

pub mod refusals;
