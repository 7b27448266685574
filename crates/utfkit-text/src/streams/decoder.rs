//! The bytes of a stream as events, in memory that does not depend on its length.

use utfkit::{
    Encoding, Kind, Outcome, Status,
    encoding::{BomPolicy, Label},
    transcode::Transcoder,
    utf8::{self, Piece, Utf8Stream},
};

use super::{
    block::BLOCK,
    choose::by_line::{Mixed, Use},
    events::Events,
    reading::Reading,
    refused::{self, Follower},
};
use crate::receivers::Receiver;

/// How many bytes of UTF-8 are checked, and measured, before they leave the nearest cache.
const NEAR: usize = 16 << 10;

/// Turns bytes into events.
pub enum Decoder<'c> {
    /// UTF-8, which is its own text.
    Utf8 {
        /// Finds what is ill-formed.
        stream: Utf8Stream,
        /// Where in the stream reading is.
        place: Place,
    },
    /// Any other encoding, by conversion.
    Other(Converter),
    /// Lines, each in an encoding of its own.
    Mixed {
        /// Reads the lines.
        mixed: Box<Mixed<'c>>,
        /// The room that they are converted in.
        text: Vec<u8>,
    },
}

impl<'c> Decoder<'c> {
    /// Reads text labelled `label`; `text` is room to convert it in.
    pub fn new(label: Label, reading: Reading<'c>, mut text: Vec<u8>) -> Self {
        let Reading { by_line, receiver, .. } = reading;
        let policy = reading.bom.unwrap_or(BomPolicy::Auto);
        match (label.encoding(), by_line) {
            (Encoding::Utf8, Some(candidates)) => {
                let reader = |label| {
                    Transcoder::labelled(label, Encoding::Utf8.into()).bom(BomPolicy::Forbid)
                };
                text.resize(BLOCK, 0);
                Decoder::Mixed { mixed: Box::new(Mixed::new(candidates, policy, reader)), text }
            }
            (Encoding::Utf8, None) if policy != BomPolicy::Require => {
                let begun = policy == BomPolicy::Forbid;
                let place = Place { receiver, begun, offset: 0, at: 0 };
                Decoder::Utf8 { stream: Utf8Stream::new(), place }
            }
            _ => {
                text.resize(BLOCK, 0);
                let reader = || Box::new(reading.reader(label));
                let follower = receiver.map(|receiver| Follower::new(receiver, reader()));
                Decoder::Other(Converter { transcoder: reader(), text, follower, receiver })
            }
        }
    }

    /// Returns the room, to be used again.
    pub fn into_room(self) -> Vec<u8> {
        match self {
            Decoder::Utf8 { .. } => Vec::new(),
            Decoder::Other(Converter { text, .. }) | Decoder::Mixed { text, .. } => text,
        }
    }

    /// The stream goes on with `bytes`.
    pub fn feed(&mut self, bytes: &[u8], events: &mut dyn Events) {
        match self {
            Decoder::Utf8 { stream, place } => {
                for near in bytes.chunks(NEAR) {
                    for piece in stream.feed(near) {
                        place.pass(piece, events);
                        if events.is_satisfied() {
                            return;
                        }
                    }
                }
            }
            _ => self.convert(bytes, false, events),
        }
    }

    /// The stream is at its end.
    pub fn finish(&mut self, events: &mut dyn Events) {
        match self {
            Decoder::Utf8 { stream, place } => {
                stream.finish().for_each(|piece| place.pass(piece, events));
            }
            _ => self.convert(&[], true, events),
        }
    }

    /// What lines were read as besides UTF-8, where each has an encoding of its own.
    pub fn used(&self) -> &[Use] {
        match self {
            Decoder::Mixed { mixed, .. } => mixed.used(),
            Decoder::Utf8 { .. } | Decoder::Other(_) => &[],
        }
    }

    /// Converts `bytes` and passes on what comes of it.
    fn convert(&mut self, bytes: &[u8], last: bool, events: &mut dyn Events) {
        match self {
            Decoder::Utf8 { .. } => {}
            Decoder::Other(converter) => converter.convert(bytes, last, events),
            Decoder::Mixed { mixed, text } => {
                let transcode = |src: &[u8], dst: &mut [u8]| mixed.transcode(src, dst, last);
                convert(transcode, text, bytes, None, events);
            }
        }
    }
}

/// Turns bytes into events by converting them into `text`.
pub struct Converter {
    /// Converts the stream.
    pub transcoder: Box<Transcoder<'static>>,
    text: Vec<u8>,
    follower: Option<Follower>,
    /// The receiver of the text.
    pub receiver: Option<Receiver>,
}

impl Converter {
    /// Converts `bytes`, the last or not, and passes on what comes of it.
    pub fn convert(&mut self, bytes: &[u8], last: bool, events: &mut dyn Events) {
        let transcoder = &mut self.transcoder;
        let transcode = |src: &[u8], dst: &mut [u8]| transcoder.transcode(src, dst, last);
        let follower = self.follower.as_mut().map(|one| (one, last));
        convert(transcode, &mut self.text, bytes, follower, events);
    }

    /// Goes on behind `bytes`, which `part` has converted, and of which nothing is refused.
    pub fn pass(&mut self, part: &Transcoder<'_>, bytes: &[u8]) {
        self.transcoder.pass(part);
        if let Some(follower) = &mut self.follower {
            follower.pass(part, bytes);
        }
    }
}

/// Where in a stream of UTF-8 reading is.
pub struct Place {
    receiver: Option<Receiver>,
    /// Whether the BOM, if any, is behind it.
    begun: bool,
    /// Where the stream began that is followed.
    offset: u64,
    /// Where the next piece begins.
    at: u64,
}

impl Place {
    /// Who refuses some of the text.
    pub fn receiver(&self) -> Option<Receiver> {
        self.receiver
    }

    /// Goes on at `offset`, where another stream of UTF-8 begins that is part of the same text.
    pub fn go_on_at(&mut self, offset: u64) {
        (self.offset, self.at) = (offset, offset);
    }

    /// Passes on a piece.
    fn pass(&mut self, piece: Piece<'_>, events: &mut dyn Events) {
        match piece {
            Piece::Text(text) => {
                let signed = !self.begun && !refused::refuses_bom(self.receiver);
                let plain = match signed {
                    false => text,
                    true => text.strip_prefix('\u{FEFF}').unwrap_or(text),
                };
                let at = self.at + (text.len() - plain.len()) as u64;
                self.at += text.len() as u64;
                refused::tell(self.receiver, plain, at, events);
            }
            Piece::IllFormed(finding) => {
                let finding = finding.moved(self.offset);
                self.at = finding.end();
                events.ill_formed(finding);
            }
        }
        self.begun = true;
    }
}

/// Converts `bytes` and passes on what comes of it; a follower of the conversion says what of it
/// is refused, and is told whether they are the last.
fn convert(
    mut transcode: impl FnMut(&[u8], &mut [u8]) -> Outcome,
    text: &mut [u8],
    mut bytes: &[u8],
    mut follower: Option<(&mut Follower, bool)>,
    events: &mut dyn Events,
) {
    loop {
        let outcome = transcode(bytes, text);
        // A transcoder writes whole characters, so all of it is text, in one chunk.
        let plain = utf8::chunks(&text[..outcome.written]).next().map_or("", |chunk| chunk.text());
        match &mut follower {
            None => events.text(plain),
            Some((follower, last)) => follower.tell(bytes, plain, (&outcome, *last), events),
        }
        bytes = &bytes[outcome.read..];
        match outcome.status {
            // A value beyond Unicode is well-formed in what holds it; only here it cannot be shown.
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
