//! The next step for a text in two encodings.

use std::path::Path;

use utfkit::Encoding;
use utfkit_text::repair::Options;

use crate::{commands::convert::plan::Plan, reading::choose};

/// Returns the next step for the text at `path`, which is UTF-8 in part and `named` in part. If
/// `by_line`, each line is in one of them.
pub(super) fn step(named: Encoding, by_line: bool, plan: &Plan, path: &Path) -> String {
    let shown = plan.shown(path);
    match by_line && !choose::hides_in_utf8(named) {
        true => format!("use `--by-line --candidates {named}`"),
        // With several bytes per character, the border between both texts is not certain.
        false if Options::can_be_mixed(named) && has_one_byte(named) => {
            format!("use `{}`", shown.command(&format!("repair --mixed {named}")))
        }
        false => format!("`{}` shows more", shown.command("detect")),
    }
}

/// Returns `true` if no character of `encoding` has several bytes.
fn has_one_byte(encoding: Encoding) -> bool {
    !(0x80..=u8::MAX).any(|byte| encoding.can_be_inside(byte))
}
