//! Output that is written as it comes: standard output, devices and pipes.
//!
//! Its only `unsafe` line closes standard output and returns the error, which `std` drops and
//! network file systems need. Output uses the descriptor itself: the streams of `std` accept a
//! closed descriptor and discard the output.
//!
//! Correct text is written like any other. `copy_file_range` was slower, because the file is read
//! twice then, and the checked text might differ from the copied text.

use std::{
    fs::{File, Metadata, OpenOptions},
    io::{self, Write},
    os::{
        fd::{AsFd, IntoRawFd},
        unix::fs::MetadataExt,
    },
    path::Path,
};

use crate::process::waiting::BlockingIo;

/// An unbuffered descriptor: each write reaches the system at once.
pub(super) struct Direct {
    file: File,
    /// The device and the inode number, if the file is regular.
    identity: Option<(u64, u64)>,
}

impl Direct {
    /// Opens standard output.
    pub(super) fn standard() -> io::Result<Self> {
        io::stdout().as_fd().try_clone_to_owned().map(File::from).and_then(Self::new)
    }

    /// Opens the device or pipe at `path`.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        // Append, because a name such as `/dev/fd/3` can lead to a regular file that has text.
        OpenOptions::new().append(true).open(path).and_then(Self::new)
    }

    fn new(file: File) -> io::Result<Self> {
        let found = file.metadata()?;
        let identity = found.is_file().then(|| identity(&found));
        Ok(Self { file, identity })
    }

    pub(super) fn overwrites(&self, input: &Metadata) -> bool {
        self.identity == Some(identity(input))
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        BlockingIo(&self.file).write_all(bytes)
    }

    /// Closes the descriptor. Some file systems report a full disk only then.
    pub(super) fn finish(self) -> io::Result<()> {
        let descriptor = self.file.into_raw_fd();
        // SAFETY: the descriptor was owned here, and nothing else owns it or uses it.
        unsafe { rustix::io::try_close(descriptor) }.map_err(io::Error::from)
    }
}

fn identity(found: &Metadata) -> (u64, u64) {
    (found.dev(), found.ino())
}
