//! Counters of the work that is done.

use std::sync::atomic::{AtomicU64, Ordering};

/// Counters that are updated during the work.
#[derive(Debug, Default)]
pub struct Counters {
    bytes: AtomicU64,
    files: AtomicU64,
}

impl Counters {
    /// Adds `bytes` to the number of bytes read.
    pub fn read(&self, bytes: usize) {
        self.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// Counts a completed file.
    pub fn file(&self) {
        self.files.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the number of bytes read.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Returns the number of completed files.
    pub fn files(&self) -> u64 {
        self.files.load(Ordering::Relaxed)
    }
}
