//! Adapters for `std::io`.

use std::{
    boxed::Box,
    fmt,
    io::{self, BufRead, BufReader, Read, Write},
    vec::Vec,
};

use super::{Action, Transcoder, append};
use crate::error::{Finding, outcome::Status};

/// The number of bytes that are converted at once.
const BLOCK: usize = 64 * 1024;

/// The function that decides about the findings at which the policy stops, if there is one.
#[derive(Default)]
struct Decision<'p>(Option<Box<Decide<'p>>>);

type Decide<'p> = dyn FnMut(&Finding) -> Action<'p> + Send + 'p;

impl<'p> Decision<'p> {
    /// Resolves `finding`, at which `transcoder` stopped. Returns the finding if it stays an error.
    fn settle(&mut self, transcoder: &mut Transcoder<'p>, finding: Finding) -> Option<Finding> {
        let decide = self.0.as_mut();
        let resolved = decide.is_some_and(|decide| transcoder.resolve(&finding, decide(&finding)));
        (!resolved).then_some(finding)
    }
}

impl fmt::Debug for Decision<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Decision(..)" } else { "Decision" })
    }
}

/// A reader that converts another reader to a target encoding.
///
/// If the policy stops at a finding, the finding becomes an error of the kind
/// [`InvalidData`](io::ErrorKind::InvalidData). It is returned once, after all text before it was
/// read; the next read continues after it. An error of the inner reader is returned unchanged, also
/// after all text before it. The next read tries again, and nothing is lost.
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
#[doc(alias("iconv", "decode stream"))]
#[derive(Debug)]
pub struct Reader<'p, R> {
    inner: R,
    transcoder: Transcoder<'p>,
    decision: Decision<'p>,
    buffer: Vec<u8>,
    at: usize,
    /// The finding after the text in the buffer.
    found: Option<Finding>,
    /// Whether the inner reader has reached its end, after which it is not read again.
    ended: bool,
    finished: bool,
}

impl<'p, R: BufRead> Reader<'p, R> {
    /// Creates a reader that converts `inner` with `transcoder`.
    pub fn new(inner: R, transcoder: Transcoder<'p>) -> Self {
        let buffer = Vec::with_capacity(BLOCK);
        let decision = Decision::default();
        let (found, ended, finished) = (None, false, false);
        Self { inner, transcoder, decision, buffer, at: 0, found, ended, finished }
    }

    /// Sets the function that decides about each finding at which the policy stops.
    ///
    /// The reader owns it, so it can be kept in a struct, or sent to another thread.
    ///
    /// ```
    /// use std::io::Read;
    /// use utfkit::{Encoding, transcode::{Action, Reader, Transcoder}};
    /// let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8);
    /// let mut reader = Reader::new(&b"a\xFFb"[..], transcoder).resolve_by(|finding| {
    ///     if finding.offset() < 1000 { Action::Replace } else { Action::Stop }
    /// });
    /// let mut text = String::new();
    /// reader.read_to_string(&mut text)?;
    /// assert_eq!(text, "a\u{FFFD}b");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn resolve_by(mut self, decide: impl FnMut(&Finding) -> Action<'p> + Send + 'p) -> Self {
        self.decision = Decision(Some(Box::new(decide)));
        self
    }

    /// Returns the transcoder, with its counts.
    pub const fn transcoder(&self) -> &Transcoder<'p> {
        &self.transcoder
    }

    /// Returns the inner reader. It is ahead of this one by the converted text that has not been
    /// read.
    pub const fn get_ref(&self) -> &R {
        &self.inner
    }

    /// Returns the inner reader, to change it. Bytes that are read from it directly are missing
    /// here.
    pub const fn get_mut(&mut self) -> &mut R {
        &mut self.inner
    }

    /// Returns the inner reader. Converted text that has not been read is lost.
    pub fn into_inner(self) -> R {
        self.inner
    }

    /// Converts the next block into the empty buffer. The buffer stays empty only before a finding
    /// and at the end.
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
                Status::IllFormed(finding) => {
                    self.found = self.decision.settle(&mut self.transcoder, finding);
                }
            }
        }
        Ok(())
    }
}

impl<'p, R: Read> Reader<'p, BufReader<R>> {
    /// Creates a reader that converts `inner`, which does not need a buffer: a file, a socket, a
    /// pipe.
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

/// A writer that converts its input to a target encoding and writes it to another writer.
///
/// Call [`finish`](Self::finish) at the end, because only then a sequence that the end cuts is
/// reported. Converted bytes are written to the inner writer at once, as many as it accepts. The
/// rest, at most a block, is kept and is written first by the next call. So no error loses or
/// repeats a byte, not even [`WouldBlock`](io::ErrorKind::WouldBlock): call again to write the
/// rest.
///
/// - A call that returns an error of the inner writer has consumed nothing. If the error comes
///   after bytes were consumed, the next call gets it again.
/// - If the policy stops at a finding, the finding becomes an error of the kind
///   [`InvalidData`](io::ErrorKind::InvalidData). It is returned once, after all text before it was
///   written. The call after the one that consumed its bytes returns it: a `write`, a
///   [`flush`](Write::flush) or the end. The next bytes continue after the finding.
///
/// Dropping a writer does not write anything.
///
/// ```
/// use std::io::Write;
/// use utfkit::{Encoding, transcode::{Transcoder, Writer}};
/// let mut writer = Writer::new(Vec::new(), Transcoder::new(Encoding::Utf8, Encoding::Utf16));
/// writer.write_all("hi".as_bytes())?;
/// assert_eq!(writer.finish()?, b"\xFE\xFF\0h\0i");
/// # Ok::<(), std::io::Error>(())
/// ```
#[doc(alias("iconv", "encode stream"))]
#[derive(Debug)]
pub struct Writer<'p, W> {
    inner: W,
    transcoder: Transcoder<'p>,
    decision: Decision<'p>,
    /// The converted bytes. The inner writer has accepted those before `at`.
    buffer: Vec<u8>,
    at: usize,
    /// The finding after the text in the buffer.
    found: Option<Finding>,
    finished: bool,
}

impl<'p, W: Write> Writer<'p, W> {
    /// Creates a writer that converts its input with `transcoder` and writes it to `inner`.
    pub fn new(inner: W, transcoder: Transcoder<'p>) -> Self {
        let buffer = Vec::with_capacity(BLOCK);
        let decision = Decision::default();
        Self { inner, transcoder, decision, buffer, at: 0, found: None, finished: false }
    }

    /// Sets the function that decides about each finding at which the policy stops. The writer owns
    /// it.
    ///
    /// ```
    /// use std::io::Write;
    /// use utfkit::{Encoding, transcode::{Action, Transcoder, Writer}};
    /// let transcoder = Transcoder::new(Encoding::Utf8, Encoding::UsAscii);
    /// let mut writer = Writer::new(Vec::new(), transcoder).resolve_by(|_| Action::Escape);
    /// writer.write_all("caf\u{E9}".as_bytes())?;
    /// assert_eq!(writer.finish()?, br"caf\xC3\xA9");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn resolve_by(mut self, decide: impl FnMut(&Finding) -> Action<'p> + Send + 'p) -> Self {
        self.decision = Decision(Some(Box::new(decide)));
        self
    }

    /// Returns the transcoder, with its counts.
    pub const fn transcoder(&self) -> &Transcoder<'p> {
        &self.transcoder
    }

    /// Returns the inner writer.
    pub const fn get_ref(&self) -> &W {
        &self.inner
    }

    /// Returns the inner writer, to change it. Bytes that are written to it directly come before
    /// the converted bytes that are kept here.
    pub const fn get_mut(&mut self) -> &mut W {
        &mut self.inner
    }

    /// Returns the inner writer as it is. Bytes that it has not accepted are lost.
    pub fn into_inner(self) -> W {
        self.inner
    }

    /// Ends the stream and returns the inner writer.
    ///
    /// # Errors
    /// Like [`try_finish`](Self::try_finish), which allows another try.
    pub fn finish(mut self) -> io::Result<W> {
        self.try_finish()?;
        Ok(self.inner)
    }

    /// Ends the stream: converts and writes the rest, and flushes the inner writer.
    ///
    /// After an error, call it again, until nothing is left.
    ///
    /// # Errors
    /// Like writing. A sequence that the end of the stream cuts is an error too, if the policy
    /// stops at it.
    pub fn try_finish(&mut self) -> io::Result<()> {
        self.settle()?;
        while !self.finished {
            self.convert(&[], true);
            self.settle()?;
        }
        self.inner.flush()
    }

    /// Converts as much of `src` as fits the empty buffer. Returns the number of bytes read.
    fn convert(&mut self, src: &[u8], last: bool) -> usize {
        let mut read = 0;
        loop {
            let (buffer, transcoder) = (&mut self.buffer, &mut self.transcoder);
            let outcome = append::append_transcoded(buffer, transcoder, &src[read..], last);
            read += outcome.read;
            self.finished = last && outcome.status == Status::Done;
            if let Status::IllFormed(finding) = outcome.status {
                self.found = self.decision.settle(transcoder, finding);
                if self.found.is_none() {
                    // The output of the decision is converted text, which a flush must write.
                    continue;
                }
            }
            return read;
        }
    }

    /// Writes the buffer, then returns the finding after it, once.
    fn settle(&mut self) -> io::Result<()> {
        self.drain()?;
        self.found.take().map_or(Ok(()), |finding| Err(finding.into()))
    }

    /// Writes the buffer, and empties it.
    fn drain(&mut self) -> io::Result<()> {
        while self.at < self.buffer.len() {
            match self.inner.write(&self.buffer[self.at..]) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                // A faulty writer may report more bytes than it was given.
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
    /// Consumes the part of `bytes` whose text fits a block, up to a finding at which the policy
    /// stops.
    ///
    /// # Errors
    /// Errors of the inner writer, and findings in bytes of earlier calls. Then none of `bytes` are
    /// consumed.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.settle()?;
        loop {
            let taken = self.convert(bytes, false);
            let drained = self.drain();
            if taken > 0 || bytes.is_empty() {
                // These bytes are consumed in any case, so an error waits for the next call.
                return Ok(taken);
            }
            // A BOM or a replacement, which is written between two sequences, has filled the block.
            drained?;
            self.settle()?;
        }
    }

    /// Writes all converted bytes, and flushes the inner writer.
    ///
    /// # Errors
    /// Errors of the inner writer, and a finding in bytes of earlier calls.
    fn flush(&mut self) -> io::Result<()> {
        self.drain()?;
        self.inner.flush()?;
        self.settle()
    }
}
