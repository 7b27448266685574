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

/// A thread's work on one file. Dropping it marks the file as counted.
pub struct Counting {
    /// The value belongs to the thread that created it.
    thread: PhantomData<*const ()>,
}

/// The threads that are working on a file, and whether each has given the file its name.
static THREADS: LazyLock<Mutex<HashMap<ThreadId, bool>>> = LazyLock::new(Mutex::default);

/// Signals that a thread has counted its file.
static COUNTED: Condvar = Condvar::new();

/// The maximum wait. The directory of the file may have to be synced first, and service managers
/// kill a process a few seconds after a signal.
const LONGEST: Duration = Duration::from_secs(2);

impl Counting {
    /// Marks the current thread as working on a file.
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

/// Records that the current thread has given a file its name.
pub(super) fn named() {
    if let Some(named) = lock().get_mut(&thread::current().id()) {
        *named = true;
    }
}

/// Waits until all files that have their names are counted. No file gets its name meanwhile.
pub(super) fn settle() {
    let waits = |threads: &mut HashMap<_, bool>| threads.values().any(|&named| named);
    drop(COUNTED.wait_timeout_while(lock(), LONGEST, waits));
}

fn lock() -> MutexGuard<'static, HashMap<ThreadId, bool>> {
    THREADS.lock().unwrap_or_else(PoisonError::into_inner)
}
