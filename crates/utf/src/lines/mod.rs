//! Bad lines apart from good ones: a text goes by once, and lines, or records, that have something
//! wrong in them are set apart as they are.
//!
//! A `Judge` reads a text and finds what is wrong in it; a [`Sorter`] cuts lines around that and
//! hands what is between them on as it came, so that good lines are never looked at one by one; a
//! [`Taker`] has both.

pub mod ends;
pub mod feed;
mod held;
mod reasons;
pub mod records;
mod sorter;

use std::io;

pub use feed::Feed;
pub use held::{Bytes, Held};
pub use records::Records;
pub use sorter::{Mark, Rejected, Sorter, Tally};

use crate::process::problem::Trouble;

/// Who takes what was sorted.
pub trait Taker {
    /// Lines that are right, as they are or as they were changed; pieces of lines, in order.
    fn good(&mut self, bytes: &[u8]) -> Result<(), Failure>;
    /// A line that is wrong.
    fn bad(&mut self, rejected: &Rejected, line: &mut Held) -> Result<(), Failure>;
}

/// Why sorting ended early.
#[derive(Debug)]
pub enum Failure {
    Trouble(Trouble),
    /// Whoever read the output wants no more.
    Closed,
}

impl Failure {
    /// What `error` on writing to `name`, which is fit for a terminal, means.
    pub fn of(name: &str, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::Trouble(Trouble::with(name, error)),
        }
    }
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Self {
        Failure::Trouble(trouble)
    }
}
