//! Collects the output of a job.

use std::io::{self, Write};

/// A piece of output.
pub(super) enum Piece<N> {
    Printed(Vec<u8>),
    Note(N),
}

impl<N> Piece<N> {
    /// Returns the approximate memory of the piece, in bytes.
    pub(super) fn weight(&self) -> usize {
        match self {
            Piece::Printed(bytes) => 64 + bytes.len(),
            Piece::Note(_) => 256,
        }
    }
}

/// Receives the pieces of the hands.
pub(super) trait Delivery<N>: Sync {
    /// Accepts `pieces` of job `number`, to be consumed at once if it is the first job, and later
    /// otherwise. Returns `false` if no more output is wanted.
    fn deliver(&self, number: u64, pieces: &mut Vec<Piece<N>>) -> bool;
    /// Requests that delivered output becomes visible.
    fn flush(&self, number: u64, now: bool);
}

/// The output of a job. Printed text and notes stay in order.
pub struct Hand<'p, N> {
    to: &'p dyn Delivery<N>,
    number: u64,
    /// Whether the job may wait for its input, so that its output must be visible before that.
    live: bool,
    bytes: Vec<u8>,
    pieces: Vec<Piece<N>>,
    /// Whether anything was delivered since the last flush.
    fresh: bool,
}

/// The number of bytes that are kept before they are delivered.
const ENOUGH: usize = 16 * 1024;

/// The number of pieces that are kept before they are delivered.
const MANY: usize = 64;

impl<'p, N> Hand<'p, N> {
    pub(super) fn new(to: &'p dyn Delivery<N>, number: u64, live: bool) -> Self {
        Self { to, number, live, bytes: Vec::new(), pieces: Vec::new(), fresh: false }
    }

    /// Adds a note, which is not printed.
    pub fn note(&mut self, note: N) {
        self.settle();
        self.pieces.push(Piece::Note(note));
    }

    /// Adds a note like [`note`](Self::note), and delivers the notes so far if there are many, so that
    /// memory does not depend on their number. Returns an error if no more output is wanted.
    pub fn send(&mut self, note: N) -> io::Result<()> {
        self.note(note);
        if self.pieces.len() < MANY { Ok(()) } else { self.deliver() }
    }

    /// Turns the written bytes into a piece.
    fn settle(&mut self) {
        if !self.bytes.is_empty() {
            self.pieces.push(Piece::Printed(std::mem::take(&mut self.bytes)));
        }
    }

    /// Returns the pieces that are not delivered.
    pub(super) fn rest(mut self) -> Vec<Piece<N>> {
        self.settle();
        self.pieces
    }

    fn deliver(&mut self) -> io::Result<()> {
        self.settle();
        self.fresh = true;
        if self.to.deliver(self.number, &mut self.pieces) {
            Ok(())
        } else {
            Err(io::ErrorKind::BrokenPipe.into())
        }
    }
}

impl<N> Write for Hand<'_, N> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() >= ENOUGH {
            self.deliver()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.bytes.is_empty() || !self.pieces.is_empty() {
            self.deliver()?;
        }
        if std::mem::take(&mut self.fresh) {
            self.to.flush(self.number, self.live);
        }
        Ok(())
    }
}
