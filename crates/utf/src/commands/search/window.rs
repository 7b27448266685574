//! The part of a stream that is being searched: its bytes, or the text decoded to UTF-8.

use std::{borrow::Cow, io, ops::Range};

use utfkit_text::search::{Decoding, Layout};

use crate::{
    files::reading::{self, Source},
    system::files::ByOffset,
};
use utfkit_text::streams::block::BLOCK;

/// A part of a stream. Its text has positions of its own.
pub enum Window {
    /// The bytes of the file are searched without decoding.
    Bytes {
        layout: Layout,
        /// The bytes read so far, with spare room at the end.
        buffer: Vec<u8>,
        filled: usize,
        /// The offset of the buffer in the file.
        offset: u64,
    },
    /// The text is decoded to UTF-8.
    Decoded { layout: Layout, decoding: Box<Decoding>, block: Vec<u8> },
}

impl Window {
    /// Creates an empty window at the start of a stream in `layout`. If `direct`, the bytes are not
    /// decoded.
    pub fn new(layout: Layout, direct: bool) -> Self {
        let offset = layout.start() as u64;
        if direct {
            Window::Bytes { layout, buffer: Vec::new(), filled: 0, offset }
        } else {
            let decoding = Box::new(Decoding::new(layout, offset));
            Window::Decoded { layout, decoding, block: Vec::new() }
        }
    }

    /// Creates an empty window of the same kind.
    pub fn another(&self) -> Self {
        match self {
            Window::Bytes { layout, .. } => Self::new(*layout, true),
            Window::Decoded { layout, .. } => Self::new(*layout, false),
        }
    }

    /// Copies the window without the text before `from`. Returns the copy and the length of the
    /// text that it lacks, which may be a little less.
    pub fn copy(&self, from: usize) -> (Self, usize) {
        match self {
            Window::Bytes { layout, buffer, filled, offset } => {
                let buffer = buffer[from..*filled].to_vec();
                let (filled, offset) = (buffer.len(), offset + from as u64);
                (Window::Bytes { layout: *layout, buffer, filled, offset }, from)
            }
            Window::Decoded { layout, decoding, .. } => {
                let mut decoding = decoding.clone();
                let gone = decoding.discard(from);
                (Window::Decoded { layout: *layout, decoding, block: Vec::new() }, gone)
            }
        }
    }

    /// Forgets the content. The next bytes are at `offset` of the stream.
    pub fn restart(&mut self, offset: u64) {
        match self {
            Window::Bytes { filled, offset: start, .. } => (*filled, *start) = (0, offset),
            Window::Decoded { layout, decoding, .. } => decoding.restart(*layout, offset),
        }
    }

    /// Appends `bytes`, the next ones of the stream.
    pub fn push(&mut self, bytes: &[u8]) {
        match self {
            Window::Bytes { buffer, filled, .. } => {
                buffer.truncate(*filled);
                buffer.extend_from_slice(bytes);
                *filled = buffer.len();
            }
            Window::Decoded { decoding, .. } => decoding.push(bytes, false),
        }
    }

    /// Replaces the content by `len` bytes at `offset` of the stream, which begins at `start` in
    /// `file`.
    pub fn load(
        &mut self,
        file: &ByOffset<'_>,
        start: u64,
        offset: u64,
        len: usize,
    ) -> io::Result<()> {
        self.restart(offset);
        let room = match self {
            Window::Bytes { buffer, .. } => buffer,
            Window::Decoded { block, .. } => block,
        };
        if room.len() < len {
            room.resize(len, 0);
        }
        file.read_exact_at(&mut room[..len], start + offset)?;
        match self {
            Window::Bytes { filled, .. } => *filled = len,
            Window::Decoded { decoding, block, .. } => decoding.push(&block[..len], false),
        }
        Ok(())
    }

    /// Reads more bytes. Returns their number, which is 0 at the end of the file.
    pub fn fill(&mut self, file: &mut impl Source) -> io::Result<usize> {
        match self {
            Window::Bytes { buffer, filled, .. } => {
                if buffer.len() < *filled + BLOCK {
                    buffer.resize(*filled + BLOCK, 0);
                }
                let len = reading::read_some(file, &mut buffer[*filled..][..BLOCK])?;
                *filled += len;
                Ok(len)
            }
            Window::Decoded { decoding, block, .. } => {
                block.resize(BLOCK, 0);
                let len = reading::read_some(file, block)?;
                decoding.push(&block[..len], len == 0);
                Ok(len)
            }
        }
    }

    /// Returns the bytes of the last read, whose number was `len`.
    pub fn recent(&self, len: usize) -> &[u8] {
        match self {
            Window::Bytes { buffer, filled, .. } => &buffer[*filled - len..*filled],
            Window::Decoded { block, .. } => &block[..len],
        }
    }

    /// Returns the text to search.
    pub fn text(&self) -> &[u8] {
        match self {
            Window::Bytes { buffer, filled, .. } => &buffer[..*filled],
            Window::Decoded { decoding, .. } => decoding.text(),
        }
    }

    /// Returns the offset in the file of the text at `at`.
    pub fn offset(&self, at: usize) -> u64 {
        match self {
            Window::Bytes { offset, .. } => offset + at as u64,
            Window::Decoded { decoding, .. } => decoding.offset(at),
        }
    }

    /// Forgets the text before `at`, or a little less. Returns the length that was forgotten.
    pub fn discard(&mut self, at: usize) -> usize {
        match self {
            Window::Bytes { buffer, filled, offset, .. } => {
                buffer.copy_within(at..*filled, 0);
                *filled -= at;
                *offset += at as u64;
                at
            }
            Window::Decoded { decoding, .. } => decoding.discard(at),
        }
    }

    /// Returns the text at `range` for output, with U+FFFD for ill-formed text.
    pub fn shown(&self, range: Range<usize>) -> Cow<'_, str> {
        match self {
            Window::Bytes { layout, buffer, .. } if !layout.is_utf8() => {
                Cow::Owned(layout.to_string_lossy(&buffer[range]))
            }
            _ => utfkit::utf8::to_string_lossy(&self.text()[range]).0,
        }
    }

    /// Returns the number of line feeds in the text at `range`.
    pub fn count_lines(&self, range: Range<usize>) -> u64 {
        let lines = match self {
            Window::Bytes { layout, buffer, .. } => layout.count_lines(&buffer[range]),
            Window::Decoded { .. } => utfkit::utf8::count_lines(&self.text()[range]),
        };
        lines as u64
    }

    /// Returns a position at `at` or a little before it that is not inside a character or an
    /// ill-formed sequence.
    pub fn floor(&self, at: usize) -> usize {
        match self {
            Window::Bytes { layout, buffer, filled, .. } if !layout.is_utf8() => {
                layout.floor_boundary(&buffer[..*filled], at)
            }
            _ => utfkit::utf8::floor_boundary(self.text(), at),
        }
    }
}
