//! `utf check`.

mod baseline;
mod flags;
pub(crate) mod git;
mod golden;
mod input;
mod report;
mod rules;
mod text;
