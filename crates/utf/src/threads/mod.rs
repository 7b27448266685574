//! Work with several threads, whose output is in the order of the work.

pub mod ahead;
pub mod idle;
pub mod job;
pub mod outbox;
pub mod pool;
pub mod queue;
