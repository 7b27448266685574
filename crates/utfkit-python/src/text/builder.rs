//! A `str` that grows: blocks of text are decoded directly into Python's memory.
//!
//! Python stores a `str` with one, two or four bytes per character, as many as its greatest
//! character needs. The builder begins with the width that samples of the text need. It only grows
//! the width for a character that needs it, so the width is never too great.

use pyo3::{prelude::*, types::PyString};
use utfkit::{utf8, utf16};

use super::{
    forms::{run_form, sampled, units16},
    run::{Run, Stop},
    source::Source,
    values::{narrow, run_values, sampled_by},
};
use crate::{
    label::Form,
    raw::{LARGE, NewStr, Room, Width},
};

/// A `str` that grows.
pub(crate) struct Builder {
    text: NewStr,
    filled: usize,
}

impl Builder {
    /// Creates a builder for the text of `src`. `certain` is `false` if decoding may stop before
    /// the end.
    pub(crate) fn new(
        py: Python<'_>,
        source: &Source,
        src: &[u8],
        certain: bool,
    ) -> PyResult<Self> {
        let (width, capacity) = match (source.form, source.tables) {
            (Some(form), _) if certain => {
                let width = sampled(form, src);
                (width, capacity(Some(form), src, width))
            }
            (_, Some(tables)) if certain => sampled_by(tables, src),
            (form, _) => (Width::Ascii, capacity(form, src, Width::Ascii)),
        };
        let text = NewStr::new(py, width, capacity)?;
        Ok(Self { text, filled: 0 })
    }

    /// Decodes `src` from `at` on, up to its end or a sequence that is ill-formed or incomplete. If
    /// `detach` is set, long text is decoded without the GIL.
    pub(crate) fn take(
        &mut self,
        py: Python<'_>,
        source: &mut Source,
        src: &[u8],
        at: &mut usize,
        detach: bool,
    ) -> PyResult<()> {
        loop {
            let (width, rest) = (self.text.width(), &src[*at..]);
            let room = self.text.room(self.filled);
            let run = if detach && rest.len() >= LARGE {
                py.detach(|| run(source, rest, width, room))
            } else {
                run(source, rest, width, room)
            };
            *at += run.read;
            self.filled += run.written;
            let rest = &src[*at..];
            match run.stop {
                Stop::Done | Stop::Sequence => return Ok(()),
                Stop::Width(width) => {
                    let capacity = capacity(source.form, rest, width);
                    self.widen(py, width, self.filled + capacity)?;
                }
                Stop::Full => {
                    let more = capacity(source.form, rest, width).max(self.filled / 2).max(16);
                    self.widen(py, width, self.filled + more)?;
                }
            }
        }
    }

    /// Appends code points, which may be surrogates.
    pub(crate) fn push(&mut self, py: Python<'_>, values: &[u32]) -> PyResult<()> {
        let width = Width::of(values.iter().fold(0, |all, value| all | value));
        let width = width.max(self.text.width());
        let needed = self.filled + values.len();
        if width > self.text.width() || needed > self.text.len() {
            let capacity =
                if needed > self.text.len() { needed + needed / 2 } else { self.text.len() };
            self.widen(py, width, capacity)?;
        }
        narrow(values, &mut self.text.room(self.filled));
        self.filled = needed;
        Ok(())
    }

    /// Returns the `str`.
    pub(crate) fn finish(self, py: Python<'_>) -> PyResult<Bound<'_, PyString>> {
        // SAFETY: the first `filled` characters were written, and one of them needs the current
        // width.
        unsafe { self.text.finish(py, self.filled) }
    }

    fn widen(&mut self, py: Python<'_>, width: Width, capacity: usize) -> PyResult<()> {
        let old = std::mem::replace(&mut self.text, NewStr::new(py, Width::Ascii, 0)?);
        // SAFETY: the first `filled` characters were written.
        self.text = unsafe { old.widened(py, self.filled, width, capacity)? };
        Ok(())
    }
}

/// Returns the maximum number of characters of `src`, if it is well-formed and no character is
/// wider.
fn capacity(form: Option<Form>, src: &[u8], width: Width) -> usize {
    match form {
        Some(Form::Latin1) | None => src.len(),
        Some(Form::Utf8) if width == Width::Ascii => src.len(),
        Some(Form::Utf8) => utf8::count(src),
        Some(Form::Utf16(_)) if width < Width::Four => src.len() / 2,
        Some(Form::Utf16(order)) => utf16::count(units16(src, order)),
        Some(Form::Utf32(_)) => src.len() / 4,
    }
}

/// Decodes `src` into `room`.
fn run(source: &mut Source, src: &[u8], width: Width, room: Room<'_>) -> Run {
    match source.form {
        Some(form) => run_form(form, src, width, room),
        None => run_values(source, src, width, room),
    }
}
