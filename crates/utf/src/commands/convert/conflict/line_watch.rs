//! Finds lines in two encodings in a text whose lines are read one by one.

use std::path::Path;

use utfkit::{Encoding, encoding::Label};
use utfkit_text::{
    detect::{Conflict, Detector},
    repair::Options,
    streams::Use,
};

use super::step::step;
use crate::{commands::convert::plan::Plan, reading::detection};

/// Watches a text whose lines are read in several encodings: a part of a line may be UTF-8, which the
/// encoding of the line would encode twice.
pub(in crate::commands::convert) struct LineWatch(Detector);

impl LineWatch {
    /// Creates the watch for an input that is read as `label`. Returns `None` if its lines are not
    /// read one by one.
    pub(in crate::commands::convert) fn new(label: Label, plan: &Plan) -> Option<Self> {
        let is_by_line = plan.is_by_line() && label.encoding() == Encoding::Utf8;
        (is_by_line && !plan.input.force_from).then(|| Self(Detector::new()))
    }

    /// Adds the next bytes of the input.
    ///
    /// Cost: about that of the conversion, because most lines are UTF-8.
    pub(in crate::commands::convert) fn push(&mut self, bytes: &[u8]) {
        self.0.feed(bytes);
    }

    /// Returns the reason not to convert the input at `path`, all of which was added. `used` are the
    /// lines that were read in other encodings than UTF-8.
    pub(in crate::commands::convert) fn refusal(
        self,
        used: &[Use],
        plan: &Plan,
        path: &Path,
    ) -> Option<String> {
        let can_be_mixed = |used: &&Use| Options::can_be_mixed(used.encoding);
        let used = used.iter().find(can_be_mixed).or(used.first())?;
        let detection = self.0.finish();
        match Conflict::of(&detection, used.encoding)? {
            Conflict::Utf8 { by_line: false, .. } => {}
            _ => return None,
        }
        let part = match detection.utf8_line().filter(|line| line.is_part && line.is_sure) {
            Some(line) => detection::is_utf8(line, used.encoding),
            None => format!("a part of line {} is UTF-8", used.first.first()?),
        };
        let (named, step) = (used.encoding, step(used.encoding, false, plan, path));
        Some(format!(
            "{part}, and {named}, in which the line is read, would encode it twice: {step}, or --force-from to convert it anyway"
        ))
    }
}
