//! What is done before a signal ends the process.
//!
//! A thread waits for signals, so that neither a read that waits for a pipe nor a call that is made again
//! delays the end.

use std::{
    process,
    sync::{Arc, Mutex, MutexGuard, Once, PoisonError, TryLockError, atomic::AtomicBool},
    thread,
    time::{Duration, Instant},
};

use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ},
    flag,
    iterator::Signals,
};

type Hook = Box<dyn FnOnce() + Send>;

/// What is done when a signal comes: first what cleans up, then what says how far the work came.
static HOOKS: Mutex<[Vec<Hook>; 2]> = Mutex::new([Vec::new(), Vec::new()]);

/// Does `clean` when a signal tells the process to end, before anything is said.
pub fn clean_up(clean: impl FnOnce() + Send + 'static) {
    register(0, Box::new(clean));
}

/// Does `last` when a signal tells the process to end, then ends it as the signal says: with the status
/// that a shell gives a process that the signal killed, 130 or 143.
///
/// Where the signals cannot be waited for, they end the process all the same, and nothing is told.
pub fn before_end(last: impl FnOnce() + Send + 'static) {
    register(1, Box::new(last));
}

fn register(phase: usize, hook: Hook) {
    watch();
    hooks()[phase].push(hook);
}

fn hooks() -> MutexGuard<'static, [Vec<Hook>; 2]> {
    HOOKS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file that grows too large makes writing fail, as a full disk does; it need not end the process.
pub fn outlive_limits() {
    let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// Starts the thread that waits for signals, once.
fn watch() {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        // What `nohup` started goes on when its terminal is gone, and what a shell put behind when somebody
        // interrupts what is before.
        let ignored = ignored();
        let heeded = [SIGINT, SIGTERM, SIGHUP].into_iter();
        let heeded = heeded.filter(|signal| ignored & (1 << (signal - 1)) == 0);
        let Ok(mut signals) = Signals::new(heeded) else {
            return;
        };
        let wait = move || signals.forever().next().map(end);
        let _ = thread::Builder::new().name("signals".to_owned()).spawn(wait);
    });
}

/// Ends the process as `signal` says.
fn end(signal: i32) {
    let hooks = std::mem::take(&mut *hooks());
    hooks.into_iter().flatten().for_each(|hook| hook());
    process::exit(128 + signal);
}

/// The signals that the process was started to ignore, a bit each. Where that cannot be told, there are none.
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
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
