//! Idle threads, which can help with other work.

use std::sync::atomic::{AtomicIsize, Ordering};

/// The number of idle threads. Below zero, there are more working threads than there should be.
#[derive(Debug)]
pub struct Spare(AtomicIsize);

/// The right to run one more thread. Dropping it returns the right.
#[derive(Debug)]
pub struct Token<'s>(&'s Spare);

impl Spare {
    /// Creates the value for `threads` idle threads.
    pub fn new(threads: usize) -> Self {
        Self::beyond(0, threads)
    }

    /// Creates the value for `working` threads, of which `threads` should work at once.
    pub fn beyond(working: usize, threads: usize) -> Self {
        Self(AtomicIsize::new(threads as isize - working as isize))
    }

    /// Returns `true` if any thread is idle.
    pub fn has_any(&self) -> bool {
        self.number() > 0
    }

    /// Returns the current number of idle threads.
    pub fn number(&self) -> usize {
        usize::try_from(self.0.load(Ordering::Relaxed)).unwrap_or(0)
    }

    /// Adds an idle thread.
    pub fn give(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// Takes the right to run a thread, if one is idle.
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
