//! Names of files that are read from a file (`--files-from`).

use std::{
    ffi::OsString,
    fs::File,
    io::{self, BufRead, BufReader, Read},
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
    /// How many octets of the list were read.
    offset: u64,
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
        Ok(Self { list: BufReader::new(Patiently(file)), shown, end, offset: 0, over: false })
    }

    /// Ends the list with trouble.
    fn fail(&mut self, error: &io::Error) -> Option<Result<PathBuf, Trouble>> {
        self.over = true;
        Some(Err(Trouble::with(&self.shown, error)))
    }
}

/// What a list is, and what to do about it, that has NULs in `line`, which begins at `offset`.
///
/// NULs stand where UTF-16 has them also between names of one octet each, so this is sure only of what ends as a line.
fn not_lines(line: &[u8], offset: u64) -> String {
    let half = |odd: u64| {
        let nuls = line.iter().zip(offset..).filter(|(octet, at)| **octet == 0 && at % 2 == odd);
        nuls.count() * 4 > line.len()
    };
    let end = offset + line.len() as u64;
    // The other half of a line feed: of the line before it, or of its own.
    let little = offset % 2 == 1 && line.starts_with(b"\0");
    let big = end.is_multiple_of(2) && line.ends_with(b"\0\n");
    let (encoding, is_line) = match (half(0), half(1)) {
        (false, true) => ("utf-16le", line.ends_with(b"\n")),
        (true, false) => ("utf-16be", line.ends_with(b"\n")),
        _ if little && !big => ("utf-16le", false),
        _ if big && !little => ("utf-16be", false),
        _ => return "a name with NUL in it; are the names separated by NUL (-0)?".to_owned(),
    };
    let cure = format!("`utf convert -f {encoding}` makes UTF-8 of them");
    match is_line {
        true => format!("names in {encoding}, without a signature; {cure}"),
        false => {
            format!("names separated by NUL (-0), or in {encoding} without a signature ({cure})")
        }
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
            let offset = self.offset;
            self.offset += name.len() as u64;
            if offset == 0 {
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
                let words = not_lines(&name, offset);
                return self.fail(&io::Error::new(io::ErrorKind::InvalidData, words));
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
