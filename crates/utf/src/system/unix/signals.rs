//! Signals that end the process.

use std::io;

use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    iterator,
};

/// The signals that end the process.
pub struct Signals {
    signals: iterator::Signals,
}

impl Signals {
    /// Starts to watch for signals.
    ///
    /// Signals that were ignored at the start stay ignored. A process started by `nohup` continues
    /// when its terminal is closed, and a background job continues when the user interrupts the
    /// foreground. Only Linux reports these signals. On other systems, no signal counts as ignored.
    pub fn watch() -> io::Result<Self> {
        let ignored = ignored();
        let heeded = [SIGINT, SIGTERM, SIGHUP].into_iter();
        let heeded = heeded.filter(|signal| ignored & (1 << (signal - 1)) == 0);
        Ok(Self { signals: iterator::Signals::new(heeded)? })
    }

    /// Waits for a signal, and returns its number; `None` if none can come.
    pub fn wait(&mut self) -> Option<i32> {
        self.signals.forever().next()
    }

    /// Returns `true` if another signal has come.
    pub fn has_more(&mut self) -> bool {
        self.signals.pending().next().is_some()
    }
}

/// Returns a bit mask of the signals that the process was started to ignore; 0 if that is unknown.
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
