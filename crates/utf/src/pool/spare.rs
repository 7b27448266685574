//! Threads that have nothing to do, and may help elsewhere.

use std::sync::atomic::{AtomicUsize, Ordering};

/// How many threads have nothing to do.
#[derive(Debug)]
pub struct Spare(AtomicUsize);

/// The right to run one more thread, given back when it is dropped.
#[derive(Debug)]
pub struct Token<'s>(&'s Spare);

impl Spare {
    /// So many.
    pub fn new(threads: usize) -> Self {
        Self(AtomicUsize::new(threads))
    }

    /// One more has nothing to do.
    pub fn give(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// The right to run a thread, if one has nothing to do.
    pub fn take(&self) -> Option<Token<'_>> {
        let fewer = |spare: usize| spare.checked_sub(1);
        let taken = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fewer);
        taken.is_ok().then(|| Token(self))
    }
}

impl Drop for Token<'_> {
    fn drop(&mut self) {
        self.0.give();
    }
}
