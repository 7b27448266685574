//! Copies attributes, access control list, alternate streams and times from the old file to the new
//! one.

use std::{
    ffi::{OsStr, OsString},
    fs::{File, OpenOptions},
    io,
    path::Path,
};

use windows_sys::Win32::Storage::FileSystem::{
    FILE_ATTRIBUTE_ARCHIVE, FILE_ATTRIBUTE_HIDDEN, FILE_ATTRIBUTE_NORMAL,
    FILE_ATTRIBUTE_NOT_CONTENT_INDEXED, FILE_ATTRIBUTE_READONLY, FILE_ATTRIBUTE_SYSTEM,
    FILE_BASIC_INFO,
};

use super::{
    calls,
    old::{LostAttributes, OldFile},
};

/// The attributes that a program can set.
const KEPT: u32 = FILE_ATTRIBUTE_READONLY
    | FILE_ATTRIBUTE_HIDDEN
    | FILE_ATTRIBUTE_SYSTEM
    | FILE_ATTRIBUTE_NOT_CONTENT_INDEXED;

/// Copies the properties of `old` to `file`, if the process is allowed to.
pub fn take_over(file: &File, old: &OldFile, times: bool) -> io::Result<LostAttributes> {
    let given = old.list.as_ref().map(|list| list.give(file));
    let lost = LostAttributes { list: !matches!(given, Some(Ok(()))) };
    if let Some(path) = &old.path {
        alternate_streams(&calls::path(file)?, path)?;
    }
    let of_old = |time: i64| if times { time } else { 0 };
    let facts = FILE_BASIC_INFO {
        CreationTime: old.facts.created,
        LastAccessTime: of_old(old.facts.accessed),
        LastWriteTime: of_old(old.facts.written),
        ChangeTime: 0,
        // A changed file is to be archived. 0 would mean "unchanged", so it is set with NORMAL.
        FileAttributes: old.facts.attributes & KEPT
            | FILE_ATTRIBUTE_ARCHIVE
            | if old.facts.attributes & KEPT == 0 { FILE_ATTRIBUTE_NORMAL } else { 0 },
    };
    calls::set_basic(file, &facts)?;
    Ok(lost)
}

/// Copies the alternate streams of the file at `old` to the one at `new`.
fn alternate_streams(new: &Path, old: &Path) -> io::Result<()> {
    // Volumes without alternate streams return an error, or no stream at all.
    let Ok(streams) = calls::streams(old) else { return Ok(()) };
    for stream in streams.iter().filter(|&stream| stream != "::$DATA") {
        copy_stream(new, old, stream).map_err(|error| {
            let name =
                utfkit_text::unicode::printable::line(&stream.to_string_lossy()).into_owned();
            io::Error::other(format!("Alternate stream {name} cannot be kept: {error}"))
        })?;
    }
    Ok(())
}

fn copy_stream(new: &Path, old: &Path, stream: &OsStr) -> io::Result<()> {
    let at = |path: &Path| {
        let mut path = OsString::from(path);
        path.push(stream);
        path
    };
    let mut from = File::open(at(old))?;
    let mut to = OpenOptions::new().write(true).create(true).truncate(true).open(at(new))?;
    io::copy(&mut from, &mut to)?;
    to.sync_all()
}
