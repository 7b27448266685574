//! `utf repair`.

mod patches;
mod reports;
