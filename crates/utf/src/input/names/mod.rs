//! Reads names of files from a file (`--files-from`).

mod wide;

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
};

use utfkit::{Encoding, encoding::Bom};

use crate::{
    files::reading::{Head, Source, read_head},
    process::{names, problem::Problem},
    system::{
        files::open,
        names::{from_bytes, trim_line},
        streams,
    },
};

/// An iterator over the names. Each is read on demand, because the list may come through a pipe.
pub struct Names {
    list: File,
    shown: String,
    /// The byte that ends a name.
    end: u8,
    /// The bytes read so far. The bytes before `from` are done.
    ahead: Vec<u8>,
    from: usize,
    /// The number of bytes of the list before `ahead`, a multiple of every code unit's size.
    offset: u64,
    /// The offset up to which names of one byte have been judged.
    judged: u64,
    /// Whether the list was read to its end.
    ended: bool,
    over: bool,
}

/// The maximum length of a name. No system has longer names of files, so this bounds the memory for
/// any list.
const LONGEST: usize = 64 * 1024;

impl Names {
    /// Opens the list at `path`, or standard input for `-`. Each name ends with a line feed, or
    /// with a NUL if `null`.
    pub fn open(path: &Path, null: bool) -> Result<Self, Problem> {
        let shown = names::operand(path);
        let file = if path.as_os_str() == "-" { streams::standard_input() } else { open(path) };
        Ok(Self {
            list: file.map_err(|error| Problem::with(&shown, &error))?,
            shown,
            end: if null { 0 } else { b'\n' },
            ahead: Vec::new(),
            from: 0,
            offset: 0,
            judged: 0,
            ended: false,
            over: false,
        })
    }

    /// Returns the bytes that were read and are not done.
    fn rest(&self) -> &[u8] {
        &self.ahead[self.from..]
    }

    /// Returns the offset in the list of the first byte that is not done.
    fn here(&self) -> u64 {
        self.offset + self.from as u64
    }

    /// Returns the offset in `ahead` of the code unit that is not done, if units have at most four
    /// bytes.
    fn units_before(&self) -> usize {
        self.from & !3
    }

    /// Reads the next bytes.
    fn read_more(&mut self) -> io::Result<()> {
        let done = self.units_before();
        self.ahead.drain(..done);
        (self.offset, self.from) = (self.offset + done as u64, self.from - done);
        let len = self.ahead.len();
        self.ahead.resize(len + LONGEST, 0);
        let read = self.list.read_some(&mut self.ahead[len..]);
        self.ahead.truncate(len + read.as_ref().unwrap_or(&0));
        self.ended = read? == 0;
        Ok(())
    }

    /// Reads the start of the list and skips a BOM of UTF-8. Returns an error if the list is in
    /// UTF-16 or UTF-32, recognized by its BOM or by its look.
    fn begin(&mut self) -> io::Result<()> {
        let mut room = vec![0; LONGEST];
        let len = read_head(&mut self.list, &mut room, true)?;
        room.truncate(len);
        (self.ahead, self.ended) = (room, len == 0);
        match Bom::of(self.rest()).map(Bom::encoding) {
            Some(Encoding::Utf8) => self.from = 3,
            Some(encoding) => {
                let words =
                    format!("names in {encoding}: use `utf convert` to convert them to UTF-8");
                return Err(not_names(words));
            }
            None => {}
        }
        if self.end == 0 {
            // Wait for more than the first read only if that is suspicious.
            return self.suspect().or_else(|_| self.look().map(drop).and_then(|()| self.suspect()));
        }
        if self.from > 0 {
            return Ok(());
        }
        let head = Head { len, ended: self.ended };
        wide::as_text(self.rest(), head).map_or(Ok(()), |encoding| Err(in_wide(encoding)))
    }

    /// Returns an error if the bytes read so far do not look like names that end with NUL.
    fn suspect(&self) -> io::Result<()> {
        let done = self.units_before();
        let words = wide::suspicion(&self.ahead[done..], self.from - done, self.ended);
        words.map_or(Ok(()), |words| Err(not_names(words)))
    }

    /// Returns an error if the list must not be used. Its next name is `name`, which has at most
    /// one byte. It reads only as much as the decision needs.
    fn judge(&mut self, name: &[u8]) -> io::Result<()> {
        // The bytes judged before may have ended within these names.
        let is_strange = matches!(name, b"\0" | b"/" | b"/\0");
        if self.here() < self.judged && !is_strange {
            return Ok(());
        }
        self.look()?;
        self.judged = self.here() + self.rest().len() as u64;
        self.suspect()
    }

    /// Reads as much as the look of the list is judged by, and returns it, starting at a whole code
    /// unit.
    fn look(&mut self) -> io::Result<&[u8]> {
        while !self.ended && self.rest().len() < LONGEST {
            self.read_more()?;
        }
        Ok(&self.ahead[self.units_before()..])
    }

    /// Returns the error for a list whose next line has a NUL in it.
    fn not_lines(&mut self, line: &[u8]) -> io::Error {
        match self.look().map(wide::as_names) {
            Ok(Some(encoding)) => in_wide(encoding),
            Ok(None) => not_names(wide::not_lines(line, self.here())),
            Err(error) => error,
        }
    }

    /// Returns the next name with its end; empty at the end of the list.
    fn next_name(&mut self) -> io::Result<Vec<u8>> {
        if self.here() == 0 && !self.ended {
            self.begin()?;
        }
        let mut seen = 0;
        let len = loop {
            match memchr::memchr(self.end, &self.rest()[seen..]) {
                Some(at) => break seen + at + 1,
                None if self.ended => break self.rest().len(),
                None => seen = self.rest().len(),
            }
            if seen >= LONGEST {
                let how = if self.end == 0 { "without -0" } else { "-0" };
                let words =
                    format!("a name without an end: the names may be separated otherwise ({how})");
                return Err(not_names(words));
            }
            self.read_more()?;
        };
        let name = self.rest()[..len].to_vec();
        match self.end {
            0 if matches!(&name[..], [_] | [_, 0]) => self.judge(&name)?,
            b'\n' if name.contains(&0) => return Err(self.not_lines(&name)),
            _ => {}
        }
        self.from += len;
        Ok(name)
    }
}

/// Returns the error for input that is not a list of names.
fn not_names(words: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, words)
}

/// Returns the error for a list in `encoding`.
fn in_wide(encoding: Encoding) -> io::Error {
    not_names(wide::words(encoding))
}

impl Iterator for Names {
    type Item = Result<PathBuf, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.over {
            match self.next_name() {
                Ok(mut name) => {
                    self.over = name.is_empty();
                    name.pop_if(|last| *last == self.end);
                    if self.end == b'\n' {
                        trim_line(&mut name);
                    }
                    if !name.is_empty() {
                        let path = from_bytes(name).map(PathBuf::from);
                        return Some(path.ok_or_else(|| {
                            Problem::new(format!("{}: a name is not UTF-8", self.shown))
                        }));
                    }
                }
                Err(error) => {
                    self.over = true;
                    return Some(Err(Problem::with(&self.shown, &error)));
                }
            }
        }
        None
    }
}
