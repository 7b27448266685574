//! `std::io` adapters.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    vec::Vec,
};

use super::{Transcoder, append};
use crate::error::{Finding, outcome::Status};

/// Bytes that are converted at once.
const BLOCK: usize = 64 * 1024;

/// Reads a stream as another encoding.
///
/// A finding at which the policy says to stop becomes an error of kind
/// [`InvalidData`](io::ErrorKind::InvalidData), once, after all text before it was read; reading on
/// goes on behind it. An error of the reader inside comes as it is, also after all text before it;
/// reading on tries again, and nothing is lost.
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
    /// What was found behind the text that is in the buffer.
    found: Option<Finding>,
    /// The end of the stream inside was seen: it is not asked again.
    ended: bool,
    finished: bool,
}

impl<'p, R: BufRead> Reader<'p, R> {
    /// Reads what `transcoder` makes of `inner`.
    pub fn new(inner: R, transcoder: Transcoder<'p>) -> Self {
        let buffer = Vec::with_capacity(BLOCK);
        Self { inner, transcoder, buffer, at: 0, found: None, ended: false, finished: false }
    }

    /// The transcoder, with what it has counted.
    pub const fn transcoder(&self) -> &Transcoder<'p> {
        &self.transcoder
    }

    /// Returns the reader inside. It is ahead of this one by what was converted and not yet read.
    pub const fn get_ref(&self) -> &R {
        &self.inner
    }

    /// Returns the reader inside, to change it. What is read from it directly is missing here.
    pub const fn get_mut(&mut self) -> &mut R {
        &mut self.inner
    }

    /// The reader inside. What was converted and not yet read is lost.
    pub fn into_inner(self) -> R {
        self.inner
    }

    /// Converts the next block into the empty buffer; leaves it empty only before a finding and at
    /// the end.
    fn fill(&mut self) -> io::Result<()> {
        self.buffer.clear();
        self.at = 0;
        while self.buffer.is_empty() && self.found.is_none() && !self.finished {
            let src = if self.ended { &[] } else { self.inner.fill_buf()? };
            self.ended = src.is_empty();
            let (buffer, transcoder) = (&mut self.buffer, &mut self.transcoder);
            let outcome = append::append_transcoded(buffer, transcoder, src, self.ended);
            self.inner.consume(outcome.read);
            match outcome.status {
                Status::Done => self.finished = self.ended,
                Status::OutputFull => {}
                Status::IllFormed(finding) => self.found = Some(finding),
            }
        }
        Ok(())
    }
}

impl<'p, R: Read> Reader<'p, BufReader<R>> {
    /// Reads what `transcoder` makes of `inner`, which needs no buffer: a file, a socket, a pipe.
    ///
    /// ```no_run
    /// use std::{fs::File, io::BufRead};
    /// use utfkit::{Encoding, transcode::{Reader, Transcoder}};
    /// let file = File::open("latin1.txt")?;
    /// let reader = Reader::from_read(file, Transcoder::new(Encoding::Iso8859_1, Encoding::Utf8));
    /// for line in reader.lines() {
    ///     println!("{}", line?);
    /// }
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn from_read(inner: R, transcoder: Transcoder<'p>) -> Self {
        Self::new(BufReader::with_capacity(BLOCK, inner), transcoder)
    }
}

impl<R: BufRead> BufRead for Reader<'_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.buffer.len() && self.found.is_none() {
            self.fill()?;
        }
        if self.at == self.buffer.len()
            && let Some(finding) = self.found.take()
        {
            return Err(finding.into());
        }
        Ok(&self.buffer[self.at..])
    }

    fn consume(&mut self, amount: usize) {
        self.at = self.at.saturating_add(amount).min(self.buffer.len());
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
/// Call [`finish`](Self::finish) at the end: only then is a sequence that the stream breaks off in
/// reported. What is converted goes on to the writer inside at once, as far as that takes it; the
/// rest (at most a block) is kept and goes before all else at the next call. So no error loses or
/// repeats a byte, not even [`WouldBlock`](io::ErrorKind::WouldBlock) in the middle: call again,
/// and what is left is written.
///
/// - An error of the writer inside is returned by a call that has taken nothing. If it comes when
///   bytes are taken already, the next call runs into it again.
/// - A finding at which the policy says to stop becomes an error of kind
///   [`InvalidData`](io::ErrorKind::InvalidData), once, by the first call after that which took its bytes (a
///   `write`, a [`flush`](Write::flush) or the end), when all text before it is written. What is
///   written then goes on behind it.
///
/// A writer that is dropped writes nothing more.
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
    /// What is converted; the writer inside has taken the bytes before `at`.
    buffer: Vec<u8>,
    at: usize,
    /// What was found behind the text that is in the buffer.
    found: Option<Finding>,
    finished: bool,
}

impl<'p, W: Write> Writer<'p, W> {
    /// Writes what `transcoder` makes of the stream to `inner`.
    pub fn new(inner: W, transcoder: Transcoder<'p>) -> Self {
        let buffer = Vec::with_capacity(BLOCK);
        Self { inner, transcoder, buffer, at: 0, found: None, finished: false }
    }

    /// The transcoder, with what it has counted.
    pub const fn transcoder(&self) -> &Transcoder<'p> {
        &self.transcoder
    }

    /// The writer inside.
    pub const fn get_ref(&self) -> &W {
        &self.inner
    }

    /// Returns the writer inside, to change it. What is written to it directly comes before what is
    /// converted and kept here.
    pub const fn get_mut(&mut self) -> &mut W {
        &mut self.inner
    }

    /// The writer inside, as it is. What it has not taken is lost.
    pub fn into_inner(self) -> W {
        self.inner
    }

    /// Ends the stream and gives back the writer inside.
    ///
    /// # Errors
    /// As [`try_finish`](Self::try_finish), which leaves the way to try again.
    pub fn finish(mut self) -> io::Result<W> {
        self.try_finish()?;
        Ok(self.inner)
    }

    /// Ends the stream: converts what is left, writes it, and flushes the writer inside.
    ///
    /// After an error it can be called again, until nothing is left.
    ///
    /// # Errors
    /// As writing; also a sequence that the stream breaks off in, if the policy says to stop there.
    pub fn try_finish(&mut self) -> io::Result<()> {
        self.settle()?;
        while !self.finished {
            self.convert(&[], true);
            self.settle()?;
        }
        self.inner.flush()
    }

    /// Converts what fits of `src` into the empty buffer; gives how much of it is read.
    fn convert(&mut self, src: &[u8], last: bool) -> usize {
        let (buffer, transcoder) = (&mut self.buffer, &mut self.transcoder);
        let outcome = append::append_transcoded(buffer, transcoder, src, last);
        self.finished = last && outcome.status == Status::Done;
        if let Status::IllFormed(finding) = outcome.status {
            self.found = Some(finding);
        }
        outcome.read
    }

    /// Writes the buffer; then reports what was found behind it, once.
    fn settle(&mut self) -> io::Result<()> {
        self.drain()?;
        self.found.take().map_or(Ok(()), |finding| Err(finding.into()))
    }

    /// Writes the buffer, and empties it.
    fn drain(&mut self) -> io::Result<()> {
        while self.at < self.buffer.len() {
            match self.inner.write(&self.buffer[self.at..]) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                // A writer may claim more than it was given.
                Ok(written) => self.at = self.at.saturating_add(written),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.buffer.clear();
        self.at = 0;
        Ok(())
    }
}

impl<W: Write> Write for Writer<'_, W> {
    /// Takes as many of `bytes` as their text has room in a block, up to a finding at which the
    /// policy says to stop.
    ///
    /// # Errors
    /// Those of the writer inside, and findings in what was taken before. Nothing of `bytes` is
    /// taken then.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.settle()?;
        loop {
            let taken = self.convert(bytes, false);
            let drained = self.drain();
            if taken > 0 || bytes.is_empty() {
                // They are taken, whatever becomes of them: an error waits for the next call.
                return Ok(taken);
            }
            // What comes out of turn, a BOM or a replacement, has filled the block.
            drained?;
            self.settle()?;
        }
    }

    /// Writes all that is converted, and flushes the writer inside.
    ///
    /// # Errors
    /// Those of the writer inside, and a finding in what was taken before.
    fn flush(&mut self) -> io::Result<()> {
        self.drain()?;
        self.inner.flush()?;
        self.settle()
    }
}
