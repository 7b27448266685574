//! What is compressed, told by what it begins with, never by its name.

use std::{
    fmt,
    io::{self, BufRead, Read},
};

/// A way to compress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Method {
    #[value(name = "gz", alias = "gzip")]
    Gzip,
    #[value(name = "zst", alias = "zstd")]
    Zstd,
    #[value(name = "bz2", alias = "bzip2")]
    Bzip2,
    Xz,
}

impl Method {
    const ALL: [Method; 4] = [Method::Gzip, Method::Zstd, Method::Bzip2, Method::Xz];

    /// How many octets tell the method at most.
    pub const MOST_OCTETS: usize = 6;

    /// What it begins with.
    fn magic(self) -> &'static [u8] {
        match self {
            Method::Gzip => b"\x1F\x8B\x08",
            Method::Zstd => b"\x28\xB5\x2F\xFD",
            Method::Bzip2 => b"BZh",
            Method::Xz => b"\xFD7zXZ\0",
        }
    }

    /// The method of what begins with `head`.
    pub fn of(head: &[u8]) -> Option<Method> {
        let method = Method::ALL.into_iter().find(|method| head.starts_with(method.magic()))?;
        // `BZh` is text, too; behind it come the block size and a block, or the end.
        let is_bzip2 = || matches!(head, [_, _, _, b'1'..=b'9', rest @ ..] if rest.starts_with(b"1A") || rest.starts_with(b"\x17r"));
        (method != Method::Bzip2 || is_bzip2()).then_some(method)
    }

    /// Whether what begins with `head` may be compressed, and more octets are needed to know.
    pub fn may_be(head: &[u8]) -> bool {
        head.len() < Method::MOST_OCTETS
            && Method::of(head).is_none()
            && Method::ALL.into_iter().any(|method| {
                let magic = method.magic();
                head.starts_with(magic) || magic.starts_with(head)
            })
    }

    /// What is compressed in `source`, one member behind the other.
    ///
    /// Its errors say that the data is damaged, or why `source` could not be read.
    pub fn decompress(
        self,
        source: impl BufRead + Send + 'static,
    ) -> io::Result<Box<dyn Read + Send>> {
        let reader: Box<dyn Read + Send> = match self {
            #[cfg(feature = "gz")]
            Method::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(source)),
            #[cfg(feature = "zst")]
            Method::Zstd => zstd(source)?,
            #[cfg(feature = "bz2")]
            Method::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(source)),
            #[cfg(feature = "xz")]
            Method::Xz => {
                Box::new(lzma_rust2::XzReader::new_mem_limit(source, true, MOST_MEMORY_KIB))
            }
            #[allow(unreachable_patterns, reason = "a build may lack some of them")]
            method => unread(method, source)?,
        };
        Ok(Box::new(Checked { reader, method: self }))
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Method::Gzip => "gzip",
            Method::Zstd => "zstd",
            Method::Bzip2 => "bzip2",
            Method::Xz => "xz",
        })
    }
}

/// How much memory a decoder may take: enough for whatever `zstd` and `xz` make without `--long` and the like.
#[cfg(feature = "xz")]
const MOST_MEMORY_KIB: u32 = 160 * 1024;

#[cfg(feature = "zst")]
fn zstd(source: impl BufRead + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    /// 128 MiB, the library's own limit.
    const WINDOW_LOG: u32 = 27;
    let mut decoder = zstd::Decoder::with_buffer(source)?;
    decoder.window_log_max(WINDOW_LOG)?;
    Ok(Box::new(decoder))
}

/// What this build has no decoder for.
fn unread(method: Method, _: impl BufRead) -> io::Result<Box<dyn Read + Send>> {
    let words = format!("{method} data: this build of `utf` cannot read it");
    Err(io::Error::new(io::ErrorKind::Unsupported, words))
}

/// Says of the decoder's errors that they are such.
struct Checked {
    reader: Box<dyn Read + Send>,
    method: Method,
}

impl Read for Checked {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.reader.read(room).map_err(|error| {
            let is_systems = error.raw_os_error().is_some();
            if is_systems || error.kind() == io::ErrorKind::Interrupted {
                return error;
            }
            let method = self.method;
            let words = match error.kind() {
                io::ErrorKind::UnexpectedEof => format!("{method} data is cut off"),
                _ => format!("{method} data is damaged: {error}"),
            };
            io::Error::new(error.kind(), words)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Method;

    #[test]
    fn text_is_not_compressed() {
        for text in [&b"BZh9 is how bzip2 begins"[..], b"BZ", b"\x1F", b"\xFD7zXZ", b"", b"text"] {
            assert_eq!(Method::of(text), None, "{text:X?}");
        }
        assert_eq!(Method::of(b"BZh91AY&SY"), Some(Method::Bzip2));
        assert_eq!(Method::of(b"BZh1\x17rE8P\x90"), Some(Method::Bzip2));
    }

    /// Of a pipe only as much is read as tells.
    #[test]
    fn no_more_is_waited_for_than_tells() {
        for (head, more) in [
            (&b""[..], true),
            (b"t", false),
            (b"\x1F\x8B", true),
            (b"\x1F\x8B\x08", false),
            (b"BZh9", true),
            (b"BZh9 i", false),
        ] {
            assert_eq!(Method::may_be(head), more, "{head:X?}");
        }
    }
}
