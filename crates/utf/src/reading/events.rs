//! Reads a stream and reports its events, with the help of other threads if it is a large file.

use std::io::{self, Seek, SeekFrom};

use utfkit::{Encoding, encoding::Label};
use utfkit_text::detect::Content;
use utfkit_text::receivers::Receiver;
use utfkit_text::streams::Reading;

use super::{
    chunks::Rest,
    converted_by_threads,
    utf8_by_threads::{self, Part},
};
use crate::{
    args::{encoding, reading::ReadingArgs},
    files::reading::{Head, Source},
    system::{facts::Facts, files::ByOffset},
    threads::idle::Spare,
};
use utfkit_text::streams::Candidates;
use utfkit_text::streams::{Decoder, Events, TextDecoder, block};

/// Buffers for reading, reused from stream to stream.
pub struct Room {
    /// The bytes read last. Before a stream is followed, its start.
    pub block: Vec<u8>,
}

impl Room {
    pub fn new() -> Self {
        Self { block: vec![0; block::BLOCK] }
    }
}

/// The way to read streams.
#[derive(Clone, Copy)]
pub struct Reader<'c> {
    pub from: encoding::From,
    /// Options that override the label.
    pub reading: ReadingArgs,
    /// The candidates for text without a BOM, if each line may have its own encoding.
    pub by_line: Option<&'c Candidates>,
    /// The receiver, which may reject some of the text.
    pub receiver: Option<Receiver>,
    /// Threads that may help with a large file.
    pub spare: &'c Spare,
}

impl Reader<'_> {
    /// Reads the head of a stream into `room`. For a file that a walk found (`walked`), it reads
    /// enough for [`content`](Self::content).
    pub fn begin(
        &self,
        source: &mut impl Source,
        room: &mut Room,
        walked: bool,
    ) -> io::Result<Head> {
        if walked {
            Head::read_enough(source, &mut room.block)
        } else {
            let bom = self.reading.wants_bom(self.from);
            Head::read(source, &mut room.block, bom)
        }
    }

    /// Classifies the stream that begins with `head`. Only files that a walk found are classified;
    /// named files count as text.
    pub fn content(&self, head: Head, room: &Room) -> Content {
        let encoding = self.label(&room.block[..head.len]).encoding();
        head.content_to(self.receiver, &room.block, encoding)
    }

    /// Returns the encoding to read a stream with that begins with `head`.
    fn label(&self, head: &[u8]) -> Label {
        let looks = self.reading.looks_for_bom(self.from);
        self.from.of(if looks { head } else { &[] })
    }

    /// Reads a stream, whose head is already in `room`, to its end, or until `events` is satisfied.
    ///
    /// Memory does not depend on the length of the stream or of its lines.
    pub fn read(
        &self,
        source: &mut impl Source,
        head: Head,
        room: &mut Room,
        events: &mut dyn Events,
    ) -> io::Result<()> {
        let block = &mut room.block;
        let label = self.label(&block[..head.len]);
        events.begin(label.encoding());
        let Self { by_line, receiver, .. } = *self;
        let reading = Reading { by_line, receiver, ..self.reading.reading(self.from) };
        let mut decoder = Decoder::labelled(label, reading);
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
        }
        Ok(())
    }
}

/// Follows the next bytes of `source` with the help of other threads, if it is a large file. The
/// rest must be read like any stream.
///
/// Returns `false` if this must be tried again later, for example because the stream is inside a
/// character.
fn spread(
    decoder: &mut Decoder<'_>,
    source: &impl Source,
    spare: &Spare,
    events: &mut dyn Events,
) -> io::Result<bool> {
    let Some(mut file) = source.regular() else { return Ok(true) };
    let (here, size) = (file.stream_position()?, Facts::of(file)?.len());
    let Decoder::Text(text) = decoder else { return Ok(true) };
    let end = match text.reader.encoding() {
        Encoding::Utf8 => {
            let TextDecoder { reader, receiver } = text;
            let (offset, known) = (reader.offset(), reader.pending());
            let start = here.saturating_sub(known as u64);
            if !utf8_by_threads::is_large(size.saturating_sub(start)) {
                return Ok(true);
            }
            let Ok(file) = ByOffset::of(file) else { return Ok(true) };
            let part = Part { file, start, offset, known, size, receiver: *receiver };
            let end = part.read(spare, events);
            reader.continue_at(offset + (end - start));
            end
        }
        _ if spare.has_any() => {
            let Ok(file) = ByOffset::of(file) else { return Ok(true) };
            let rest = Rest { file, start: here, size };
            match converted_by_threads::read(&rest, text, spare, events) {
                Some(end) => end,
                None => return Ok(false),
            }
        }
        _ => return Ok(false),
    };
    file.seek(SeekFrom::Start(end))?;
    Ok(true)
}
