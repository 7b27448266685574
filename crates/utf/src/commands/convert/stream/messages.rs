//! The messages about an input that was converted to its end.

use std::path::Path;

use utfkit::Encoding;
use utfkit_text::diagnose::Remark;

use super::{Converter, Stream};
use crate::{
    commands::convert::{conflict, plan::Plan, position::Tracker},
    files::reading::{FileAt, Source as _},
    reading::{assessment::Assessment, choose, looks},
    report::words,
};

impl<'a> Converter<'a> {
    /// Returns messages about the encoding that was chosen for `stream`, and about its declaration.
    /// If it `is_doubtful`, the doubt has its own message.
    pub(super) fn messages(&self, stream: &Stream<'_>, is_doubtful: bool) -> Vec<String> {
        if self.plan.report.quiet {
            return Vec::new();
        }
        let lines =
            stream.pipeline.used().iter().map(|used| choose::lines_read(&stream.input.name, used));
        let unproven = self.plan.looks_for_bom() && !stream.pipeline.found_bom();
        // An overruled encoding has its own message.
        let unproven = unproven && stream.input.overruled.is_none() && !is_doubtful;
        let looks_like = stream.watches.sample.unsigned_utf16(stream.input.label.encoding());
        let wide = looks_like.filter(|_| unproven).map(|wide| {
            let name = &stream.input.name;
            format!(
                "utf: {name}: every second byte is NUL, so it may be {wide} without a BOM: try `-f {wide}`\n"
            )
        });
        let declarations = self.declarations.iter();
        let declarations =
            declarations.flat_map(|all| all.messages(&stream.input.name, &stream.input.path));
        let controls = stream.watches.characters(self.plan);
        let controls = controls.map(|words| format!("utf: {}: {words}\n", stream.input.name));
        let chosen = stream.input.chosen.iter().cloned();
        chosen.chain(wide).chain(lines).chain(declarations).chain(controls).collect()
    }

    /// Returns messages about what else `stream` looks like, if it is well-formed. If it
    /// `is_doubtful`, the doubt has its own message.
    pub(super) fn hints(&self, stream: &Stream<'_>, is_doubtful: bool) -> Vec<String> {
        if self.plan.report.quiet {
            return Vec::new();
        }
        let encoding = stream.input.label.encoding();
        let is_open = self.plan.looks_for_bom() && !is_doubtful;
        let shifted =
            is_open.then(|| stream.watches.sample.shifted(encoding)).flatten().map(words::shifted);
        let is_clean = stream.pipeline.tally().read.ill_formed == 0;
        let remarks = if is_clean { stream.watches.watcher.remarks(encoding) } else { Vec::new() };
        let to = self.plan.output.to.encoding();
        // If the encoding changes, the declaration has its own message. Conversion to a legacy
        // charset may be meant to undo mojibake, so no remark is needed.
        let is_omitted = |remark: &&Remark| match remark {
            Remark::Declares(_) => encoding != to,
            // The text was lost before, and its conversion loses nothing.
            Remark::Lost(_) => true,
            _ => to.first_unencodable("\u{1F600}").is_some(),
        };
        let remarks = remarks.iter().filter(|remark| !is_omitted(remark));
        let remarks = remarks
            .map(|remark| words::remark(remark, encoding, self.plan.shown(&stream.input.path)));
        shifted
            .into_iter()
            .chain(stream.watches.utf8())
            .chain(stream.others.iter().cloned())
            .chain(self.other_units(stream))
            .chain(remarks)
            .map(|words| format!("utf: {}: {words}\n", stream.input.name))
            .collect()
    }

    /// Returns a warning if `-f` names units or a byte order in which `stream` makes no sense.
    pub(super) fn other_units(&self, stream: &Stream<'_>) -> Option<String> {
        let bytes = stream.watches.sample.bytes();
        conflict::with_units(bytes, stream.watches.sample.is_all(), stream.input.label, self.plan)
    }

    /// Returns the reason to doubt the encoding of `stream`, although it is well-formed: it looks
    /// like another encoding, or parts of it contradict its BOM or the choice.
    ///
    /// Cost: the whole file is read again, but only if the watcher has seen something unexpected.
    pub(super) fn doubt(&self, stream: &Stream<'_>) -> Option<String> {
        if let Some(encoding) = stream.input.overruled {
            return Some(unproven_wide(encoding, &stream.input.path, self.plan));
        }
        let Tracker::File { start } = stream.tracker else { return None };
        let encoding = stream.input.label.encoding();
        if !stream.watches.watcher.is_doubtful(encoding) || !self.plan.looks_for_bom() {
            return None;
        }
        let mut again = FileAt { file: stream.source.regular()?, offset: start };
        let assessment = Assessment::of(&mut again, encoding).ok()?;
        looks::doubt(encoding, &assessment, self.plan.shown(&stream.input.path))
    }
}

/// Returns the reason not to read text in any encoding if it looks like `encoding`, but nothing
/// proves that.
pub(in crate::commands::convert) fn unproven_wide(
    encoding: Encoding,
    path: &Path,
    plan: &Plan,
) -> String {
    let step = if plan.has_tried(encoding) {
        let check = plan.shown(path).command(&format!("check -f {encoding}"));
        format!(", but with errors: `{check}` shows them")
    } else {
        format!("; use `--candidates {encoding}`")
    };
    format!("not proven: looks like {encoding} without a BOM{step}")
}
