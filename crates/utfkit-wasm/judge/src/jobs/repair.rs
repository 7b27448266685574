//! Repair of damaged text.

use serde_json::{Value, json};
use utfkit_text::repair::{Event, Options, Repairer};

use super::job::Job;
use crate::{
    json::{self, Object, hex},
    label,
    output::Output,
};

/// The number of ill-formed sequences that are listed. Binary data has one in each byte.
const LISTED: u64 = 1000;

pub(super) struct Repair {
    repairer: Repairer,
    /// The number of ill-formed sequences that stay.
    ill_formed: u64,
}

impl Repair {
    pub(super) fn open(options: &Object) -> Result<Self, String> {
        let mut wanted = Options::default();
        wanted.modified_utf8 = json::flag(options, "modifiedUtf8");
        wanted.unsafe_overlong = json::flag(options, "unsafeOverlong");
        wanted.mixed = label::optional(options, "mixed")?.map(|label| label.encoding());
        Ok(Self { repairer: Repairer::new(wanted), ill_formed: 0 })
    }
}

impl Job for Repair {
    fn push(&mut self, bytes: &[u8], last: bool, output: &mut Output) {
        let before = self.ill_formed;
        let ill_formed = &mut self.ill_formed;
        self.repairer.push(bytes, last, &mut |event| match event {
            Event::Kept(bytes) => output.bytes.extend_from_slice(bytes),
            Event::Fix(fix) => {
                output.bytes.extend_from_slice(&fix.becomes);
                output.line(&json!({ "fix": {
                    "offset": fix.offset,
                    "bytes": hex(&fix.bytes),
                    "becomes": hex(&fix.becomes),
                    "code": fix.fault.code(),
                    "why": fix.why(),
                }}));
            }
            Event::Ambiguous(one) => output.line(&json!({ "ambiguous": {
                "offset": one.offset,
                "bytes": hex(&one.bytes),
                "code": one.code,
                "readings": one.readings,
                "percent": one.percent.map_or(Value::Null, |percent| json!(percent)),
            }})),
            Event::IllFormed(finding) => {
                *ill_formed += 1;
                if *ill_formed <= LISTED {
                    output.line(&json!({ "illFormed": json::finding(&finding) }));
                }
            }
            _ => {}
        });
        if self.ill_formed > before {
            output.line(&json!({ "illFormedCount": self.ill_formed }));
        }
    }
}
