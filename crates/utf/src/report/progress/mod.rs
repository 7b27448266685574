//! How far long work is: a bar for people, lines for programs, both on standard error.

mod show;

use std::{
    io::{self, IsTerminal},
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use clap::ValueEnum;

use crate::process::{counters::Counters, lock::lock};

/// Whether progress is shown.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct ProgressArgs {
    /// When to show on standard error how far the work is
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    progress: When,
}

/// When, and how, progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum When {
    /// Never
    Never,
    /// On a terminal, if the work takes longer than half a second
    Auto,
    /// As on a terminal; elsewhere as one line a second
    Always,
    /// One JSON object a second, each on a line
    Json,
}

/// Progress that is shown, if it is to be. When it is dropped nothing of it is left on a terminal.
pub struct Progress {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

/// What the thread that shows it and those who work share.
struct Shared {
    counters: Arc<Counters>,
    /// How many bytes there are in all, if that is known.
    total: Option<u64>,
    began: Instant,
    over: Mutex<bool>,
    ends: Condvar,
    /// Whether the last line is printed.
    ended: Mutex<bool>,
}

/// How progress is shown.
#[derive(Clone, Copy)]
enum Style {
    Bar,
    Words,
    Json,
}

impl ProgressArgs {
    /// Starts to show progress with so many bytes in `total`; `quiet` work shows it only if asked.
    pub fn start(self, total: Option<u64>, quiet: bool) -> Progress {
        let terminal = || io::stderr().is_terminal();
        let way = match self.progress {
            When::Auto if !quiet && terminal() => Some(Style::Bar),
            When::Always if terminal() => Some(Style::Bar),
            When::Always => Some(Style::Words),
            When::Json => Some(Style::Json),
            When::Auto | When::Never => None,
        };
        let shared = Arc::new(Shared {
            counters: Arc::default(),
            total,
            began: Instant::now(),
            over: Mutex::new(false),
            ends: Condvar::new(),
            ended: Mutex::new(false),
        });
        let thread = way.and_then(|way| {
            let shared = Arc::clone(&shared);
            // Without it nothing is shown, and the work is done.
            thread::Builder::new().name("progress".to_owned()).spawn(move || shared.show(way)).ok()
        });
        Progress { shared, thread }
    }
}

impl Progress {
    /// What is counted.
    pub fn counters(&self) -> &Arc<Counters> {
        &self.shared.counters
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        *lock(&self.shared.over) = true;
        self.shared.ends.notify_all();
        if let Some(thread) = self.thread.take() {
            // It does not panic; if it did, nothing but the bar would be lost.
            let _ = thread.join();
        }
    }
}

impl Shared {
    /// Waits so long, or until the work is over; whether it is.
    fn is_over_after(&self, time: Duration) -> bool {
        let over = lock(&self.over);
        let waited = self.ends.wait_timeout_while(over, time, |over| !*over);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}
