//! A large file, converted by several threads.
//!
//! The file is cut into chunks at boundaries, and each is converted by whoever has nothing else to
//! do; one thread, which helps meanwhile, takes what comes of them in their order. A chunk that
//! stops the conversion, or has the first finding of all, or begins within a mistake, is converted
//! again as a part of the stream: so all comes out, and is told, as if one thread had done it.

use std::{fs::File, ops::Range, os::unix::fs::FileExt};

use utfkit::{Status, transcode::Transcoder};

use crate::threads::idle::Spare;
use utfkit_text::streams::block::BLOCK;

/// How many bytes a chunk has, nearly: whole code units of any encoding.
const CHUNK: usize = BLOCK;

/// How many chunks may be converted ahead of the one that is taken: some for each thread, so that
/// it need not wait for each, within bounded memory.
pub fn ahead(spare: &Spare) -> u64 {
    (4 * (spare.number() as u64 + 1)).clamp(8, 24)
}

/// What is left of a file.
pub struct Rest<'f> {
    pub file: &'f File,
    /// Where it begins: at a boundary.
    pub start: u64,
    /// How large the file is, as far as is known.
    pub size: u64,
}

/// What a chunk takes, kept from chunk to chunk.
#[derive(Default)]
pub struct Room {
    bytes: Vec<u8>,
    text: Vec<u8>,
}

/// A chunk that was converted.
pub struct Chunk<'p> {
    /// Where it begins in the file.
    pub start: u64,
    /// Where its bytes are in the room, with a few around them.
    bytes: Range<usize>,
    pub room: Room,
    written: usize,
    /// What has converted it to its end.
    part: Option<Transcoder<'p>>,
}

impl Rest<'_> {
    /// How many chunks there are, without the end, which is read as any stream; none where it is
    /// not worth it.
    pub fn chunks(&self) -> u64 {
        const FEWEST: u64 = 8;
        let rest = self.size.saturating_sub(self.start + Transcoder::AROUND as u64);
        Some(rest / CHUNK as u64).filter(|&chunks| chunks >= FEWEST).unwrap_or(0)
    }

    /// Reads and converts chunk `number`, as a part of the stream that `part` is one of; `None` if
    /// it cannot be read, or is no longer there.
    pub fn chunk<'p>(
        &self,
        number: u64,
        part: &Transcoder<'p>,
        mut room: Room,
    ) -> Option<Chunk<'p>> {
        const AROUND: usize = Transcoder::AROUND;
        // What is around both cuts is read with it.
        let before = if number == 0 { 0 } else { AROUND };
        let from = self.start + number * CHUNK as u64 - before as u64;
        room.bytes.resize(before + CHUNK + AROUND, 0);
        self.file.read_exact_at(&mut room.bytes, from).ok()?;
        let first = if number == 0 { 0 } else { part.floor_boundary(&room.bytes, before)? };
        let bytes = first..part.floor_boundary(&room.bytes, before + CHUNK)?;
        let mut part = part.part()?;
        let (whole, written) = convert(&mut part, &room.bytes[bytes.clone()], &mut room.text);
        let (start, part) = (from + first as u64, whole.then_some(part));
        Some(Chunk { start, bytes, room, written, part })
    }
}

/// Converts `bytes` into `text`, which grows as it must; says whether all of them, and how many
/// bytes were written.
fn convert(part: &mut Transcoder<'_>, bytes: &[u8], text: &mut Vec<u8>) -> (bool, usize) {
    let (mut read, mut written) = (0, 0);
    text.resize(text.len().max(2 * CHUNK), 0);
    loop {
        let outcome = part.transcode(&bytes[read..], &mut text[written..], true);
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
    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.room.bytes[self.bytes.clone()]
    }

    /// A block that begins with its bytes, to be used and given back as it was, and how many these
    /// are.
    pub fn block(&mut self) -> (&mut Vec<u8>, usize) {
        let len = self.bytes.len();
        self.room.bytes.copy_within(self.bytes.clone(), 0);
        self.bytes = 0..len;
        (&mut self.room.bytes, len)
    }

    /// What was written of it, if all of it was converted.
    pub fn text(&self) -> Option<&[u8]> {
        self.part.as_ref().map(|_| &self.room.text[..self.written])
    }

    /// What was written of it, and by what, if that is what the stream goes on with of which
    /// `whole` has converted all before it.
    pub fn fits(&self, whole: &Transcoder<'_>) -> Option<(&Transcoder<'p>, &[u8])> {
        let part = self.part.as_ref().filter(|_| whole.part().is_some())?;
        // What the first finding is may depend on what is behind the chunk.
        let first = part.counts().first.is_some() && whole.counts().first.is_none();
        self.text().filter(|_| !first).map(|text| (part, text))
    }
}
