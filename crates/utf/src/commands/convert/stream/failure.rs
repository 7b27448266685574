//! Describes the error that stops a conversion.

use std::ops::Range;

use utfkit::Finding;
use utfkit_text::transform::Site;

use super::{Converter, Stream};
use crate::{
    commands::convert::{
        error::{self, ConversionError},
        position::Position,
    },
    files::{
        compressed::method::Method,
        reading::{self, Source as _},
    },
    process::problem::Problem,
};

impl<'a> Converter<'a> {
    /// Describes the error that begins with `first` in `stream`. The block continues with `rest`.
    pub(super) fn describe(
        &mut self,
        stream: &mut Stream<'a>,
        first: Finding,
        rest: Range<usize>,
    ) -> ConversionError {
        // Filters have changed the text, so the offset of a character that the target cannot encode
        // has no position in the input.
        let site = stream.pipeline.site(&first);
        let position = if site == Site::Changed { None } else { self.position(stream, first) };
        self.block.copy_within(rest.clone(), 0);
        let mut len = rest.len();
        // The error may continue after the block. Do not read on in a stream, which could block.
        if len < Finding::MAX_BYTES && stream.source.regular().is_some() {
            len += reading::read_some(&mut stream.source, &mut self.block[len..]).unwrap_or(0);
        }
        let finding = error::whole(first, &mut stream.pipeline, &self.block[..len]);
        let unproven = self.plan.looks_for_bom() && !stream.pipeline.found_bom();
        let looks =
            (unproven && site == Site::Input).then(|| stream.looks(finding.offset())).flatten();
        // A pipe may never end.
        let ends = stream.source.facts().is_ok_and(|facts| facts.is_file());
        let unread = stream.source.method().filter(|_| !ends);
        let problem = if ends { self.problem_ahead(stream) } else { None };
        let begins_as =
            Method::of(stream.watches.sample.bytes()).filter(|_| stream.source.method().is_none());
        let encoding = stream.input.label.encoding();
        ConversionError {
            finding,
            position,
            site,
            encoding,
            unproven,
            looks,
            path: stream.input.path.clone(),
            other_units: self.other_units(stream),
            begins_as,
            problem,
            unread,
        }
    }

    /// Reads the rest of `stream` if it is compressed, and returns the failure there, if any. Only
    /// the end of the data proves that the text is undamaged.
    fn problem_ahead(&mut self, stream: &mut Stream<'_>) -> Option<Problem> {
        stream.source.method()?;
        loop {
            match stream.read(&mut self.block) {
                Ok(0) => return None,
                Ok(len) => self.common.progress.counters().read(len),
                Err(problem) => return Some(problem),
            }
        }
    }

    fn position(&self, stream: &Stream<'_>, finding: Finding) -> Option<Position> {
        let reader = self.plan.reader(stream.input.label);
        stream.tracker.position(stream.source.regular(), finding.offset(), reader)
    }
}
