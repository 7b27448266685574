//! Files that a run has made, by their numbers: who comes to one of them by another way finds it done.

use std::{
    collections::HashSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The numbers of files, each with that of its device.
#[derive(Debug, Default)]
pub(super) struct Made(Mutex<HashSet<(u64, u64)>>);

impl Made {
    pub(super) fn add(&self, identity: (u64, u64)) {
        self.lock().insert(identity);
    }

    pub(super) fn has(&self, identity: (u64, u64)) -> bool {
        self.lock().contains(&identity)
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<(u64, u64)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
