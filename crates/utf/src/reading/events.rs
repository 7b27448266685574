//! Reads a stream and tells its events, with the help of other threads where it is a large file.

use std::io;

use utfkit::{encoding::Label, utf8::Utf8Stream};
use utfkit_text::detect::content::Content;
use utfkit_text::receivers::Receiver;
use utfkit_text::streams::reading::Reading;

use super::{chunks::Rest, converted_by_threads, utf8_by_threads::Part};
use crate::{
    args::{encoding, reading::ReadingArgs},
    files::reading::{Head, Source},
    threads::idle::Spare,
};
use utfkit_text::streams::choose::candidates::Candidates;
use utfkit_text::streams::{block, decoder::Decoder, events::Events};

/// Room that reading takes, kept from stream to stream.
pub struct Room {
    /// What was read last; the start of a stream, before it is followed.
    pub block: Vec<u8>,
    /// What it was converted to.
    text: Vec<u8>,
}

impl Room {
    pub fn new() -> Self {
        Self { block: vec![0; block::BLOCK], text: Vec::new() }
    }
}

/// How streams are read.
#[derive(Clone, Copy)]
pub struct Reader<'c> {
    pub from: encoding::From,
    /// How, if not as the label says.
    pub reading: ReadingArgs,
    /// Where there are candidates by line, they are what text without another BOM may be in.
    pub by_line: Option<&'c Candidates>,
    /// Who is to take the text, and refuses some of it.
    pub receiver: Option<Receiver>,
    /// Threads that may help with a large file.
    pub spare: &'c Spare,
}

impl Reader<'_> {
    /// Reads the head of a stream into `room`; of a file that was `walked` to, so much that
    /// [`content`](Self::content) can tell.
    pub fn begin(
        &self,
        source: &mut impl Source,
        room: &mut Room,
        walked: bool,
    ) -> io::Result<Head> {
        match walked {
            true => Head::read_enough(source, &mut room.block),
            false => {
                let bom = self.reading.looks_for_bom(self.from);
                Head::read(source, &mut room.block, bom)
            }
        }
    }

    /// What the stream that begins with `head` is. That is only asked of files that were walked to:
    /// whatever is named is text.
    pub fn content(&self, head: Head, room: &Room) -> Content {
        let encoding = self.label(&room.block[..head.len]).encoding();
        head.content_to(self.receiver, &room.block, encoding)
    }

    /// What a stream that begins with `head` is read as.
    fn label(&self, head: &[u8]) -> Label {
        let looks = self.reading.looks_for_bom(self.from);
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
        let Self { by_line, receiver, .. } = *self;
        let reading = Reading { by_line, receiver, ..self.reading.reading(self.from) };
        let mut decoder = Decoder::new(label, reading, std::mem::take(text));
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
                may_spread = !spread(&mut decoder, source, self.spare, events)?;
                if events.is_satisfied() {
                    break;
                }
            }
            filled = source.read_some(block)?;
            ended = false;
        }
        if filled == 0 {
            decoder.finish(events);
            events.used(decoder.used());
        }
        *text = decoder.into_room();
        Ok(())
    }
}

/// Follows what comes next in `source` with the help of other threads, if it is a large file;
/// what remains is read as any stream. Whether that was tried: in the midst of a character it
/// cannot be.
fn spread(
    decoder: &mut Decoder<'_>,
    source: &impl Source,
    spare: &Spare,
    events: &mut dyn Events,
) -> io::Result<bool> {
    let Some(file) = source.regular() else { return Ok(true) };
    let (here, size) = (rustix::fs::tell(file)?, file.metadata()?.len());
    let end = match decoder {
        Decoder::Utf8 { stream, place } => {
            let known = stream.pending().len();
            let start = here.saturating_sub(known as u64);
            let (offset, receiver) = (stream.offset(), place.receiver());
            let part = Part { file, start, offset, known, size, receiver };
            if !part.is_large() {
                return Ok(true);
            }
            let end = part.read(spare, events);
            place.go_on_at(part.offset + (end - start));
            *stream = Utf8Stream::new();
            end
        }
        Decoder::Other(converter) if spare.has_any() => {
            let rest = Rest { file, start: here, size };
            match converted_by_threads::read(&rest, converter, spare, events) {
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
