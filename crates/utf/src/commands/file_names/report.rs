//! What is told of names, for programs: one JSON object a line.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::name::Wrong;
use crate::report::{self, json::FileName};

/// A line. Its keys are an interface: they are added to, never changed.
#[derive(Debug, Deserialize, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Line<'a> {
    /// A name with which something is wrong.
    Name {
        #[serde(flatten)]
        file: FileName<'a>,
        kind: Cow<'a, str>,
        /// The bytes of the name.
        bytes: String,
        becomes: Option<Cow<'a, str>>,
    },
    /// A file gets another name.
    Rename {
        #[serde(flatten)]
        file: FileName<'a>,
        becomes: Cow<'a, str>,
    },
    /// It did not.
    Failed {
        #[serde(flatten)]
        file: FileName<'a>,
    },
    Summary {
        names: u64,
        findings: u64,
        /// What could not be looked at.
        #[serde(default, skip_serializing_if = "crate::report::json::is_none")]
        failures: u64,
    },
}

impl<'a> Line<'a> {
    pub(super) fn name(wrong: &'a Wrong) -> Self {
        let name = wrong.path.file_name().unwrap_or_default();
        Line::Name {
            file: FileName::of(&wrong.path),
            kind: wrong.fault.code().into(),
            bytes: report::json::hexadecimal(name.as_encoded_bytes(), " "),
            becomes: wrong.becomes.as_deref().ok().map(Cow::Borrowed),
        }
    }
}
