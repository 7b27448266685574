//! Counts files that have their names but are not yet reported.
//!
//! After a signal, `utf` prints the number of completed files, so it waits for these.

use std::{
    collections::HashMap,
    marker::PhantomData,
    sync::{Condvar, LazyLock, Mutex, MutexGuard, PoisonError},
    thread::{self, ThreadId},
    time::Duration,
};

/// Work of a thread on a file, which is counted when this is dropped.
pub struct Counting {
    /// It is the thread's that began it.
    thread: PhantomData<*const ()>,
}

/// Threads that count what they do, and whether they have given a file its name.
static THREADS: LazyLock<Mutex<HashMap<ThreadId, bool>>> = LazyLock::new(Mutex::default);

/// One of them has counted.
static COUNTED: Condvar = Condvar::new();

/// How long is waited for at most: the folder of the file may have to be synced first, and services
/// kill what has not ended some seconds after a signal.
const LONGEST: Duration = Duration::from_secs(2);

impl Counting {
    /// Begins to work on a file.
    pub fn begin() -> Self {
        lock().insert(thread::current().id(), false);
        Self { thread: PhantomData }
    }
}

impl Drop for Counting {
    fn drop(&mut self) {
        let named = lock().remove(&thread::current().id());
        if named == Some(true) {
            COUNTED.notify_all();
        }
    }
}

/// The thread has given a file its name.
pub(super) fn named() {
    if let Some(named) = lock().get_mut(&thread::current().id()) {
        *named = true;
    }
}

/// Waits until all files are counted that have their names. No more get one meanwhile.
pub(super) fn settle() {
    let waits = |threads: &mut HashMap<_, bool>| threads.values().any(|&named| named);
    drop(COUNTED.wait_timeout_while(lock(), LONGEST, waits));
}

fn lock() -> MutexGuard<'static, HashMap<ThreadId, bool>> {
    THREADS.lock().unwrap_or_else(PoisonError::into_inner)
}
