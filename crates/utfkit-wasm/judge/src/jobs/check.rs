//! The errors of a text, with lines, columns, context and hints.

use std::cell::{Cell, RefCell};

use serde_json::{Value, json};
use utfkit::Encoding;
use utfkit_text::{
    diagnose::{Advice, Diagnoser, Diagnostic, Hint, Sink, Summary},
    receivers::Receiver,
    streams::Reading,
};

use super::job::Job;
use crate::{
    json::{self, Object},
    label,
    output::Output,
};

/// The number of errors that are listed, unless the caller says another number.
const LIMIT: u64 = 1000;

thread_local! {
    /// The diagnostics that the running job found. Each call takes them.
    static FOUND: RefCell<Vec<Diagnostic>> = const { RefCell::new(Vec::new()) };
    /// The number of diagnostics that the running job may still list.
    static LEFT: Cell<u64> = const { Cell::new(0) };
}

/// A sink without state, so that a reference to it can live as long as any job.
struct Found;

impl Sink for Found {
    fn diagnostic(&mut self, diagnostic: Diagnostic, _: &Summary) {
        FOUND.with_borrow_mut(|found| found.push(diagnostic));
    }

    fn wants_diagnostic(&mut self) -> bool {
        let left = LEFT.get();
        LEFT.set(left.saturating_sub(1));
        left > 0
    }
}

pub(super) struct Check {
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
        // The sink has no size, so this allocates nothing that could leak.
        let sink: &'static mut Found = Box::leak(Box::new(Found));
        let left = json::number(options, "limit", LIMIT);
        Ok(Self { diagnoser: Some(Diagnoser::new(reading, sink)), left })
    }
}

impl Job for Check {
    fn push(&mut self, bytes: &[u8], last: bool, output: &mut Output) {
        let Some(mut diagnoser) = self.diagnoser.take() else { return };
        LEFT.set(self.left);
        diagnoser.feed(bytes);
        let summary = if last {
            Some(diagnoser.finish())
        } else {
            self.diagnoser = Some(diagnoser);
            None
        };
        self.left = LEFT.get();
        FOUND.take().iter().for_each(|found| output.line(&diagnostic(found)));
        if let Some(summary) = summary {
            output.line(&json!({ "summary": self::summary(&summary) }));
        }
    }
}

fn diagnostic(found: &Diagnostic) -> Value {
    let mut value = json::finding(&found.finding);
    if let Value::Object(object) = &mut value {
        object.insert("line".into(), found.line.into());
        object.insert("column".into(), found.column.into());
        object.insert("subparts".into(), found.finding.subparts().into());
        object.insert("means".into(), found.finding.means().into());
        object.insert("section".into(), found.section().into());
        let context = &found.context;
        object.insert("context".into(), json!([context.before, context.bytes, context.after]));
        object.insert("hint".into(), found.hint.as_ref().map_or(Value::Null, hint));
        object.insert("receiver".into(), found.receiver.map(Receiver::name).into());
    }
    value
}

fn hint(hint: &Hint) -> Value {
    let (advice, encoding) = match hint.advice {
        Some(Advice::ReadAs(encoding)) => ("read-as", Some(encoding)),
        Some(Advice::OrderFromBom(encoding)) => ("order-from-bom", Some(encoding)),
        Some(Advice::AllowBom) => ("allow-bom", None),
        Some(Advice::AllowNoBom) => ("allow-no-bom", None),
        Some(Advice::Repair) => ("repair", None),
        Some(Advice::Normalize) => ("normalize", None),
        Some(Advice::DropInnerBoms) => ("drop-inner-boms", None),
        Some(Advice::Inspect) => ("inspect", None),
        Some(Advice::Diagnose) => ("check", None),
        Some(Advice::ExplainReceiver) => ("explain-receiver", None),
        _ => return json!({ "text": hint.text, "advice": null, "encoding": null }),
    };
    json!({ "text": hint.text, "advice": advice, "encoding": encoding.map(Encoding::name) })
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
