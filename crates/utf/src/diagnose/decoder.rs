//! A stream as events: well-formed text, and findings.

use std::io;

use utfkit::{
    Encoding, Finding, Kind, Outcome, Status,
    encoding::{Label, SignaturePolicy},
    receiver::Receiver,
    transcode::Transcoder,
    utf8::{self, Piece, Utf8Stream},
};

use super::{
    Stretch, converted,
    refused::{self, Follower},
    spread::Part,
};
use crate::{
    choice::{Candidates, Mixed, Use},
    encoding::{self, ReadingArgs},
    input::{self, Head, Nature, Source},
    parts::Rest,
    pool::Spare,
};

/// What follows the events of a stream.
pub trait Events {
    /// The stream begins and is read as `encoding`.
    fn begin(&mut self, encoding: Encoding);
    /// Text that is well-formed, in whatever pieces it comes; a signature is none of it.
    fn text(&mut self, text: &str);
    /// Text that is well-formed, as UTF-8, and was measured by someone else; never the start of a
    /// stream.
    fn stretch(&mut self, octets: &[u8], _: &Stretch) {
        utf8::chunks(octets).for_each(|chunk| self.text(chunk.text()));
    }
    /// Whether the measures of stretches are wanted, beyond how many octets they have.
    fn measures(&self) -> bool {
        true
    }
    /// A maximal subpart that is ill-formed.
    fn ill_formed(&mut self, finding: Finding);
    /// A character that is well-formed, and that the receiver refuses; it is told in the place of
    /// its text.
    fn refused(&mut self, _: Finding) {}
    /// All that `octets`, which were read next, made complete has been told. The stream may make us
    /// wait for more.
    fn read(&mut self, octets: &[u8]);
    /// What lines were read as besides UTF-8, in a stream of lines in several encodings.
    fn used(&mut self, used: &[Use]);
    /// Whether enough is known, so that the rest need not be read.
    fn is_satisfied(&self) -> bool;
}

/// Room that reading takes, kept from stream to stream.
pub struct Room {
    /// What was read last; the start of a stream, before it is followed.
    pub block: Vec<u8>,
    /// What it was converted to.
    text: Vec<u8>,
}

impl Room {
    pub fn new() -> Self {
        Self { block: vec![0; input::BLOCK], text: Vec::new() }
    }
}

/// How streams are read.
#[derive(Clone, Copy)]
pub struct Reader<'c> {
    pub from: encoding::From,
    /// How, if not as the label says.
    pub reading: ReadingArgs,
    /// Where there are candidates by line, they are what text without another signature may be in.
    pub by_line: Option<&'c Candidates>,
    /// Who is to take the text, and refuses some of it.
    pub receiver: Option<Receiver>,
    /// Threads that may help with a large file.
    pub spare: &'c Spare,
}

impl Reader<'_> {
    /// Reads the head of a stream into `room`; of a file that was `walked` to, so much that
    /// [`nature`](Self::nature) can tell.
    pub fn begin(
        &self,
        source: &mut impl Source,
        room: &mut Room,
        walked: bool,
    ) -> io::Result<Head> {
        match walked {
            true => Head::read_enough(source, &mut room.block),
            false => {
                let signature = self.reading.looks_for_signature(self.from);
                Head::read(source, &mut room.block, signature)
            }
        }
    }

    /// What the stream that begins with `head` is. That is only asked of files that were walked to:
    /// whatever is named is text.
    pub fn nature(&self, head: Head, room: &Room) -> Nature {
        let encoding = self.label(&room.block[..head.len]).encoding();
        head.nature_to(self.receiver, &room.block, encoding)
    }

    /// What a stream that begins with `head` is read as.
    fn label(&self, head: &[u8]) -> Label {
        let looks = self.reading.looks_for_signature(self.from);
        self.from.of(if looks { head } else { &[] })
    }

    /// Reads a stream of which the head is in `room` already, to its end, or until `events` is
    /// satisfied.
    ///
    /// Memory does not depend on the length of the stream or of its lines.
    pub fn read(
        &self,
        source: &mut impl Source,
        head: Head,
        room: &mut Room,
        events: &mut dyn Events,
    ) -> io::Result<()> {
        let Room { block, text } = room;
        let label = self.label(&block[..head.len]);
        events.begin(label.encoding());
        let Self { reading, by_line, receiver, .. } = *self;
        let mut decoder = Decoder::new(label, reading, by_line, receiver, std::mem::take(text));
        let (mut filled, mut ended) = (head.len, head.ended);
        let mut may_spread = true;
        while filled > 0 && !events.is_satisfied() {
            decoder.feed(&block[..filled], events);
            events.read(&block[..filled]);
            if ended {
                filled = 0;
                break;
            }
            if may_spread && filled == block.len() {
                may_spread = !decoder.spread(source, self.spare, events)?;
                if events.is_satisfied() {
                    break;
                }
            }
            filled = source.read_some(block)?;
            ended = false;
        }
        if filled == 0 {
            decoder.finish(events);
            if let Decoder::Mixed { mixed, .. } = &decoder {
                events.used(mixed.used());
            }
        }
        *text = decoder.into_room();
        Ok(())
    }
}

/// How many octets of UTF-8 are checked, and measured, before they leave the nearest cache.
const NEAR: usize = 16 << 10;

/// Turns octets into events.
pub(super) enum Decoder<'c> {
    /// UTF-8, which is its own text.
    Utf8 { stream: Utf8Stream, place: Place },
    /// Any other encoding, by conversion.
    Other(Converter),
    /// Lines, each in an encoding of its own.
    Mixed { mixed: Box<Mixed<'c>>, text: Vec<u8> },
}

impl<'c> Decoder<'c> {
    /// Reads text labelled `label`; `text` is room to convert it in.
    pub(super) fn new(
        label: Label,
        reading: ReadingArgs,
        by_line: Option<&'c Candidates>,
        receiver: Option<Receiver>,
        mut text: Vec<u8>,
    ) -> Self {
        let policy = reading.signature().unwrap_or(SignaturePolicy::Auto);
        match (label.encoding(), by_line) {
            (Encoding::Utf8, Some(candidates)) => {
                let reader = |label| {
                    Transcoder::labelled(label, Encoding::Utf8.into())
                        .signature(SignaturePolicy::Forbid)
                };
                text.resize(input::BLOCK, 0);
                Decoder::Mixed { mixed: Box::new(Mixed::new(candidates, policy, reader)), text }
            }
            (Encoding::Utf8, None) if policy != SignaturePolicy::Require => {
                let begun = policy == SignaturePolicy::Forbid;
                let place = Place { receiver, begun, offset: 0, at: 0 };
                Decoder::Utf8 { stream: Utf8Stream::new(), place }
            }
            _ => {
                text.resize(input::BLOCK, 0);
                let reader = || Box::new(reading.reader(label));
                let follower = receiver.map(|receiver| Follower::new(receiver, reader()));
                Decoder::Other(Converter { transcoder: reader(), text, follower, receiver })
            }
        }
    }

    /// The room, to be used again.
    fn into_room(self) -> Vec<u8> {
        match self {
            Decoder::Utf8 { .. } => Vec::new(),
            Decoder::Other(Converter { text, .. }) | Decoder::Mixed { text, .. } => text,
        }
    }

    /// The stream goes on with `octets`.
    pub(super) fn feed(&mut self, octets: &[u8], events: &mut dyn Events) {
        match self {
            Decoder::Utf8 { stream, place } => {
                for near in octets.chunks(NEAR) {
                    for piece in stream.feed(near) {
                        place.pass(piece, events);
                        if events.is_satisfied() {
                            return;
                        }
                    }
                }
            }
            _ => self.convert(octets, false, events),
        }
    }

    /// The stream is at its end.
    pub(super) fn finish(&mut self, events: &mut dyn Events) {
        match self {
            Decoder::Utf8 { stream, place } => {
                stream.finish().for_each(|piece| place.pass(piece, events));
            }
            _ => self.convert(&[], true, events),
        }
    }

    /// Converts `octets` and passes on what comes of it.
    fn convert(&mut self, octets: &[u8], last: bool, events: &mut dyn Events) {
        match self {
            Decoder::Utf8 { .. } => {}
            Decoder::Other(converter) => converter.convert(octets, last, events),
            Decoder::Mixed { mixed, text } => {
                let transcode = |src: &[u8], dst: &mut [u8]| mixed.transcode(src, dst, last);
                convert(transcode, text, octets, None, events);
            }
        }
    }

    /// Follows what comes next in `source` with the help of other threads, if it is a large file;
    /// what remains is read as any stream. Whether that was tried: in the midst of a character it
    /// cannot be.
    fn spread(
        &mut self,
        source: &impl Source,
        spare: &Spare,
        events: &mut dyn Events,
    ) -> io::Result<bool> {
        let Some(file) = source.regular() else { return Ok(true) };
        let (here, size) = (rustix::fs::tell(file)?, file.metadata()?.len());
        let end = match self {
            Decoder::Utf8 { stream, place } => {
                let known = stream.pending().len();
                let start = here.saturating_sub(known as u64);
                let (offset, receiver) = (stream.offset(), place.receiver);
                let part = Part { file, start, offset, known, size, receiver };
                if !part.is_large() {
                    return Ok(true);
                }
                let end = part.read(spare, events);
                place.offset = part.offset + (end - start);
                place.at = place.offset;
                *stream = Utf8Stream::new();
                end
            }
            Decoder::Other(converter) if spare.has_any() => {
                let rest = Rest { file, start: here, size };
                match converted::read(&rest, converter, spare, events) {
                    Some(end) => end,
                    None => return Ok(false),
                }
            }
            Decoder::Other(_) => return Ok(false),
            Decoder::Mixed { .. } => return Ok(true),
        };
        rustix::fs::seek(file, rustix::fs::SeekFrom::Start(end))?;
        Ok(true)
    }
}

/// Turns octets into events by converting them into `text`.
pub struct Converter {
    pub transcoder: Box<Transcoder<'static>>,
    text: Vec<u8>,
    follower: Option<Follower>,
    pub receiver: Option<Receiver>,
}

impl Converter {
    /// Converts `octets`, the last or not, and passes on what comes of it.
    pub fn convert(&mut self, octets: &[u8], last: bool, events: &mut dyn Events) {
        let transcoder = &mut self.transcoder;
        let transcode = |src: &[u8], dst: &mut [u8]| transcoder.transcode(src, dst, last);
        let follower = self.follower.as_mut().map(|one| (one, last));
        convert(transcode, &mut self.text, octets, follower, events);
    }

    /// Goes on behind `octets`, which `part` has converted, and of which nothing is refused.
    pub fn pass(&mut self, part: &Transcoder<'_>, octets: &[u8]) {
        self.transcoder.pass(part);
        if let Some(follower) = &mut self.follower {
            follower.pass(part, octets);
        }
    }
}

/// Where in a stream of UTF-8 reading is.
pub(super) struct Place {
    receiver: Option<Receiver>,
    /// Whether the signature, if any, is behind it.
    begun: bool,
    /// Where the stream began that is followed.
    offset: u64,
    /// Where the next piece begins.
    at: u64,
}

impl Place {
    /// Passes on a piece.
    fn pass(&mut self, piece: Piece<'_>, events: &mut dyn Events) {
        match piece {
            Piece::Text(text) => {
                let signed = !self.begun && !refused::refuses_signature(self.receiver);
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

/// Converts `octets` and passes on what comes of it; a follower of the conversion says what of it
/// is refused, and is told whether they are the last.
fn convert(
    mut transcode: impl FnMut(&[u8], &mut [u8]) -> Outcome,
    text: &mut [u8],
    mut octets: &[u8],
    mut follower: Option<(&mut Follower, bool)>,
    events: &mut dyn Events,
) {
    loop {
        let outcome = transcode(octets, text);
        // A transcoder writes whole characters, so all of it is text, in one chunk.
        let plain = utf8::chunks(&text[..outcome.written]).next().map_or("", |chunk| chunk.text());
        match &mut follower {
            None => events.text(plain),
            Some((follower, last)) => follower.tell(octets, plain, (&outcome, *last), events),
        }
        octets = &octets[outcome.read..];
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
