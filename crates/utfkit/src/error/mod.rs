//! Findings, which describe ill-formed text as plain data, and the errors that carry them.

mod finding;
mod group;
pub(crate) mod kind;
pub(crate) mod outcome;

pub use finding::Finding;
pub use group::Grouper;
pub use kind::{Base64Fault, Description, Kind};
