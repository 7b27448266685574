//! Repair of damaged text.

use serde_json::json;
use utfkit_text::{
    repair::{Event, Options, Repairer},
    views,
};

use super::job::Job;
use crate::{
    json::{self, Object},
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
        if let Some(mixed) = wanted.mixed.filter(|one| !Options::can_be_mixed(*one)) {
            return Err(format!(
                "`mixed` must be a charset that contains ASCII and has one byte per character, not {mixed}"
            ));
        }
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
                output.line(&json!({ "fix": views::Fix::of(fix) }));
            }
            Event::Ambiguous(one) => {
                output.line(&json!({ "ambiguous": views::Ambiguity::of(one) }));
            }
            Event::IllFormed(finding) => {
                *ill_formed += 1;
                if *ill_formed <= LISTED {
                    output.line(&json!({ "illFormed": views::Finding::of(&finding) }));
                }
            }
            _ => {}
        });
        if self.ill_formed > before {
            output.line(&json!({ "illFormedCount": self.ill_formed }));
        }
    }
}
