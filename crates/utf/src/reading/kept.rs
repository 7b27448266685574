//! Keeps the start of a stream that cannot be read again, for the question what it looks like.

use std::{
    cell::{Cell, RefCell},
    fs::File,
    io,
};

use utfkit_text::detect::Detector;

use super::looks::Looks;
use crate::files::reading::Source;

/// The maximum number of bytes that are kept.
const MAX: usize = 1 << 20;

/// The start of a stream.
#[derive(Default)]
pub struct Kept {
    bytes: RefCell<Vec<u8>>,
    /// Whether the stream ends there.
    ended: Cell<bool>,
}

impl Kept {
    /// Adds the next bytes of the stream, which ends if there are none.
    pub fn push(&self, bytes: &[u8]) {
        let mut kept = self.bytes.borrow_mut();
        let more = bytes.len().min(MAX - kept.len());
        kept.extend_from_slice(&bytes[..more]);
        self.ended.set(bytes.is_empty() && kept.len() < MAX);
    }

    /// Returns what the text looks like so far.
    pub fn looks(&self) -> Option<Looks> {
        let mut detector = Detector::new();
        detector.feed(&self.bytes.borrow());
        Looks::of(if self.ended.get() { detector.finish() } else { detector.so_far() })
    }
}

/// A source whose start is kept if `kept` is set.
pub struct KeepingSource<'k, S> {
    pub source: S,
    pub kept: Option<&'k Kept>,
}

impl<S: Source> Source for KeepingSource<'_, &mut S> {
    fn read_some(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let len = self.source.read_some(room)?;
        self.kept.iter().for_each(|kept| kept.push(&room[..len]));
        Ok(len)
    }

    fn regular(&self) -> Option<&File> {
        self.source.regular()
    }
}
