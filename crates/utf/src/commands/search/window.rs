//! The part of a stream that is searched: its octets as they are, or decoded to UTF-8.

use std::{borrow::Cow, io, ops::Range};

use utfkit::search::{Decoding, Layout};

use crate::input::{self, BLOCK, Source};

/// A part of a stream, whose text is searched where it has places of its own.
pub enum Window {
    /// The octets of the file are the text.
    Octets {
        layout: Layout,
        /// The octets that were read, and room behind them.
        buffer: Vec<u8>,
        filled: usize,
        /// Where in the file the buffer begins.
        offset: u64,
    },
    /// The text is decoded.
    Decoded { decoding: Box<Decoding>, block: Vec<u8> },
}

impl Window {
    /// The stream that is laid out as `layout` says and begins with `head`, to be searched as it is if `direct`.
    pub fn new(layout: Layout, head: &[u8], direct: bool) -> Self {
        let (offset, text) = (layout.start() as u64, &head[layout.start()..]);
        if direct {
            let filled = text.len();
            return Window::Octets { layout, buffer: text.to_vec(), filled, offset };
        }
        let mut decoding = Box::new(Decoding::new(layout, offset));
        decoding.push(text, false);
        Window::Decoded { decoding, block: vec![0; BLOCK] }
    }

    /// Reads on; gives how many octets were read, none at the end of the file.
    pub fn fill(&mut self, file: &mut impl Source) -> io::Result<usize> {
        match self {
            Window::Octets { buffer, filled, .. } => {
                if buffer.len() < *filled + BLOCK {
                    buffer.resize(*filled + BLOCK, 0);
                }
                let len = input::read_some(file, &mut buffer[*filled..][..BLOCK])?;
                *filled += len;
                Ok(len)
            }
            Window::Decoded { decoding, block } => {
                let len = input::read_some(file, block)?;
                decoding.push(&block[..len], len == 0);
                Ok(len)
            }
        }
    }

    /// What is searched.
    pub fn text(&self) -> &[u8] {
        match self {
            Window::Octets { buffer, filled, .. } => &buffer[..*filled],
            Window::Decoded { decoding, .. } => decoding.text(),
        }
    }

    /// Where in the file the text at `at` is.
    pub fn offset(&self, at: usize) -> u64 {
        match self {
            Window::Octets { offset, .. } => offset + at as u64,
            Window::Decoded { decoding, .. } => decoding.offset(at),
        }
    }

    /// Forgets text before `at`, or a little less; gives how much.
    pub fn discard(&mut self, at: usize) -> usize {
        match self {
            Window::Octets { buffer, filled, offset, .. } => {
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
            Window::Octets { layout, buffer, .. } if !layout.is_utf8() => {
                Cow::Owned(layout.to_string_lossy(&buffer[range]))
            }
            _ => utfkit::utf8::to_string_lossy(&self.text()[range]).0,
        }
    }

    /// How many line feeds are in the text at `range`.
    pub fn count_lines(&self, range: Range<usize>) -> u64 {
        let lines = match self {
            Window::Octets { layout, buffer, .. } => layout.count_lines(&buffer[range]),
            Window::Decoded { .. } => utfkit::utf8::count_lines(&self.text()[range]),
        };
        lines as u64
    }

    /// A place at `at` or a little before it where no code unit, and in UTF-8 no character, is cut.
    pub fn floor(&self, at: usize) -> usize {
        match self {
            Window::Octets { layout, .. } if !layout.is_utf8() => at - at % layout.unit(),
            _ => utfkit::utf8::floor_boundary(self.text(), at),
        }
    }
}
