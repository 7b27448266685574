//! Operations on open files.

use std::{
    fs::{File, TryLockError},
    io::{self, Seek, SeekFrom},
    marker::PhantomData,
    os::windows::fs::FileExt,
    path::Path,
};

use windows_sys::Win32::Foundation::{
    ERROR_IO_PENDING, ERROR_LOCK_VIOLATION, ERROR_SHARING_VIOLATION, ERROR_USER_MAPPED_FILE,
};

use super::{calls, facts::Facts};

/// Reads at an offset, and does not move the position of the file.
pub trait ReadAt {
    /// Reads into `room` from `offset` on. Returns the number of bytes.
    fn read_at(&self, room: &mut [u8], offset: u64) -> io::Result<usize>;

    /// Fills `room` from `offset` on.
    fn read_exact_at(&self, room: &mut [u8], offset: u64) -> io::Result<()> {
        read_exact(|room, offset| self.read_at(room, offset), room, offset)
    }
}

/// Windows moves the position of the file, so it is set back. Only one thread may use the file, and
/// the handles that share its position. Others use [`ByOffset`].
impl ReadAt for File {
    fn read_at(&self, room: &mut [u8], offset: u64) -> io::Result<usize> {
        let mut file = self;
        let position = file.stream_position()?;
        let read = self.seek_read(room, offset);
        file.seek(SeekFrom::Start(position))?;
        read
    }
}

/// A file that several threads read at offsets, while another one reads it in order. It is opened
/// again, so its position is not that of the other thread, and no thread uses it.
pub struct ByOffset<'f> {
    file: File,
    of: PhantomData<&'f File>,
}

impl<'f> ByOffset<'f> {
    /// Opens an open file again.
    pub fn of(file: &'f File) -> io::Result<Self> {
        Ok(Self { file: calls::reopen(file)?, of: PhantomData })
    }

    /// Fills `room` from `offset` on.
    pub fn read_exact_at(&self, room: &mut [u8], offset: u64) -> io::Result<()> {
        read_exact(|room, offset| self.file.seek_read(room, offset), room, offset)
    }
}

/// Fills `room` from `offset` on, by calls of `read`.
fn read_exact(
    read: impl Fn(&mut [u8], u64) -> io::Result<usize>,
    mut room: &mut [u8],
    mut offset: u64,
) -> io::Result<()> {
    while !room.is_empty() {
        match read(room, offset) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(len) => {
                room = &mut room[len..];
                offset += len as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Locks `file`, unless a process has locked it. Other programs can still use the file: a byte that
/// Windows locks cannot be read, so the locked byte is after every possible end.
pub fn try_lock(file: &File) -> Result<(), TryLockError> {
    const BYTE: u64 = i64::MAX as u64 - 1;
    calls::try_lock(file, BYTE).map_err(|error| {
        let code = error.raw_os_error().unwrap_or_default().cast_unsigned();
        if matches!(code, ERROR_LOCK_VIOLATION | ERROR_IO_PENDING) {
            TryLockError::WouldBlock
        } else {
            TryLockError::Error(error)
        }
    })
}

/// Opens the file at `path`, if it is a regular file.
pub fn open_regular(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    if Facts::of(&file)?.is_file() { Ok(file) } else { Err(io::Error::other("not a regular file")) }
}

/// Waits until the bytes of `file` are on the disk.
pub fn sync(file: &File) -> io::Result<()> {
    file.sync_all()
}

/// Does nothing. Windows has no call that shares the start of a file on all volumes.
pub fn share(_from: &File, _to: &File, _len: u64) -> u64 {
    0
}

/// Closes `file`. Windows has reported all errors before.
pub fn close(file: File) -> io::Result<()> {
    drop(file);
    Ok(())
}

/// Opens the file at `path` for reading.
pub fn open(path: &Path) -> io::Result<File> {
    match File::open(path) {
        // Windows opens directories only in a way of their own.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied && path.is_dir() => {
            Err(io::ErrorKind::IsADirectory.into())
        }
        opened => opened,
    }
}

/// Returns the message for `error`, if the system has another one for the same failure on other
/// systems. Messages of Windows are in the language of the user, and often longer than ours.
pub fn message(error: &io::Error) -> Option<&'static str> {
    if error.get_ref().is_some() {
        return None;
    }
    Some(match error.kind() {
        io::ErrorKind::NotFound => "No such file or directory",
        io::ErrorKind::PermissionDenied => "Permission denied",
        io::ErrorKind::AlreadyExists => "File exists",
        io::ErrorKind::IsADirectory => "Is a directory",
        io::ErrorKind::NotADirectory => "Not a directory",
        io::ErrorKind::DirectoryNotEmpty => "Directory not empty",
        io::ErrorKind::StorageFull => "No space left on device",
        io::ErrorKind::InvalidFilename => "Not a name that a file can have",
        _ if advice(error).is_some() => "The file is in use",
        _ => return None,
    })
}

/// Returns what to do about `error`, if its message does not say that.
pub fn advice(error: &io::Error) -> Option<&'static str> {
    let code = error.raw_os_error()?.cast_unsigned();
    match code {
        ERROR_SHARING_VIOLATION | ERROR_LOCK_VIOLATION | ERROR_USER_MAPPED_FILE => {
            Some("another program has the file open: close it there, and run the command again")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};

    use super::*;

    #[test]
    fn a_locked_file_can_be_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, "text").unwrap();
        let [one, other] = [(); 2].map(|()| File::options().write(true).open(&path).unwrap());
        try_lock(&one).unwrap();
        assert!(matches!(try_lock(&other), Err(TryLockError::WouldBlock)));
        assert_eq!(std::fs::read(&path).unwrap(), b"text");
        drop(one);
        try_lock(&other).unwrap();
    }

    #[test]
    fn reading_at_an_offset_does_not_move_the_position() {
        // A file without a name cannot be opened again on Windows.
        let named = tempfile::NamedTempFile::new().unwrap();
        let mut file = named.as_file();
        file.write_all(b"abcdef").unwrap();
        file.seek(SeekFrom::Start(2)).unwrap();
        let by_offset = ByOffset::of(file).unwrap();
        let mut room = [0; 3];
        by_offset.read_exact_at(&mut room, 1).unwrap();
        assert_eq!(&room, b"bcd");
        assert_eq!(file.stream_position().unwrap(), 2);
        ReadAt::read_exact_at(file, &mut room, 3).unwrap();
        assert_eq!(&room, b"def");
        let mut rest = String::new();
        file.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "cdef");
        let error = by_offset.read_exact_at(&mut room, 4).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }
}
