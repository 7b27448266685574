//! The watches that read along with a conversion, and their messages.

use std::path::Path;

use utfkit::encoding::Label;
use utfkit_text::{
    detect::EuroWatch,
    diagnose::{Sample, Watcher},
    streams::Use,
};

use crate::{
    args::encoding::From,
    commands::convert::{
        conflict::{self, LineWatch, Utf8Watch},
        controls::{Controls, Marks, NextLines, PrivateUse},
        plan::Plan,
    },
    reading::choose,
};

/// The watches of an input. Each sees all of it, no matter which thread converts it.
pub(super) struct Watches {
    pub(super) sample: Sample,
    pub(super) watcher: Watcher,
    controls: Option<Controls>,
    private_use: Option<PrivateUse>,
    /// The watch for the newline of z/OS.
    next_lines: Option<NextLines>,
    /// Counts marks that are separate from their letters.
    marks: Option<Marks>,
    /// The watch for UTF-8, if `-f` names another encoding.
    utf8: Option<Utf8Watch>,
    /// The watch for a `¤` that is the euro sign of a related charset.
    euro: Option<EuroWatch>,
    /// The watch for lines in two encodings, if each line is read in its own encoding.
    lines: Option<LineWatch>,
}

impl Watches {
    /// Creates the watches of an input that begins with `head` and is read as `label`, which was
    /// chosen for it if it `is_chosen`.
    pub(super) fn new(head: &[u8], label: Label, is_chosen: bool, plan: &Plan) -> Self {
        let (from, to) = (label.encoding(), plan.output.to.encoding());
        let watcher = if is_chosen {
            Watcher::with_lookout(choose::lookout(label, head))
        } else {
            Watcher::new()
        };
        Self {
            sample: Sample::default(),
            watcher,
            controls: Controls::of(from),
            private_use: PrivateUse::of(from, to),
            next_lines: NextLines::of(from, to),
            marks: Marks::of(from, to).filter(|_| !plan.normalizes()),
            // In place, such files are refused before they are converted.
            utf8: Utf8Watch::new(label, plan).filter(|_| !plan.destination.is_in_place()),
            euro: conflict::euro_watch(label, plan),
            lines: LineWatch::new(label, plan),
        }
    }

    /// Examines the next bytes of the input.
    pub(super) fn see(&mut self, bytes: &[u8]) {
        self.watcher.push(bytes);
        self.controls.iter_mut().for_each(|controls| controls.push(bytes));
        self.next_lines.iter_mut().for_each(|lines| lines.push(bytes));
        self.utf8.iter_mut().for_each(|watch| watch.push(bytes));
        self.euro.iter_mut().for_each(|watch| watch.push(bytes));
        self.lines.iter_mut().for_each(|watch| watch.push(bytes));
    }

    /// Examines the next bytes of the result.
    pub(super) fn see_text(&mut self, text: &[u8]) {
        self.private_use.iter_mut().for_each(|count| count.push(text));
        self.marks.iter_mut().for_each(|count| count.push(text));
    }

    /// Returns the reason not to convert the input at `path`, after its end: a line is in two encodings.
    /// `used` are the lines that were read in other encodings than UTF-8.
    pub(super) fn two_encodings(
        &mut self,
        used: &[Use],
        plan: &Plan,
        path: &Path,
    ) -> Option<String> {
        self.lines.take()?.refusal(used, plan, path)
    }

    /// Returns the reason to doubt that the input, which has ended, is in `label`: it has euro signs of
    /// another charset.
    pub(super) fn euro_sign(&mut self, label: Label, plan: &Plan) -> Option<String> {
        conflict::euro(self.euro.take()?, label.encoding(), plan)
    }

    /// Returns a warning if the input is valid UTF-8, or has a BOM, and was read in another encoding.
    pub(super) fn utf8(&self) -> Option<String> {
        self.utf8.as_ref().and_then(Utf8Watch::message)
    }

    /// Returns messages about unusual characters and line ends.
    pub(super) fn characters(&self, plan: &Plan) -> impl Iterator<Item = String> {
        let is_named = plan.input.from != From::Auto;
        let controls = self.controls.as_ref().and_then(Controls::message);
        let private_use = self.private_use.as_ref().and_then(PrivateUse::message);
        let marks = self.marks.as_ref().and_then(Marks::message);
        let ends = self.next_lines.as_ref().and_then(|lines| lines.message(is_named));
        controls.into_iter().chain(private_use).chain(marks).chain(ends)
    }
}
