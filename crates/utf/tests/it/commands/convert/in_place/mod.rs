//! `utf convert -i`: files are replaced by their converted text, no matter what happens during the
//! run.

mod access;
mod backup;
mod common_job;
mod concurrent_changes;
mod conflicts;
mod faults;
mod kept;
mod kills;
mod links;
mod names_and_permissions;
mod reached_twice;
mod second_run;
mod usage;

use std::{fs, os::unix::fs::MetadataExt, path::Path};

/// Returns the facts that change if a file is touched.
fn identity(path: &Path) -> (u64, i64, i64, i64, i64) {
    let found = fs::symlink_metadata(path).unwrap();
    (found.ino(), found.mtime(), found.mtime_nsec(), found.ctime(), found.ctime_nsec())
}

/// Returns `text` in UTF-16LE with a BOM.
fn utf16(text: &str) -> Vec<u8> {
    "\u{FEFF}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
}
