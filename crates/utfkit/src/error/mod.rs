//! What is said of ill-formed text: findings as plain data, and the errors that carry them.

mod finding;
mod group;
pub(crate) mod kind;
mod offsets;
pub(crate) mod outcome;

pub use crate::form::errors::{Utf8Error, Utf16Error, Utf32Error};
pub use finding::Finding;
pub use group::Grouper;
pub use kind::{Base64Fault, Description, Kind};
pub use offsets::{OffsetsError, OffsetsFault};
