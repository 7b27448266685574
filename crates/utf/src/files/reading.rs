//! Reads blocks, and repeats interrupted calls.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom, Write},
};

use utfkit::Encoding;
use utfkit_text::detect::{Content, content::LOOK};
use utfkit_text::receivers::Receiver;
use utfkit_text::streams::block::{self, BLOCK};

use crate::{
    process::{counters::Counters, waiting::BlockingIo},
    system::{facts::Facts, files::ReadAt},
};

/// A source of bytes.
pub trait Source {
    /// Reads the next bytes into `room`: at least one byte unless the stream is at its end.
    ///
    /// An interrupted call is repeated. If the descriptor does not block, the call waits for data.
    fn read_some(&mut self, room: &mut [u8]) -> io::Result<usize>;

    /// Returns the file if it is a regular file, so that any part can be read at any time.
    fn regular(&self) -> Option<&File> {
        None
    }
}

impl Source for File {
    fn read_some(&mut self, room: &mut [u8]) -> io::Result<usize> {
        BlockingIo(self).read(room)
    }

    fn regular(&self) -> Option<&File> {
        Facts::of(self).is_ok_and(|found| found.is_file()).then_some(self)
    }
}

/// A regular file from an offset on. Reading does not move the file's own position.
pub struct FileAt<'f> {
    pub file: &'f File,
    pub offset: u64,
}

impl Source for FileAt<'_> {
    fn read_some(&mut self, room: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.file.read_at(room, self.offset) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => {
                    return read.inspect(|&len| self.offset += len as u64);
                }
            }
        }
    }
}

/// A source that counts the bytes read from it.
pub struct CountingSource<'c, S> {
    pub source: S,
    pub counters: &'c Counters,
}

impl<S: Source> Source for CountingSource<'_, S> {
    fn read_some(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.source.read_some(room).inspect(|&len| self.counters.read(len))
    }
}

/// Reads the next bytes into `room`: at least one byte unless the stream is at its end.
pub fn read_some(source: &mut impl Source, room: &mut [u8]) -> io::Result<usize> {
    source.read_some(room)
}

/// Reads the start of a stream into `room`. If a BOM is `wanted`, it reads until it is known
/// whether there is one, and no more, because a stream may be slow.
pub fn read_head(source: &mut impl Source, room: &mut [u8], wanted: bool) -> io::Result<usize> {
    block::read_head(|room| source.read_some(room), room, wanted)
}

/// The start of a stream, as read into a buffer.
#[derive(Clone, Copy, Debug)]
pub struct Head {
    /// The length in bytes.
    pub len: usize,
    /// Whether the stream is known to end there.
    pub ended: bool,
}

impl Head {
    /// Reads the start of a stream into `room`, like [`read_head`].
    pub fn read(source: &mut impl Source, room: &mut [u8], bom: bool) -> io::Result<Self> {
        let len = read_head(source, room, bom)?;
        Ok(Self { len, ended: len == 0 })
    }

    /// Reads at least as much into `room` as [`content`](Self::content) needs.
    pub fn read_enough(source: &mut impl Source, room: &mut [u8]) -> io::Result<Self> {
        Self::read_to(source, room, LOOK)
    }

    /// Reads the start of a regular file, without moving its position. Returns only those bytes.
    pub fn peek(file: &File) -> io::Result<(Self, Vec<u8>)> {
        Self::peek_at(file, 0)
    }

    /// Reads like [`peek`](Self::peek), from `offset` on.
    pub fn peek_at(file: &File, offset: u64) -> io::Result<(Self, Vec<u8>)> {
        let mut room = vec![0; LOOK];
        let head = Self::read_enough(&mut FileAt { file, offset }, &mut room)?;
        room.truncate(head.len);
        Ok((head, room))
    }

    /// Reads at least `enough` bytes into `room`, unless there are fewer.
    pub fn read_to(source: &mut impl Source, room: &mut [u8], enough: usize) -> io::Result<Self> {
        let mut len = 0;
        while len < enough {
            match source.read_some(&mut room[len..])? {
                0 => return Ok(Self { len, ended: true }),
                more => len += more,
            }
        }
        Ok(Self { len, ended: false })
    }

    /// Classifies the stream that begins with `room` and is read as `encoding`.
    pub fn content(self, room: &[u8], encoding: Encoding) -> Content {
        Content::of(&room[..self.len], self.ended, encoding)
    }

    /// Classifies the stream for a receiver, which may reject U+0000.
    pub fn content_to(
        self,
        receiver: Option<Receiver>,
        room: &[u8],
        encoding: Encoding,
    ) -> Content {
        Content::to(receiver, &room[..self.len], self.ended, encoding)
    }

    /// Classifies the stream for a receiver, if the file will be changed.
    pub fn content_to_fix(
        self,
        receiver: Option<Receiver>,
        room: &[u8],
        encoding: Encoding,
    ) -> Content {
        Content::to_fix(receiver, &room[..self.len], self.ended, encoding)
    }
}

/// Copies the rest of `file` to a temporary file without a name.
pub fn copy(file: &mut impl Source) -> io::Result<File> {
    let mut copy = tempfile::tempfile()?;
    let mut block = vec![0; BLOCK];
    loop {
        let len = read_some(file, &mut block)?;
        if len == 0 {
            copy.seek(SeekFrom::Start(0))?;
            return Ok(copy);
        }
        copy.write_all(&block[..len])?;
    }
}
