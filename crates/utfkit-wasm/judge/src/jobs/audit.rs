//! The suspicious parts of a text.

use serde::Serialize;
use serde_json::json;
use utfkit_text::{
    audit::{Auditor, Observation, Policy, Severity, StreamAuditor},
    views,
};

use super::job::Job;
use crate::{
    json::{self, Object},
    label,
    output::Output,
};

/// The number of observations that are listed, unless the caller says another number.
const LIMIT: u64 = 1000;

pub(super) struct Audit {
    /// `None` after the end of the stream.
    auditor: Option<StreamAuditor>,
    /// The maximum number of observations that are listed.
    limit: u64,
    total: u64,
}

impl Audit {
    pub(super) fn open(options: &Object) -> Result<Self, String> {
        let label = label::or_utf8(options, "encoding")?;
        let limit = json::number(options, "limit", LIMIT);
        let auditor = Auditor::new(policy(options)?, Some(Severity::Note)).contexts(limit);
        Ok(Self { auditor: Some(StreamAuditor::new(label, auditor)), limit, total: 0 })
    }
}

/// Returns the policy of `options`.
fn policy(options: &Object) -> Result<Policy, String> {
    let mut policy = Policy::default();
    if let Some(text) = json::text(options, "allow") {
        policy.allow(text).map_err(|error| error.to_string())?;
    }
    if let Some(text) = json::text(options, "deny") {
        policy.deny(text).map_err(|error| error.to_string())?;
    }
    policy.receiver = label::receiver(options)?;
    Ok(policy)
}

impl Job for Audit {
    fn push(&mut self, bytes: &[u8], last: bool, output: &mut Output) {
        let Some(mut auditor) = self.auditor.take() else { return };
        let mut take = |found: Observation| {
            if self.total < self.limit {
                output.line(&Line::of(&found));
            }
            self.total += 1;
        };
        auditor.feed(bytes, &mut take);
        if last {
            auditor.finish(&mut take);
            output.line(&json!({ "summary": { "observations": self.total } }));
        } else {
            self.auditor = Some(auditor);
        }
    }
}

/// An observation with the line around it, if it was drawn.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    seen: views::Observation<'a>,
    context: Option<&'a [String; 3]>,
}

impl<'a> Line<'a> {
    fn of(found: &'a Observation) -> Self {
        Self { seen: views::Observation::of(found), context: found.context.as_deref() }
    }
}
