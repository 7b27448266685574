//! `std::io` adapters.

use std::{
    io::{self, BufRead, Read, Write},
    vec::Vec,
};

use super::Transcoder;
use crate::outcome::Status;

/// Octets that are converted at once.
const BLOCK: usize = 64 * 1024;

/// Reads a stream as another encoding.
///
/// A finding at which the policy says to stop becomes an error of kind
/// [`InvalidData`](io::ErrorKind::InvalidData), once, after all text before it was read; reading on goes on behind it.
///
/// ```
/// use std::io::Read;
/// use utfkit::{Encoding, transcode::{Reader, Transcoder}};
/// let mut text = String::new();
/// Reader::new(&b"\xFE\xFF\0h\0i"[..], Transcoder::new(Encoding::Utf16, Encoding::Utf8))
///     .read_to_string(&mut text)?;
/// assert_eq!(text, "hi");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Reader<'p, R> {
    inner: R,
    transcoder: Transcoder<'p>,
    buffer: Vec<u8>,
    at: usize,
    /// What went wrong behind the text that is in the buffer.
    failed: Option<io::Error>,
    finished: bool,
}

impl<'p, R: BufRead> Reader<'p, R> {
    /// Reads what `transcoder` makes of `inner`.
    pub fn new(inner: R, transcoder: Transcoder<'p>) -> Self {
        let buffer = Vec::with_capacity(BLOCK);
        Self { inner, transcoder, buffer, at: 0, failed: None, finished: false }
    }

    /// The transcoder, with what it has counted.
    pub const fn transcoder(&self) -> &Transcoder<'p> {
        &self.transcoder
    }

    /// The reader inside. What was converted and not yet read is lost.
    pub fn into_inner(self) -> R {
        self.inner
    }

    /// Converts the next block into the empty buffer.
    fn fill(&mut self) -> io::Result<()> {
        self.buffer.clear();
        self.at = 0;
        while self.buffer.is_empty() && self.failed.is_none() && !self.finished {
            let src = self.inner.fill_buf()?;
            let last = src.is_empty();
            let outcome = crate::trusted::append_transcoded(
                &mut self.buffer,
                &mut self.transcoder,
                src,
                last,
            );
            self.inner.consume(outcome.read);
            match outcome.status {
                Status::Done => self.finished = last,
                Status::OutputFull => {}
                Status::IllFormed(finding) => self.failed = Some(finding.into()),
            }
        }
        Ok(())
    }
}

impl<R: BufRead> BufRead for Reader<'_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.buffer.len() {
            if let Some(error) = self.failed.take() {
                return Err(error);
            }
            self.fill()?;
            if self.buffer.is_empty()
                && let Some(error) = self.failed.take()
            {
                return Err(error);
            }
        }
        Ok(&self.buffer[self.at..])
    }

    fn consume(&mut self, amount: usize) {
        self.at = (self.at + amount).min(self.buffer.len());
    }
}

impl<R: BufRead> Read for Reader<'_, R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(out)?;
        self.consume(read);
        Ok(read)
    }
}

/// Writes a stream in another encoding.
///
/// Call [`finish`](Self::finish) at the end: only then is a sequence that the stream breaks off in reported.
///
/// ```
/// use std::io::Write;
/// use utfkit::{Encoding, transcode::{Transcoder, Writer}};
/// let mut writer = Writer::new(Vec::new(), Transcoder::new(Encoding::Utf8, Encoding::Utf16));
/// writer.write_all("hi".as_bytes())?;
/// assert_eq!(writer.finish()?, b"\xFE\xFF\0h\0i");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Writer<'p, W> {
    inner: W,
    transcoder: Transcoder<'p>,
    buffer: Vec<u8>,
}

impl<'p, W: Write> Writer<'p, W> {
    /// Writes what `transcoder` makes of the stream to `inner`.
    pub fn new(inner: W, transcoder: Transcoder<'p>) -> Self {
        Self { inner, transcoder, buffer: Vec::with_capacity(BLOCK) }
    }

    /// The transcoder, with what it has counted.
    pub const fn transcoder(&self) -> &Transcoder<'p> {
        &self.transcoder
    }

    /// Ends the stream and gives back the writer inside.
    ///
    /// # Errors
    /// As writing; also a sequence that the stream breaks off in, if the policy says to stop there.
    pub fn finish(mut self) -> io::Result<W> {
        self.push(&[], true)?;
        self.inner.flush()?;
        Ok(self.inner)
    }

    /// Converts and writes all of `src`.
    fn push(&mut self, src: &[u8], last: bool) -> io::Result<()> {
        let mut read = 0;
        loop {
            self.buffer.clear();
            let (buffer, transcoder) = (&mut self.buffer, &mut self.transcoder);
            let outcome = crate::trusted::append_transcoded(buffer, transcoder, &src[read..], last);
            read += outcome.read;
            self.inner.write_all(&self.buffer)?;
            match outcome.status {
                Status::Done => return Ok(()),
                Status::OutputFull => {}
                Status::IllFormed(finding) => return Err(finding.into()),
            }
        }
    }
}

impl<W: Write> Write for Writer<'_, W> {
    /// Takes all of `octets`, or fails.
    ///
    /// # Errors
    /// Those of the writer inside, and findings at which the policy says to stop, as
    /// [`InvalidData`](io::ErrorKind::InvalidData).
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        self.push(octets, false)?;
        Ok(octets.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
