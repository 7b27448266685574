//! Copies attributes, access control list, alternate streams and times from the old file to the new
//! one.

use std::{
    ffi::{OsStr, OsString},
    fs::{File, OpenOptions},
    io,
    path::Path,
};

use windows_sys::Win32::Storage::FileSystem::{
    FILE_ATTRIBUTE_ARCHIVE, FILE_ATTRIBUTE_HIDDEN, FILE_ATTRIBUTE_NOT_CONTENT_INDEXED,
    FILE_ATTRIBUTE_READONLY, FILE_ATTRIBUTE_SYSTEM, FILE_BASIC_INFO,
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
        // A changed file is to be archived.
        FileAttributes: old.facts.attributes & KEPT | FILE_ATTRIBUTE_ARCHIVE,
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

#[cfg(test)]
mod tests {
    use std::{fs, io::Write};

    use super::*;
    use crate::system::directory::Directory;

    /// Replaces a file with these attributes, and returns those of the new file.
    fn replaced(attributes: u32) -> u32 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "old").unwrap();
        calls::set_attributes(&path, attributes).unwrap();
        let directory = Directory::open(folder.path()).unwrap();
        let [name, new] = ["a", "b"].map(OsStr::new);
        let facts = directory.find(name).unwrap().unwrap();
        assert_eq!(facts.attributes & KEPT, attributes, "the volume keeps attributes");
        let old = OldFile::find(facts, &directory, name);
        let mut file = directory.create_file(new, &old.permissions_while_written()).unwrap();
        file.write_all(b"new").unwrap();
        assert!(!take_over(&file, &old, true).unwrap().any());
        drop(file);
        directory.replace(new, name, None).unwrap();
        let now = directory.find(name).unwrap().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(now.written, facts.written);
        assert_eq!(directory.find(new).unwrap().map(|found| found.len()), None);
        directory.remove(name).unwrap();
        now.attributes & KEPT
    }

    #[test]
    fn attributes_are_kept() {
        for attributes in [
            FILE_ATTRIBUTE_READONLY,
            FILE_ATTRIBUTE_HIDDEN,
            FILE_ATTRIBUTE_SYSTEM,
            FILE_ATTRIBUTE_READONLY | FILE_ATTRIBUTE_HIDDEN | FILE_ATTRIBUTE_SYSTEM,
        ] {
            assert_eq!(replaced(attributes), attributes);
        }
    }

    /// Alternate streams are files of their own. Volumes without them have nothing to copy.
    #[test]
    fn alternate_streams_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let [old, new] = ["a", "b"].map(|name| folder.path().join(name));
        fs::write(&old, "old").unwrap();
        fs::write(&new, "new").unwrap();
        let stream = |path: &Path| format!("{}:Zone.Identifier", path.display());
        let names = calls::streams(&old).unwrap_or_default();
        if !names.iter().any(|name| name == "::$DATA") || fs::write(stream(&old), "3").is_err() {
            eprintln!("skipped: the volume has no alternate streams");
            return;
        }
        alternate_streams(&new, &old).unwrap();
        assert_eq!(fs::read(stream(&new)).unwrap(), b"3");
        assert_eq!(fs::read(&new).unwrap(), b"new");
    }
}
