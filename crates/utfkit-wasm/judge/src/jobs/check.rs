//! The errors of a text, with lines, columns, context and hints.

use serde::Serialize;
use serde_json::{Value, json};
use utfkit::Encoding;
use utfkit_text::{
    detect::{Detector, Verdict},
    diagnose::{Context, Diagnoser, Diagnostic, Remark, Sink, Summary, Watcher},
    streams::Reading,
    views,
};

use super::job::Job;
use crate::{
    json::{self, Object},
    label,
    output::Output,
};

/// The number of errors that are listed, unless the caller says another number.
const LIMIT: u64 = 1000;

/// The number of bytes that show whether the data is text.
const HEAD: usize = 64 << 10;

/// Writes the first diagnostics to the output.
struct Listing<'o> {
    output: &'o mut Output,
    /// The number of diagnostics that may still be listed.
    left: &'o mut u64,
}

impl Sink for Listing<'_> {
    fn diagnostic(&mut self, found: Diagnostic, _: &Summary) {
        self.output.line(&Line::of(&found));
    }

    fn wants_diagnostic(&mut self) -> bool {
        let is_wanted = *self.left > 0;
        *self.left = self.left.saturating_sub(1);
        is_wanted
    }
}

pub(super) struct Check {
    /// `None` after the end of the stream.
    diagnoser: Option<Diagnoser<'static>>,
    /// The number of diagnostics that may still be listed.
    left: u64,
    /// Follows the text, for remarks on well-formed text.
    watcher: Watcher,
    /// The first bytes of the text.
    head: Vec<u8>,
}

impl Check {
    pub(super) fn open(options: &Object) -> Result<Self, String> {
        let reading = Reading {
            label: label::optional(options, "encoding")?,
            receiver: label::receiver(options)?,
            ..Reading::default()
        };
        let left = json::number(options, "limit", LIMIT);
        let diagnoser = Some(Diagnoser::new(reading));
        Ok(Self { diagnoser, left, watcher: Watcher::new(), head: Vec::new() })
    }

    /// Judges the text as a whole. As in the command, there are remarks on well-formed text, and data can
    /// be binary if it is ill-formed or has unusual bytes.
    fn judgment(&self, summary: &Summary) -> Judgment {
        let mut judgment = Judgment { remarks: Vec::new(), is_binary: false };
        let Some(encoding) = summary.encoding else { return judgment };
        if summary.ill_formed == 0 {
            judgment.remarks = self.watcher.remarks(encoding).iter().map(code).collect();
        }
        if summary.ill_formed > 0 || self.watcher.is_doubtful(encoding) {
            let mut detector = Detector::new();
            detector.feed(&self.head);
            judgment.is_binary = detector.so_far().verdict() == Verdict::Binary;
        }
        judgment
    }
}

impl Job for Check {
    fn push(&mut self, bytes: &[u8], last: bool, output: &mut Output) {
        let Some(mut diagnoser) = self.diagnoser.take() else { return };
        self.watcher.push(bytes);
        let room = HEAD - self.head.len();
        self.head.extend_from_slice(&bytes[..bytes.len().min(room)]);
        let mut listing = Listing { output, left: &mut self.left };
        diagnoser.feed(bytes, &mut listing);
        if last {
            let found = diagnoser.finish(&mut listing);
            let found = summary(&found, &self.judgment(&found));
            output.line(&json!({ "summary": found }));
        } else {
            self.diagnoser = Some(diagnoser);
        }
    }
}

/// The judgment of a text as a whole.
struct Judgment {
    remarks: Vec<&'static str>,
    is_binary: bool,
}

/// Returns the code of a remark, as in the reports of the command.
fn code(remark: &Remark) -> &'static str {
    match remark {
        Remark::Declares(_) => "wrong-declaration",
        Remark::Lost(_) => "lost-text",
        _ => "mojibake",
    }
}

/// A diagnostic with the line around it.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    error: views::Diagnostic<'a>,
    context: [&'a str; 3],
}

impl<'a> Line<'a> {
    fn of(found: &'a Diagnostic) -> Self {
        let Context { before, bytes, after, .. } = &found.context;
        let hint = found.hint.as_ref().map(|hint| hint.text.as_ref().into());
        Self { error: views::Diagnostic::of(found, hint), context: [before, bytes, after] }
    }
}

fn summary(summary: &Summary, judgment: &Judgment) -> Value {
    json!({
        "encoding": summary.encoding.map(Encoding::name),
        "bytes": summary.bytes,
        "characters": summary.characters,
        "illFormed": summary.ill_formed,
        "errors": summary.errors,
        "rejected": summary.rejected,
        "looksLike": summary.looks_like.or(summary.shifted).map(Encoding::name),
        "innerBoms": summary.inner_boms.count,
        "remarks": judgment.remarks,
        "binary": judgment.is_binary,
    })
}
