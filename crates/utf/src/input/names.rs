//! Names of files that are read from a file (`--files-from`).

use std::{
    ffi::OsString,
    fs::File,
    io::{self, BufRead, BufReader, Read},
    mem,
    os::{fd::AsFd, unix::ffi::OsStringExt},
    path::{Path, PathBuf},
};

use utfkit::{Encoding, encoding::Signature};

use super::stream::Patiently;
use crate::{shown, trouble::Trouble};

/// Names, one behind the other, each read when it is asked for: the list may come through a pipe.
pub struct Names {
    list: BufReader<Patiently>,
    shown: String,
    /// What ends a name.
    end: u8,
    begun: bool,
    over: bool,
}

/// No name of a file is longer, on any system; so memory is bounded on any list.
const LONGEST: usize = 64 * 1024;

impl Names {
    /// The names in the file at `path`, or in standard input for `-`; each ends with a line feed, or with a
    /// NUL if `null`.
    pub fn open(path: &Path, null: bool) -> Result<Self, Trouble> {
        let shown = shown::operand(path);
        let file = match path.as_os_str() == "-" {
            true => io::stdin().as_fd().try_clone_to_owned().map(File::from),
            false => File::open(path),
        };
        let file = file.map_err(|error| Trouble::with(&shown, &error))?;
        let end = if null { 0 } else { b'\n' };
        Ok(Self { list: BufReader::new(Patiently(file)), shown, end, begun: false, over: false })
    }

    /// Ends the list with trouble.
    fn fail(&mut self, error: &io::Error) -> Option<Result<PathBuf, Trouble>> {
        self.over = true;
        Some(Err(Trouble::with(&self.shown, error)))
    }
}

/// What a list is, and what to do about it, that has NULs in `line`.
fn not_lines(line: &[u8]) -> &'static str {
    let nuls = |odd: usize| line.iter().skip(odd).step_by(2).filter(|octet| **octet == 0).count();
    match (nuls(0) * 4 > line.len(), nuls(1) * 4 > line.len()) {
        (false, true) => {
            "names in utf-16le, without a signature; `utf convert -f utf-16le` makes UTF-8 of them"
        }
        (true, false) => {
            "names in utf-16be, without a signature; `utf convert -f utf-16be` makes UTF-8 of them"
        }
        _ => "a name with NUL in it; are the names separated by NUL (-0)?",
    }
}

impl Iterator for Names {
    type Item = Result<PathBuf, Trouble>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.over {
            let mut name = Vec::new();
            let mut part = (&mut self.list).take(LONGEST as u64);
            if let Err(error) = part.read_until(self.end, &mut name) {
                return self.fail(&error);
            }
            if !mem::replace(&mut self.begun, true) {
                match Signature::of(&name).map(Signature::encoding) {
                    Some(Encoding::Utf8) => drop(name.drain(..3)),
                    Some(encoding) => {
                        let words =
                            format!("names in {encoding}; `utf convert` makes UTF-8 of them");
                        return self.fail(&io::Error::new(io::ErrorKind::InvalidData, words));
                    }
                    None => {}
                }
            }
            if self.end != 0 && name.contains(&0) {
                return self.fail(&io::Error::new(io::ErrorKind::InvalidData, not_lines(&name)));
            }
            match name.pop_if(|last| *last == self.end) {
                None if name.len() == LONGEST => {
                    let words = "a name without an end; are the names separated otherwise (-0)?";
                    return self.fail(&io::Error::new(io::ErrorKind::InvalidData, words));
                }
                None => self.over = true,
                Some(_) => {}
            }
            if !name.is_empty() {
                return Some(Ok(OsString::from_vec(name).into()));
            }
        }
        None
    }
}
