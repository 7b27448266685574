//! Decompresses gzip.

use std::{
    io::{self, BufRead, Read},
    mem,
};

use flate2::bufread::GzDecoder;

/// Reads the members of a gzip file as one text. Zeros after a member are padding, as in Python and
/// in the program `gzip`.
pub(crate) struct Members<R>(State<R>);

enum State<R> {
    Member(Box<GzDecoder<R>>),
    /// After the last member, or while the state changes.
    End,
}

impl<R: BufRead> Members<R> {
    /// Reads the members in `inner`.
    pub(crate) fn new(inner: R) -> Self {
        Self(State::Member(Box::new(GzDecoder::new(inner))))
    }
}

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        loop {
            let State::Member(member) = &mut self.0 else { return Ok(0) };
            let read = member.read(out)?;
            if read > 0 {
                return Ok(read);
            }
            if !more(member.get_mut())? {
                self.0 = State::End;
                return Ok(0);
            }
            if let State::Member(member) = mem::replace(&mut self.0, State::End) {
                *self = Self::new(member.into_inner());
            }
        }
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
