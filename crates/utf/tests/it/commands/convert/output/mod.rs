//! `-o`: files and folders.

mod as_cp;
mod file;
mod folder;
