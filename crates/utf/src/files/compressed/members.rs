//! Compressed data in several members, and the bytes after the last one.

use std::{
    error, fmt,
    io::{self, BufRead, Read},
};

use super::method::Method;
use crate::process::names::counted;

/// A decoder of one member.
pub(super) trait Member: Read + Sized {
    /// The type of the compressed data.
    type Source: BufRead;

    fn begin(source: Lookahead<Self::Source>) -> io::Result<Self>;

    /// Returns the data after the member, which was read to its end.
    fn behind(self) -> Lookahead<Self::Source>;
}

/// The members of a file. Zeros may follow them, as on tapes.
pub(super) struct Members<D> {
    method: Method,
    /// `None` at the end.
    member: Option<D>,
}

/// Bytes after the last member that do not begin another one. It is unknown whether text is
/// missing, because they may be a member whose first byte is damaged.
#[derive(Debug)]
pub(super) struct TrailingBytes {
    method: Method,
    bytes: u64,
    /// Whether a member seems to begin there, or later.
    is_more: bool,
}

impl<D: Member> Members<D> {
    pub(super) fn new(method: Method, source: D::Source) -> io::Result<Self> {
        Ok(Self { method, member: Some(D::begin(Lookahead::new(source))?) })
    }

    /// Returns the next member in `source`, if there is one.
    fn next(&self, mut source: Lookahead<D::Source>) -> io::Result<Option<D>> {
        let zeros = source.pass(|byte| byte == 0)?;
        // In the xz format, padding is a multiple of four zero bytes. The other formats allow any
        // number.
        let is_padding = self.method != Method::Xz || zeros.is_multiple_of(4);
        let head = source.look()?;
        if is_padding && (head.is_empty() || Method::of(head) == Some(self.method)) {
            let is_over = head.is_empty();
            return if is_over { Ok(None) } else { D::begin(source).map(Some) };
        }
        let method = self.method;
        let begins = method.may_begin(head);
        let (bytes, holds) = source.pass_rest(method)?;
        let behind = TrailingBytes { method, bytes: zeros + bytes, is_more: begins || holds };
        Err(io::Error::new(io::ErrorKind::InvalidData, behind))
    }
}

impl<D: Member> Read for Members<D> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let len = member.read(room)?;
            if len > 0 || room.is_empty() {
                return Ok(len);
            }
            if let Some(ended) = self.member.take() {
                self.member = self.next(ended.behind())?;
            }
        }
        Ok(0)
    }
}

impl fmt::Display for TrailingBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { method, bytes, is_more } = self;
        let what = if *is_more {
            "probably a member that is damaged or cut off, so text is missing"
        } else {
            "not part of it: other data, or a damaged member whose text is missing"
        };
        write!(f, "{} after the end of the {method} data, {what}", counted(*bytes, "byte"))
    }
}

impl error::Error for TrailingBytes {}

/// A source with a small lookahead.
pub(super) struct Lookahead<R> {
    source: R,
    head: [u8; Method::MAX_BYTES],
    /// The part of `head` that is not read yet.
    from: usize,
    to: usize,
}

impl<R: BufRead> Lookahead<R> {
    fn new(source: R) -> Self {
        Self { source, head: [0; Method::MAX_BYTES], from: 0, to: 0 }
    }

    /// Returns enough bytes to recognize a method, or the whole rest if it is shorter.
    fn look(&mut self) -> io::Result<&[u8]> {
        self.head.copy_within(self.from..self.to, 0);
        (self.from, self.to) = (0, self.to - self.from);
        while self.to < self.head.len() {
            match self.source.read(&mut self.head[self.to..])? {
                0 => break,
                more => self.to += more,
            }
        }
        Ok(&self.head[..self.to])
    }

    /// Skips bytes that are `such`, and returns their number.
    fn pass(&mut self, such: impl Fn(u8) -> bool) -> io::Result<u64> {
        let mut passed = 0;
        loop {
            let bytes = self.fill_buf()?;
            let len = bytes.iter().take_while(|&&byte| such(byte)).count();
            let is_over = len < bytes.len() || len == 0;
            self.consume(len);
            passed += len as u64;
            if is_over {
                return Ok(passed);
            }
        }
    }

    /// Skips the rest. Returns the number of bytes, and whether data of `method` may begin in them.
    fn pass_rest(&mut self, method: Method) -> io::Result<(u64, bool)> {
        let (mut passed, mut holds) = (0, false);
        // The end of a block may cut the first bytes of the data.
        let mut seen = Vec::new();
        loop {
            let block = self.fill_buf()?;
            let len = block.len();
            if len == 0 {
                return Ok((passed, holds));
            }
            seen.extend_from_slice(block);
            self.consume(len);
            passed += len as u64;
            holds = holds || method.is_in(&seen);
            seen.drain(..seen.len().saturating_sub(Method::MAX_BYTES - 1));
        }
    }
}

impl<R: BufRead> Read for Lookahead<R> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        if self.from == self.to {
            return self.source.read(room);
        }
        let len = (&self.head[self.from..self.to]).read(room)?;
        self.from += len;
        Ok(len)
    }
}

impl<R: BufRead> BufRead for Lookahead<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.from == self.to {
            self.source.fill_buf()
        } else {
            Ok(&self.head[self.from..self.to])
        }
    }

    fn consume(&mut self, len: usize) {
        if self.from == self.to { self.source.consume(len) } else { self.from += len }
    }
}

#[cfg(feature = "gz")]
impl<R: BufRead> Member for flate2::bufread::GzDecoder<Lookahead<R>> {
    type Source = R;

    fn begin(source: Lookahead<R>) -> io::Result<Self> {
        Ok(Self::new(source))
    }

    fn behind(self) -> Lookahead<R> {
        self.into_inner()
    }
}

#[cfg(feature = "zst")]
impl<R: BufRead> Member for zstd::Decoder<'_, Lookahead<R>> {
    type Source = R;

    fn begin(source: Lookahead<R>) -> io::Result<Self> {
        /// 128 MiB, the limit of the library of zstd.
        const WINDOW_LOG: u32 = 27;
        let mut decoder = zstd::Decoder::with_buffer(source)?.single_frame();
        decoder.window_log_max(WINDOW_LOG)?;
        Ok(decoder)
    }

    fn behind(self) -> Lookahead<R> {
        self.finish()
    }
}

#[cfg(feature = "bz2")]
impl<R: BufRead> Member for bzip2::bufread::BzDecoder<Lookahead<R>> {
    type Source = R;

    fn begin(source: Lookahead<R>) -> io::Result<Self> {
        Ok(Self::new(source))
    }

    fn behind(self) -> Lookahead<R> {
        self.into_inner()
    }
}

#[cfg(feature = "xz")]
impl<R: BufRead> Member for lzma_rust2::XzReader<Lookahead<R>> {
    type Source = R;

    fn begin(source: Lookahead<R>) -> io::Result<Self> {
        /// The maximum memory of a decoder, enough for all data that `xz` makes.
        const MAX_MEMORY_KIB: u32 = 160 * 1024;
        Ok(Self::new_mem_limit(source, false, MAX_MEMORY_KIB))
    }

    fn behind(self) -> Lookahead<R> {
        self.into_inner()
    }
}
