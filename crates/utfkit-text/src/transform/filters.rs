//! Filters that change text: they read escapes, drop inner BOMs, normalize, change line ends, and
//! write escapes.

use super::{
    inner_boms,
    line_ends::{self, Eol},
    normalize::{self, Form},
    surfaces::{self, Surface},
};
use utfkit::Encoding;

/// The changes to make in a stream of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The escapes to read in the text, first.
    pub decode: Option<Surface>,
    /// The escapes to write, last, for characters that the charset lacks.
    pub encode: Option<(Surface, Encoding)>,
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

/// The number of escapes that stayed as they were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// The ill-formed escapes in the input.
    pub read: u64,
    /// The escapes in the text to which others were added.
    pub written: u64,
}

/// The escapes of one stream.
struct Escapes {
    stream: surfaces::Stream,
    bytes: Vec<u8>,
    text: String,
    /// The number of kept escapes in the streams before.
    before: u64,
}

impl Escapes {
    fn new(stream: surfaces::Stream) -> Self {
        Self { stream, bytes: Vec::new(), text: String::new(), before: 0 }
    }

    /// Returns the settled result for `text`, and the rest of the result at the `last` text.
    fn push(&mut self, text: &str, last: bool) -> &str {
        self.bytes.clear();
        self.stream.push(text.as_bytes(), &mut self.bytes);
        if last {
            self.stream.finish(&mut self.bytes);
        }
        self.text.clear();
        // A surface returns whole characters.
        self.text.extend(utfkit::utf8::chunks(&self.bytes).map(|chunk| chunk.text()));
        &self.text
    }

    fn kept(&self) -> u64 {
        self.stream.kept() - self.before
    }
}

/// The filters of one stream.
pub struct Filters {
    decode: Option<Escapes>,
    changes: Changes,
    changed: String,
    encode: Option<Escapes>,
}

/// The filters between escapes.
struct Changes {
    strip_inner_bom: bool,
    /// Whether the next character is the first of the stream, where U+FEFF is text.
    at_start: bool,
    normalizer: Option<normalize::Stream>,
    kept: String,
    normalized: String,
    eol: Option<line_ends::Stream>,
    /// The number of inner BOMs that were dropped.
    dropped: u64,
}

impl Filters {
    /// Creates the filters for the changes in `wanted`.
    pub fn new(wanted: Wanted) -> Self {
        Self {
            decode: wanted.decode.map(|surface| Escapes::new(surface.decode())),
            changes: Changes::new(wanted),
            changed: String::new(),
            encode: wanted.encode.map(|(surface, to)| Escapes::new(surface.encode(to))),
        }
    }

    /// Records that the stream begins with a BOM that [`Self::push`] does not receive. So every
    /// U+FEFF is an inner BOM.
    pub fn follow_bom(&mut self) {
        self.changes.at_start = false;
    }

    /// Restarts the counts, for the next of several joined texts.
    pub(super) fn forget_counts(&mut self) {
        self.changes.dropped = 0;
        for escapes in self.decode.iter_mut().chain(&mut self.encode) {
            escapes.before = escapes.stream.kept();
        }
    }

    /// Filters `text`, the next piece of the stream, and appends the settled result to `out`.
    pub fn push(&mut self, text: &str, out: &mut String) {
        self.run(text, false, out);
    }

    /// Ends the stream, and appends the rest of the result to `out`.
    pub fn finish(&mut self, out: &mut String) {
        self.run("", true, out);
    }

    fn run(&mut self, text: &str, last: bool, out: &mut String) {
        let text = self.decode.as_mut().map_or(text, |decode| decode.push(text, last));
        let Some(encode) = &mut self.encode else {
            return self.changes.run(text, last, out);
        };
        self.changed.clear();
        self.changes.run(text, last, &mut self.changed);
        out.push_str(encode.push(&self.changed, last));
    }

    /// Returns the number of inner BOMs that were dropped.
    pub fn dropped(&self) -> u64 {
        self.changes.dropped
    }

    /// Returns the number of escapes that stayed as they were.
    pub fn kept(&self) -> Kept {
        let kept = |escapes: &Option<Escapes>| escapes.as_ref().map_or(0, Escapes::kept);
        Kept { read: kept(&self.decode), written: kept(&self.encode) }
    }

    /// Returns `true` if the text lost something: an inner BOM, a distinction that compatibility
    /// normalization removes, or the additional carriage returns of a line end.
    ///
    /// Distinctions are checked only if the filters are [watched](Wanted::watched).
    pub fn lost(&self) -> bool {
        self.changes.lost()
    }

    /// Returns the number of line ends whose additional carriage returns were dropped.
    pub fn merged(&self) -> u64 {
        self.changes.merged()
    }

    /// Returns the changes, except dropped inner BOMs.
    pub fn changed(&self) -> Changed {
        self.changes.changed()
    }

    /// Returns `true` if the text has a run of marks that is too long to be normalized in bounded
    /// memory.
    pub fn overflowed(&self) -> bool {
        self.changes.normalizer.as_ref().is_some_and(normalize::Stream::overflowed)
    }
}

impl Changes {
    fn new(wanted: Wanted) -> Self {
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

    fn run(&mut self, text: &str, last: bool, out: &mut String) {
        if !text.is_empty() {
            self.push(text, out);
        }
        if last {
            self.finish(out);
        }
    }

    fn push(&mut self, text: &str, out: &mut String) {
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

    fn finish(&mut self, out: &mut String) {
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

    fn lost(&self) -> bool {
        self.dropped > 0
            || self.normalizer.as_ref().is_some_and(normalize::Stream::lost)
            || self.merged() > 0
    }

    fn merged(&self) -> u64 {
        self.eol.as_ref().map_or(0, line_ends::Stream::merged)
    }

    fn changed(&self) -> Changed {
        Changed {
            normalization: self.normalizer.as_ref().is_some_and(normalize::Stream::changed),
            line_ends: self.eol.as_ref().is_some_and(line_ends::Stream::changed),
        }
    }
}
