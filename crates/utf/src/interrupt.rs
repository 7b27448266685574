//! What is told before a signal ends the process.
//!
//! A thread waits for signals, so that neither a read that waits for a pipe nor a call that is made again
//! delays the end.

use std::{
    process,
    sync::{Mutex, MutexGuard, PoisonError, TryLockError},
    thread,
    time::{Duration, Instant},
};

use signal_hook::{
    consts::{SIGINT, SIGTERM},
    iterator::Signals,
};

/// Does `last` when SIGINT or SIGTERM tells the process to end, then ends it as the signal says: with the status
/// that a shell gives a process that the signal killed, 130 or 143. Called once at most.
///
/// Where the signals cannot be waited for, they end the process all the same, and nothing is told.
pub fn before_end(last: impl FnOnce() + Send + 'static) {
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
    let wait = move || {
        if let Some(signal) = signals.forever().next() {
            last();
            process::exit(128 + signal);
        }
    };
    let _ = thread::Builder::new().name("signals".to_owned()).spawn(wait);
}

/// What `mutex` guards, if it can be had soon. Who holds it may be waiting for a reader that does not read.
pub fn lock_soon<T>(mutex: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    const SOON: Duration = Duration::from_millis(300);
    let began = Instant::now();
    loop {
        match mutex.try_lock() {
            Ok(guard) => return Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => {
                return Some(PoisonError::into_inner(poisoned));
            }
            Err(TryLockError::WouldBlock) if began.elapsed() > SOON => return None,
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(5)),
        }
    }
}
