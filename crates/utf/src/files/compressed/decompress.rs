//! Reads compressed files.

use std::io::{self, BufRead, Read};

use super::{
    members::{Member, Members, TrailingBytes},
    method::Method,
};
use crate::process::problem::Problem;

impl Method {
    /// Decompresses `source`, one member after another.
    ///
    /// An error means that the data is damaged, or that `source` could not be read.
    pub fn decompress(
        self,
        source: impl BufRead + Send + 'static,
    ) -> io::Result<Box<dyn Read + Send>> {
        let reader: Box<dyn Read + Send> = match self {
            #[cfg(feature = "gz")]
            Method::Gzip => members::<flate2::bufread::GzDecoder<_>>(self, source)?,
            #[cfg(feature = "zst")]
            Method::Zstd => members::<zstd::Decoder<'_, _>>(self, source)?,
            #[cfg(feature = "bz2")]
            Method::Bzip2 => members::<bzip2::bufread::BzDecoder<_>>(self, source)?,
            #[cfg(feature = "xz")]
            Method::Xz => members::<lzma_rust2::XzReader<_>>(self, source)?,
            #[allow(unreachable_patterns, reason = "a build may lack some of them")]
            method => unread(method, source)?,
        };
        Ok(Box::new(CheckedReader { reader, method: self }))
    }
}

/// Returns `true` if errors in a text may be caused by the `problem` with its compressed data. That
/// data is damaged or cut off, so nothing is known about the text. Bytes after the end of the data
/// do not count.
pub fn is_damage(problem: &Problem) -> bool {
    matches!(problem.kind(), Some(io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof))
}

/// Adds a hint to the `problem` with the compressed data of a text, if errors in the text may be
/// caused by it.
pub fn doubting(problem: Problem) -> Problem {
    if is_damage(&problem) {
        problem.hint("errors in the text may be caused by this")
    } else {
        problem
    }
}

/// Returns a reader for the members in `source`.
#[allow(dead_code, reason = "a build may lack all of them")]
fn members<D: Member<Source: Send> + Send + 'static>(
    method: Method,
    source: D::Source,
) -> io::Result<Box<dyn Read + Send>> {
    Ok(Box::new(Members::<D>::new(method, source)?))
}

/// Returns the error for a method that this build cannot read.
fn unread(method: Method, _: impl BufRead) -> io::Result<Box<dyn Read + Send>> {
    let words = format!("{method} data: this build of `utf` cannot read it");
    Err(io::Error::new(io::ErrorKind::Unsupported, words))
}

/// Returns `true` if the decoder's `error` means that the data is valid but needs more memory than
/// allowed.
fn is_too_much(error: &io::Error) -> bool {
    // The text is from the library of zstd.
    error.kind() == io::ErrorKind::OutOfMemory || error.to_string().contains("too much memory")
}

/// Adds to the errors of a decoder that the compressed data is the cause.
struct CheckedReader {
    reader: Box<dyn Read + Send>,
    method: Method,
}

impl Read for CheckedReader {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.reader.read(room).map_err(|error| {
            let is_systems = error.raw_os_error().is_some();
            if is_systems || error.kind() == io::ErrorKind::Interrupted {
                return error;
            }
            let method = self.method;
            // Each decoder chooses its own kinds of errors, so only a few are relied on.
            let (kind, words) = match error.kind() {
                _ if error.get_ref().is_some_and(|error| error.is::<TrailingBytes>()) => {
                    (io::ErrorKind::Other, error.to_string())
                }
                io::ErrorKind::UnexpectedEof => return method.cut_off(),
                _ if is_too_much(&error) => {
                    let words = "data needs more memory than a decoder may use here";
                    (io::ErrorKind::OutOfMemory, format!("{method} {words}"))
                }
                _ => (io::ErrorKind::InvalidData, format!("{method} data is damaged: {error}")),
            };
            io::Error::new(kind, words)
        })
    }
}
