//! Decodes the bytes of a stream to events, in memory that does not depend on its length.

use std::ops::ControlFlow;

use utfkit::{
    Encoding, Kind, Status,
    encoding::{Bom, BomPolicy, Label},
    transcode::Transcoder,
    utf8,
};

use super::{
    block::BLOCK,
    choose::by_line::Mixed,
    events::Events,
    reading::Reading,
    refused::{refuses_bom, tell},
    text::{Part, TextReader},
};
use crate::receivers::Receiver;

/// The number of bytes to decode and measure at once, so that they stay in the nearest cache.
const NEAR: usize = 16 << 10;

/// Decodes bytes to events.
pub enum Decoder<'c> {
    /// The first bytes of a text, which do not decide yet whether it has a BOM.
    Start(Reading<'c>, Vec<u8>),
    /// Text in one encoding.
    Text(TextDecoder),
    /// Lines, each in its own encoding.
    Mixed {
        /// Decodes the lines.
        mixed: Box<Mixed<'c>>,
        /// The buffer for the decoded lines.
        text: Vec<u8>,
    },
}

impl<'c> Decoder<'c> {
    /// Creates a decoder of text that is read according to `reading`. The first event is the
    /// encoding.
    pub fn new(reading: Reading<'c>) -> Self {
        Decoder::Start(reading, Vec::new())
    }

    /// Creates a decoder of text labelled `label`, without an event of its encoding.
    pub fn labelled(label: Label, reading: Reading<'c>) -> Self {
        let Reading { by_line, receiver, order, bom, .. } = reading;
        let policy = bom.unwrap_or(BomPolicy::Auto);
        let bom = match (label.encoding(), by_line) {
            (Encoding::Utf8, Some(candidates)) => {
                let reader = |label| {
                    Transcoder::labelled(label, Encoding::Utf8.into()).bom(BomPolicy::Forbid)
                };
                let mixed = Box::new(Mixed::new(candidates, policy, reader));
                return Decoder::Mixed { mixed, text: vec![0; BLOCK] };
            }
            // The receiver gets the BOM, too.
            (Encoding::Utf8, None) if policy != BomPolicy::Require && refuses_bom(receiver) => {
                Some(BomPolicy::Forbid)
            }
            (Encoding::Utf8, None) => Some(policy),
            _ => bom,
        };
        Decoder::Text(TextDecoder { reader: TextReader::new(label, bom, order), receiver })
    }

    /// Decodes `bytes`, the next in the stream, and stops early if `events` is satisfied.
    pub fn feed(&mut self, bytes: &[u8], events: &mut dyn Events) {
        match self {
            Decoder::Start(reading, head) => {
                head.extend_from_slice(bytes);
                if !reading.looks_for_bom() || Bom::is_settled(head) {
                    *self = Self::begin(*reading, head, events);
                }
            }
            Decoder::Text(text) => text.feed(bytes, events),
            Decoder::Mixed { mixed, text } => by_line(mixed, text, bytes, false, events),
        }
    }

    /// Ends the stream.
    pub fn finish(self, events: &mut dyn Events) {
        match self {
            Decoder::Start(reading, head) => Self::begin(reading, &head, events).finish(events),
            Decoder::Text(TextDecoder { reader, receiver }) => {
                let _ = reader.finish(&mut |part| report(part, receiver, events));
                events.used(&[]);
            }
            Decoder::Mixed { mut mixed, mut text } => {
                by_line(&mut mixed, &mut text, &[], true, events);
                events.used(mixed.used());
            }
        }
    }

    /// Returns the decoder of a text that begins with `head`, which it has decoded.
    fn begin(reading: Reading<'c>, head: &[u8], events: &mut dyn Events) -> Self {
        let label = reading.label_of(head);
        events.begin(label.encoding());
        let mut decoder = Self::labelled(label, reading);
        decoder.feed(head, events);
        decoder
    }
}

/// Decodes text in one encoding to events.
pub struct TextDecoder {
    /// Reads the stream.
    pub reader: TextReader,
    /// The receiver of the text, which rejects some characters.
    pub receiver: Option<Receiver>,
}

impl TextDecoder {
    /// Decodes `bytes`, the next in the stream, and stops early if `events` is satisfied.
    pub fn feed(&mut self, bytes: &[u8], events: &mut dyn Events) {
        for near in bytes.chunks(NEAR) {
            let mut take = |part: Part<'_>| report(part, self.receiver, events);
            if self.reader.feed(near, &mut take).is_break() {
                return;
            }
        }
    }
}

/// Reports `part`, and the characters in it that `receiver` rejects.
fn report(part: Part<'_>, receiver: Option<Receiver>, events: &mut dyn Events) -> ControlFlow<()> {
    match part {
        Part::Text(piece) => tell(receiver, piece, events),
        Part::IllFormed(finding) => events.ill_formed(finding),
        // A value beyond Unicode is well-formed in its encoding, but UTF-8 cannot represent it.
        Part::Beyond(_) => events.text("\u{FFFD}"),
    }
    if events.is_satisfied() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// Decodes the lines in `bytes`, and reports the text and the ill-formed sequences.
fn by_line(
    mixed: &mut Mixed<'_>,
    text: &mut [u8],
    mut bytes: &[u8],
    last: bool,
    events: &mut dyn Events,
) {
    loop {
        let outcome = mixed.transcode(bytes, text, last);
        // Whole characters are written, so all of the output is text in one chunk.
        events.text(utf8::chunks(&text[..outcome.written]).next().map_or("", |chunk| chunk.text()));
        bytes = &bytes[outcome.read..];
        match outcome.status {
            Status::IllFormed(finding) if matches!(finding.kind(), Kind::Unencodable { .. }) => {
                events.text("\u{FFFD}");
            }
            Status::IllFormed(finding) => events.ill_formed(finding),
            Status::OutputFull => {}
            Status::Done => return,
        }
        if events.is_satisfied() {
            return;
        }
    }
}
