//! The words of a text that may have been misread, and the text that they become.

mod find;
mod gbk;
mod runs;

pub(crate) use {
    find::{Word, is_space, next, western},
    runs::{Run, runs, with},
};
