//! The results of a call.

use serde::Serialize;

/// The call succeeded.
pub(crate) const OK: i32 = 0;
/// The call failed. The text has the reason: `{"error": …}`.
pub(crate) const FAILED: i32 = -1;

/// The results of a call.
#[derive(Default)]
pub(crate) struct Output {
    pub(crate) bytes: Vec<u8>,
    pub(crate) text: String,
}

impl Output {
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.text.clear();
    }

    /// Appends `value` to the text as one line.
    pub(crate) fn line(&mut self, value: &impl Serialize) {
        // The values have keys that are strings, so this cannot fail.
        self.text.push_str(&serde_json::to_string(value).unwrap_or_default());
        self.text.push('\n');
    }

    /// Sets the text to the reason of a failure.
    pub(crate) fn fail(&mut self, error: &str) -> i32 {
        self.text = serde_json::json!({ "error": error }).to_string();
        FAILED
    }
}
