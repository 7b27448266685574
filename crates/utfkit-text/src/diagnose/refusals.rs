//! Finds the characters of a pushed stream that a receiver rejects.

use utfkit::{Encoding, Finding, utf8};

use crate::{
    receivers::Receiver,
    streams::{choose::by_line::Use, decoder::Decoder, events::Events, reading::Reading},
};

/// Finds the characters that a receiver rejects, in text with a BOM or in UTF-8.
pub struct Refusals {
    decoder: Decoder<'static>,
    found: Found,
}

/// The rejected characters, each with its line, from 1.
#[derive(Default)]
struct Found {
    encoding: Option<Encoding>,
    feeds: u64,
    refused: Vec<(u64, Finding)>,
}

impl Refusals {
    /// Creates a finder before the first byte of a text.
    pub fn new(receiver: Receiver) -> Self {
        Self::by(Decoder::new(reading(receiver)))
    }

    /// Creates a finder for text that is known to be UTF-8.
    pub fn of_utf8(receiver: Receiver) -> Self {
        Self::by(Decoder::labelled(Encoding::Utf8.into(), reading(receiver)))
    }

    fn by(decoder: Decoder<'static>) -> Self {
        Self { decoder, found: Found::default() }
    }

    /// Takes `bytes`, the next of the text, and returns the new rejected characters.
    pub fn push(&mut self, bytes: &[u8]) -> impl Iterator<Item = (u64, Finding)> {
        self.decoder.feed(bytes, &mut self.found);
        self.found.refused.drain(..)
    }

    /// Returns `true` if the code units of the text are bytes, according to the bytes so far.
    pub fn is_of_bytes(&self) -> bool {
        self.found.encoding.is_none_or(|encoding| encoding.unit_bytes() == 1)
    }

    /// Ends the text, and returns the rest of the rejected characters.
    pub fn finish(mut self) -> Vec<(u64, Finding)> {
        self.decoder.finish(&mut self.found);
        self.found.refused
    }
}

fn reading(receiver: Receiver) -> Reading<'static> {
    Reading { receiver: Some(receiver), ..Reading::default() }
}

impl Events for Found {
    fn begin(&mut self, encoding: Encoding) {
        self.encoding = Some(encoding);
    }
    fn text(&mut self, text: &str) {
        self.feeds += utf8::count_lines(text.as_bytes()) as u64;
    }
    fn ill_formed(&mut self, _: Finding) {}
    fn refused(&mut self, finding: Finding) {
        self.refused.push((self.feeds + 1, finding));
    }
    fn read(&mut self, _: &[u8]) {}
    fn used(&mut self, _: &[Use]) {}
    fn is_satisfied(&self) -> bool {
        false
    }
}
