//! Reads names of files from a file (`--files-from`).

mod wide;

use std::{
    ffi::OsString,
    fs::File,
    io,
    os::{fd::AsFd, unix::ffi::OsStringExt},
    path::{Path, PathBuf},
};

use utfkit::{Encoding, encoding::Bom};

use crate::{
    files::reading::{Head, Source, read_head},
    process::{names, problem::Problem},
};

/// Names, one behind the other, each read when it is asked for: the list may come through a pipe.
pub struct Names {
    list: File,
    shown: String,
    /// What ends a name.
    end: u8,
    /// What was read, of which all before `from` is done with.
    ahead: Vec<u8>,
    from: usize,
    /// How many bytes of the list are before `ahead`: whole code units, whatever these are.
    offset: u64,
    /// Up to here the names of one byte have been judged.
    judged: u64,
    /// Whether all of the list was read.
    ended: bool,
    over: bool,
}

/// No name of a file is longer, on any system; so memory is bounded on any list.
const LONGEST: usize = 64 * 1024;

impl Names {
    /// The names in the file at `path`, or in standard input for `-`; each ends with a line feed,
    /// or with a NUL if `null`.
    pub fn open(path: &Path, null: bool) -> Result<Self, Problem> {
        let shown = names::operand(path);
        let file = match path.as_os_str() == "-" {
            true => io::stdin().as_fd().try_clone_to_owned().map(File::from),
            false => File::open(path),
        };
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

    /// What was read and is not done with.
    fn rest(&self) -> &[u8] {
        &self.ahead[self.from..]
    }

    /// The offset in the list of what is not done with.
    fn here(&self) -> u64 {
        self.offset + self.from as u64
    }

    /// Where in what was read the code unit begins, of four bytes at most, that is not done with.
    fn units_before(&self) -> usize {
        self.from & !3
    }

    /// Reads what comes next.
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

    /// Reads what the list begins with. A BOM of UTF-8 is passed over; an error if it is in
    /// UTF-16 or UTF-32, by its BOM or by its look.
    fn begin(&mut self) -> io::Result<()> {
        let mut room = vec![0; LONGEST];
        let len = read_head(&mut self.list, &mut room, true)?;
        room.truncate(len);
        (self.ahead, self.ended) = (room, len == 0);
        match Bom::of(self.rest()).map(Bom::encoding) {
            Some(Encoding::Utf8) => self.from = 3,
            Some(encoding) => {
                let words = format!("names in {encoding}; `utf convert` makes UTF-8 of them");
                return Err(not_names(words));
            }
            None => {}
        }
        if self.end == 0 {
            // More than the first read is waited for only where that is suspect.
            return self.suspect().or_else(|_| self.look().map(drop).and_then(|()| self.suspect()));
        }
        if self.from > 0 {
            return Ok(());
        }
        let head = Head { len, ended: self.ended };
        wide::as_text(self.rest(), head).map_or(Ok(()), |encoding| Err(in_wide(encoding)))
    }

    /// Returns an error if what was read is not to be heeded as names that end with NUL.
    fn suspect(&self) -> io::Result<()> {
        let done = self.units_before();
        let words = wide::suspicion(&self.ahead[done..], self.from - done, self.ended);
        words.map_or(Ok(()), |words| Err(not_names(words)))
    }

    /// Returns an error if the list is not to be heeded whose next name is `name`, of one byte or
    /// none. As much is read as it takes to know.
    fn judge(&mut self, name: &[u8]) -> io::Result<()> {
        // What was read before may have ended within these.
        let is_strange = matches!(name, b"\0" | b"/" | b"/\0");
        if self.here() < self.judged && !is_strange {
            return Ok(());
        }
        self.look()?;
        self.judged = self.here() + self.rest().len() as u64;
        self.suspect()
    }

    /// Reads as much as the look of the list is judged by from here on, and gives it, from a whole
    /// code unit on.
    fn look(&mut self) -> io::Result<&[u8]> {
        while !self.ended && self.rest().len() < LONGEST {
            self.read_more()?;
        }
        Ok(&self.ahead[self.units_before()..])
    }

    /// What the list is of which the next line has a NUL in it.
    fn not_lines(&mut self, line: &[u8]) -> io::Error {
        match self.look().map(wide::as_names) {
            Ok(Some(encoding)) => in_wide(encoding),
            Ok(None) => not_names(wide::not_lines(line, self.here())),
            Err(error) => error,
        }
    }

    /// The next name, with its end; nothing at the end of the list.
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
                    format!("a name without an end; are the names separated otherwise ({how})?");
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

/// The problem that a list is none of names.
fn not_names(words: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, words)
}

/// The problem that a list is in `encoding`.
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
                    if !name.is_empty() {
                        return Some(Ok(OsString::from_vec(name).into()));
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
