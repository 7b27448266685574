//! A stream as events: well-formed text, and findings.

use std::io::{self, Read};

use utfkit::{
    Encoding, Finding, Status,
    encoding::Signature,
    transcode::Transcoder,
    utf8::{self, Piece, Utf8Stream},
};

use crate::{encoding, input};

/// What follows the events of a stream.
pub trait Events {
    /// The stream begins, with `head`, and is read as `encoding`.
    fn begin(&mut self, encoding: Encoding, head: &[u8]);
    /// Text that is well-formed, in whatever pieces it comes; a signature is none of it.
    fn text(&mut self, text: &str);
    /// A maximal subpart that is ill-formed.
    fn ill_formed(&mut self, finding: Finding);
    /// The stream makes us wait.
    fn idle(&mut self);
    /// Whether enough is known, so that the rest need not be read.
    fn is_satisfied(&self) -> bool;
}

/// Reads a stream to its end, or until `events` is satisfied; gives how many octets it has read.
///
/// Memory does not depend on the length of the stream or of its lines.
pub fn read(
    reader: &mut dyn Read,
    from: encoding::From,
    events: &mut dyn Events,
) -> io::Result<u64> {
    let mut octets = 0;
    let mut block = vec![0; input::BLOCK];
    let mut filled = fill_head(reader, &mut block)?;
    let encoding = from.of(&block[..filled]);
    events.begin(encoding, &block[..filled]);
    let mut decoder = Decoder::new(encoding);
    while filled > 0 && !events.is_satisfied() {
        decoder.feed(&block[..filled], events);
        octets += filled as u64;
        if filled < block.len() {
            events.idle();
        }
        filled = input::read_some(reader, &mut block)?;
    }
    if filled == 0 {
        decoder.finish(events);
    }
    Ok(octets)
}

/// Reads what comes first, enough to know a signature by.
fn fill_head(reader: &mut dyn Read, block: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < Signature::MOST_OCTETS {
        match input::read_some(reader, &mut block[filled..])? {
            0 => break,
            read => filled += read,
        }
    }
    Ok(filled)
}

/// Turns octets into events.
enum Decoder {
    /// UTF-8, which is its own text.
    Utf8 { stream: Utf8Stream, begun: bool },
    /// Any other encoding, by conversion into `text`.
    Other { transcoder: Box<Transcoder<'static>>, text: Vec<u8> },
}

impl Decoder {
    fn new(encoding: Encoding) -> Self {
        match encoding {
            Encoding::Utf8 => Decoder::Utf8 { stream: Utf8Stream::new(), begun: false },
            other => Decoder::Other {
                transcoder: Box::new(Transcoder::new(other, Encoding::Utf8)),
                text: vec![0; input::BLOCK],
            },
        }
    }

    fn feed(&mut self, octets: &[u8], events: &mut dyn Events) {
        match self {
            Decoder::Utf8 { stream, begun } => {
                for piece in stream.feed(octets) {
                    pass(piece, begun, events);
                    if events.is_satisfied() {
                        return;
                    }
                }
            }
            Decoder::Other { transcoder, text } => convert(transcoder, text, octets, false, events),
        }
    }

    fn finish(&mut self, events: &mut dyn Events) {
        match self {
            Decoder::Utf8 { stream, begun } => {
                stream.finish().for_each(|piece| pass(piece, begun, events));
            }
            Decoder::Other { transcoder, text } => convert(transcoder, text, &[], true, events),
        }
    }
}

/// Passes on a piece of UTF-8; `begun` says whether the signature, if any, is behind it.
fn pass(piece: Piece<'_>, begun: &mut bool, events: &mut dyn Events) {
    match piece {
        Piece::Text(text) => {
            let text = match *begun {
                true => text,
                false => text.strip_prefix('\u{FEFF}').unwrap_or(text),
            };
            events.text(text);
        }
        Piece::IllFormed(finding) => events.ill_formed(finding),
    }
    *begun = true;
}

/// Converts `octets` and passes on what comes of it.
fn convert(
    transcoder: &mut Transcoder<'_>,
    text: &mut [u8],
    mut octets: &[u8],
    last: bool,
    events: &mut dyn Events,
) {
    loop {
        let outcome = transcoder.transcode(octets, &mut *text, last);
        octets = &octets[outcome.read..];
        // A transcoder writes whole characters, so all of it is text.
        for chunk in utf8::chunks(&text[..outcome.written]) {
            events.text(chunk.text());
        }
        match outcome.status {
            Status::IllFormed(finding) => events.ill_formed(finding),
            Status::OutputFull => {}
            Status::Done => return,
        }
        if events.is_satisfied() {
            return;
        }
    }
}
