//! A stream as events: well-formed text, and findings.

use std::{fs::File, io};

use utfkit::{
    Encoding, Finding, Kind, Outcome, Status,
    encoding::{Label, SignaturePolicy},
    transcode::Transcoder,
    utf8::{self, Piece, Utf8Stream},
};

use crate::{
    choice::{Candidates, Mixed, Use},
    encoding::{self, ReadingArgs},
    input,
};

/// What follows the events of a stream.
pub trait Events {
    /// The stream begins and is read as `encoding`.
    fn begin(&mut self, encoding: Encoding);
    /// Text that is well-formed, in whatever pieces it comes; a signature is none of it.
    fn text(&mut self, text: &str);
    /// A maximal subpart that is ill-formed.
    fn ill_formed(&mut self, finding: Finding);
    /// All that `octets`, which were read next, made complete has been told. The stream may make us
    /// wait for more.
    fn read(&mut self, octets: &[u8]);
    /// What lines were read as besides UTF-8, in a stream of lines in several encodings.
    fn used(&mut self, used: &[Use]);
    /// Whether enough is known, so that the rest need not be read.
    fn is_satisfied(&self) -> bool;
}

/// Reads a stream to its end, or until `events` is satisfied.
///
/// Memory does not depend on the length of the stream or of its lines. Where there are candidates by line,
/// they are what text without another signature may be in.
pub fn read(
    file: &mut File,
    from: encoding::From,
    reading: ReadingArgs,
    by_line: Option<&Candidates>,
    events: &mut dyn Events,
) -> io::Result<()> {
    let mut block = vec![0; input::BLOCK];
    let looks = reading.looks_for_signature(from);
    let mut filled = input::read_head(file, &mut block, looks)?;
    let label = from.of(if looks { &block[..filled] } else { &[] });
    events.begin(label.encoding());
    let mut decoder = Decoder::new(label, reading, by_line);
    while filled > 0 && !events.is_satisfied() {
        decoder.feed(&block[..filled], events);
        events.read(&block[..filled]);
        filled = input::read_some(file, &mut block)?;
    }
    if filled == 0 {
        decoder.finish(events);
        if let Decoder::Mixed { mixed, .. } = &decoder {
            events.used(mixed.used());
        }
    }
    Ok(())
}

/// Turns octets into events.
enum Decoder<'c> {
    /// UTF-8, which is its own text.
    Utf8 { stream: Utf8Stream, begun: bool },
    /// Any other encoding, by conversion into `text`.
    Other { transcoder: Box<Transcoder<'static>>, text: Vec<u8> },
    /// Lines, each in an encoding of its own.
    Mixed { mixed: Box<Mixed<'c>>, text: Vec<u8> },
}

impl<'c> Decoder<'c> {
    fn new(label: Label, reading: ReadingArgs, by_line: Option<&'c Candidates>) -> Self {
        let policy = reading.signature().unwrap_or(SignaturePolicy::Auto);
        match (label.encoding(), by_line) {
            (Encoding::Utf8, Some(candidates)) => {
                let reader = |label| {
                    Transcoder::labelled(label, Encoding::Utf8.into())
                        .signature(SignaturePolicy::Forbid)
                };
                let mixed = Box::new(Mixed::new(candidates, policy, reader));
                Decoder::Mixed { mixed, text: vec![0; input::BLOCK] }
            }
            (Encoding::Utf8, None) if policy != SignaturePolicy::Require => {
                let begun = policy == SignaturePolicy::Forbid;
                Decoder::Utf8 { stream: Utf8Stream::new(), begun }
            }
            _ => {
                let transcoder = Box::new(reading.reader(label));
                Decoder::Other { transcoder, text: vec![0; input::BLOCK] }
            }
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
            Decoder::Other { transcoder, text } => convert(
                |src, dst, last| transcoder.transcode(src, dst, last),
                text,
                octets,
                false,
                events,
            ),
            Decoder::Mixed { mixed, text } => convert(
                |src, dst, last| mixed.transcode(src, dst, last),
                text,
                octets,
                false,
                events,
            ),
        }
    }

    fn finish(&mut self, events: &mut dyn Events) {
        match self {
            Decoder::Utf8 { stream, begun } => {
                stream.finish().for_each(|piece| pass(piece, begun, events));
            }
            Decoder::Other { transcoder, text } => convert(
                |src, dst, last| transcoder.transcode(src, dst, last),
                text,
                &[],
                true,
                events,
            ),
            Decoder::Mixed { mixed, text } => {
                convert(|src, dst, last| mixed.transcode(src, dst, last), text, &[], true, events)
            }
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
    mut transcode: impl FnMut(&[u8], &mut [u8], bool) -> Outcome,
    text: &mut [u8],
    mut octets: &[u8],
    last: bool,
    events: &mut dyn Events,
) {
    loop {
        let outcome = transcode(octets, text, last);
        octets = &octets[outcome.read..];
        // A transcoder writes whole characters, so all of it is text.
        for chunk in utf8::chunks(&text[..outcome.written]) {
            events.text(chunk.text());
        }
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
