//! Notes about a file whose text is not only in the encoding that it was read as, or declares
//! another one.

use std::{
    fs::File,
    io::{self, Seek},
};

use utfkit::Encoding;
use utfkit_text::diagnose::{Remark, Watcher};
use utfkit_text::receivers::declared::{LOOK, find_all};
use utfkit_text::repair::Loss;

use crate::{
    args::encoding::From,
    files::reading::{FileAt, Source},
    process::shell::Shown,
    reading::{
        assessment::Assessment,
        declared::DeclaredCharset,
        looks::{self, Looks},
    },
    report::words::{self, Note},
};

/// The code of a note about a file that is only in parts in its encoding.
pub const DOUBT: &str = "not-one-encoding";

/// Follows a file while it is repaired.
pub struct Follower<'p> {
    watcher: Watcher,
    encoding: Encoding,
    /// The judgement of a file without UTF-8.
    looks: Option<Looks>,
    shown: Shown<'p>,
    /// The first bytes, in which declarations are.
    head: Vec<u8>,
    /// The offset at which the text starts, if the file can be read again.
    start: Option<u64>,
}

impl<'p> Follower<'p> {
    /// Returns a follower of the `shown` `file`, whose first bytes `head` were read.
    pub fn new(file: &mut File, shown: Shown<'p>, head: &[u8]) -> Self {
        let position = if file.regular().is_some() { file.stream_position().ok() } else { None };
        let start = position.map(|position| position.saturating_sub(head.len() as u64));
        let encoding = From::Auto.of(head).encoding();
        Self { watcher: Watcher::new(), encoding, looks: None, shown, head: Vec::new(), start }
    }

    /// Sets the charset of a file that is in the charset that it declares.
    pub fn declared(self, declared: Option<DeclaredCharset>) -> Self {
        Self { encoding: declared.map_or(self.encoding, |declared| declared.encoding), ..self }
    }

    /// Sets what the file is, if it does not have UTF-8.
    pub fn looking(self, looks: Option<Looks>) -> Self {
        Self { looks, ..self }
    }

    /// The encoding that the file is read as.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Adds the next bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        // One byte more than declarations can have shows that the text continues.
        let room = (LOOK + 1).saturating_sub(self.head.len());
        self.head.extend_from_slice(&bytes[..bytes.len().min(room)]);
        self.watcher.push(bytes);
    }

    /// Reads `file` again. Returns a note if it is only in parts in its encoding.
    pub fn doubt(&self, file: &File) -> io::Result<Option<Note>> {
        let Some(offset) = self.start else { return Ok(None) };
        let assessment = Assessment::of(&mut FileAt { file, offset }, self.encoding)?;
        let doubt = looks::doubt(self.encoding, &assessment, self.shown);
        Ok(doubt.map(|words| Note { code: DOUBT, place: None, bytes: None, words }))
    }

    /// Returns what the file is, if it does not have UTF-8.
    pub fn looks(&self) -> Option<Note> {
        let words = self.looks.as_ref()?.sentence(self.shown);
        Some(Note { code: "looks-like", place: None, bytes: None, words })
    }

    /// Returns the note that the repaired text has U+FFFD.
    pub fn lost(&self) -> Note {
        let words = words::lost(Loss::Replacement, self.shown);
        Note { code: words::LOST, place: None, bytes: None, words }
    }

    /// Returns notes about the declarations that are false now that the text is fixed.
    pub fn false_declarations(&self) -> Vec<Note> {
        let head = &self.head[..self.head.len().min(LOOK)];
        let all = find_all(head, head.len() == self.head.len()).into_iter();
        let wrong = all.filter(|one| one.contradicts(self.encoding, false));
        wrong.map(|one| self.remark(&Remark::Declares(one))).collect()
    }

    fn remark(&self, remark: &Remark) -> Note {
        let words = words::remark(remark, self.encoding, self.shown);
        Note { code: words::remark_code(remark), place: None, bytes: None, words }
    }

    /// Returns the notes about `file`, which is well-formed. If a part of it may be in another
    /// encoding, this reads it again. If the repaired text replaces the file (`is_replaced`), no
    /// note has offsets in the old text.
    pub fn notes(&self, file: &File, is_replaced: bool) -> io::Result<Vec<Note>> {
        let encoding = self.encoding;
        let mut doubt = if self.watcher.is_doubtful(encoding) { self.doubt(file)? } else { None };
        // If the encoding has shifts, both notes can have the same text.
        let looks = self.looks();
        doubt = doubt.filter(|note| looks.as_ref().is_none_or(|looks| looks.words != note.words));
        if let Some(note) = doubt.as_mut().filter(|_| is_replaced) {
            let detect = self.shown.command("detect");
            note.words = format!("{encoding} only in parts, which `{detect}` lists");
        }
        let remarks = self.watcher.remarks(encoding);
        // The repair itself reports mojibake.
        let remarks = remarks.iter().filter(|remark| !matches!(remark, Remark::Mojibake));
        Ok(doubt.into_iter().chain(remarks.map(|remark| self.remark(remark))).collect())
    }
}
