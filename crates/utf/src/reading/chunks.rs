//! Converts a large file with several threads.
//!
//! The file is cut into chunks at boundaries. Idle threads convert the chunks, and one thread,
//! which helps with that, uses the results in order. A chunk is converted again as a part of the
//! stream if it stops the conversion, has the first finding, or begins inside an error. So the
//! output and the reports are the same as with one thread.

use std::ops::Range;

use utfkit::{Status, transcode::Transcoder};

use crate::{system::files::ByOffset, threads::idle::Spare};
use utfkit_text::streams::block::BLOCK;

/// The approximate size of a chunk in bytes: a multiple of every code unit's size.
const CHUNK: usize = BLOCK;

/// Returns the maximum number of chunks to convert ahead of the one in use. Several per thread
/// avoid waiting for each chunk, and memory stays bounded.
pub fn ahead(spare: &Spare) -> u64 {
    (4 * (spare.number() as u64 + 1)).clamp(8, 24)
}

/// The rest of a file.
pub struct Rest<'f> {
    pub file: ByOffset<'f>,
    /// The start of the rest, at a boundary.
    pub start: u64,
    /// The size of the file, as known so far.
    pub size: u64,
}

/// The buffers of a chunk, reused from chunk to chunk.
#[derive(Default)]
pub struct Room {
    bytes: Vec<u8>,
    text: Vec<u8>,
}

/// A converted chunk.
pub struct Chunk<'p> {
    /// The start of the chunk in the file.
    pub start: u64,
    /// The range of the chunk in the buffer, which also has a few bytes around it.
    bytes: Range<usize>,
    pub room: Room,
    written: usize,
    /// The transcoder that has converted the chunk to its end.
    part: Option<Transcoder<'p>>,
}

impl Rest<'_> {
    /// Returns the number of chunks, without the end of the file, which is read like any stream. It
    /// is 0 if there are too few to be worth it.
    pub fn chunks(&self) -> u64 {
        const FEWEST: u64 = 8;
        let rest = self.size.saturating_sub(self.start + Transcoder::AROUND as u64);
        Some(rest / CHUNK as u64).filter(|&chunks| chunks >= FEWEST).unwrap_or(0)
    }

    /// Reads and converts chunk `number`, as a part of the stream of `part`. Returns `None` if it
    /// cannot be read, or if the file has become shorter.
    pub fn chunk<'p>(
        &self,
        number: u64,
        part: &Transcoder<'p>,
        mut room: Room,
    ) -> Option<Chunk<'p>> {
        const AROUND: usize = Transcoder::AROUND;
        // The bytes around both ends are needed to find the boundaries.
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

/// Converts `bytes` into `text`, which grows as needed. Returns whether all were converted, and the
/// number of bytes written.
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
    /// Returns the bytes of the chunk.
    pub fn bytes(&self) -> &[u8] {
        &self.room.bytes[self.bytes.clone()]
    }

    /// Returns a block that begins with the bytes of the chunk, and their number. The caller must
    /// leave the block as it was.
    pub fn block(&mut self) -> (&mut Vec<u8>, usize) {
        let len = self.bytes.len();
        self.room.bytes.copy_within(self.bytes.clone(), 0);
        self.bytes = 0..len;
        (&mut self.room.bytes, len)
    }

    /// Returns the output, if the whole chunk was converted.
    pub fn text(&self) -> Option<&[u8]> {
        self.part.as_ref().map(|_| &self.room.text[..self.written])
    }

    /// Returns the output and its transcoder if they continue the stream, which `whole` has
    /// converted up to the chunk.
    pub fn fits(&self, whole: &Transcoder<'_>) -> Option<(&Transcoder<'p>, &[u8])> {
        let part = self.part.as_ref().filter(|_| whole.part().is_some())?;
        // The kind of the first finding may depend on the bytes after the chunk.
        let first = part.counts().first.is_some() && whole.counts().first.is_none();
        self.text().filter(|_| !first).map(|text| (part, text))
    }
}
