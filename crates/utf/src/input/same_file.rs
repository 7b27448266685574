//! Files that a run reaches by several names: hard links, repeated operands, followed links.
//!
//! Each name waits for its turn, in the order in which the names were found, so the result does not
//! depend on threads. A turn waits only for turns that were taken before it, so no cycle is
//! possible.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
};

/// The turns of a run.
#[derive(Default)]
pub struct Turns {
    taken: Mutex<Taken>,
    over: Condvar,
}

#[derive(Default)]
struct Taken {
    next: u64,
    /// The turns of each file, by its inode number. Files of two devices may share a number. Then
    /// they wait without need, which does no harm.
    files: HashMap<u64, VecDeque<u64>>,
}

/// The turn of a name. Dropping it ends the turn.
pub struct Turn {
    turns: Arc<Turns>,
    file: u64,
    number: u64,
}

impl Turns {
    /// Takes a turn for a name of the file with the number `file`, after all turns taken before.
    pub fn take(self: &Arc<Self>, file: u64) -> Turn {
        let mut taken = self.lock();
        let number = taken.next;
        taken.next += 1;
        taken.files.entry(file).or_default().push_back(number);
        Turn { turns: Arc::clone(self), file, number }
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turn {
    /// Waits until the turns before this one have ended.
    pub fn wait(&self) {
        let waits = |taken: &mut Taken| taken.files[&self.file].front() != Some(&self.number);
        let waited = self.turns.over.wait_while(self.turns.lock(), waits);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut taken = self.turns.lock();
        if let Some(turns) = taken.files.get_mut(&self.file) {
            turns.retain(|&number| number != self.number);
            if turns.is_empty() {
                taken.files.remove(&self.file);
                return;
            }
        }
        drop(taken);
        self.turns.over.notify_all();
    }
}
