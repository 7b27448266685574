//! Chooses the encoding of an input before it is converted.

use std::{io::Seek as _, path::Path};

use utfkit::{Encoding, encoding::Label};
use utfkit_text::transform::Joint;

use super::{Converter, Input, Stream, watches::Watches};
use crate::{
    commands::convert::{
        conflict::{self, Contradiction},
        position::Tracker,
        report::is_output,
    },
    files::reading::{self, Source as _},
    input,
    process::problem::Problem,
    reading::choose::{Candidates, Choice},
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
        let label = Label::from(Encoding::Utf8);
        let path = path.to_owned();
        let (chosen, looks, overruled, refusal) = (None, None, None, None);
        let mut input = Input { name, path, label, chosen, looks, overruled, refusal };
        let mut others = Vec::new();
        let mut is_chosen = false;
        if let Some(candidates) = self.plan.chooses_by_file() {
            is_chosen = true;
            (source, others) = self.choose(candidates, source, &mut input)?;
        }
        let problem = |error| Problem::with(&input.name, &error);
        let start = match source.regular() {
            Some(mut file) => Some(file.stream_position().map_err(problem)?),
            None => None,
        };
        let wants_bom = self.plan.looks_for_bom() || self.plan.forbids_bom();
        let len = reading::read_head(&mut source, &mut self.block, wants_bom).map_err(problem)?;
        let head = &self.block[..len];
        if !is_chosen {
            input.label = self.plan.label(head);
        }
        let label = input.label;
        let watches = Watches::new(head, label, is_chosen, self.plan);
        let before = self.previous.as_mut().map(|previous| &mut previous.pipeline);
        let pipeline = self.plan.pipeline(label, Joint { before, followed });
        let tracker = match start {
            Some(start) => Tracker::File { start },
            None => Tracker::of_output(self.plan),
        };
        let unjudged = None;
        let stream = Stream { input, source, pipeline, tracker, watches, unjudged, others };
        Ok((stream, len))
    }

    /// Chooses the encoding of `input` among `candidates`. Returns its source, at the start, and
    /// warnings about it.
    fn choose(
        &self,
        candidates: &Candidates,
        source: input::stream::Stream,
        input: &mut Input,
    ) -> Result<(input::stream::Stream, Vec<String>), Problem> {
        let problem = |error| Problem::with(&input.name, &error);
        let file = source.into_file().map_err(problem)?;
        let choice = Choice(candidates).choose(file, self.plan.bom()).map_err(problem)?;
        let found = match (choice.option, &choice.looks) {
            (Some(option), _) => {
                let start = (&choice.file).stream_position().map_err(problem)?;
                let named = (option, choice.label);
                conflict::of_chosen(&choice.file, start, named, self.plan, &input.path)
                    .map_err(problem)?
            }
            (None, Some(looks)) => conflict::of_guess(looks, self.plan),
            (None, None) => None,
        };
        let mut others = Vec::new();
        match found {
            // That the text has wide units says more than that it is another charset.
            Some(Contradiction::Refused(why)) => {
                input.refusal = Some(why).filter(|_| choice.overruled.is_none());
            }
            Some(Contradiction::Told(words)) => others.push(words),
            None => {}
        }
        (input.chosen, input.label) = (choice.message(&input.name), choice.label);
        (input.looks, input.overruled) = (choice.looks, choice.overruled);
        Ok((input::stream::Stream::Plain(choice.file), others))
    }
}
