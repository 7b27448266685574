//! Writes compressed text.

use std::{
    io::{self, Write},
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::method::Method;

/// Compresses the bytes that it is given.
pub struct Compressor {
    encoder: Box<dyn Encoder>,
    made: Buffer,
}

/// The output of an encoder that is not written yet.
#[derive(Clone, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

/// An encoder of one of the libraries.
trait Encoder: Write {
    /// Writes the end of the compressed data.
    fn end(self: Box<Self>) -> io::Result<()>;
}

impl Compressor {
    /// Creates a compressor for `method`, with the default level of the command of that name.
    pub fn new(method: Method) -> io::Result<Self> {
        let made = Buffer::default();
        let out = made.clone();
        let encoder: Box<dyn Encoder> = match method {
            #[cfg(feature = "gz")]
            Method::Gzip => {
                Box::new(flate2::write::GzEncoder::new(out, flate2::Compression::default()))
            }
            #[cfg(feature = "zst")]
            Method::Zstd => {
                let mut encoder = zstd::Encoder::new(out, zstd::DEFAULT_COMPRESSION_LEVEL)?;
                encoder.include_checksum(true)?;
                Box::new(encoder)
            }
            #[cfg(feature = "bz2")]
            Method::Bzip2 => {
                Box::new(bzip2::write::BzEncoder::new(out, bzip2::Compression::best()))
            }
            #[cfg(feature = "xz")]
            Method::Xz => {
                /// `xz` itself uses 6, which takes 94 MiB.
                const PRESET: u32 = 3;
                let options = lzma_rust2::XzOptions::with_preset(PRESET);
                Box::new(lzma_rust2::XzWriter::new(out, options)?)
            }
            #[allow(unreachable_patterns, reason = "a build may lack some of them")]
            method => return Err(unwritten(method, out)),
        };
        Ok(Self { encoder, made })
    }

    /// Compresses `bytes`, and returns the output so far.
    pub fn push(&mut self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        self.encoder.write_all(bytes)?;
        Ok(self.made.take())
    }

    /// Ends the data, and returns the rest of the output.
    pub fn end(self) -> io::Result<Vec<u8>> {
        self.encoder.end()?;
        Ok(self.made.take())
    }
}

/// Returns the error for a method that this build cannot write.
fn unwritten(method: Method, _: Buffer) -> io::Error {
    let words = format!("{method} data: this build of `utf` cannot write it");
    io::Error::new(io::ErrorKind::Unsupported, words)
}

impl Buffer {
    fn lock(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self) -> Vec<u8> {
        mem::take(&mut *self.lock())
    }
}

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lock().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(feature = "gz")]
impl Encoder for flate2::write::GzEncoder<Buffer> {
    fn end(self: Box<Self>) -> io::Result<()> {
        self.finish().map(drop)
    }
}

#[cfg(feature = "zst")]
impl Encoder for zstd::Encoder<'_, Buffer> {
    fn end(self: Box<Self>) -> io::Result<()> {
        self.finish().map(drop)
    }
}

#[cfg(feature = "bz2")]
impl Encoder for bzip2::write::BzEncoder<Buffer> {
    fn end(self: Box<Self>) -> io::Result<()> {
        self.finish().map(drop)
    }
}

#[cfg(feature = "xz")]
impl Encoder for lzma_rust2::XzWriter<Buffer> {
    fn end(self: Box<Self>) -> io::Result<()> {
        self.finish().map(drop)
    }
}
