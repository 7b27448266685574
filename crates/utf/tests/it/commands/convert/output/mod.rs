//! `-o`: files and directories.

mod as_cp;
mod file;
mod folder;
