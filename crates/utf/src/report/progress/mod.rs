//! Progress of long work on stderr: a bar for people, lines for programs.

mod show;

use std::{
    io::{self, IsTerminal},
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use clap::ValueEnum;

use crate::process::{counters::Counters, lock::lock};

/// The option that shows progress.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct ProgressArgs {
    /// When to show progress on standard error
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    progress: When,
}

/// The condition for showing progress, and its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum When {
    /// Never
    Never,
    /// On a terminal, if the work takes longer than half a second
    Auto,
    /// On a terminal as a bar; otherwise as one line per second
    Always,
    /// One JSON object per second, each on its own line
    Json,
}

/// Progress that may be shown. Dropping it removes the bar from the terminal.
pub struct Progress {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

/// The state that the thread with the bar shares with the command.
struct Shared {
    counters: Arc<Counters>,
    /// The total number of bytes, if known.
    total: Option<u64>,
    began: Instant,
    over: Mutex<bool>,
    ends: Condvar,
    /// Whether the last line was printed.
    ended: Mutex<bool>,
}

/// The format of the progress.
#[derive(Clone, Copy)]
enum Style {
    Bar,
    Words,
    Json,
}

impl ProgressArgs {
    /// Starts to show the progress of work on `total` bytes. `quiet` work shows it only if the user
    /// asked for it.
    pub fn start(self, total: Option<u64>, quiet: bool) -> Progress {
        let terminal = || io::stderr().is_terminal();
        let style = match self.progress {
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
        let thread = style.and_then(|style| {
            let shared = Arc::clone(&shared);
            // If the thread cannot start, the work continues without progress.
            thread::Builder::new()
                .name("progress".to_owned())
                .spawn(move || shared.show(style))
                .ok()
        });
        Progress { shared, thread }
    }
}

impl Progress {
    /// Returns the counters that the work increases.
    pub fn counters(&self) -> &Arc<Counters> {
        &self.shared.counters
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        *lock(&self.shared.over) = true;
        self.shared.ends.notify_all();
        if let Some(thread) = self.thread.take() {
            // The thread does not panic. If it did, only the bar would be lost.
            let _ = thread.join();
        }
    }
}

impl Shared {
    /// Waits for `time`, or until the work is over. Returns `true` if it is over.
    fn is_over_after(&self, time: Duration) -> bool {
        let over = lock(&self.over);
        let waited = self.ends.wait_timeout_while(over, time, |over| !*over);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}
