//! Writes compressed text.

use std::{
    io::{self, Write},
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::method::Method;

/// Compresses what is written.
pub struct Compressor {
    encoder: Box<dyn Encoder>,
    made: Buffer,
}

/// What an encoder has made, to be written on.
#[derive(Clone, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

/// An encoder of one of the libraries.
trait Encoder: Write {
    /// Writes what the end takes.
    fn end(self: Box<Self>) -> io::Result<()>;
}

impl Compressor {
    /// One that compresses by `method`, as its own command does if nothing is said.
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
                /// `xz` itself takes 6, and 94 MiB.
                const PRESET: u32 = 3;
                let options = lzma_rust2::XzOptions::with_preset(PRESET);
                Box::new(lzma_rust2::XzWriter::new(out, options)?)
            }
            #[allow(unreachable_patterns, reason = "a build may lack some of them")]
            method => return Err(unwritten(method, out)),
        };
        Ok(Self { encoder, made })
    }

    /// Takes `bytes`; gives what is to be written now.
    pub fn push(&mut self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        self.encoder.write_all(bytes)?;
        Ok(self.made.take())
    }

    /// Ends it; gives what is to be written at last.
    pub fn end(self) -> io::Result<Vec<u8>> {
        self.encoder.end()?;
        Ok(self.made.take())
    }
}

/// What this build has no encoder for.
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
