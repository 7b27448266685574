//! The rules of an audit: their severities, their classes, and the table of their descriptions.

pub(crate) mod class;
pub(crate) mod description;
pub(crate) mod rule;

pub(crate) use class::{Class, Severity};
pub(crate) use rule::Rule;
