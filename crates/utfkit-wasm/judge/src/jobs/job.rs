//! The interface of jobs.

use crate::output::Output;

/// Work on one stream.
pub(crate) trait Job {
    /// Takes the next bytes. `last` ends the stream, and no call follows.
    fn push(&mut self, bytes: &[u8], last: bool, output: &mut Output);
}
