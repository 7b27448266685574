//! The words of a text that may have been misread, and the text that they become.

mod find;
mod gbk;
mod runs;

pub(crate) use {
    find::{Word, key, next_word, ways, western},
    runs::{Run, characters, runs, with},
};
