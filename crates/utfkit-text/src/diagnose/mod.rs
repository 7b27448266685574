//! What is wrong with a text, and where.

pub mod advice;
pub mod context;
pub mod hint;
pub mod refusals;
pub(crate) mod relatives;
pub mod sample;
