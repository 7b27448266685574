//! The next step for a text in two encodings.

use std::path::Path;

use utfkit::Encoding;
use utfkit_text::repair::Options;

use crate::{commands::convert::plan::Plan, reading::choose};

/// Returns the next step for the text at `path`, which is UTF-8 in part and `named` in part. If
/// `by_line`, each line is in one of them.
pub(super) fn step(named: Encoding, by_line: bool, plan: &Plan, path: &Path) -> String {
    let shown = plan.shown(path);
    if by_line && !choose::hides_in_utf8(named) {
        format!("use `--by-line --candidates {named}`")
    } else if Options::can_be_mixed(named) {
        format!("use `{}`", shown.command(&format!("repair --mixed {named}")))
    } else {
        format!("`{}` shows more", shown.command("detect"))
    }
}
