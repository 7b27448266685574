//! The objects about names for programs, one per line.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use utfkit_text::views;

use super::name::Wrong;
use crate::{report::json::FileName, system};

/// A JSON object. Its keys are an interface: keys are added, but never changed.
#[derive(Debug, Deserialize, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum JsonLine<'a> {
    /// A name with an error.
    Name {
        #[serde(flatten)]
        file: FileName<'a>,
        kind: Cow<'a, str>,
        /// The bytes of the name.
        bytes: String,
        becomes: Option<Cow<'a, str>>,
    },
    /// A file that is renamed.
    Rename {
        #[serde(flatten)]
        file: FileName<'a>,
        becomes: Cow<'a, str>,
    },
    /// A file whose renaming failed.
    Failed {
        #[serde(flatten)]
        file: FileName<'a>,
    },
    Summary {
        names: u64,
        findings: u64,
        /// The number of entries that could not be examined.
        #[serde(default, skip_serializing_if = "crate::report::json::is_none")]
        failures: u64,
    },
}

impl<'a> JsonLine<'a> {
    pub(super) fn name(wrong: &'a Wrong) -> Self {
        let name = wrong.path.file_name().unwrap_or_default();
        JsonLine::Name {
            file: FileName::of(&wrong.path),
            kind: wrong.fault.code().into(),
            bytes: views::hexadecimal(&system::names::bytes(name), " "),
            becomes: wrong.becomes.as_deref().ok().map(Cow::Borrowed),
        }
    }
}
