//! The part of a stream that is searched: its bytes as they are, or decoded to UTF-8.

use std::{borrow::Cow, fs::File, io, ops::Range, os::unix::fs::FileExt};

use utfkit_text::search::{Decoding, Layout};

use crate::files::reading::{self, Source};
use utfkit_text::streams::block::BLOCK;

/// A part of a stream, whose text is searched where it has places of its own.
pub enum Window {
    /// The bytes of the file are the text.
    Bytes {
        layout: Layout,
        /// The bytes that were read, and room behind them.
        buffer: Vec<u8>,
        filled: usize,
        /// Where in the file the buffer begins.
        offset: u64,
    },
    /// The text is decoded.
    Decoded { layout: Layout, decoding: Box<Decoding>, block: Vec<u8> },
}

impl Window {
    /// The start of a stream that is laid out as `layout` says, to be searched as it is if
    /// `direct`; of which nothing was read.
    pub fn new(layout: Layout, direct: bool) -> Self {
        let offset = layout.start() as u64;
        match direct {
            true => Window::Bytes { layout, buffer: Vec::new(), filled: 0, offset },
            false => {
                let decoding = Box::new(Decoding::new(layout, offset));
                Window::Decoded { layout, decoding, block: Vec::new() }
            }
        }
    }

    /// One like it, of which nothing was read.
    pub fn another(&self) -> Self {
        match self {
            Window::Bytes { layout, .. } => Self::new(*layout, true),
            Window::Decoded { layout, .. } => Self::new(*layout, false),
        }
    }

    /// One that begins where this has `from`, or a little before it, and has been read as far; and
    /// how much of the text it has not.
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

    /// Forgets all; what comes next is at `offset`.
    pub fn restart(&mut self, offset: u64) {
        match self {
            Window::Bytes { filled, offset: start, .. } => (*filled, *start) = (0, offset),
            Window::Decoded { layout, decoding, .. } => decoding.restart(*layout, offset),
        }
    }

    /// The stream goes on with `bytes`, which were read already.
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

    /// Forgets all, and takes the `len` bytes at `offset` of the stream, which begins at `start`
    /// in `file`.
    pub fn load(&mut self, file: &File, start: u64, offset: u64, len: usize) -> io::Result<()> {
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

    /// Reads on; gives how many bytes were read, none at the end of the file.
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

    /// The last `len` bytes of the file, which were read at once.
    pub fn recent(&self, len: usize) -> &[u8] {
        match self {
            Window::Bytes { buffer, filled, .. } => &buffer[*filled - len..*filled],
            Window::Decoded { block, .. } => &block[..len],
        }
    }

    /// What is searched.
    pub fn text(&self) -> &[u8] {
        match self {
            Window::Bytes { buffer, filled, .. } => &buffer[..*filled],
            Window::Decoded { decoding, .. } => decoding.text(),
        }
    }

    /// Where in the file the text at `at` is.
    pub fn offset(&self, at: usize) -> u64 {
        match self {
            Window::Bytes { offset, .. } => offset + at as u64,
            Window::Decoded { decoding, .. } => decoding.offset(at),
        }
    }

    /// Forgets text before `at`, or a little less; gives how much.
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

    /// The text at `range` as it can be shown: U+FFFD for what is ill-formed.
    pub fn shown(&self, range: Range<usize>) -> Cow<'_, str> {
        match self {
            Window::Bytes { layout, buffer, .. } if !layout.is_utf8() => {
                Cow::Owned(layout.to_string_lossy(&buffer[range]))
            }
            _ => utfkit::utf8::to_string_lossy(&self.text()[range]).0,
        }
    }

    /// How many line feeds are in the text at `range`.
    pub fn count_lines(&self, range: Range<usize>) -> u64 {
        let lines = match self {
            Window::Bytes { layout, buffer, .. } => layout.count_lines(&buffer[range]),
            Window::Decoded { .. } => utfkit::utf8::count_lines(&self.text()[range]),
        };
        lines as u64
    }

    /// A place at `at` or a little before it where no character is cut, nor what is ill-formed.
    pub fn floor(&self, at: usize) -> usize {
        match self {
            Window::Bytes { layout, buffer, filled, .. } if !layout.is_utf8() => {
                layout.floor_boundary(&buffer[..*filled], at)
            }
            _ => utfkit::utf8::floor_boundary(self.text(), at),
        }
    }
}
