//! An open operand, as it is or decompressed.

use std::{
    fs::{File, Metadata},
    io::{self, BufReader, Cursor, Read},
    os::unix::fs::FileExt,
};

use super::operand::Operand;
use crate::{
    files::{
        compressed::method::Method,
        reading::{self, Source},
    },
    process::{problem::Problem, waiting::BlockingIo},
};

/// Whether compressed files are read through.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct DecompressArgs {
    /// Read what is compressed in .gz, .zst, .bz2 and .xz files, told by what they begin with
    #[arg(short = 'z', long)]
    pub decompress: bool,
}

/// What is read of an operand.
pub enum Stream {
    /// All of it.
    Plain(File),
    /// What `reader` makes of the file of which `facts` are the metadata, and how that was
    /// compressed, if it was.
    Through { reader: Box<dyn Read + Send>, method: Option<Method>, facts: Metadata },
}

impl Operand {
    /// Opens it; reads through what is compressed, if `arguments` say so.
    pub fn open(&self, arguments: DecompressArgs) -> Result<Stream, Problem> {
        let file = self.open_file()?;
        match arguments.decompress {
            true => through(file, Method::of_name(self.path()))
                .map_err(|error| Problem::with(&self.name(), &error)),
            false => Ok(Stream::Plain(file)),
        }
    }
}

impl From<File> for Stream {
    fn from(file: File) -> Self {
        Stream::Plain(file)
    }
}

impl Stream {
    /// A file of all that is left in it: itself, or a copy in a temporary file.
    pub fn into_file(mut self) -> io::Result<File> {
        match self {
            Stream::Plain(file) => Ok(file),
            Stream::Through { .. } => reading::copy(&mut self),
        }
    }

    /// The metadata of the file.
    pub fn metadata(&self) -> io::Result<Metadata> {
        match self {
            Stream::Plain(file) => file.metadata(),
            Stream::Through { facts, .. } => Ok(facts.clone()),
        }
    }

    /// How it was compressed, if it was.
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

/// What `file` is, seen by what it begins with, and what is in it. What its name `says` counts only
/// where too little is left of it to tell.
fn through(file: File, says: Option<Method>) -> io::Result<Stream> {
    let facts = file.metadata()?;
    let mut head = Vec::with_capacity(Method::MAX_BYTES);
    if file.regular().is_some() {
        let mut room = [0; Method::MAX_BYTES];
        let position = rustix::fs::tell(&file)?;
        let len = file.read_at(&mut room, position)?;
        let Some(method) = Method::of(&room[..len]) else {
            let cut = Method::cut(&room[..len], says).filter(|_| len < room.len());
            return cut.map_or(Ok(Stream::Plain(file)), |method| Err(method.cut_off()));
        };
        let reader = method.decompress(BufReader::with_capacity(1 << 16, Patiently(file)))?;
        return Ok(Stream::Through { reader, method: Some(method), facts });
    }
    // Of a pipe no more is read than tells.
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
    let whole = Cursor::new(head).chain(Patiently(file));
    let reader: Box<dyn Read + Send> = match method {
        Some(method) => method.decompress(BufReader::with_capacity(1 << 16, whole))?,
        None => Box::new(whole),
    };
    Ok(Stream::Through { reader, method, facts })
}

/// A file that owns itself and is read patiently.
pub(super) struct Patiently(pub(super) File);

impl Read for Patiently {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        BlockingIo(&self.0).read(room)
    }
}
