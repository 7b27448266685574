//! Conversion from one encoding to another.

use serde_json::json;
use utfkit::{
    Status,
    encoding::BomPolicy,
    transcode::{Policy, Transcoder},
};

use utfkit_text::views;

use super::job::Job;
use crate::{
    json::{self, Object},
    label,
    output::Output,
};

/// The output is produced in pieces of this length.
const PIECE: usize = 64 << 10;

pub(super) struct Convert {
    transcoder: Transcoder<'static>,
    /// Whether the policy stopped at an error. The rest of the stream is ignored.
    stopped: bool,
}

impl Convert {
    pub(super) fn open(options: &Object) -> Result<Self, String> {
        let policy = match json::text(options, "errors").unwrap_or("strict") {
            "strict" => Policy::Strict,
            "replace" => Policy::Replace,
            "skip" => Policy::Skip,
            "escape" => Policy::Escape,
            // To validate: characters that the target lacks are not errors.
            "ill-formed" => Policy::Transliterate("?"),
            other => {
                return Err(format!(
                    "unknown policy `{other}` (use strict, replace, skip, escape)"
                ));
            }
        };
        let from = label::or_utf8(options, "from")?;
        let to = label::or_utf8(options, "to")?;
        let mut transcoder = Transcoder::labelled(from, to).policy(policy);
        if let Some(name) = json::text(options, "bom") {
            transcoder = transcoder.bom(match name {
                "auto" => BomPolicy::Auto,
                "keep" => BomPolicy::Keep,
                "strip" => BomPolicy::Strip,
                "add" => BomPolicy::Add,
                "require" => BomPolicy::Require,
                "forbid" => BomPolicy::Forbid,
                other => return Err(format!("unknown BOM policy `{other}`")),
            });
        }
        Ok(Self { transcoder, stopped: false })
    }
}

impl Job for Convert {
    fn push(&mut self, mut bytes: &[u8], last: bool, output: &mut Output) {
        while !self.stopped {
            let end = output.bytes.len();
            output.bytes.resize(end + PIECE, 0);
            let outcome = self.transcoder.transcode(bytes, &mut output.bytes[end..], last);
            output.bytes.truncate(end + outcome.written);
            bytes = &bytes[outcome.read..];
            match outcome.status {
                Status::OutputFull => {}
                Status::Done => break,
                Status::IllFormed(finding) => {
                    self.stopped = true;
                    output.line(&json!({ "finding": views::Finding::of(&finding) }));
                }
            }
        }
        if last {
            let counts = self.transcoder.counts();
            output.line(&json!({ "counts": {
                "illFormed": counts.ill_formed,
                "unencodable": counts.unencodable,
                "replaced": counts.replaced,
                "skipped": counts.skipped,
                "escaped": counts.escaped,
            }}));
        }
    }
}
