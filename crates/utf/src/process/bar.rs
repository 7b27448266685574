//! The progress bar on the terminal.
//!
//! It belongs to the process: everything that prints there hides it first, so no command has to
//! know of it.

use std::sync::Mutex;

use indicatif::ProgressBar;

use super::lock::lock;

/// The bar, while there is one. It is global because there is one terminal, and everything that
/// prints there must hide the bar.
pub static BAR: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Calls `print`, which may print to the terminal, while the bar is hidden.
pub fn aside<T>(print: impl FnOnce() -> T) -> T {
    let bar = lock(&BAR).clone();
    match bar {
        Some(bar) => bar.suspend(print),
        None => print(),
    }
}
