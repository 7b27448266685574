//! Collects the output of a job.

use std::io::{self, Write};

/// Something that is told.
pub(super) enum Piece<N> {
    Printed(Vec<u8>),
    Note(N),
}

impl<N> Piece<N> {
    /// How much memory it takes, nearly.
    pub(super) fn weight(&self) -> usize {
        match self {
            Piece::Printed(bytes) => 64 + bytes.len(),
            Piece::Note(_) => 256,
        }
    }
}

/// Where hands deliver.
pub(super) trait Delivery<N>: Sync {
    /// Takes `pieces` of job `number`, at once if it is the first, later if not. `false` if nothing
    /// is wanted any more.
    fn deliver(&self, number: u64, pieces: &mut Vec<Piece<N>>) -> bool;
    /// What was delivered should be seen.
    fn flush(&self, number: u64, now: bool);
}

/// What a job tells through: what it writes is printed, in one order with its notes.
pub struct Hand<'p, N> {
    to: &'p dyn Delivery<N>,
    number: u64,
    /// Whether the job may wait for others, so that what it tells must not.
    live: bool,
    bytes: Vec<u8>,
    pieces: Vec<Piece<N>>,
    /// Whether something was delivered since the last flush.
    fresh: bool,
}

/// How much is kept before it is delivered.
const ENOUGH: usize = 16 * 1024;

impl<'p, N> Hand<'p, N> {
    pub(super) fn new(to: &'p dyn Delivery<N>, number: u64, live: bool) -> Self {
        Self { to, number, live, bytes: Vec::new(), pieces: Vec::new(), fresh: false }
    }

    /// Tells something that is not printed.
    pub fn note(&mut self, note: N) {
        self.settle();
        self.pieces.push(Piece::Note(note));
    }

    /// What was written becomes a piece.
    fn settle(&mut self) {
        if !self.bytes.is_empty() {
            self.pieces.push(Piece::Printed(std::mem::take(&mut self.bytes)));
        }
    }

    /// What is not delivered yet.
    pub(super) fn rest(mut self) -> Vec<Piece<N>> {
        self.settle();
        self.pieces
    }

    fn deliver(&mut self) -> io::Result<()> {
        self.settle();
        self.fresh = true;
        match self.to.deliver(self.number, &mut self.pieces) {
            true => Ok(()),
            false => Err(io::ErrorKind::BrokenPipe.into()),
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
