//! What is read of a file before it is known whether it is to be repaired, and why it may not be.

use std::{fs::File, io};

use utfkit::Encoding;
use utfkit_text::detect::content::Content;

use crate::files::reading::Head;
use utfkit_text::streams::block;

/// Why a file is not looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Skipped {
    /// In this form nothing is fixed.
    Utf32,
    /// It is no text that could be read.
    Content(Content),
    /// All of it is in this charset, and only some of it would be fixed.
    OtherCharset(Encoding),
}

impl Skipped {
    /// Why, as a program reads it.
    pub fn reason(self) -> &'static str {
        match self {
            Skipped::Utf32 => "utf-32",
            Skipped::Content(content) => content.reason(),
            Skipped::OtherCharset(_) => "other-charset",
        }
    }

    /// Whether it is as ill-formed as what was looked at, whoever named it.
    pub fn is_ill_formed(self) -> bool {
        matches!(self, Skipped::OtherCharset(_))
    }
}

/// What was read of a file before it was known whether it is to be repaired.
pub struct Beginning {
    pub(super) head: Head,
    pub(super) room: Vec<u8>,
}

impl Beginning {
    pub fn read(file: &mut File) -> io::Result<Self> {
        let mut room = vec![0; block::BLOCK];
        Ok(Self { head: Head::read_enough(file, &mut room)?, room })
    }

    /// Reads as much as there is room for.
    pub fn fill(&mut self, file: &mut File) -> io::Result<()> {
        let Self { head, room } = self;
        let rest = &mut room[head.len..];
        let wanted = if head.ended { 0 } else { rest.len() };
        let more = Head::read_to(file, rest, wanted)?;
        *head = Head { len: head.len + more.len, ended: head.ended || more.ended };
        Ok(())
    }

    /// What was read.
    pub fn bytes(&self) -> &[u8] {
        &self.room[..self.head.len]
    }

    /// Whether that is known to be all.
    pub fn ended(&self) -> bool {
        self.head.ended
    }
}
