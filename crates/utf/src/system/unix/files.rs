//! Operations on open files.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io,
    os::{
        fd::{AsFd, IntoRawFd},
        unix::fs::OpenOptionsExt,
    },
    path::Path,
};

use rustix::{fs::OFlags, io::Errno};

use super::facts::Facts;

/// Reads at an offset, and does not move the position of the file.
pub use std::os::unix::fs::FileExt as ReadAt;

/// A file that several threads read at offsets, while another one reads it in order.
pub struct ByOffset<'f>(&'f File);

impl<'f> ByOffset<'f> {
    /// Creates the value for an open file.
    pub fn of(file: &'f File) -> io::Result<Self> {
        Ok(Self(file))
    }

    /// Fills `room` from `offset` on.
    pub fn read_exact_at(&self, room: &mut [u8], offset: u64) -> io::Result<()> {
        self.0.read_exact_at(room, offset)
    }
}

/// Locks `file`, unless a process has locked it. Other programs can still use the file.
pub fn try_lock(file: &File) -> Result<(), TryLockError> {
    file.try_lock()
}

/// Opens the file at `path`, if it is a regular file. A plain open of a pipe would wait for a
/// writer that may never come.
pub fn open_regular(path: &Path) -> io::Result<File> {
    let flags = OFlags::NONBLOCK.union(OFlags::NOCTTY).bits();
    let file = OpenOptions::new().read(true).custom_flags(flags as i32).open(path)?;
    if Facts::of(&file)?.is_file() { Ok(file) } else { Err(io::Error::other("not a regular file")) }
}

/// Waits until the bytes of `file` are on the disk.
pub fn sync(file: &File) -> io::Result<()> {
    Ok(unless_unsupported(sync_to_disk(file))?)
}

/// Waits until the bytes or names of `file` are on the disk.
#[cfg(not(target_vendor = "apple"))]
pub(super) fn sync_to_disk(file: impl AsFd) -> rustix::io::Result<()> {
    rustix::fs::fsync(file)
}

/// Waits until the bytes or names of `file` are on the disk.
///
/// `fsync` of macOS leaves them in the buffer of the disk. `F_FULLFSYNC` does not, but not all file
/// systems have it. Another error is reported only once, so `fsync` must not be tried after it.
#[cfg(target_vendor = "apple")]
pub(super) fn sync_to_disk(file: impl AsFd) -> rustix::io::Result<()> {
    match rustix::fs::fcntl_fullfsync(&file) {
        Err(Errno::NOTSUP | Errno::OPNOTSUPP | Errno::INVAL | Errno::NOTTY) => {
            rustix::fs::fsync(file)
        }
        done => done,
    }
}

/// Ignores an error that means that the file system does not support the operation.
pub(super) fn unless_unsupported(result: rustix::io::Result<()>) -> rustix::io::Result<()> {
    match result {
        Err(Errno::INVAL | Errno::NOTSUP | Errno::ROFS | Errno::BADF) => Ok(()),
        result => result,
    }
}

/// Lets the system append the first `len` bytes of `from` to `to`, and returns the number of bytes
/// copied. Some file systems share them instead of copying.
#[cfg(target_os = "linux")]
pub fn share(from: &File, to: &File, len: u64) -> u64 {
    let mut done = 0;
    while done < len {
        let most = usize::try_from(len - done).unwrap_or(usize::MAX);
        match rustix::fs::copy_file_range(from, Some(&mut done), to, None, most) {
            Err(Errno::INTR) => {}
            // The file systems do not support it, or the file has become shorter.
            Err(_) | Ok(0) => break,
            Ok(_) => {}
        }
    }
    done
}

/// Does nothing: `clonefile` of macOS shares whole files only, and makes a new file of them.
#[cfg(not(target_os = "linux"))]
pub fn share(_from: &File, _to: &File, _len: u64) -> u64 {
    0
}

/// Closes `file`. Some file systems report a full disk only then.
///
/// `std` drops this error, so this is the only `unsafe` line of the command on Unix.
pub fn close(file: File) -> io::Result<()> {
    let descriptor = file.into_raw_fd();
    // SAFETY: the descriptor was owned here, and nothing else owns it or uses it.
    unsafe { rustix::io::try_close(descriptor) }.map_err(io::Error::from)
}

/// Opens the file at `path` for reading.
pub fn open(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Returns the message for `error`, if the system has another one for the same failure on other
/// systems.
pub fn message(_error: &io::Error) -> Option<&'static str> {
    None
}

/// Returns what to do about `error`, if its message does not say that.
pub fn advice(_error: &io::Error) -> Option<&'static str> {
    None
}
