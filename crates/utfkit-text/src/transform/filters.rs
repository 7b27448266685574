//! What is done to text on its way from one encoding to another: inner BOMs dropped,
//! normalization, line ends.

use super::{
    inner_boms,
    line_ends::{self, Eol},
    normalize::{self, Form},
};

/// The changes that were asked for, applied to a stream of text in whatever pieces it comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Drop U+FEFF inside the text.
    pub strip_inner_bom: bool,
    /// Normalize the text.
    pub normalize: Option<Form>,
    /// How lines end.
    pub eol: Eol,
    /// Whether somebody wants to know if anything was [lost](Filters::lost).
    pub watched: bool,
}

impl Wanted {
    /// Whether the text stays as it is.
    pub fn nothing(self) -> bool {
        Self { watched: false, ..self } == Self::default()
    }
}

/// What of a text is not as it was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    /// Whether its normalization was changed.
    pub normalization: bool,
    /// Whether its line ends were changed.
    pub line_ends: bool,
}

/// The changes of one stream.
pub struct Filters {
    strip_inner_bom: bool,
    /// Whether the next character is the first of the stream, so that U+FEFF there is text.
    at_start: bool,
    normalizer: Option<normalize::Stream>,
    kept: String,
    normalized: String,
    eol: Option<line_ends::Stream>,
    /// How many inner BOMs were dropped.
    pub dropped: u64,
}

impl Filters {
    /// The filters that `wanted` asks for.
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

    /// The stream begins with a BOM, which is not given to [`Self::push`]: all U+FEFF are
    /// inner ones.
    pub fn follow_bom(&mut self) {
        self.at_start = false;
    }

    /// Appends to `out` what becomes of `text`, the next piece of the stream, as far as that is
    /// settled.
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

    /// Appends to `out` what is left at the end of the stream.
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

    /// Whether the text has something no more, of which that should be known: an inner BOM,
    /// distinctions that compatibility makes, carriage returns beyond that of a line end.
    pub fn lost(&self) -> bool {
        self.dropped > 0
            || self.normalizer.as_ref().is_some_and(normalize::Stream::lost)
            || self.eol.as_ref().is_some_and(line_ends::Stream::lost)
    }

    /// What of the text was changed, but for inner BOMs.
    pub fn changed(&self) -> Changed {
        Changed {
            normalization: self.normalizer.as_ref().is_some_and(normalize::Stream::changed),
            line_ends: self.eol.as_ref().is_some_and(line_ends::Stream::changed),
        }
    }

    /// Whether the text has a run of marks that is too long to be normalized in bounded memory.
    pub fn overflowed(&self) -> bool {
        self.normalizer.as_ref().is_some_and(normalize::Stream::overflowed)
    }
}
