//! Properties of the process: exit status, failures, terminal, signals, limits.

pub mod bar;
pub mod counters;
pub mod exit;
pub mod json_line;
pub mod kernel_set;
pub mod lock;
pub mod names;
pub mod open_limit;
pub mod problem;
pub mod shell;
pub mod signals;
pub mod terminal;
pub mod waiting;
