//! Inputs: files, trees, lists, pipes.

mod big;
mod compressed;
mod lists;
mod operands;
mod parts;
mod streams;
pub(crate) mod tree;
