//! What is said of ill-formed text: findings as plain data, and the errors that carry them.

mod finding;
mod group;
mod kind;
mod offsets;
pub(crate) mod outcome;
mod section;
mod validation;

pub use finding::Finding;
pub use group::Grouper;
pub use kind::{Base64Fault, Description, Kind};
pub use offsets::{OffsetsError, OffsetsFault};
pub use validation::{Utf8Error, Utf16Error, Utf32Error};
