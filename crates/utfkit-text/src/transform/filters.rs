//! Filters that change text: they drop inner BOMs, normalize, and change line ends.

use super::{
    inner_boms,
    line_ends::{self, Eol},
    normalize::{self, Form},
};

/// The changes to make in a stream of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Whether to drop U+FEFF inside the text.
    pub strip_inner_bom: bool,
    /// The normalization form, if the text is normalized.
    pub normalize: Option<Form>,
    /// The line ends of the result.
    pub eol: Eol,
    /// Whether to check if compatibility normalization [loses](Filters::lost) distinctions. That
    /// costs a second normalization of text that is not ASCII.
    pub watched: bool,
}

impl Wanted {
    /// Returns `true` if the text stays unchanged.
    pub fn nothing(self) -> bool {
        Self { watched: false, ..self } == Self::default()
    }
}

/// The changes that were made in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    /// Whether its normalization was changed.
    pub normalization: bool,
    /// Whether its line ends were changed.
    pub line_ends: bool,
}

/// The filters of one stream.
pub struct Filters {
    strip_inner_bom: bool,
    /// Whether the next character is the first of the stream, where U+FEFF is text.
    at_start: bool,
    normalizer: Option<normalize::Stream>,
    kept: String,
    normalized: String,
    eol: Option<line_ends::Stream>,
    /// The number of inner BOMs that were dropped.
    pub dropped: u64,
}

impl Filters {
    /// Creates the filters for the changes in `wanted`.
    pub fn new(wanted: Wanted) -> Self {
        let normalizer = wanted.normalize.map(|form| normalize::Stream::new(form, wanted.watched));
        let strip_inner_bom = wanted.strip_inner_bom;
        Self {
            strip_inner_bom,
            at_start: true,
            normalizer,
            kept: String::new(),
            normalized: String::new(),
            eol: line_ends::Stream::new(wanted.eol),
            dropped: 0,
        }
    }

    /// Records that the stream begins with a BOM that [`Self::push`] does not receive. So every
    /// U+FEFF is an inner BOM.
    pub fn follow_bom(&mut self) {
        self.at_start = false;
    }

    /// Filters `text`, the next piece of the stream, and appends the settled result to `out`.
    pub fn push(&mut self, text: &str, out: &mut String) {
        let mut text = text;
        if self.strip_inner_bom {
            self.kept.clear();
            let first = if self.at_start { inner_boms::leading(text) } else { 0 };
            self.at_start &= text.is_empty();
            self.kept.push_str(&text[..first]);
            self.dropped += inner_boms::strip(&text[first..], &mut self.kept);
            text = &self.kept;
        }
        match (&mut self.normalizer, &mut self.eol) {
            (Some(normalizer), None) => normalizer.push(text, out),
            (Some(normalizer), Some(eol)) => {
                self.normalized.clear();
                normalizer.push(text, &mut self.normalized);
                eol.push(&self.normalized, out);
            }
            (None, Some(eol)) => eol.push(text, out),
            (None, None) => out.push_str(text),
        }
    }

    /// Ends the stream, and appends the rest of the result to `out`.
    pub fn finish(&mut self, out: &mut String) {
        match (&mut self.normalizer, &mut self.eol) {
            (Some(normalizer), None) => normalizer.finish(out),
            (Some(normalizer), Some(eol)) => {
                self.normalized.clear();
                normalizer.finish(&mut self.normalized);
                eol.push(&self.normalized, out);
            }
            (None, _) => {}
        }
        if let Some(eol) = &mut self.eol {
            eol.finish(out);
        }
    }

    /// Returns `true` if the text lost something: an inner BOM, a distinction that compatibility
    /// normalization removes, or the additional carriage returns of a line end.
    ///
    /// Distinctions are checked only if the filters are [watched](Wanted::watched).
    pub fn lost(&self) -> bool {
        self.dropped > 0
            || self.normalizer.as_ref().is_some_and(normalize::Stream::lost)
            || self.merged() > 0
    }

    /// Returns the number of line ends whose additional carriage returns were dropped.
    pub fn merged(&self) -> u64 {
        self.eol.as_ref().map_or(0, line_ends::Stream::merged)
    }

    /// Returns the changes, except dropped inner BOMs.
    pub fn changed(&self) -> Changed {
        Changed {
            normalization: self.normalizer.as_ref().is_some_and(normalize::Stream::changed),
            line_ends: self.eol.as_ref().is_some_and(line_ends::Stream::changed),
        }
    }

    /// Returns `true` if the text has a run of marks that is too long to be normalized in bounded
    /// memory.
    pub fn overflowed(&self) -> bool {
        self.normalizer.as_ref().is_some_and(normalize::Stream::overflowed)
    }
}
