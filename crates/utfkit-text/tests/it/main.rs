//! The library, used as its users use it.

mod corpora;
mod detect;
mod repair;
mod search;
