//! The libraries `utfkit` and `utfkit-text` for C.
//!
//! This crate does not process text. It checks the arguments of C, calls the libraries, and lays
//! out their results. The C header `include/utfkit.h` is written from these files, in the order of
//! `header/main.rs`. So the comments of public items are for readers of C.
//!
//! Every function runs inside [`memory::guard`], because a panic must not cross into C. Only
//! `memory/` makes references of the pointers of C.
#![allow(non_camel_case_types, reason = "C programs use these names")]
#![allow(
    clippy::missing_safety_doc,
    reason = "the start of the header states the rules for all pointers"
)]

pub mod convert;
pub mod encoding;
pub mod finding;
pub mod forms;
pub mod judge;
pub mod memory;
pub mod status;

#[cfg(test)]
mod testing {
    //! The files of this crate, for tests about all of them.

    use std::{fs, path::Path};

    /// Returns the texts of all files in `src`.
    pub(crate) fn sources() -> Vec<String> {
        let mut texts = Vec::new();
        let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    texts.push(fs::read_to_string(path).unwrap());
                }
            }
        }
        texts
    }
}
