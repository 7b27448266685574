//! Work before a signal ends the process.
//!
//! A thread waits for signals, so a read that waits for a pipe, or a call that is repeated, does
//! not delay the end.

use std::{
    process,
    sync::{
        Arc, Mutex, MutexGuard, Once, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
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

/// Does `last` when a signal tells the process to end, then ends it as the signal says: with the
/// status that a shell gives a process that the signal killed, 130 or 143.
///
/// Where the signals cannot be waited for, they end the process all the same, and nothing is told.
pub fn before_end(last: impl FnOnce() + Send + 'static) {
    register(1, Box::new(last));
}

fn register(phase: usize, hook: Hook) {
    watch();
    hooks()[phase].push(hook);
    if is_ending() {
        // They may have been taken already. What was to begin does not: nobody would tell of it.
        let late = std::mem::take(&mut hooks()[0]);
        late.into_iter().for_each(|hook| hook());
        settle();
    }
}

fn hooks() -> MutexGuard<'static, [Vec<Hook>; 2]> {
    HOOKS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file that grows too large makes writing fail, as a full disk does; it need not end the
/// process.
pub fn outlive_limits() {
    let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// Starts the thread that waits for signals, once.
fn watch() {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        // What `nohup` started goes on when its terminal is gone, and what a shell put behind when
        // somebody interrupts what is before.
        let ignored = ignored();
        let heeded = [SIGINT, SIGTERM, SIGHUP].into_iter();
        let heeded = heeded.filter(|signal| ignored & (1 << (signal - 1)) == 0);
        let Ok(mut signals) = Signals::new(heeded) else {
            return;
        };
        let wait = move || {
            if let Some(signal) = signals.forever().next() {
                end(signal, &mut signals);
            }
        };
        let _ = thread::Builder::new().name("signals".to_owned()).spawn(wait);
    });
}

/// Whether a signal has come: what is done from now on comes too late.
static ENDING: AtomicBool = AtomicBool::new(false);

/// How long a reader is waited for that does not read what it is told last. (Services kill what has
/// not ended some seconds after a signal.)
const LONGEST: Duration = Duration::from_secs(5);

/// A signal that comes this soon behind the first is the same one: `timeout` sends two.
const TWICE: Duration = Duration::from_millis(500);

/// Whether a signal ends the process. Whoever reports has nothing more to hand over: what there is
/// to say is said here.
pub fn is_ending() -> bool {
    ENDING.load(Ordering::SeqCst)
}

/// Lets a signal that has come end the process, if one has: the work may be over before all is said
/// of it.
pub fn settle() {
    while is_ending() {
        thread::park();
    }
}

/// Ends the process as `signal` says: when all is said, when the reader has been waited for, or at
/// another signal.
fn end(signal: i32, signals: &mut Signals) {
    ENDING.store(true, Ordering::SeqCst);
    let [clean, last] = std::mem::take(&mut *hooks());
    clean.into_iter().for_each(|hook| hook());
    let status = 128 + signal;
    let say = move || {
        last.into_iter().for_each(|hook| hook());
        process::exit(status);
    };
    let began = Instant::now();
    let says = thread::Builder::new().name("last words".to_owned()).spawn(say).is_ok();
    while says && began.elapsed() < LONGEST {
        thread::sleep(Duration::from_millis(20));
        if signals.pending().next().is_some() && began.elapsed() > TWICE {
            break;
        }
    }
    process::exit(status);
}

/// The signals that the process was started to ignore, a bit each. Where that cannot be told, there
/// are none.
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
