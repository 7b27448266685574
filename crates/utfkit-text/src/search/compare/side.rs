//! One of the two texts to compare: its code points, normalized if requested.

use std::{collections::VecDeque, io};

use utfkit::Finding;

use crate::{
    streams::code_points::{CodePoints, ILL_FORMED},
    transform::{
        filters::{Filters, Wanted},
        normalize::Form,
    },
};

/// A text to compare, from the first value that was not yet found equal.
pub struct Side<'r> {
    text: CodePoints<'r>,
    /// The number of values of the block that were found equal.
    next: usize,
    /// The ill-formed sequences from there on.
    findings: VecDeque<Finding>,
    /// The first ill-formed sequence of the text.
    first: Option<Finding>,
    normalized: Option<Normalized>,
}

/// The values of a block after normalization.
struct Normalized {
    filters: Filters,
    values: Vec<u32>,
    text: String,
    ended: bool,
}

impl<'r> Side<'r> {
    /// Creates a text to compare. If a normalization form is given, the text is normalized first.
    pub fn new(text: CodePoints<'r>, normalize: Option<Form>) -> Self {
        let normalized = normalize.map(|form| Normalized {
            filters: Filters::new(Wanted { normalize: Some(form), ..Wanted::default() }),
            values: Vec::new(),
            text: String::new(),
            ended: false,
        });
        Self { text, next: 0, findings: VecDeque::new(), first: None, normalized }
    }

    /// Returns the next values, with [`ILL_FORMED`] for each ill-formed maximal subpart. The slice
    /// is empty only at the end of the text.
    ///
    /// # Errors
    ///
    /// Returns an error if reading fails, or if the text has more marks on one letter than can be
    /// normalized in bounded memory.
    pub fn values(&mut self) -> io::Result<&[u32]> {
        while self.next == self.ready().len() && self.advance()? {}
        Ok(&self.ready()[self.next..])
    }

    fn ready(&self) -> &[u32] {
        match &self.normalized {
            Some(normalized) => &normalized.values,
            None => self.text.values(),
        }
    }

    fn advance(&mut self) -> io::Result<bool> {
        let more = self.text.advance()?;
        self.next = 0;
        self.findings.extend(self.text.findings());
        self.first = self.first.or(self.text.findings().first().copied());
        match &mut self.normalized {
            None => Ok(more),
            Some(normalized) => normalized.advance(&self.text, more),
        }
    }

    /// Returns the next ill-formed sequence.
    pub fn finding(&self) -> Option<&Finding> {
        self.findings.front()
    }

    /// Returns the first error so far.
    pub fn first_error(&self) -> Option<&Finding> {
        self.first.as_ref()
    }

    /// Skips the next value, an ill-formed sequence that was found equal.
    pub fn pass_ill_formed(&mut self) {
        self.findings.pop_front();
        self.next += 1;
    }

    /// Skips `values` values that were found equal. None of them may be [`ILL_FORMED`].
    pub fn pass(&mut self, values: usize) {
        self.next += values;
    }

    /// Returns the offset of the next value. Returns `None` if the text was normalized, or if the
    /// encoding has shifts.
    pub fn offset(&self) -> Option<u64> {
        let known = self.normalized.is_none() && !self.text.encoding().has_shifts();
        known.then(|| self.text.places().of(&self.text, self.next))
    }
}

impl Normalized {
    /// Reads the values of the next block of `text`, if there is `more`.
    fn advance(&mut self, text: &CodePoints<'_>, more: bool) -> io::Result<bool> {
        self.values.clear();
        if !more {
            let ends = !std::mem::replace(&mut self.ended, true);
            self.end();
            return Ok(ends);
        }
        let mut parts = text.values().split(|&value| value == ILL_FORMED);
        if let Some(first) = parts.next() {
            self.push(first)?;
        }
        for part in parts {
            self.end();
            self.values.push(ILL_FORMED);
            self.push(part)?;
        }
        Ok(true)
    }

    /// Normalizes `values`. Values beyond Unicode stay unchanged.
    fn push(&mut self, values: &[u32]) -> io::Result<()> {
        let mut text = String::new();
        for &value in values {
            if let Some(character) = char::from_u32(value) {
                text.push(character);
                continue;
            }
            self.filters.push(&std::mem::take(&mut text), &mut self.text);
            self.end();
            self.values.push(value);
        }
        self.filters.push(&text, &mut self.text);
        self.take();
        if self.filters.overflowed() {
            Err(io::Error::other("more marks on one letter than can be normalized"))
        } else {
            Ok(())
        }
    }

    /// Ends the text that waits in the filters.
    fn end(&mut self) {
        self.filters.finish(&mut self.text);
        self.take();
    }

    fn take(&mut self) {
        self.values.extend(self.text.drain(..).map(u32::from));
    }
}
