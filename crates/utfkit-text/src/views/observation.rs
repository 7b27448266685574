//! A finding of an audit.

use std::borrow::Cow;

use serde::Serialize;

use crate::{
    audit,
    unicode::{self, categories::notation},
};

/// A suspicious part of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Observation<'a> {
    /// The offset in bytes.
    pub offset: u64,
    /// The length in bytes.
    pub length: u64,
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: u64,
    /// The code of the rule, such as `bidi-override`.
    pub kind: &'static str,
    /// The class of the rule.
    pub class: &'static str,
    /// `note`, `warning` or `error`.
    pub severity: &'static str,
    /// The first code point, such as `U+202E`, or the one that an ill-formed sequence means.
    pub code_point: Option<String>,
    /// The name of that code point.
    pub name: Option<Cow<'static, str>>,
    /// The subject of the rule.
    pub message: &'static str,
    /// The hidden text, the similar text or the reason, if there is more to report than the code
    /// point.
    pub means: Option<Cow<'a, str>>,
}

impl<'a> Observation<'a> {
    /// Returns the view of `found`.
    #[must_use]
    pub fn of(found: &'a audit::Observation) -> Self {
        let description = found.rule.description();
        Self {
            offset: found.position.offset,
            length: found.length,
            line: found.position.line,
            column: found.position.column,
            kind: description.code,
            class: description.class.name(),
            severity: found.severity.name(),
            code_point: found.point.map(notation),
            name: found.point.map(unicode::name),
            message: description.title,
            means: found.means(),
        }
    }
}
