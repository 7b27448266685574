//! A large file, searched by several threads.
//!
//! The file is cut into chunks behind line feeds, which can be found wherever the bytes of a line
//! feed are one. Threads that have nothing else to do find the lines with matches; one, which helps
//! meanwhile, follows them in their order. So all is told as it would be by one thread.

use std::{
    fs::{File, Metadata},
    io,
    ops::ControlFlow,
    os::unix::fs::FileExt,
};

use utfkit_text::search::Layout;

use super::{
    literal::Literal,
    matcher::Matcher,
    scan::{Chunk, Counts, Lines, Scan},
    window::Window,
};
use crate::{
    process::counters::Counters,
    threads::{ahead, idle::Spare},
};
use utfkit_text::streams::block::BLOCK;

/// How many chunks may be searched ahead of the one that is followed.
const AHEAD: u64 = 8;

/// How much is looked at first where a line feed is wanted, and at most.
const PROBE: usize = 512;
const MAX: usize = 2 * BLOCK;

/// A file that is searched in chunks.
pub struct Spread<'a> {
    file: &'a File,
    /// Where in the file the stream begins, and how long it is, as far as is known.
    start: u64,
    len: u64,
    layout: Layout,
    /// What ends lines, as bytes of the file.
    line_feed: Literal,
    window: &'a Window,
    matcher: &'a Matcher<'a>,
    feed: &'a Literal,
}

impl<'a> Spread<'a> {
    /// The stream that begins at `start` in `file`, to be searched through windows like `window`
    /// for `matcher`, in lines that end with `feed` there; `None` if it cannot be cut, or is too
    /// small to be worth it.
    pub fn of(
        file: &'a File,
        start: u64,
        window: &'a Window,
        matcher: &'a Matcher<'a>,
        feed: &'a Literal,
        layout: Layout,
    ) -> Option<Self> {
        let found = file.metadata().ok().filter(Metadata::is_file)?;
        let len = found.len().checked_sub(start).filter(|&len| len >= 8 * BLOCK as u64)?;
        let line_feed = Literal::of(layout, "\n")?;
        Some(Self { file, start, len, layout, line_feed, window, matcher, feed })
    }

    /// Gives `lines` what `scan`, which is at its start, finds in the file but for its end. From
    /// where it stops on the rest is to be read as any stream; gives that offset, or nothing if no
    /// more is wanted.
    pub fn run(
        &self,
        spare: &Spare,
        counters: &Counters,
        scan: &mut Scan<'_>,
        lines: &mut impl Lines,
    ) -> io::Result<Option<u64>> {
        let text = self.layout.start() as u64;
        let chunks = self.len.saturating_sub(text + MAX as u64) / BLOCK as u64;
        let numbers = lines.wants_numbers();
        let bare = lines.wants_counts();
        let worker = || {
            // A chunk of which nothing is shown stays with its thread, in the caches next to it.
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
        ahead::ahead(spare, chunks, AHEAD, worker, |_, mut done: Done| {
            // What changed while it was read is not what was searched.
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
        scan.go_on(at);
        Ok(ended?.then_some(at))
    }

    /// Reads and searches chunk `number`; `None` if it cannot be read, or has no end at hand.
    fn chunk(&self, number: u64, room: Option<Chunk>, numbers: bool) -> Option<Done> {
        let (start, end) = (self.line_start(number)?, self.line_start(number + 1)?);
        let mut chunk = room.unwrap_or_else(|| Chunk::new(self.window.another()));
        let len = usize::try_from(end - start).ok()?;
        chunk.window.load(self.file, self.start, start, len).ok()?;
        let found = chunk.search(self.matcher, self.feed, numbers);
        Some(Done { start, end, found, chunk: Some(chunk) })
    }

    /// Where in the stream the first line begins that is not before the nominal start of chunk
    /// `number`.
    fn line_start(&self, number: u64) -> Option<u64> {
        let text = self.layout.start() as u64;
        if number == 0 {
            return Some(text);
        }
        // A line feed that ends right there counts, too.
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

/// A chunk that was searched: where in the stream it is.
struct Done {
    start: u64,
    end: u64,
    found: Counts,
    /// The chunk itself, if lines of it are wanted.
    chunk: Option<Chunk>,
}
