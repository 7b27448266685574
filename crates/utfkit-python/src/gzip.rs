//! Decompresses gzip.

use std::io::{self, BufRead, Read};

use flate2::bufread::GzDecoder;

/// Reads the members of a gzip file as one text. Zeros after a member are padding, as in Python and
/// in the program `gzip`. There is no member after the last one.
pub(crate) struct Members<R>(Option<GzDecoder<R>>);

impl<R: BufRead> Members<R> {
    /// Reads the members in `inner`.
    pub(crate) fn new(inner: R) -> Self {
        Self(Some(GzDecoder::new(inner)))
    }
}

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        while let Some(member) = &mut self.0 {
            let read = member.read(out)?;
            if read > 0 {
                return Ok(read);
            }
            let follows = more(member.get_mut())?;
            let inner = self.0.take().map(GzDecoder::into_inner);
            self.0 = inner.filter(|_| follows).map(GzDecoder::new);
        }
        Ok(0)
    }
}

/// Skips padding. Returns `true` if another member follows.
fn more(inner: &mut impl BufRead) -> io::Result<bool> {
    loop {
        let bytes = inner.fill_buf()?;
        if bytes.is_empty() {
            return Ok(false);
        }
        let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
        let is_padding = zeros == bytes.len();
        inner.consume(zeros);
        if !is_padding {
            return Ok(true);
        }
    }
}
