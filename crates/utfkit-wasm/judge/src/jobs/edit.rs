//! Edits that keep every other byte.

use serde_json::{Value, json};
use utfkit::Encoding;
use utfkit_text::transform::{Times, edit};

use super::job::Job;
use crate::{
    json::{self, Object},
    label,
    output::Output,
};

pub(super) struct Edit {
    encoding: Option<Encoding>,
    old: String,
    new: String,
    times: Times,
    /// The text so far. An edit needs all of it.
    text: Vec<u8>,
}

impl Edit {
    pub(super) fn open(options: &Object) -> Result<Self, String> {
        let text = |key| json::text(options, key).unwrap_or_default().to_owned();
        Ok(Self {
            encoding: label::optional(options, "encoding")?.map(|label| label.encoding()),
            old: text("old"),
            new: text("new"),
            times: match json::number(options, "count", 1) {
                0 => Times::All,
                1 => Times::Once,
                count => Times::Exactly(usize::try_from(count).unwrap_or(usize::MAX)),
            },
            text: Vec::new(),
        })
    }
}

impl Job for Edit {
    fn push(&mut self, bytes: &[u8], last: bool, output: &mut Output) {
        self.text.extend_from_slice(bytes);
        if !last {
            return;
        }
        match edit(&self.text, self.encoding, &self.old, &self.new, self.times) {
            Ok(edited) => {
                let places = edited.places.iter().map(|one| {
                    json!({
                        "offset": one.old.start,
                        "length": one.old.len(),
                        "newOffset": one.new.start,
                        "newLength": one.new.len(),
                    })
                });
                output.line(&json!({
                    "encoding": edited.encoding.name(),
                    "places": places.collect::<Value>(),
                }));
                output.bytes = edited.bytes;
            }
            Err(refusal) => output.line(&json!({
                "refusal": { "reason": refusal.code(), "message": refusal.to_string() },
            })),
        }
    }
}
