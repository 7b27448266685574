//! Notes about a file whose text is not only in the encoding that it was read as, or declares
//! another one.

use std::{
    fs::File,
    io::{self, Seek},
};

use utfkit::Encoding;
use utfkit_text::diagnose::{Remark, Watcher};

use crate::{
    args::encoding::From,
    commands::detect::advice,
    files::reading::{FileAt, Source},
    reading::assessment::Assessment,
    report::words::{self, Note},
};

/// The code of a note about a file that is only in parts in its encoding.
pub const DOUBT: &str = "not-one-encoding";

/// Follows a file while it is repaired.
pub struct Follower {
    watcher: Watcher,
    encoding: Encoding,
    /// The offset at which the text starts, if the file can be read again.
    start: Option<u64>,
}

impl Follower {
    /// Returns a follower of `file`, whose first bytes `head` were read.
    pub fn new(file: &mut File, head: &[u8]) -> Self {
        let position = if file.regular().is_some() { file.stream_position().ok() } else { None };
        let start = position.map(|position| position.saturating_sub(head.len() as u64));
        Self { watcher: Watcher::new(), encoding: From::Auto.of(head).encoding(), start }
    }

    /// The encoding that the file is read as.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Adds the next bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.watcher.push(bytes);
    }

    /// Reads `file` again. Returns a note if it is only in parts in its encoding.
    pub fn doubt(&self, file: &File) -> io::Result<Option<Note>> {
        let Some(offset) = self.start else { return Ok(None) };
        let assessment = Assessment::of(&mut FileAt { file, offset }, self.encoding)?;
        let doubt = advice::doubt(self.encoding, &assessment);
        Ok(doubt.map(|words| Note { code: DOUBT, place: None, bytes: None, words }))
    }

    /// Returns the notes about `file`, which is well-formed. If a part of it may be in another
    /// encoding, this reads it again.
    pub fn notes(&self, file: &File) -> io::Result<Vec<Note>> {
        let encoding = self.encoding;
        let doubt = if self.watcher.is_doubtful(encoding) { self.doubt(file)? } else { None };
        let remarks = self.watcher.remarks(encoding);
        // The repair itself reports mojibake.
        let remarks = remarks.iter().filter(|remark| !matches!(remark, Remark::Mojibake));
        let remarks = remarks.map(|remark| {
            let (code, words) = (words::remark_code(remark), words::remark(remark, encoding));
            Note { code, place: None, bytes: None, words }
        });
        Ok(doubt.into_iter().chain(remarks).collect())
    }
}
