//! A large file, converted by several threads.
//!
//! The file is cut into chunks at boundaries, and each is converted by whoever has nothing else to do; one
//! thread, which helps meanwhile, writes what comes of them in their order. A chunk that stops the conversion, or has the first
//! finding of all, or begins within a mistake, is converted again as a part of the stream: so all comes out, and is
//! told, as if one thread had done it.

use std::{fs::File, os::unix::fs::FileExt};

use utfkit::{Status, transcode::Transcoder};

use crate::input::BLOCK;

/// How many octets a chunk has, nearly: whole code units of any encoding.
const CHUNK: usize = BLOCK;

/// How many chunks may be converted ahead of the one that is written.
pub(super) const AHEAD: u64 = 16;

/// What is left of a file.
pub(super) struct Rest<'f> {
    pub(super) file: &'f File,
    /// Where it begins: at a boundary.
    pub(super) start: u64,
    /// How large the file is, as far as is known.
    pub(super) size: u64,
}

/// What a chunk takes, kept from chunk to chunk.
#[derive(Default)]
pub(super) struct Room {
    pub(super) octets: Vec<u8>,
    text: Vec<u8>,
}

/// A chunk that was converted.
pub(super) struct Chunk<'p> {
    /// Where it begins in the file, and how many octets it has.
    pub(super) start: u64,
    pub(super) len: usize,
    /// Its octets, and a few behind it.
    pub(super) room: Room,
    written: usize,
    /// What has converted it to its end.
    part: Option<Transcoder<'p>>,
}

impl Rest<'_> {
    /// How many chunks there are, without the end, which is read as any stream; none where it is not worth it.
    pub(super) fn chunks(&self) -> u64 {
        const FEWEST: u64 = 8;
        let rest = self.size.saturating_sub(self.start + Transcoder::AROUND as u64);
        Some(rest / CHUNK as u64).filter(|&chunks| chunks >= FEWEST).unwrap_or(0)
    }

    /// Reads and converts chunk `number`, as a part of the stream that `part` is one of; `None` if it cannot be read,
    /// or is no longer there.
    pub(super) fn chunk<'p>(
        &self,
        number: u64,
        part: &Transcoder<'p>,
        mut room: Room,
    ) -> Option<Chunk<'p>> {
        let nominal = self.start + number * CHUNK as u64;
        let start = match number {
            0 => nominal,
            _ => {
                let mut around = [0; 2 * Transcoder::AROUND];
                let before = Transcoder::AROUND;
                self.file.read_exact_at(&mut around, nominal - before as u64).ok()?;
                nominal - (before - part.floor_boundary(&around, before)?) as u64
            }
        };
        let end = usize::try_from(nominal + CHUNK as u64 - start).ok()?;
        room.octets.resize(end + Transcoder::AROUND, 0);
        self.file.read_exact_at(&mut room.octets, start).ok()?;
        let len = part.floor_boundary(&room.octets, end)?;
        let mut part = part.part()?;
        let (whole, written) = convert(&mut part, &room.octets[..len], &mut room.text);
        Some(Chunk { start, len, room, written, part: whole.then_some(part) })
    }
}

/// Converts `octets` into `text`, which grows as it must; says whether all of them, and how many octets were written.
fn convert(part: &mut Transcoder<'_>, octets: &[u8], text: &mut Vec<u8>) -> (bool, usize) {
    let (mut read, mut written) = (0, 0);
    text.resize(text.len().max(2 * CHUNK), 0);
    loop {
        let outcome = part.transcode(&octets[read..], &mut text[written..], true);
        read += outcome.read;
        written += outcome.written;
        match outcome.status {
            Status::Done => return (true, written),
            Status::OutputFull => text.resize(2 * text.len(), 0),
            Status::IllFormed(_) => return (false, written),
        }
    }
}

impl<'p> Chunk<'p> {
    /// What was written of it, and by what, if that is what the stream goes on with of which `whole` has converted all
    /// before it.
    pub(super) fn fits(&self, whole: &Transcoder<'_>) -> Option<(&Transcoder<'p>, &[u8])> {
        let part = self.part.as_ref().filter(|_| whole.part().is_some())?;
        // What the first finding is may depend on what is behind the chunk.
        let first = part.counts().first.is_some() && whole.counts().first.is_none();
        (!first).then_some((part, &self.room.text[..self.written]))
    }
}
