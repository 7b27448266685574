//! Output that is written as it comes: standard output, devices and pipes.
//!
//! Output uses the descriptor itself: the streams of `std` accept a closed descriptor and discard
//! the output.
//!
//! Correct text is written like any other. `copy_file_range` was slower, because the file is read
//! twice then, and the checked text might differ from the copied text.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write},
    path::Path,
};

use crate::{
    process::waiting::BlockingIo,
    system::{facts::Facts, files, streams},
};

/// An unbuffered descriptor: each write reaches the system at once.
pub(super) struct Direct {
    file: File,
    /// The facts about the file, if it is regular.
    regular: Option<Facts>,
}

impl Direct {
    /// Opens standard output.
    pub(super) fn standard() -> io::Result<Self> {
        streams::standard_output().and_then(Self::new)
    }

    /// Opens the device or pipe at `path`.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        // Append, because a name such as `/dev/fd/3` can lead to a regular file that has text.
        OpenOptions::new().append(true).open(path).and_then(Self::new)
    }

    fn new(file: File) -> io::Result<Self> {
        let found = Facts::of(&file)?;
        let regular = found.is_file().then_some(found);
        Ok(Self { file, regular })
    }

    pub(super) fn overwrites(&self, input: &Facts) -> bool {
        self.regular.as_ref().is_some_and(|output| output.may_be(input))
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        BlockingIo(&self.file).write_all(bytes)
    }

    /// Closes the descriptor. Some file systems report a full disk only then.
    pub(super) fn finish(self) -> io::Result<()> {
        files::close(self.file)
    }
}
