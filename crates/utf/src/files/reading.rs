//! Reads blocks, and repeats interrupted calls.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom, Write},
    os::unix::fs::FileExt,
};

use utfkit::{Encoding, encoding::Bom};
use utfkit_text::detect::content::{Content, LOOK};
use utfkit_text::receivers::Receiver;
use utfkit_text::streams::block::BLOCK;

use crate::process::{counters::Counters, waiting::BlockingIo};

/// Something that bytes are read from.
pub trait Source {
    /// Reads into `room` what comes next, at least one byte unless the stream is at its end. A
    /// call that is interrupted is made again, and what does not block is waited for.
    fn read_some(&mut self, room: &mut [u8]) -> io::Result<usize>;

    /// The file, if this is a regular one as it is, so that any part of it can be read at any time.
    fn regular(&self) -> Option<&File> {
        None
    }
}

impl Source for File {
    fn read_some(&mut self, room: &mut [u8]) -> io::Result<usize> {
        BlockingIo(self).read(room)
    }

    fn regular(&self) -> Option<&File> {
        self.metadata().is_ok_and(|found| found.is_file()).then_some(self)
    }
}

/// What stands behind an offset of a regular file, read without moving in that.
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

/// A source of which it is counted what is read.
pub struct CountingSource<'c, S> {
    pub source: S,
    pub counters: &'c Counters,
}

impl<S: Source> Source for CountingSource<'_, S> {
    fn read_some(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.source.read_some(room).inspect(|&len| self.counters.read(len))
    }
}

/// Reads into `room` what comes next, at least one byte unless the stream is at its end.
pub fn read_some(source: &mut impl Source, room: &mut [u8]) -> io::Result<usize> {
    source.read_some(room)
}

/// Reads into `room` what a stream begins with. If a BOM is `wanted`, as much as tells
/// whether there is one, and no more: a stream may be slow.
pub fn read_head(source: &mut impl Source, room: &mut [u8], wanted: bool) -> io::Result<usize> {
    let mut len = 0;
    loop {
        let more = source.read_some(&mut room[len..])?;
        len += more;
        if more == 0 || !wanted || Bom::is_settled(&room[..len]) {
            return Ok(len);
        }
    }
}

/// What was read of the start of a stream.
#[derive(Clone, Copy, Debug)]
pub struct Head {
    /// How many bytes.
    pub len: usize,
    /// Whether they are known to be all there are.
    pub ended: bool,
}

impl Head {
    /// Reads into `room` what a stream begins with, as [`read_head`] does.
    pub fn read(source: &mut impl Source, room: &mut [u8], bom: bool) -> io::Result<Self> {
        let len = read_head(source, room, bom)?;
        Ok(Self { len, ended: len == 0 })
    }

    /// Reads into `room` as much as [`content`](Self::content) looks at, or more.
    pub fn read_enough(source: &mut impl Source, room: &mut [u8]) -> io::Result<Self> {
        Self::read_to(source, room, LOOK)
    }

    /// The same of a regular file, without moving in it; only that is read, and given.
    pub fn peek(file: &File) -> io::Result<(Self, Vec<u8>)> {
        Self::peek_at(file, 0)
    }

    /// The same of what begins at `offset` of it.
    pub fn peek_at(file: &File, offset: u64) -> io::Result<(Self, Vec<u8>)> {
        let mut room = vec![0; LOOK];
        let head = Self::read_enough(&mut FileAt { file, offset }, &mut room)?;
        room.truncate(head.len);
        Ok((head, room))
    }

    /// Reads into `room` so many bytes, or more, unless there are fewer.
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

    /// What the stream is that begins with what is in `room`, and is read as `encoding`.
    pub fn content(self, room: &[u8], encoding: Encoding) -> Content {
        Content::of(&room[..self.len], self.ended, encoding)
    }

    /// The same for a receiver, which may have to hear of U+0000.
    pub fn content_to(
        self,
        receiver: Option<Receiver>,
        room: &[u8],
        encoding: Encoding,
    ) -> Content {
        Content::to(receiver, &room[..self.len], self.ended, encoding)
    }

    /// The same where it is changed.
    pub fn content_to_fix(
        self,
        receiver: Option<Receiver>,
        room: &[u8],
        encoding: Encoding,
    ) -> Content {
        Content::to_fix(receiver, &room[..self.len], self.ended, encoding)
    }
}

/// A copy of what is left of `file`, in a temporary file that nobody else sees.
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
