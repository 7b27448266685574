//! The events of the console that end the process: Ctrl-C, Ctrl-Break, and closing the window.

use std::{
    io,
    sync::mpsc::{self, Receiver},
};

/// The signals that end the process.
pub struct Signals {
    events: Receiver<()>,
}

/// The number of an interrupt on Unix, which shells add to 128.
const INTERRUPT: i32 = 2;

impl Signals {
    /// Starts to watch for signals.
    pub fn watch() -> io::Result<Self> {
        let (sender, events) = mpsc::channel();
        let send = move || {
            let _ = sender.send(());
        };
        ctrlc::set_handler(send).map_err(io::Error::other)?;
        Ok(Self { events })
    }

    /// Waits for a signal, and returns its number; `None` if none can come.
    pub fn wait(&mut self) -> Option<i32> {
        self.events.recv().ok().map(|()| INTERRUPT)
    }

    /// Returns `true` if another signal has come.
    pub fn has_more(&mut self) -> bool {
        self.events.try_recv().is_ok()
    }
}
