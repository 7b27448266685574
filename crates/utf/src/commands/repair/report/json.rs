//! The lines of a report in JSON.

use serde::Serialize;
use utfkit_text::views;

use crate::report::json::FileName;

/// A line of JSON. Its keys are an interface: new keys are added, and old ones stay.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum JsonLine<'a> {
    Fix {
        #[serde(flatten)]
        file: FileName<'a>,
        #[serde(flatten)]
        fix: views::Fix<'a>,
    },
    Ambiguous {
        #[serde(flatten)]
        file: FileName<'a>,
        #[serde(flatten)]
        damage: views::Ambiguity<'a>,
    },
    Finding {
        #[serde(flatten)]
        file: FileName<'a>,
        encoding: &'static str,
        /// The line in UTF-8, or in UTF-16 with a BOM.
        #[serde(skip_serializing_if = "Option::is_none")]
        line: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        column: Option<u64>,
        #[serde(flatten)]
        finding: views::Finding,
        /// The receiver that rejects a well-formed character, and the reason.
        #[serde(skip_serializing_if = "Option::is_none")]
        receiver: Option<&'static str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        hint: Option<String>,
    },
    Note {
        #[serde(flatten)]
        file: FileName<'a>,
        encoding: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        doubt: Option<&'a str>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        remarks: Vec<&'static str>,
    },
    Summary {
        files: u64,
        files_fixed: u64,
        bytes: u64,
        fixes: u64,
        ambiguous: u64,
        ill_formed: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        rejected: Option<u64>,
        unchanged: u64,
        binary: u64,
        #[serde(skip_serializing_if = "crate::report::json::is_none")]
        no_bom: u64,
        #[serde(skip_serializing_if = "crate::report::json::is_none")]
        other_charset: u64,
        #[serde(skip_serializing_if = "crate::report::json::is_none")]
        again: u64,
        failures: u64,
        /// Whether fixed text was written.
        changed: bool,
    },
}
