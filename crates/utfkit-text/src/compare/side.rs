//! One of two texts: its code points, as they are or normalized.

use std::{collections::VecDeque, io};

use utfkit::Finding;

use crate::{
    streams::code_points::{CodePoints, ILL_FORMED},
    transform::{
        filters::{Filters, Wanted},
        normalize::Form,
    },
};

/// A text that is compared, from the first value that was not yet found equal.
pub struct Side<'r> {
    text: CodePoints<'r>,
    /// How many of the values were found equal.
    next: usize,
    /// What is ill-formed from there on.
    findings: VecDeque<Finding>,
    /// The first of all.
    first: Option<Finding>,
    normalized: Option<Normalized>,
}

/// The values of a block as the normalizer leaves them.
struct Normalized {
    filters: Filters,
    values: Vec<u32>,
    text: String,
    ended: bool,
}

impl<'r> Side<'r> {
    /// A text of which nothing was compared, in this normalization form if one is given.
    pub fn new(text: CodePoints<'r>, normalize: Option<Form>) -> Self {
        let normalized = normalize.map(|form| Normalized {
            filters: Filters::new(Wanted { normalize: Some(form), ..Wanted::default() }),
            values: Vec::new(),
            text: String::new(),
            ended: false,
        });
        Self { text, next: 0, findings: VecDeque::new(), first: None, normalized }
    }

    /// The values that come next, [`ILL_FORMED`] for what is none; none are left if there are none.
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

    /// What is ill-formed next.
    pub fn finding(&self) -> Option<&Finding> {
        self.findings.front()
    }

    /// The first error so far.
    pub fn first_error(&self) -> Option<&Finding> {
        self.first.as_ref()
    }

    /// What is ill-formed, and comes next, was found equal.
    pub fn pass_ill_formed(&mut self) {
        self.findings.pop_front();
        self.next += 1;
    }

    /// So many more values were found equal.
    pub fn pass(&mut self, values: usize) {
        self.next += values;
    }

    /// The offset of the next value; not known of text that was changed, or that has shifts.
    pub fn offset(&self) -> Option<u64> {
        let known = self.normalized.is_none() && !self.text.encoding().has_shifts();
        known.then(|| self.text.places().of(&self.text, self.next))
    }
}

impl Normalized {
    /// Takes the next block of `text`, if there is one.
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

    /// Normalizes `values`; those beyond Unicode stay as they are.
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
        match self.filters.overflowed() {
            true => Err(io::Error::other("more marks on one letter than can be normalized")),
            false => Ok(()),
        }
    }

    /// What waits is complete.
    fn end(&mut self) {
        self.filters.finish(&mut self.text);
        self.take();
    }

    fn take(&mut self) {
        self.values.extend(self.text.drain(..).map(u32::from));
    }
}
