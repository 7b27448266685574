//! Walking folders: which files are read, as the command line says it.

pub mod args;
pub mod descent;
pub mod problem;
pub mod rules;
