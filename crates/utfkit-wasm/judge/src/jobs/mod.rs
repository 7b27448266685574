//! The jobs: each works on one stream.

mod audit;
mod check;
mod convert;
mod detect;
mod edit;
mod inspect;
mod job;
mod open;
mod repair;

pub(crate) use job::Job;
pub(crate) use open::open;
