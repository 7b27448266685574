//! The errors of a text, with lines, columns, context and hints.

use serde::Serialize;
use serde_json::{Value, json};
use utfkit::Encoding;
use utfkit_text::{
    diagnose::{Context, Diagnoser, Diagnostic, Sink, Summary},
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
}

impl Check {
    pub(super) fn open(options: &Object) -> Result<Self, String> {
        let reading = Reading {
            label: label::optional(options, "encoding")?,
            receiver: label::receiver(options)?,
            ..Reading::default()
        };
        let left = json::number(options, "limit", LIMIT);
        Ok(Self { diagnoser: Some(Diagnoser::new(reading)), left })
    }
}

impl Job for Check {
    fn push(&mut self, bytes: &[u8], last: bool, output: &mut Output) {
        let Some(mut diagnoser) = self.diagnoser.take() else { return };
        let mut listing = Listing { output, left: &mut self.left };
        diagnoser.feed(bytes, &mut listing);
        if last {
            let found = summary(&diagnoser.finish(&mut listing));
            output.line(&json!({ "summary": found }));
        } else {
            self.diagnoser = Some(diagnoser);
        }
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

fn summary(summary: &Summary) -> Value {
    json!({
        "encoding": summary.encoding.map(Encoding::name),
        "bytes": summary.bytes,
        "characters": summary.characters,
        "illFormed": summary.ill_formed,
        "errors": summary.errors,
        "rejected": summary.rejected,
        "looksLike": summary.looks_like.or(summary.shifted).map(Encoding::name),
        "innerBoms": summary.inner_boms.count,
    })
}
