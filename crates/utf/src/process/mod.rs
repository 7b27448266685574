//! What belongs to the process as a whole: its exit status, problems, terminal, signals, limits.

pub mod exit;
pub mod kernel_set;
pub mod names;
pub mod open_limit;
pub mod problem;
pub mod signals;
pub mod terminal;
pub mod waiting;
