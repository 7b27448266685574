//! Whether the new content reads as the old one with the new text.

use std::rc::Rc;

use utfkit::{
    codec::{Decoder, Step},
    encoding::Bom,
};

use super::{Edited, Refusal, Text, quick, reading::OPAQUE};

/// A text, read step by step: characters, ill-formed pieces and shifts.
pub(super) struct Walk<'t> {
    bytes: &'t [u8],
    pub(super) at: usize,
    pub(super) decoder: Decoder,
}

impl<'t> Walk<'t> {
    pub(super) fn new(bytes: &'t [u8], at: usize, decoder: Decoder) -> Self {
        Self { bytes, at, decoder }
    }

    /// Passes one step; returns the value of a character, or [`OPAQUE`], or `None` for a shift.
    pub(super) fn step(&mut self) -> Option<u32> {
        self.step_before(true).flatten()
    }

    /// Passes one step; returns `None` if it depends on bytes that follow.
    fn step_before(&mut self, is_last: bool) -> Option<Option<u32>> {
        let rest = &self.bytes[self.at..];
        let (len, value) = match self.decoder.first(rest, is_last) {
            Step::Value { value, len } => (len, Some(value)),
            Step::Shift { len } => (len, None),
            Step::IllFormed { len, .. } => (len, Some(OPAQUE)),
            Step::Incomplete if !is_last || rest.is_empty() => return None,
            Step::Incomplete => (rest.len(), Some(OPAQUE)),
        };
        let len = len.clamp(1, rest.len());
        self.decoder.pass(&rest[..len]);
        self.at += len;
        Some(value)
    }

    /// Reads exactly `values` and then shifts up to `end`. With `is_hz`, each line has to end its
    /// shifts: other readers do not begin the next line in ASCII, as RFC 1843 does.
    fn reads(&mut self, values: &[u32], end: usize, is_last: bool, is_hz: bool) -> bool {
        let mut values = values.iter();
        while self.at < end {
            let state = self.decoder;
            match self.step_before(is_last) {
                Some(Some(0x0A)) if is_hz && self.decoder != state => return false,
                Some(Some(value)) if values.next() == Some(&value) => {}
                Some(None) => {}
                _ => return false,
            }
        }
        self.at == end && values.next().is_none()
    }
}

/// The bytes around a place.
pub(super) struct Around<'t> {
    pub(super) before: &'t [u8],
    /// The state at the start of `before`.
    pub(super) start_state: Decoder,
    pub(super) after: &'t [u8],
    /// Whether the text ends with `after`.
    pub(super) is_last: bool,
    /// The states at the start and at the end of the place.
    pub(super) state: Decoder,
    pub(super) after_state: Decoder,
    pub(super) is_hz: bool,
}

impl Around<'_> {
    /// Whether `spelling` reads as `values` at this place. [`verify`] checks the rest of the text.
    pub(super) fn allows(&self, spelling: &[u8], values: &[u32]) -> bool {
        let new = [self.before, spelling, self.after].concat();
        let mut news = Walk::new(&new, 0, self.start_state);
        while news.at < self.before.len() {
            if news.step_before(self.is_last).is_none() {
                return false;
            }
        }
        let end = self.before.len() + spelling.len();
        news.at == self.before.len()
            && news.decoder == self.state
            && news.reads(values, end, self.is_last, self.is_hz)
            && news.decoder == self.after_state
    }
}

/// Whether a line feed ends the shifts of its line.
pub(super) fn is_hz(text: &Text<'_>) -> bool {
    text.encoding.name() == "hz"
}

/// Checks all of the contract.
pub(super) fn verify(
    text: &Text<'_>,
    edited: &Edited,
    wanted: &[Rc<[u32]>],
) -> Result<(), Refusal> {
    let decoder = text.encoding.decoder(text.order);
    let mut olds = Walk::new(text.bytes, text.start, decoder);
    let mut news = Walk::new(&edited.bytes, text.start, decoder);
    let same = |olds: &mut Walk<'_>, news: &mut Walk<'_>, end: usize| -> bool {
        if olds.decoder == news.decoder
            && let Some(line) = quick::line_before(text, olds.at, end)
        {
            // The same bytes in the same state are the same characters.
            let len = line - olds.at;
            if edited.bytes.get(news.at..news.at + len) != text.bytes.get(olds.at..line) {
                return false;
            }
            (olds.at, news.at) = (line, news.at + len);
        }
        while olds.at < end {
            let (from, new_from) = (olds.at, news.at);
            if olds.step_before(true) != news.step_before(true)
                || olds.at - from != news.at - new_from
            {
                return false;
            }
        }
        olds.at == end
    };
    for (place, values) in edited.places.iter().zip(wanted) {
        let joins = || Refusal::Joins { offset: place.old.start };
        if !same(&mut olds, &mut news, place.old.start) || news.at != place.new.start {
            return Err(joins());
        }
        while olds.at < place.old.end {
            olds.step();
        }
        let fine = news.reads(values, place.new.end, true, is_hz(text))
            && olds.at == place.old.end
            && olds.decoder == news.decoder;
        if !fine {
            return Err(joins());
        }
    }
    let end = edited.places.last().map_or(0, |place| place.old.start);
    let fine = same(&mut olds, &mut news, text.bytes.len())
        && news.at == edited.bytes.len()
        && Bom::of(text.bytes) == Bom::of(&edited.bytes);
    if fine { Ok(()) } else { Err(Refusal::Joins { offset: end }) }
}
