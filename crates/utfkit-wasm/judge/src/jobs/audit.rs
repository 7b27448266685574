//! The suspicious parts of a text.

use std::{cell::RefCell, collections::HashMap};

use serde_json::{Value, json};
use utfkit_text::audit::{
    auditor::text::Auditor,
    observation::Observation,
    policy::Policy,
    rules::{Class, Severity},
    stream::StreamAuditor,
};

use super::Job;
use crate::{
    json::{self, Object},
    label,
    state::Output,
};

/// The number of observations that are listed, unless the caller says another number.
const LIMIT: u64 = 1000;

/// The number of different policies that are kept.
const POLICIES: usize = 256;

thread_local! {
    /// The policies that were used, which live as long as the module.
    static KNOWN: RefCell<HashMap<[Option<String>; 3], &'static Policy>> = RefCell::default();
}

pub(super) struct Audit {
    auditor: Option<StreamAuditor<'static>>,
    /// The maximum number of observations that are listed.
    limit: u64,
    total: u64,
}

impl Audit {
    pub(super) fn open(options: &Object) -> Result<Self, String> {
        let label = label::or_utf8(options, "encoding")?;
        let auditor = Auditor::new(policy(options)?, Some(Severity::Note));
        let limit = json::number(options, "limit", LIMIT);
        Ok(Self { auditor: Some(StreamAuditor::new(label, auditor)), limit, total: 0 })
    }
}

/// Returns the policy of `options`.
fn policy(options: &Object) -> Result<&'static Policy, String> {
    let key = ["allow", "deny", "receiver"].map(|key| json::text(options, key).map(str::to_owned));
    KNOWN.with_borrow_mut(|known| {
        if let Some(policy) = known.get(&key) {
            return Ok(*policy);
        }
        if known.len() == POLICIES {
            return Err(format!("more than {POLICIES} different policies"));
        }
        let mut policy = Policy::default();
        if let Some(text) = &key[0] {
            policy.allow(text).map_err(|error| error.to_string())?;
        }
        if let Some(text) = &key[1] {
            policy.deny(text).map_err(|error| error.to_string())?;
        }
        policy.receiver = label::receiver(options)?;
        let policy: &'static Policy = Box::leak(Box::new(policy));
        known.insert(key, policy);
        Ok(policy)
    })
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
