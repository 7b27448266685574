//! Decodes the bytes of a stream to events, in memory that does not depend on its length.

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

/// The number of bytes of UTF-8 to validate and measure at once, so that they stay in the nearest
/// cache.
const NEAR: usize = 16 << 10;

/// Decodes bytes to events.
pub enum Decoder<'c> {
    /// UTF-8, which needs no conversion.
    Utf8 {
        /// Finds ill-formed sequences.
        stream: Utf8Stream,
        /// The position in the stream.
        place: Place,
    },
    /// Any other encoding, converted to UTF-8.
    Other(Converter),
    /// Lines, each in its own encoding.
    Mixed {
        /// Decodes the lines.
        mixed: Box<Mixed<'c>>,
        /// The buffer for the decoded lines.
        text: Vec<u8>,
    },
}

impl<'c> Decoder<'c> {
    /// Creates a decoder of text labelled `label`. `text` is used as the buffer for conversions.
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

    /// Returns the buffer, so that another decoder can use it.
    pub fn into_room(self) -> Vec<u8> {
        match self {
            Decoder::Utf8 { .. } => Vec::new(),
            Decoder::Other(Converter { text, .. }) | Decoder::Mixed { text, .. } => text,
        }
    }

    /// Decodes `bytes`, the next in the stream, and stops early if `events` is satisfied.
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

    /// Ends the stream.
    pub fn finish(&mut self, events: &mut dyn Events) {
        match self {
            Decoder::Utf8 { stream, place } => {
                stream.finish().for_each(|piece| place.pass(piece, events));
            }
            _ => self.convert(&[], true, events),
        }
    }

    /// Returns the encodings other than UTF-8 that lines were read in, if each line has its own
    /// encoding.
    pub fn used(&self) -> &[Use] {
        match self {
            Decoder::Mixed { mixed, .. } => mixed.used(),
            Decoder::Utf8 { .. } | Decoder::Other(_) => &[],
        }
    }

    /// Converts `bytes`, and reports the text and the ill-formed sequences.
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

/// Decodes bytes to events by converting them to UTF-8.
pub struct Converter {
    /// Converts the stream.
    pub transcoder: Box<Transcoder<'static>>,
    text: Vec<u8>,
    follower: Option<Follower>,
    /// The receiver of the text.
    pub receiver: Option<Receiver>,
}

impl Converter {
    /// Converts `bytes`, and reports the text and the ill-formed sequences. `last` ends the stream.
    pub fn convert(&mut self, bytes: &[u8], last: bool, events: &mut dyn Events) {
        let transcoder = &mut self.transcoder;
        let transcode = |src: &[u8], dst: &mut [u8]| transcoder.transcode(src, dst, last);
        let follower = self.follower.as_mut().map(|one| (one, last));
        convert(transcode, &mut self.text, bytes, follower, events);
    }

    /// Skips `bytes`, which `part` has converted. They must not contain rejected characters.
    pub fn pass(&mut self, part: &Transcoder<'_>, bytes: &[u8]) {
        self.transcoder.pass(part);
        if let Some(follower) = &mut self.follower {
            follower.pass(part, bytes);
        }
    }
}

/// A position in a stream of UTF-8.
pub struct Place {
    receiver: Option<Receiver>,
    /// Whether the stream has begun, so that U+FEFF is not a BOM.
    begun: bool,
    /// The offset in the text at which the current stream began.
    offset: u64,
    /// The offset of the next piece.
    at: u64,
}

impl Place {
    /// Returns the receiver, which rejects some characters.
    pub fn receiver(&self) -> Option<Receiver> {
        self.receiver
    }

    /// Continues at `offset`, where another stream of UTF-8 begins that is part of the same text.
    pub fn go_on_at(&mut self, offset: u64) {
        (self.offset, self.at) = (offset, offset);
    }

    /// Reports a piece.
    fn pass(&mut self, piece: Piece<'_>, events: &mut dyn Events) {
        match piece {
            Piece::Text(text) => {
                let may_have_bom = !self.begun && !refused::refuses_bom(self.receiver);
                let plain = match may_have_bom {
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

/// Converts `bytes`, and reports the text and the ill-formed sequences.
///
/// A follower finds the rejected characters. It comes with a flag that is `true` if the stream ends
/// with `bytes`.
fn convert(
    mut transcode: impl FnMut(&[u8], &mut [u8]) -> Outcome,
    text: &mut [u8],
    mut bytes: &[u8],
    mut follower: Option<(&mut Follower, bool)>,
    events: &mut dyn Events,
) {
    loop {
        let outcome = transcode(bytes, text);
        // A transcoder writes whole characters, so all of the output is text in one chunk.
        let plain = utf8::chunks(&text[..outcome.written]).next().map_or("", |chunk| chunk.text());
        match &mut follower {
            None => events.text(plain),
            Some((follower, last)) => follower.tell(bytes, plain, (&outcome, *last), events),
        }
        bytes = &bytes[outcome.read..];
        match outcome.status {
            // A value beyond Unicode is well-formed in its encoding, but UTF-8 cannot represent it.
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
