//! The lines of a report in JSON.

use serde::Serialize;

use super::position::Place;
use crate::report::json::FileName;

/// A line of JSON. Its keys are an interface: new keys are added, and old ones stay.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Line<'a> {
    Fix {
        #[serde(flatten)]
        at: Place<'a>,
        becomes: String,
        why: &'a str,
        /// The other faults, each below the one before it.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        also: Vec<&'static str>,
        /// The probability of the fix against all other texts in percent, if the model was used.
        #[serde(skip_serializing_if = "Option::is_none")]
        percent: Option<u8>,
        /// Whether a byte was lost, and the fix guesses it.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        guess: bool,
    },
    Ambiguous {
        #[serde(flatten)]
        at: Place<'a>,
        readings: &'a [String; 2],
        /// The probability of each interpretation in percent, if it is known.
        #[serde(skip_serializing_if = "Option::is_none")]
        percent: Option<[u8; 2]>,
    },
    Finding {
        #[serde(flatten)]
        at: Place<'a>,
        encoding: &'static str,
        means: Option<String>,
        subparts: usize,
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
