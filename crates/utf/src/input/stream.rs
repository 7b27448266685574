//! An open operand, as it is or decompressed.

use std::{
    fs::File,
    io::{self, BufReader, Cursor, Read, Seek},
};

use super::operand::Operand;
use crate::{
    files::{
        compressed::method::Method,
        reading::{self, Source},
    },
    process::{
        problem::Problem,
        waiting::{BlockingFile, BlockingIo},
    },
    system::{facts::Facts, files::ReadAt},
};

/// The option to decompress input.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct DecompressArgs {
    /// Decompress gzip, zstd, bzip2 and xz files, recognized by their first bytes
    #[arg(short = 'z', long)]
    pub decompress: bool,
}

/// An open operand.
pub enum Stream {
    /// The file itself.
    Plain(File),
    /// The content that `reader` extracts, the compression method if there is one, and the metadata
    /// of the file.
    Through { reader: Box<dyn Read + Send>, method: Option<Method>, facts: Facts },
}

impl Operand {
    /// Opens the operand, and decompresses it if `arguments` ask for that.
    pub fn open(&self, arguments: DecompressArgs) -> Result<Stream, Problem> {
        let file = self.open_file()?;
        if arguments.decompress {
            through(file, Method::of_name(self.path()))
                .map_err(|error| Problem::with(&self.name(), &error))
        } else {
            Ok(Stream::Plain(file))
        }
    }

    /// Opens the operand as a file with its text. If it must be decompressed, that is a temporary
    /// file.
    pub fn open_text(&self, arguments: DecompressArgs) -> Result<File, Problem> {
        let opened = self.open(arguments)?;
        opened.into_file().map_err(|error| Problem::with(&self.name(), &error))
    }
}

impl From<File> for Stream {
    fn from(file: File) -> Self {
        Stream::Plain(file)
    }
}

impl Stream {
    /// Returns a file with the rest of the content: the file itself, or a temporary copy.
    pub fn into_file(mut self) -> io::Result<File> {
        match self {
            Stream::Plain(file) => Ok(file),
            Stream::Through { .. } => reading::copy(&mut self),
        }
    }

    /// Returns the metadata of the file.
    pub fn facts(&self) -> io::Result<Facts> {
        match self {
            Stream::Plain(file) => Facts::of(file),
            Stream::Through { facts, .. } => Ok(*facts),
        }
    }

    /// Returns the compression method, if the file is compressed.
    pub fn method(&self) -> Option<Method> {
        match self {
            Stream::Plain(_) => None,
            Stream::Through { method, .. } => *method,
        }
    }
}

impl Source for Stream {
    fn read_some(&mut self, room: &mut [u8]) -> io::Result<usize> {
        match self {
            Stream::Plain(file) => file.read_some(room),
            Stream::Through { reader, .. } => loop {
                match reader.read(room) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    result => return result,
                }
            },
        }
    }

    fn regular(&self) -> Option<&File> {
        match self {
            Stream::Plain(file) => file.regular(),
            Stream::Through { .. } => None,
        }
    }
}

/// Recognizes the compression of `file` by its first bytes. The method that its name `says` counts
/// only if too few bytes are left.
fn through(file: File, says: Option<Method>) -> io::Result<Stream> {
    let facts = Facts::of(&file)?;
    let mut head = Vec::with_capacity(Method::MAX_BYTES);
    if file.regular().is_some() {
        let mut room = [0; Method::MAX_BYTES];
        let position = (&file).stream_position()?;
        let len = file.read_at(&mut room, position)?;
        let Some(method) = Method::of(&room[..len]) else {
            let cut = Method::cut(&room[..len], says).filter(|_| len < room.len());
            return cut.map_or(Ok(Stream::Plain(file)), |method| Err(method.cut_off()));
        };
        let reader = method.decompress(BufReader::with_capacity(1 << 16, BlockingFile(file)))?;
        return Ok(Stream::Through { reader, method: Some(method), facts });
    }
    // A pipe is read only until its method is known.
    while Method::may_be(&head) {
        let mut byte = [0];
        match BlockingIo(&file).read(&mut byte)? {
            0 => match Method::cut(&head, says) {
                Some(method) => return Err(method.cut_off()),
                None => break,
            },
            _ => head.push(byte[0]),
        }
    }
    let method = Method::of(&head);
    let whole = Cursor::new(head).chain(BlockingFile(file));
    let reader: Box<dyn Read + Send> = match method {
        Some(method) => method.decompress(BufReader::with_capacity(1 << 16, whole))?,
        None => Box::new(whole),
    };
    Ok(Stream::Through { reader, method, facts })
}
