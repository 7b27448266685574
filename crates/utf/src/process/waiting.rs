//! Patient reading and writing.
//!
//! Interrupted calls are repeated. If another process made the descriptor non-blocking, the call
//! waits for it.

use std::{
    fs::File,
    io::{self, Read, Write},
};

use crate::system::streams;

/// A file whose reads and writes wait instead of failing.
pub struct BlockingIo<'f>(pub &'f File);

impl BlockingIo<'_> {
    /// Repeats `call` while it is interrupted or would block.
    fn until_done(
        &self,
        wait: fn(&File) -> io::Result<()>,
        mut call: impl FnMut(&File) -> io::Result<usize>,
    ) -> io::Result<usize> {
        loop {
            match call(self.0) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => wait(self.0)?,
                result => return result,
            }
        }
    }
}

impl Read for BlockingIo<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.until_done(streams::wait_to_read, |file| streams::read(file, room))
    }
}

/// An owned file whose reads wait instead of failing.
pub struct BlockingFile(pub File);

impl Read for BlockingFile {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        BlockingIo(&self.0).read(room)
    }
}

impl Write for BlockingIo<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.until_done(streams::wait_to_write, |file| streams::write(file, bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
