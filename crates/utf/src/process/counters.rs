//! Counters of the work that is done.

use std::sync::atomic::{AtomicU64, Ordering};

/// What is counted while the work goes on.
#[derive(Debug, Default)]
pub struct Counters {
    bytes: AtomicU64,
    files: AtomicU64,
}

impl Counters {
    /// So many bytes of text more were read.
    pub fn read(&self, bytes: usize) {
        self.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// One more file is done.
    pub fn file(&self) {
        self.files.fetch_add(1, Ordering::Relaxed);
    }

    /// How many bytes were read.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// How many files are done.
    pub fn files(&self) -> u64 {
        self.files.load(Ordering::Relaxed)
    }
}
