//! The progress bar on the terminal.
//!
//! It belongs to the process: everything that prints there hides it first, so no command has to
//! know of it.

use std::sync::Mutex;

use indicatif::ProgressBar;

use super::lock::lock;

/// The bar, while there is one. There is one terminal, so whatever prints on it can know.
pub static BAR: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Does `print`, which may be on the terminal, while the bar, if there is one, is out of the way.
pub fn aside<T>(print: impl FnOnce() -> T) -> T {
    let bar = lock(&BAR).clone();
    match bar {
        Some(bar) => bar.suspend(print),
        None => print(),
    }
}
