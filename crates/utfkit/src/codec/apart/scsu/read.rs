//! Decoding of SCSU.

use core::mem::MaybeUninit;

use super::{STATIC, State, WINDOW, is_plain, start_of, tag};
use crate::{
    codec::step::Step,
    error::Kind,
    form::{Sequence, cut},
    scalar,
    simd::Progress,
};

/// The state of reading a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reader(State);

/// The result of reading a unit of UTF-16, with its quoting tag.
enum Unit {
    Whole {
        unit: u16,
        end: usize,
    },
    /// The text ends first.
    Cut,
    /// Something else.
    No,
}

const fn ill_formed(kind: Kind, len: usize) -> Step {
    Step::IllFormed { kind, len }
}

impl Reader {
    /// Creates the reader for the start of a text.
    pub(crate) const fn new() -> Self {
        Self(State::START)
    }

    /// Decodes the sequence at the start of `src`, the next bytes of the text. With `last`, nothing
    /// follows them. At most six bytes are needed.
    pub(crate) fn first(self, src: &[u8], last: bool) -> Step {
        self.next(src, last).0
    }

    /// Continues after `bytes`, for which [`first`](Self::first) returned a step.
    ///
    /// `bytes` may hold several steps.
    pub(crate) fn pass(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let (step, state) = self.next(bytes, true);
            self.0 = state;
            match step {
                Step::Value { len, .. } | Step::Shift { len } | Step::IllFormed { len, .. } => {
                    bytes = cut::rest(bytes, len);
                }
                Step::Incomplete => return,
            }
        }
    }

    /// Returns the step at the start of `src`, and the state after it.
    fn next(self, src: &[u8], last: bool) -> (Step, State) {
        let Some(&byte) = src.first() else { return (Step::Incomplete, self.0) };
        if self.0.is_unicode { self.unicode(byte, src, last) } else { self.single(byte, src, last) }
    }

    fn single(self, byte: u8, src: &[u8], last: bool) -> (Step, State) {
        let state = self.0;
        let step = match byte {
            0x80.. => Step::Value { value: state.start() + u32::from(byte) - WINDOW, len: 1 },
            _ if is_plain(byte) => Step::Value { value: byte.into(), len: 1 },
            tag::SQ..0x09 => self.quoted(byte - tag::SQ, src, last),
            tag::SDX => return self.define_extended(src, last),
            tag::SQU => Step::from(self.units(src, last)),
            tag::SCU => return (Step::Shift { len: 1 }, State { is_unicode: true, ..state }),
            tag::SC..tag::SD => return (Step::Shift { len: 1 }, state.select(byte - tag::SC)),
            tag::SD..0x20 => return self.define(byte - tag::SD, src, last),
            // The byte of the form feed is reserved.
            _ => ill_formed(Kind::InvalidByte, 1),
        };
        (step, state)
    }

    fn unicode(self, byte: u8, src: &[u8], last: bool) -> (Step, State) {
        match byte {
            tag::UC..tag::UD => (Step::Shift { len: 1 }, self.0.select(byte - tag::UC)),
            tag::UD..=0xEF => self.define(byte - tag::UD, src, last),
            tag::UDX => self.define_extended(src, last),
            tag::RESERVED => (ill_formed(Kind::InvalidByte, 1), self.0),
            _ => (Step::from(self.units(src, last)), self.0),
        }
    }

    /// Returns the step of the first `len` bytes of `src`, which are too few.
    const fn cut(src: &[u8], last: bool) -> Step {
        if last { ill_formed(Kind::Truncated, src.len()) } else { Step::Incomplete }
    }

    /// Returns the character after a quoting tag: of a static window, or of a dynamic one.
    fn quoted(self, window: u8, src: &[u8], last: bool) -> Step {
        let window = usize::from(window);
        let value = match src.get(1) {
            None => return Self::cut(src, last),
            Some(&byte @ ..0x80) => STATIC[window] + u32::from(byte),
            Some(&byte) => self.0.windows[window] + u32::from(byte) - WINDOW,
        };
        Step::Value { value, len: 2 }
    }

    /// Moves `window` to the block of the byte after the tag.
    fn define(self, window: u8, src: &[u8], last: bool) -> (Step, State) {
        let Some(&byte) = src.get(1) else { return (Self::cut(src, last), self.0) };
        match start_of(byte) {
            Some(start) => (Step::Shift { len: 2 }, self.0.define(window, start)),
            None => (ill_formed(Kind::Unassigned, 2), self.0),
        }
    }

    /// Moves a window to a supplementary block: three bits name the window, and 13 the block.
    fn define_extended(self, src: &[u8], last: bool) -> (Step, State) {
        let Some(&[high, low]) = src.get(1..3) else { return (Self::cut(src, last), self.0) };
        let block = u32::from(high & 0x1F) << 8 | u32::from(low);
        (Step::Shift { len: 3 }, self.0.define(high >> 5, 0x1_0000 + block * WINDOW))
    }

    /// Returns the character of one or two units at the start of `src`.
    fn units(self, src: &[u8], last: bool) -> Sequence {
        let ill_formed = |kind, len| Sequence::IllFormed { kind, len };
        match self.unit(src, 0) {
            Unit::Whole { unit: high @ 0xD800..0xDC00, end } => match self.unit(src, end) {
                Unit::Whole { unit: low @ 0xDC00..0xE000, end } => {
                    Sequence::Value { value: scalar::from_surrogates(high, low), len: end }
                }
                Unit::Cut if !last => Sequence::Incomplete,
                _ => ill_formed(Kind::LoneHighSurrogate { value: high }, end),
            },
            Unit::Whole { unit: low @ 0xDC00..0xE000, end } => {
                ill_formed(Kind::LoneLowSurrogate { value: low }, end)
            }
            Unit::Whole { unit, end } => Sequence::Value { value: unit.into(), len: end },
            Unit::Cut if !last => Sequence::Incomplete,
            Unit::Cut => ill_formed(Kind::Truncated, src.len()),
            Unit::No => ill_formed(Kind::InvalidByte, 1),
        }
    }

    /// Returns the unit at `at` in `src`. In single-byte mode, only quoted units are units.
    fn unit(self, src: &[u8], at: usize) -> Unit {
        let start = match (self.0.is_unicode, src.get(at)) {
            (_, None) => return Unit::Cut,
            (true, Some(&tag::UQU)) | (false, Some(&tag::SQU)) => at + 1,
            (true, Some(tag::UC..=tag::RESERVED)) | (false, Some(_)) => return Unit::No,
            (true, Some(_)) => at,
        };
        match src.get(start..start + 2) {
            Some(&[high, low]) => {
                Unit::Whole { unit: u16::from_be_bytes([high, low]), end: start + 2 }
            }
            _ => Unit::Cut,
        }
    }

    /// Decodes well-formed sequences of `src` until one is ill-formed or incomplete, or `values` is
    /// full.
    pub(crate) fn decode(&mut self, src: &[u8], values: &mut [MaybeUninit<u32>]) -> Progress {
        let mut done = Progress::default();
        while let Some(slot) = values.get_mut(done.written) {
            let rest = &src[done.read..];
            let (len, value) = match self.next(rest, false) {
                (Step::Value { value, len }, state) => {
                    self.0 = state;
                    (len, Some(value))
                }
                (Step::Shift { len }, state) => {
                    self.0 = state;
                    (len, None)
                }
                _ => break,
            };
            done.read += len;
            if let Some(value) = value {
                slot.write(value);
                done.written += 1;
            }
        }
        done
    }
}
