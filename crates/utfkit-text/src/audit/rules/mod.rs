//! The rules of an audit: their severities, their classes, and the table of their descriptions.

pub mod class;
pub mod description;
pub mod rule;

pub use class::{Class, Severity};
pub use description::Description;
pub use rule::Rule;
