//! Operands: files and standard input, read by blocks.

use std::{
    fs::File,
    io::{self, Read},
    os::fd::AsFd,
    path::{Path, PathBuf},
};

use ignore::{DirEntry, WalkBuilder};
use utfkit::{Encoding, encoding::Signature};

use crate::{encoding, patient::Patient, shown, trouble::Trouble};

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

    /// The operand that `path` names.
    pub fn from_path(path: &Path) -> Operand {
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
        shown::operand(self.path())
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
    ///
    /// What is text depends on the encoding that it is to be read as.
    pub fn entries(
        self,
        walk: &WalkArgs,
        from: encoding::From,
    ) -> Box<dyn Iterator<Item = Result<Entry, Trouble>>> {
        match self {
            Operand::Path(path) if path.is_dir() => Box::new(files(&path, walk, from)),
            file => Box::new(std::iter::once(Ok(Entry::Text(file)))),
        }
    }
}

/// The files of the folder at `path`.
fn files(
    path: &Path,
    walk: &WalkArgs,
    from: encoding::From,
) -> impl Iterator<Item = Result<Entry, Trouble>> + use<> {
    WalkBuilder::new(path)
        .standard_filters(!walk.no_ignore)
        .hidden(!walk.hidden)
        .sort_by_file_name(std::ffi::OsStr::cmp)
        .build()
        .filter(|entry| entry.as_ref().map_or(true, is_file))
        .map(move |entry| match entry {
            Ok(entry) => sort(entry.into_path(), from),
            Err(error) => Err(walk_trouble(&error)),
        })
}

fn is_file(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_file())
}

/// What went wrong on a walk, in the words that are used of any file.
fn walk_trouble(error: &ignore::Error) -> Trouble {
    match error {
        ignore::Error::WithDepth { err, .. } => walk_trouble(err),
        ignore::Error::WithPath { path, err } => match err.io_error() {
            // The walker repeats the path.
            Some(error) => {
                let (words, repeated) = (error.to_string(), path.display());
                let repeated = format!("IO error for operation on {repeated}: ");
                let words = words.strip_prefix(&repeated).unwrap_or(&words);
                Trouble::at(path, &io::Error::new(error.kind(), words))
            }
            None => {
                Trouble::new(format!("{}: {}", shown::path(path), shown::line(&err.to_string())))
            }
        },
        other => Trouble::new(shown::line(&other.to_string())),
    }
}

/// Tells text from what is not, by what the file begins with.
fn sort(path: PathBuf, from: encoding::From) -> Result<Entry, Trouble> {
    const LOOK: usize = 8192;
    let mut head = Vec::with_capacity(LOOK);
    File::open(&path)
        .and_then(|file| Patient(&file).take(LOOK as u64).read_to_end(&mut head))
        .map_err(|error| Trouble::at(&path, &error))?;
    match is_binary(&head, from.of(&head).encoding()) {
        true => Ok(Entry::Binary(path)),
        false => Ok(Entry::Text(Operand::Path(path))),
    }
}

/// Whether a NUL is among the code units of `head`: text of UTF-16 is full of octets 00.
fn is_binary(head: &[u8], encoding: Encoding) -> bool {
    let unit = encoding::octets_of_unit(encoding);
    head.chunks_exact(unit).any(|unit| unit.iter().all(|&octet| octet == 0))
}

/// Reads into `room` what comes next, at least one octet unless the stream is at its end.
pub fn read_some(file: &mut File, room: &mut [u8]) -> io::Result<usize> {
    Patient(file).read(room)
}

/// Reads into `room` what a stream begins with. If a signature is `wanted`, as much as tells whether there
/// is one, and no more: a stream may be slow.
pub fn read_head(file: &mut File, room: &mut [u8], wanted: bool) -> io::Result<usize> {
    let mut len = 0;
    loop {
        let more = read_some(file, &mut room[len..])?;
        len += more;
        if more == 0 || !wanted || Signature::is_settled(&room[..len]) {
            return Ok(len);
        }
    }
}
