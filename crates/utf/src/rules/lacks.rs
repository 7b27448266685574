//! Finds the characters of a text that an encoding lacks.
//!
//! A suggested fix must work, so the text is converted in parallel with the check, as the command
//! would convert it. If the encoding is only likely, no fix is suggested.

use memchr::memchr;
use utfkit::{Kind, Status, encoding::Label, transcode::Transcoder, utf8};

/// The size of the output buffer, whose content is discarded.
const ROOM: usize = 8192;

/// Finds the first character of a text that an encoding lacks: with its offset, and with its line
/// if the text is UTF-8.
pub struct Lacks {
    writer: Transcoder<'static>,
    room: Vec<u8>,
    lines: u64,
    read: u64,
    pub first: Option<(char, u64, u64)>,
    /// Whether the converted text would have NULs.
    pub has_nul: bool,
}

impl Lacks {
    /// Creates the search for text in `from`; `None` if `label` can encode all characters.
    pub fn of(from: Label, label: Label) -> Option<Self> {
        (!label.encoding().has_all_characters()).then(|| Self {
            writer: Transcoder::labelled(from, label),
            room: vec![0; ROOM],
            lines: 0,
            read: 0,
            first: None,
            has_nul: false,
        })
    }

    /// Adds the next `bytes` of the text.
    pub fn push(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while self.first.is_none() {
            let outcome = self.writer.transcode(rest, &mut self.room[..], false);
            rest = &rest[outcome.read..];
            self.has_nul = self.has_nul || memchr(0, &self.room[..outcome.written]).is_some();
            match outcome.status {
                Status::Done => break,
                Status::OutputFull => {}
                Status::IllFormed(finding) => {
                    let Kind::Unencodable { value } = finding.kind() else { continue };
                    let before = finding.offset().saturating_sub(self.read) as usize;
                    let before = &bytes[..before.min(bytes.len())];
                    let line = self.lines + utf8::count_lines(before) as u64 + 1;
                    let character = char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER);
                    self.first = Some((character, line, finding.offset()));
                }
            }
        }
        self.lines += utf8::count_lines(bytes) as u64;
        self.read += bytes.len() as u64;
    }
}
