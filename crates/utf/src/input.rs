//! Operands: files and standard input, read by blocks.

use std::{
    fs::File,
    io::{self, Read},
    os::fd::AsFd,
    path::{Path, PathBuf},
};

use ignore::{DirEntry, WalkBuilder};
use utfkit::{Encoding, encoding::Signature};

use crate::{shown, trouble::Trouble};

/// How much is read at once.
pub const BLOCK: usize = 256 * 1024;

/// An operand: a path, or `-` for standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    Path(PathBuf),
    StandardInput,
}

impl Operand {
    /// The operands that were given; none means standard input.
    pub fn of(paths: &[PathBuf]) -> Vec<Operand> {
        if paths.is_empty() {
            return vec![Operand::StandardInput];
        }
        paths.iter().map(|path| Operand::from_path(path)).collect()
    }

    fn from_path(path: &Path) -> Operand {
        match path.as_os_str() == "-" {
            true => Operand::StandardInput,
            false => Operand::Path(path.to_owned()),
        }
    }

    /// The path, as reports give it.
    pub fn path(&self) -> &Path {
        match self {
            Operand::Path(path) => path,
            Operand::StandardInput => Path::new("-"),
        }
    }

    /// The name, fit for a terminal.
    pub fn name(&self) -> String {
        match self {
            Operand::Path(path) => shown::path(path),
            Operand::StandardInput => "<stdin>".to_owned(),
        }
    }

    /// Opens it as a file: to be read without a buffer, and again from any place if it is regular.
    pub fn open_file(&self) -> Result<File, Trouble> {
        match self {
            Operand::StandardInput => {
                let descriptor = io::stdin().as_fd().try_clone_to_owned();
                descriptor.map(File::from).map_err(|error| Trouble::with(&self.name(), &error))
            }
            Operand::Path(path) => File::open(path).map_err(|error| Trouble::at(path, &error)),
        }
    }

    /// Opens it for reading.
    pub fn open(&self) -> Result<Box<dyn Read>, Trouble> {
        match self {
            Operand::StandardInput => Ok(Box::new(io::stdin().lock())),
            Operand::Path(path) => {
                File::open(path).map(|file| Box::new(file) as _).map_err(|e| Trouble::at(path, &e))
            }
        }
    }
}

/// Which files of a folder are read.
#[derive(Clone, Debug, clap::Args)]
pub struct WalkArgs {
    /// Read hidden files of folders too
    #[arg(long)]
    hidden: bool,
    /// Read what .gitignore and .ignore name too
    #[arg(long)]
    no_ignore: bool,
}

/// What an operand leads to.
pub enum Entry {
    /// Something to read.
    Text(Operand),
    /// A file of a folder that is no text.
    Binary(PathBuf),
}

impl Operand {
    /// What this operand leads to: itself, or the files of the folder that it is, in path order.
    pub fn entries(self, walk: &WalkArgs) -> Box<dyn Iterator<Item = Result<Entry, Trouble>>> {
        match self {
            Operand::Path(path) if path.is_dir() => Box::new(files(&path, walk)),
            file => Box::new(std::iter::once(Ok(Entry::Text(file)))),
        }
    }
}

/// The files of the folder at `path`.
fn files(path: &Path, walk: &WalkArgs) -> impl Iterator<Item = Result<Entry, Trouble>> + use<> {
    WalkBuilder::new(path)
        .standard_filters(!walk.no_ignore)
        .hidden(!walk.hidden)
        .sort_by_file_name(std::ffi::OsStr::cmp)
        .build()
        .filter(|entry| entry.as_ref().map_or(true, is_file))
        .map(|entry| match entry {
            Ok(entry) => sort(entry.into_path()),
            Err(error) => Err(Trouble::new(shown::line(&error.to_string()))),
        })
}

fn is_file(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_file())
}

/// Tells text from what is not, by what the file begins with.
fn sort(path: PathBuf) -> Result<Entry, Trouble> {
    const LOOK: usize = 8192;
    let mut head = [0; LOOK];
    let mut filled = 0;
    let mut file = File::open(&path).map_err(|error| Trouble::at(&path, &error))?;
    while filled < LOOK {
        match read_some(&mut file, &mut head[filled..]).map_err(|e| Trouble::at(&path, &e))? {
            0 => break,
            read => filled += read,
        }
    }
    let head = &head[..filled];
    let wide = Signature::of(head).is_some_and(|found| found.encoding() != Encoding::Utf8);
    match head.contains(&0) && !wide {
        true => Ok(Entry::Binary(path)),
        false => Ok(Entry::Text(Operand::Path(path))),
    }
}

/// Reads into `room` what comes next, at least one octet unless the stream is at its end. Calls that
/// are interrupted are made again.
pub fn read_some(reader: &mut dyn Read, room: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(room) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}
