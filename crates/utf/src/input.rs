//! Operands: files and standard input, read by blocks.

use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

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
