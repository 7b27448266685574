//! The work of a thread.

/// A job.
pub trait Job: Send {
    /// Returns `true` if the job may run before earlier jobs are done. Such a job does not block,
    /// and shares nothing with them.
    fn is_free(&self) -> bool;
}
