//! Adapters for other interfaces: a codec of frames, and a reader that does not block.
//!
//! A transcoder does not read or write itself, so an adapter for any runtime is this short. Here, the
//! functions have the form of `tokio_util::codec::Decoder` and `futures_io::AsyncRead`.
//!
//! ```text
//! cargo run -p utfkit --example adapters
//! ```

use std::{io, task::Poll};

use utfkit::{Encoding, Finding, Status, transcode::Transcoder};

fn main() -> Result<(), Finding> {
    let mut codec = TextCodec::new(Encoding::Utf16Le);
    let mut received = b"h\0i\0\x3D".to_vec();
    println!("{:?}", codec.decode(&mut received)?);
    received.extend(b"\xD8\x00\xDE");
    println!("{:?}", codec.decode_eof(&mut received)?);
    let mut reader = AsyncText::new(Encoding::Iso8859_1, &b"na\xEFve"[..]);
    let mut buffer = [0; 64];
    println!("{:?}", reader.poll_read(&mut buffer));
    Ok(())
}

/// A codec, as in `tokio_util`: it takes bytes from a buffer, and returns a frame of text.
pub(crate) struct TextCodec {
    transcoder: Transcoder<'static>,
}

impl TextCodec {
    pub(crate) fn new(encoding: Encoding) -> Self {
        Self { transcoder: Transcoder::new(encoding, Encoding::Utf8) }
    }

    /// Takes all of `src`. A character that is cut comes with the next frame. After an error, `src`
    /// has the bytes after the error.
    pub(crate) fn decode(&mut self, src: &mut Vec<u8>) -> Result<Option<String>, Finding> {
        self.next(src, false)
    }

    /// Like [`decode`](Self::decode), at the end of the stream.
    pub(crate) fn decode_eof(&mut self, src: &mut Vec<u8>) -> Result<Option<String>, Finding> {
        self.next(src, true)
    }

    fn next(&mut self, src: &mut Vec<u8>, last: bool) -> Result<Option<String>, Finding> {
        let mut text = String::new();
        let result = self.transcoder.transcode_to_string(src, &mut text, last);
        src.drain(..self.transcoder.last_read());
        result.map(|()| Some(text).filter(|text| !text.is_empty()))
    }
}

/// A source that may have to wait for its bytes, as `futures_io::AsyncBufRead`.
pub(crate) trait Source {
    /// Returns the next bytes, which are empty at the end.
    fn poll_fill(&mut self) -> Poll<io::Result<&[u8]>>;
    /// Drops the first `bytes` bytes.
    fn consume(&mut self, bytes: usize);
}

impl Source for &[u8] {
    fn poll_fill(&mut self) -> Poll<io::Result<&[u8]>> {
        Poll::Ready(Ok(self))
    }

    fn consume(&mut self, bytes: usize) {
        *self = &self[bytes..];
    }
}

/// A reader of UTF-8 from a source in another encoding.
pub(crate) struct AsyncText<S> {
    source: S,
    transcoder: Transcoder<'static>,
}

impl<S: Source> AsyncText<S> {
    pub(crate) fn new(encoding: Encoding, source: S) -> Self {
        Self { source, transcoder: Transcoder::new(encoding, Encoding::Utf8) }
    }

    /// Fills the start of `buffer`, which has room for at least one character. Returns 0 at the end.
    pub(crate) fn poll_read(&mut self, buffer: &mut [u8]) -> Poll<io::Result<usize>> {
        loop {
            let Poll::Ready(bytes) = self.source.poll_fill()? else { return Poll::Pending };
            let last = bytes.is_empty();
            let outcome = self.transcoder.transcode(bytes, &mut *buffer, last);
            self.source.consume(outcome.read);
            match outcome.status {
                // The caller gets the text before an error, and the rest with the next call.
                _ if outcome.written > 0 => return Poll::Ready(Ok(outcome.written)),
                Status::IllFormed(finding) => return Poll::Ready(Err(finding.into())),
                Status::Done if last => return Poll::Ready(Ok(0)),
                Status::Done | Status::OutputFull => {}
            }
        }
    }
}
