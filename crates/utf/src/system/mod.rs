//! The operating system: everything that differs between Unix and Windows.
//!
//! `unix` and `windows` have the same modules with the same functions, and no other file of this
//! crate asks for the system. Differences between Linux, macOS and other Unix systems are in `unix`.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub use unix::*;
#[cfg(windows)]
pub use windows::*;
