//! Characters with their bytes and their origin.

use super::texts::Charset;

/// A character, or a byte that is not one.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    /// `None`: the bytes are not a character.
    pub(super) ch: Option<char>,
    bytes: [u8; 8],
    len: u8,
    /// Whether it is of the old version.
    pub(super) old: bool,
}

/// The characters of a line, with its line feed.
pub(super) type Line = Vec<Cell>;

impl Cell {
    pub(super) fn new(ch: Option<char>, from: &[u8], old: bool) -> Self {
        let (mut bytes, len) = ([0; 8], from.len().min(8));
        bytes[..len].copy_from_slice(&from[..len]);
        Self { ch, bytes, len: len as u8, old }
    }

    pub(super) fn typed(ch: char, charset: &Charset) -> Self {
        Self::new(Some(ch), &charset.encode(ch).unwrap_or_default(), false)
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }

    pub(super) fn is_line_feed(&self) -> bool {
        self.ch == Some('\n')
    }
}

/// Returns the bytes of a part of a line.
pub(super) fn encoded(cells: &[Cell], charset: &Charset) -> Vec<u8> {
    if charset.stateful {
        let text: String = cells.iter().filter_map(|cell| cell.ch).collect();
        return charset.encode_text(&text).unwrap_or_default();
    }
    cells.iter().flat_map(|cell| cell.bytes()).copied().collect()
}
