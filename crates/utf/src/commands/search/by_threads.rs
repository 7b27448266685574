//! Searches a large file with several threads.
//!
//! The file is cut into chunks after line feeds. That needs an encoding whose line feeds can be
//! found without decoding. Idle threads find the lines with matches, and one thread, which helps
//! with that, uses the results in order. So the output is the same as with one thread.

use std::{fs::File, io, ops::ControlFlow};

use utfkit_text::{
    search::{Layout, Literal, Matcher},
    streams::block::BLOCK,
};

use super::{
    scan::{Chunk, Counts, LineReceiver, Scan},
    window::Window,
};
use crate::{
    process::counters::Counters,
    system::facts::Facts,
    system::files::ByOffset,
    threads::{ahead, idle::Spare},
};

/// The maximum number of chunks to search ahead of the one in use.
const AHEAD: u64 = 8;

/// The number of bytes to read at first to find a line feed.
const PROBE: usize = 512;
const MAX: usize = 2 * BLOCK;

/// A file that is searched in chunks.
pub struct ChunkedSearch<'a> {
    file: ByOffset<'a>,
    /// The start of the stream in the file, and its length as known so far.
    start: u64,
    len: u64,
    layout: Layout,
    /// A line feed, as bytes of the file.
    line_feed: Literal,
    window: &'a Window,
    matcher: &'a Matcher<'a>,
    feed: &'a Literal,
}

impl<'a> ChunkedSearch<'a> {
    /// Creates the search for `matcher` in the stream at `start` of `file`. Returns `None` if the
    /// stream cannot be cut into chunks or is too small.
    ///
    /// The chunks are read through windows like `window`, whose lines end with `feed`.
    pub fn of(
        file: &'a File,
        start: u64,
        window: &'a Window,
        matcher: &'a Matcher<'a>,
        feed: &'a Literal,
        layout: Layout,
    ) -> Option<Self> {
        let found = Facts::of(file).ok().filter(Facts::is_file)?;
        let len = found.len().checked_sub(start).filter(|&len| len >= 8 * BLOCK as u64)?;
        let line_feed = Literal::of(layout, "\n")?;
        let file = ByOffset::of(file).ok()?;
        Some(Self { file, start, len, layout, line_feed, window, matcher, feed })
    }

    /// Searches the chunks, and passes the lines to `lines` through `scan`, which is at the start.
    /// Returns the offset from which the rest must be read like any stream, or `None` if `lines`
    /// wants no more.
    pub fn run(
        &self,
        spare: &Spare,
        counters: &Counters,
        scan: &mut Scan<'_>,
        lines: &mut impl LineReceiver,
    ) -> io::Result<Option<u64>> {
        let text = self.layout.start() as u64;
        let chunks = self.len.saturating_sub(text + MAX as u64) / BLOCK as u64;
        let numbers = lines.wants_numbers();
        let bare = lines.wants_counts();
        let worker = || {
            // If no line of a chunk is shown, its thread reuses the buffers, which are in its
            // cache.
            let mut own = None;
            move |number, room: Option<Chunk>| {
                let mut done = self.chunk(number, own.take().or(room), numbers)?;
                if bare || done.found.lines == 0 {
                    own = done.chunk.take();
                }
                Some(done)
            }
        };
        let (mut at, mut ended) = (text, Ok(true));
        ahead::ahead(spare, chunks, AHEAD, worker, |_, mut done: SearchedChunk| {
            // If the file changes while it is searched, the chunks do not join any more.
            if done.start != at {
                return ControlFlow::Break(());
            }
            counters.read(usize::try_from(done.end - at).unwrap_or(0));
            at = done.end;
            ended = match &mut done.chunk {
                Some(chunk) => scan.chunk(chunk, done.found, lines),
                None => scan.pass_chunk(done.found, lines),
            };
            match ended {
                Ok(true) => ControlFlow::Continue(done.chunk),
                _ => ControlFlow::Break(()),
            }
        });
        scan.restart(at);
        Ok(ended?.then_some(at))
    }

    /// Reads and searches chunk `number`. Returns `None` if it cannot be read, or if there is no
    /// line feed near its end.
    fn chunk(&self, number: u64, room: Option<Chunk>, numbers: bool) -> Option<SearchedChunk> {
        let (start, end) = (self.line_start(number)?, self.line_start(number + 1)?);
        let mut chunk = room.unwrap_or_else(|| Chunk::new(self.window.another()));
        let len = usize::try_from(end - start).ok()?;
        chunk.window.load(&self.file, self.start, start, len).ok()?;
        let found = chunk.search(self.matcher, self.feed, numbers);
        Some(SearchedChunk { start, end, found, chunk: Some(chunk) })
    }

    /// Returns the start of the first line at or after the nominal start of chunk `number`.
    fn line_start(&self, number: u64) -> Option<u64> {
        let text = self.layout.start() as u64;
        if number == 0 {
            return Some(text);
        }
        // A line feed that ends exactly at the nominal start is included.
        let nominal = text + number * BLOCK as u64 - self.line_feed.byte_len() as u64;
        let mut bytes = Vec::new();
        while bytes.len() < MAX {
            let seen = bytes.len();
            bytes.resize((4 * seen).clamp(PROBE, MAX), 0);
            let place = self.start + nominal + seen as u64;
            self.file.read_exact_at(&mut bytes[seen..], place).ok()?;
            if let Some(at) = self.line_feed.find(&bytes, seen) {
                return Some(nominal + (at + self.line_feed.byte_len()) as u64);
            }
        }
        None
    }
}

/// The results of a chunk, and its position in the stream.
struct SearchedChunk {
    start: u64,
    end: u64,
    found: Counts,
    /// The chunk itself, if it has lines to show.
    chunk: Option<Chunk>,
}
