//! Work before a signal ends the process.
//!
//! A thread waits for signals, so a read that waits for a pipe, or a call that is repeated, does
//! not delay the end.

use std::{
    process,
    sync::{
        Mutex, MutexGuard, Once, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use crate::system::signals::Signals;

type Hook = Box<dyn FnOnce() + Send>;

/// The actions after a signal: first those that clean up, then those that report the progress.
static HOOKS: Mutex<[Vec<Hook>; 2]> = Mutex::new([Vec::new(), Vec::new()]);

/// Registers `clean` to run when a signal ends the process, before any report.
pub fn clean_up(clean: impl FnOnce() + Send + 'static) {
    register(0, Box::new(clean));
}

/// Registers `last` to run when a signal ends the process. The exit status is then the one that a
/// shell reports for a process killed by the signal: 130 or 143, for example.
///
/// If the process cannot wait for signals, they end it without a report.
pub fn before_end(last: impl FnOnce() + Send + 'static) {
    register(1, Box::new(last));
}

fn register(phase: usize, hook: Hook) {
    watch();
    hooks()[phase].push(hook);
    if is_ending() {
        // The hooks may have been taken already, so this one is called here. The work does not
        // begin, because it could not be reported.
        let late = std::mem::take(&mut hooks()[0]);
        late.into_iter().for_each(|hook| hook());
        settle();
    }
}

fn hooks() -> MutexGuard<'static, [Vec<Hook>; 2]> {
    HOOKS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts the thread that waits for signals, once.
fn watch() {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        let Ok(mut signals) = Signals::watch() else {
            return;
        };
        let wait = move || {
            if let Some(signal) = signals.wait() {
                end(signal, &mut signals);
            }
        };
        let _ = thread::Builder::new().name("signals".to_owned()).spawn(wait);
    });
}

/// Whether a signal has come. Work that is done afterwards is too late.
static ENDING: AtomicBool = AtomicBool::new(false);

/// The maximum wait for a reader of the last message. (Service managers kill a process a few
/// seconds after a signal.)
const LONGEST: Duration = Duration::from_secs(5);

/// A second signal within this time counts as the first one, because `timeout` sends two.
const TWICE: Duration = Duration::from_millis(500);

/// Returns `true` if a signal is ending the process. Then other threads must not report anything,
/// because the hooks of this module do.
pub fn is_ending() -> bool {
    ENDING.load(Ordering::SeqCst)
}

/// If a signal has come, waits for it to end the process. The work may be done before the report is
/// complete.
pub fn settle() {
    while is_ending() {
        thread::park();
    }
}

/// Ends the process for `signal`: after the report is printed, after the maximum wait, or at
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
        if signals.has_more() && began.elapsed() > TWICE {
            break;
        }
    }
    process::exit(status);
}
