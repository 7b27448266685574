//! The suspicious parts of a text.

use serde_json::{Value, json};
use utfkit_text::audit::{Auditor, Class, Observation, Policy, Severity, StreamAuditor};

use super::job::Job;
use crate::{
    json::{self, Object},
    label,
    output::Output,
};

/// The number of observations that are listed, unless the caller says another number.
const LIMIT: u64 = 1000;

pub(super) struct Audit {
    /// Refers to `policy`.
    auditor: Option<StreamAuditor<'static>>,
    policy: *mut Policy,
    /// The maximum number of observations that are listed.
    limit: u64,
    total: u64,
}

impl Audit {
    pub(super) fn open(options: &Object) -> Result<Self, String> {
        let label = label::or_utf8(options, "encoding")?;
        let policy = Box::into_raw(Box::new(policy(options)?));
        let limit = json::number(options, "limit", LIMIT);
        // SAFETY: only `drop` frees the policy, after the auditor.
        let auditor = Auditor::new(unsafe { &*policy }, Some(Severity::Note)).contexts(limit);
        Ok(Self { auditor: Some(StreamAuditor::new(label, auditor)), policy, limit, total: 0 })
    }
}

impl Drop for Audit {
    fn drop(&mut self) {
        self.auditor = None;
        // SAFETY: the pointer is that of a box, and nothing refers to it any more.
        drop(unsafe { Box::from_raw(self.policy) });
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
                output.line(&observation(&found));
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

fn observation(found: &Observation) -> Value {
    let description = found.rule.description();
    json!({
        "rule": found.rule.code(),
        "severity": Severity::name(found.severity),
        "class": Class::name(description.class),
        "offset": found.position.offset,
        "length": found.length,
        "line": found.position.line,
        "column": found.position.column,
        "point": found.point,
        "message": description.title,
        "means": found.means(),
        "context": found.context.as_deref(),
    })
}
