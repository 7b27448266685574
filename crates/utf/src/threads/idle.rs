//! Idle threads, which can help with other work.

use std::sync::atomic::{AtomicIsize, Ordering};

/// How many threads have nothing to do. Below zero: so many more than there should be work.
#[derive(Debug)]
pub struct Spare(AtomicIsize);

/// The right to run one more thread, given back when it is dropped.
#[derive(Debug)]
pub struct Token<'s>(&'s Spare);

impl Spare {
    /// So many.
    pub fn new(threads: usize) -> Self {
        Self::beyond(0, threads)
    }

    /// Those that so many `working` leave of all `threads` that should be at work at once.
    pub fn beyond(working: usize, threads: usize) -> Self {
        Self(AtomicIsize::new(threads as isize - working as isize))
    }

    /// Whether any thread has nothing to do.
    pub fn has_any(&self) -> bool {
        self.number() > 0
    }

    /// How many threads have nothing to do, as of now.
    pub fn number(&self) -> usize {
        usize::try_from(self.0.load(Ordering::Relaxed)).unwrap_or(0)
    }

    /// One more has nothing to do.
    pub fn give(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// The right to run a thread, if one has nothing to do.
    pub fn take(&self) -> Option<Token<'_>> {
        let fewer = |spare: isize| (spare > 0).then(|| spare - 1);
        let taken = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fewer);
        taken.is_ok().then(|| Token(self))
    }
}

impl Drop for Token<'_> {
    fn drop(&mut self) {
        self.0.give();
    }
}
