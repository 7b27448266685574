//! The report about bad lines for programs: one JSON object per line.

use std::path::Path;

use serde::Serialize;
use utfkit_text::receivers::Receiver;

use crate::report;
use utfkit_text::{
    diagnose::hint::refusal,
    lines::{Mark, Rejected, Tally},
    views,
};

/// A JSON object of the report. Its keys are an interface: keys are added, but never changed.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum JsonLine<'a> {
    /// A rejected line or record.
    Rejected {
        #[serde(flatten)]
        file: report::json::FileName<'a>,
        line: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        record: Option<u64>,
        offset: u64,
        length: u64,
        /// The number of lines in it. A record may have several, and so may a fix that spans the
        /// end of a line.
        lines: u64,
        /// The number of good lines before it, if good lines are written.
        #[serde(skip_serializing_if = "Option::is_none")]
        good_lines: Option<u64>,
        /// The kind of the first error.
        kind: &'static str,
        /// The number of errors. `findings` has the first of them.
        count: u64,
        findings: Vec<Finding>,
    },
    /// The totals.
    Summary {
        lines: u64,
        bytes: u64,
        rejected: u64,
        rejected_bytes: u64,
        /// The number of inputs that could not be read.
        #[serde(skip_serializing_if = "crate::report::json::is_none")]
        failures: u64,
    },
}

/// An error in a line.
#[derive(Serialize)]
pub struct Finding {
    kind: &'static str,
    offset: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    means: Option<String>,
    /// The receiver that rejects the text, if it is well-formed. The hint tells the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    receiver: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
}

impl<'a> JsonLine<'a> {
    /// Creates the object for `rejected`, a line of the file at `path`. `good_lines` is the number
    /// of good lines before it.
    pub fn rejected(path: &'a Path, rejected: &Rejected, good_lines: Option<u64>) -> Self {
        JsonLine::Rejected {
            file: report::json::FileName::of(path),
            line: rejected.line,
            record: rejected.record,
            offset: rejected.offset,
            length: rejected.length,
            lines: rejected.lines,
            good_lines,
            kind: rejected.marks.first().map_or("", |mark| mark.kind),
            count: rejected.count,
            findings: rejected.marks.iter().map(Finding::of).collect(),
        }
    }

    /// Creates the object for the totals. `failures` is the number of inputs that could not be
    /// read.
    pub fn summary(tally: &Tally, failures: u64) -> Self {
        let Tally { lines, bytes, rejected, rejected_bytes, .. } = *tally;
        JsonLine::Summary { lines, bytes, rejected, rejected_bytes, failures }
    }
}

impl Finding {
    fn of(mark: &Mark) -> Self {
        let finding = mark.finding.as_ref();
        Self {
            kind: mark.kind,
            offset: mark.offset,
            field: mark.field,
            bytes: finding.map(|finding| views::hexadecimal(finding.bytes(), " ")),
            means: finding.and_then(|one| one.means()).map(|value| format!("U+{value:04X}")),
            receiver: mark.receiver.map(Receiver::name),
            hint: mark
                .receiver
                .zip(finding)
                .and_then(|(receiver, one)| refusal(receiver, one))
                .map(report::words::hint_text),
        }
    }
}
