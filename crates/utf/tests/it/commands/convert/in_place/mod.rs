//! `utf convert -i`: files replaced by what becomes of them, whatever happens meanwhile.

mod access;
mod again;
mod backup;
mod common_job;
mod faults;
mod kept;
mod kills;
mod meanwhile;
mod odd;
mod reached;
mod twice;
mod usage;

use std::{fs, os::unix::fs::MetadataExt, path::Path};

/// What tells whether somebody touched a file.
fn identity(path: &Path) -> (u64, i64, i64, i64, i64) {
    let found = fs::symlink_metadata(path).unwrap();
    (found.ino(), found.mtime(), found.mtime_nsec(), found.ctime(), found.ctime_nsec())
}

/// `text` in UTF-16LE behind a BOM.
fn utf16(text: &str) -> Vec<u8> {
    "\u{FEFF}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
}
