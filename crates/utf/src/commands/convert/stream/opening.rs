//! Chooses the encoding of an input before it is converted.

use std::{io::Seek as _, path::Path};

use utfkit_text::{
    diagnose::{Sample, Watcher},
    transform::Joint,
};

use super::{Converter, Stream};
use crate::{
    commands::convert::{
        conflict::{self, Contradiction, LineWatch, Utf8Watch},
        controls::{Controls, Marks, NextLines, PrivateUse},
        position::Tracker,
        report::is_output,
    },
    files::reading::{self, Source as _},
    input,
    process::problem::Problem,
    reading::choose::{self, Choice},
};

impl<'a> Converter<'a> {
    /// Reads enough of `source` to choose its encoding. Returns the stream and the number of bytes
    /// in the block.
    pub(super) fn begin(
        &mut self,
        (name, path): (String, &Path),
        mut source: input::stream::Stream,
        followed: bool,
    ) -> Result<(Stream<'a>, usize), Problem> {
        let problem = |error| Problem::with(&name, &error);
        let found = source.facts().map_err(problem)?;
        if self.output.overwrites(&found) {
            return Err(is_output(&name));
        }
        let (mut chosen, mut message, mut looks, mut overruled) = (None, None, None, None);
        let (mut refusal, mut other) = (None, None);
        if let Some(candidates) = self.plan.chooses_by_file() {
            let file = source.into_file().map_err(problem)?;
            let choice = Choice(candidates).choose(file, self.plan.bom()).map_err(problem)?;
            (message, chosen) = (choice.message(&name), Some(choice.label));
            (looks, overruled) = (choice.looks, choice.overruled);
            let found = match (choice.option, &looks) {
                (Some(option), _) => {
                    let start = (&choice.file).stream_position().map_err(problem)?;
                    let named = (option, choice.label);
                    let found = conflict::of_chosen(&choice.file, start, named, self.plan, path);
                    found.map_err(problem)?
                }
                (None, Some(looks)) => conflict::of_guess(looks, self.plan),
                (None, None) => None,
            };
            match found {
                Some(Contradiction::Refused(why)) => refusal = Some(why),
                Some(Contradiction::Told(words)) => other = Some(words),
                None => {}
            }
            source = input::stream::Stream::Plain(choice.file);
        }
        let start = match source.regular() {
            Some(mut file) => Some(file.stream_position().map_err(problem)?),
            None => None,
        };
        let wants_bom = self.plan.looks_for_bom() || self.plan.forbids_bom();
        let head = reading::read_head(&mut source, &mut self.block, wants_bom).map_err(problem)?;
        let label = chosen.unwrap_or_else(|| self.plan.label(&self.block[..head]));
        let before = self.previous.as_mut().map(|previous| &mut previous.pipeline);
        let pipeline = self.plan.pipeline(label, Joint { before, followed });
        let tracker = match start {
            Some(start) => Tracker::File { start },
            None => Tracker::of_output(self.plan),
        };
        let sample = Sample::default();
        let watcher = match chosen {
            Some(label) => Watcher::with_lookout(choose::lookout(label, &self.block[..head])),
            None => Watcher::new(),
        };
        let chosen = message;
        let stream = Stream {
            name,
            source,
            label,
            pipeline,
            tracker,
            sample,
            watcher,
            lines: LineWatch::new(label, self.plan),
            controls: Controls::of(label.encoding()),
            private_use: PrivateUse::of(label.encoding(), self.plan.output.to.encoding()),
            next_lines: NextLines::of(label.encoding(), self.plan.output.to.encoding()),
            marks: Marks::of(label.encoding(), self.plan.output.to.encoding())
                .filter(|_| !self.plan.normalizes()),
            // In place, such files are refused before they are converted.
            utf8: Utf8Watch::new(label, self.plan).filter(|_| !self.plan.destination.is_in_place()),
            euro: conflict::euro_watch(label, self.plan),
            euro_sign: None,
            refusal,
            other,
            unjudged: None,
            chosen,
            looks,
            path: path.to_owned(),
            overruled,
        };
        Ok((stream, head))
    }
}
