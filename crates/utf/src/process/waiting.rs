//! Patient reading and writing.
//!
//! Interrupted calls are repeated. If another process made the descriptor non-blocking, the call
//! waits for it.

use std::{
    fs::File,
    io::{self, Read, Write},
};

use rustix::event::{PollFd, PollFlags, poll};

/// A file whose reads and writes wait instead of failing.
pub struct BlockingIo<'f>(pub &'f File);

impl BlockingIo<'_> {
    /// Repeats `call` while it is interrupted or would block.
    fn until_done(
        &self,
        what: PollFlags,
        mut call: impl FnMut(&File) -> io::Result<usize>,
    ) -> io::Result<usize> {
        loop {
            match call(self.0) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => self.wait(what)?,
                result => return result,
            }
        }
    }

    fn wait(&self, what: PollFlags) -> io::Result<()> {
        match poll(&mut [PollFd::new(self.0, what)], None) {
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

impl Read for BlockingIo<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.until_done(PollFlags::IN, |mut file| file.read(room))
    }
}

impl Write for BlockingIo<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.until_done(PollFlags::OUT, |mut file| file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
