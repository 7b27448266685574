//! The work of a thread.

/// A job.
pub trait Job: Send {
    /// Whether it may be done before the jobs in front of it are: it waits for nobody, and shares
    /// nothing with them.
    fn is_free(&self) -> bool;
}
