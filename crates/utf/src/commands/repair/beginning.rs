//! The start of a file, and the reasons for which a file is not repaired.

use std::{fs::File, io};

use utfkit_text::detect::Content;

use crate::{
    files::reading::Head,
    reading::{declared::DeclaredCharset, looks::Looks},
};
use utfkit_text::streams::block;

/// The reason for which a file is not repaired.
#[derive(Clone)]
pub enum Skipped {
    /// The file is UTF-32, in which nothing is fixed.
    Utf32,
    /// The file is not text, or text without a BOM that is not UTF-8.
    Content(Content),
    /// All of the file is in another charset, and only a part of it would be fixed.
    OtherCharset(Looks),
}

impl Skipped {
    /// Returns `true` if the file is not text.
    pub fn is_binary(&self) -> bool {
        matches!(self, Skipped::Content(Content::Binary))
    }

    /// Returns the code of the reason.
    pub fn reason(&self) -> &'static str {
        match self {
            Skipped::Utf32 => "utf-32",
            Skipped::Content(content) => content.reason(),
            Skipped::OtherCharset(_) => "other-charset",
        }
    }

    /// Returns `true` if the file is ill-formed, so that the exit status is 1.
    pub fn is_ill_formed(&self) -> bool {
        matches!(self, Skipped::OtherCharset(_))
    }
}

/// The start of a file, which shows whether to repair it.
pub struct Beginning {
    pub(super) head: Head,
    pub(super) room: Vec<u8>,
    /// The judgement of a file without UTF-8.
    pub(super) looks: Option<Looks>,
    /// The charset that the file declares, if it is in that charset.
    pub(super) declared: Option<DeclaredCharset>,
}

impl Beginning {
    pub fn read(file: &mut File) -> io::Result<Self> {
        let mut room = vec![0; block::BLOCK];
        Ok(Self { head: Head::read_enough(file, &mut room)?, room, looks: None, declared: None })
    }

    /// Reads until the buffer is full.
    pub fn fill(&mut self, file: &mut File) -> io::Result<()> {
        let Self { head, room, .. } = self;
        let rest = &mut room[head.len..];
        let wanted = if head.ended { 0 } else { rest.len() };
        let more = Head::read_to(file, rest, wanted)?;
        *head = Head { len: head.len + more.len, ended: head.ended || more.ended };
        Ok(())
    }

    /// Returns the bytes so far.
    pub fn bytes(&self) -> &[u8] {
        &self.room[..self.head.len]
    }

    /// Returns `true` if these are known to be all bytes of the file.
    pub fn ended(&self) -> bool {
        self.head.ended
    }
}
