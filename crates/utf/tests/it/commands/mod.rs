//! Each command.

mod audit;
pub(crate) mod check;
mod cmp;
mod convert;
mod count;
mod detect;
mod explain;
mod inspect;
mod labels;
mod lines;
mod repair;
mod search;
mod slice;
