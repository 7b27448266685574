//! The standard streams, and the paths that name streams.

use std::{
    fs::File,
    io::{self, Read, Write},
    os::{
        fd::{AsFd, BorrowedFd},
        unix::fs::FileTypeExt,
    },
    path::Path,
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
};

/// Prepares the terminal for colours.
pub fn prepare() {}

/// Returns standard input.
pub fn standard_input() -> io::Result<File> {
    owned(io::stdin().as_fd())
}

/// Returns standard output.
pub fn standard_output() -> io::Result<File> {
    owned(io::stdout().as_fd())
}

/// Returns standard error.
pub fn standard_error() -> io::Result<File> {
    owned(io::stderr().as_fd())
}

fn owned(descriptor: BorrowedFd<'_>) -> io::Result<File> {
    descriptor.try_clone_to_owned().map(File::from)
}

/// Reads from `file`. May return fewer bytes than fit, and [`io::ErrorKind::WouldBlock`].
pub fn read(mut file: &File, room: &mut [u8]) -> io::Result<usize> {
    file.read(room)
}

/// Writes to `file`. May accept fewer bytes, and return [`io::ErrorKind::WouldBlock`].
pub fn write(mut file: &File, bytes: &[u8]) -> io::Result<usize> {
    file.write(bytes)
}

/// Waits until `file` can be read.
pub fn wait_to_read(file: &File) -> io::Result<()> {
    wait(file, PollFlags::IN)
}

/// Waits until `file` accepts bytes.
pub fn wait_to_write(file: &File) -> io::Result<()> {
    wait(file, PollFlags::OUT)
}

fn wait(file: &File, what: PollFlags) -> io::Result<()> {
    match poll(&mut [PollFd::new(file, what)], None) {
        Ok(_) | Err(Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Returns `true` if nobody reads standard output any more. Only a pipe tells that.
pub fn is_output_closed() -> bool {
    let out = io::stdout();
    let mut ends = [PollFd::new(&out, PollFlags::empty())];
    let seen = poll(&mut ends, Some(&Timespec::default()));
    seen.is_ok() && ends[0].revents().contains(PollFlags::ERR)
}

/// Returns `true` if `file` is a pipe, which may accept few bytes at once, or none.
pub fn is_pipe(file: &File) -> bool {
    file.metadata().is_ok_and(|found| found.file_type().is_fifo())
}

/// Returns `true` if `path` names standard output.
pub fn is_standard_output(path: &Path) -> bool {
    path == Path::new("-") || path == Path::new("/dev/stdout")
}

/// Returns `true` if `path` names an open descriptor, whose file may have no name to replace.
pub fn is_descriptor(path: &Path) -> bool {
    ["/dev/fd", "/proc", "/dev/stderr"].iter().any(|folder| path.starts_with(folder))
}
