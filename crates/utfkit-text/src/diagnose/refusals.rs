//! Finds the characters of a pushed stream that a receiver rejects.

use utfkit::{Encoding, Finding, encoding::Bom, utf8};

use crate::{
    receivers::Receiver,
    streams::{choose::by_line::Use, decoder::Decoder, events::Events, reading::Reading},
};

/// Finds the characters that a receiver rejects, in text with a BOM or in UTF-8.
pub struct Refusals {
    receiver: Receiver,
    /// The first bytes of the text, until they settle its encoding.
    head: Vec<u8>,
    /// Whether the code units are bytes, according to the bytes so far.
    of_bytes: bool,
    decoder: Option<Decoder<'static>>,
    found: Found,
}

/// The rejected characters, each with its line, from 1.
#[derive(Default)]
struct Found {
    feeds: u64,
    refused: Vec<(u64, Finding)>,
}

impl Refusals {
    /// Creates a finder before the first byte of a text.
    pub fn new(receiver: Receiver) -> Self {
        Self { receiver, head: Vec::new(), of_bytes: true, decoder: None, found: Found::default() }
    }

    /// Creates a finder for text that is known to be UTF-8.
    pub fn of_utf8(receiver: Receiver) -> Self {
        let mut refusals = Self::new(receiver);
        refusals.begin();
        refusals
    }

    /// Takes `bytes`, the next of the text, and returns the new rejected characters.
    pub fn push(&mut self, bytes: &[u8]) -> impl Iterator<Item = (u64, Finding)> {
        match &mut self.decoder {
            Some(decoder) => decoder.feed(bytes, &mut self.found),
            None => {
                self.head.extend_from_slice(bytes);
                if Bom::is_settled(&self.head) {
                    self.begin();
                }
            }
        }
        self.found.refused.drain(..)
    }

    /// Returns `true` if the code units of the text are bytes, according to the bytes so far.
    pub fn is_of_bytes(&self) -> bool {
        self.of_bytes
    }

    /// Ends the text, and returns the rest of the rejected characters.
    pub fn finish(mut self) -> Vec<(u64, Finding)> {
        if self.decoder.is_none() {
            self.begin();
        }
        if let Some(decoder) = self.decoder {
            decoder.finish(&mut self.found);
        }
        self.found.refused
    }

    fn begin(&mut self) {
        let head = std::mem::take(&mut self.head);
        let reading = Reading { receiver: Some(self.receiver), ..Reading::default() };
        let label = reading.label_of(&head);
        self.of_bytes = label.encoding().unit_bytes() == 1;
        let decoder = Decoder::new(label, reading);
        self.decoder.insert(decoder).feed(&head, &mut self.found);
    }
}

impl Events for Found {
    fn begin(&mut self, _: Encoding) {}
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
