//! The stream of a surface, and what a surface has to provide for it.

use std::{fmt, mem};

/// Reads or writes the escapes of one surface.
pub(super) trait Escapes: Send {
    /// Returns the number of bytes at the start of `bytes` that are copied. It must not depend on
    /// the bytes after them.
    fn plain(&self, bytes: &[u8]) -> usize;

    /// Processes the start of `bytes`, which is not plain, and appends the result to `out`. Returns
    /// the number of bytes that it has processed, at least one. Returns `None` if the result
    /// depends on bytes that are missing, which never happens with the `last` bytes.
    fn take(&mut self, bytes: &[u8], last: bool, out: &mut Vec<u8>) -> Option<usize>;

    /// Appends everything that waits to `out`, at the end of the text.
    fn finish(&mut self, _out: &mut Vec<u8>) {}

    /// Returns the number of escapes that stayed as they are.
    fn kept(&self) -> u64;
}

/// Reads or writes the escapes of a [`Surface`](super::Surface) in a stream.
///
/// The result does not depend on how the stream is cut into pieces. A piece of whole characters in
/// UTF-8 gives whole characters.
pub struct Stream {
    escapes: Box<dyn Escapes>,
    /// The start of an escape whose end is missing. It is shorter than 16 KiB.
    pub(super) held: Vec<u8>,
}

impl Stream {
    pub(super) fn new(escapes: impl Escapes + 'static) -> Self {
        Self { escapes: Box::new(escapes), held: Vec::new() }
    }

    /// Processes `bytes`, the next piece of the stream, and appends the settled result to `out`.
    pub fn push(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        if self.held.is_empty() {
            let read = self.run(bytes, false, out);
            self.held.extend_from_slice(&bytes[read..]);
        } else {
            let mut held = mem::take(&mut self.held);
            held.extend_from_slice(bytes);
            let read = self.run(&held, false, out);
            held.drain(..read);
            self.held = held;
        }
    }

    /// Ends the stream, and appends the rest of the result to `out`. The stream can be used again.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        let held = mem::take(&mut self.held);
        self.run(&held, true, out);
        self.escapes.finish(out);
    }

    /// Returns the number of escapes in the input that stayed as they are.
    ///
    /// A stream that reads keeps ill-formed escapes. A stream that writes keeps everything that
    /// looks like an escape, and a reader will take it for a character.
    pub fn kept(&self) -> u64 {
        self.escapes.kept()
    }

    /// Processes the start of `bytes`, and returns its length.
    fn run(&mut self, bytes: &[u8], last: bool, out: &mut Vec<u8>) -> usize {
        let mut read = 0;
        while read < bytes.len() {
            let plain = self.escapes.plain(&bytes[read..]);
            out.extend_from_slice(&bytes[read..read + plain]);
            read += plain;
            if read == bytes.len() {
                break;
            }
            match self.escapes.take(&bytes[read..], last, out) {
                Some(taken) => read += taken,
                None => break,
            }
        }
        read
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("held", &self.held.len()).finish_non_exhaustive()
    }
}
