//! Reads patches.

use std::{
    collections::HashSet,
    fs::File,
    io::{BufRead, BufReader, Read, Seek, SeekFrom, Take},
    path::{Path, PathBuf},
};

use super::{has, is};
use crate::{
    commands::repair::patch::{JsonLine, Sum, Text},
    process::{names, problem::Problem},
    report,
    system::names::from_bytes,
};

/// The maximum length of a line of a patch. A fix has at most one window, twice in hexadecimal.
const LONGEST: u64 = 4 << 20;

/// A patch that is being read.
pub(super) struct Patch {
    pub(super) path: PathBuf,
    reader: Take<BufReader<File>>,
    number: u64,
    /// Whether the last line is only a part of one.
    is_cut: bool,
}

/// A change: the offset in the original, the old bytes, and the new bytes.
pub(super) type Replaced = (u64, Vec<u8>, Vec<u8>);

/// The changes of a file.
pub(super) struct Section {
    pub(super) path: Option<PathBuf>,
    pub(super) original: Text,
    result: Text,
    /// The offset of its first change in the patch.
    pub(super) changes: u64,
}

impl Section {
    /// Returns `true` if `file` already equals the original. Returns an error if it is not the result.
    pub(super) fn is_undone(
        &self,
        file: &mut File,
        name: &str,
        patch: &Path,
    ) -> Result<bool, Problem> {
        let found = Sum::of(file).map_err(|error| Problem::with(name, &error))?.text();
        if found == self.result {
            return Ok(false);
        }
        if found == self.original {
            return Ok(true);
        }
        let words = format!("{name}: not the result of the changes in `{}`", names::path(patch));
        Err(Problem::new(words).hint("the file has changed, or is another one"))
    }
}

/// Changes that are not complete, because the patch is cut.
pub(super) struct Cut {
    pub(super) path: Option<PathBuf>,
    /// The offset of the first change in the patch.
    changes: u64,
}

impl Cut {
    /// Returns `true` if the changes may be those of one of `paths`, or if all files are restored.
    pub(super) fn concerns(&self, paths: &[PathBuf]) -> bool {
        paths.is_empty() || self.path.as_deref().is_none_or(|path| has(paths, path))
    }

    /// Returns `true` if the file is certainly as before the changes that `patch` still has.
    pub(super) fn is_original(&self, patch: &mut Patch) -> Result<bool, Problem> {
        let path = self.path.as_deref().filter(|path| path.is_file());
        let Some(Ok(mut file)) = path.map(File::open) else { return Ok(false) };
        let mut has = |at: u64, bytes: &[u8]| {
            let mut found = vec![0; bytes.len()];
            let read = file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(&mut found));
            read.is_ok() && found == bytes
        };
        patch.seek(self.changes)?;
        let (mut is_old, mut is_new, mut offset_new, mut done) = (true, true, 0_u64, 0);
        while let Some((offset, old, new)) = patch.change()? {
            offset_new += offset.saturating_sub(done);
            is_old &= has(offset, &old);
            is_new &= has(offset_new, &new);
            offset_new += new.len() as u64;
            done = offset.saturating_add(old.len() as u64);
        }
        // Without a change, both are possible.
        Ok(is_old && !is_new)
    }
}

/// The next part of a patch.
pub(super) enum Next {
    Section(Section),
    /// The last changes are not complete.
    Cut(Cut),
    End,
}

/// The contents of a patch.
pub(in super::super) struct Contents {
    /// The number of files with complete changes.
    complete: u64,
    pub(super) cut: Option<Cut>,
    /// The first files with complete changes.
    first: Vec<PathBuf>,
    /// Whether there are other files with complete changes.
    has_others: bool,
    /// The files to restore that have complete changes.
    pub(super) found: HashSet<PathBuf>,
}

impl Contents {
    /// Returns `true` if the patch is of one file.
    pub(super) fn is_one(&self) -> bool {
        self.complete == 1 && self.cut.is_none()
    }

    /// Returns the problem that the patch at `path` does not have `file`.
    pub(super) fn lacks(&self, path: &Path, file: &Path) -> Problem {
        let [path, file] = [path, file].map(names::path);
        let mut has: Vec<_> = self.first.iter().map(|path| names::path(path)).collect();
        if self.has_others {
            has.push("others".to_owned());
        }
        let last = has.pop().unwrap_or_default();
        let has = if has.is_empty() { last } else { format!("{} and {last}", has.join(", ")) };
        Problem::new(format!("{file}: not a file of the patch {path}"))
            .hint(format!("it has {has}, relative to the current directory"))
    }
}

/// The maximum number of files of a patch that a message names.
const MAX_NAMED: usize = 3;

pub(super) fn bad(path: &Path, words: &str) -> Problem {
    Problem::new(format!("{}: not a valid patch: {words}", names::path(path)))
}

impl Patch {
    pub(super) fn open(path: &Path) -> Result<Self, Problem> {
        let file = File::open(path).map_err(|error| Problem::at(path, &error))?;
        let reader = BufReader::new(file).take(LONGEST);
        Ok(Self { path: path.to_owned(), reader, number: 0, is_cut: false })
    }

    /// Reads the next line; `None` at the end.
    fn line(&mut self) -> Result<Option<JsonLine<'static>>, Problem> {
        self.reader.set_limit(LONGEST);
        self.number += 1;
        let mut line = Vec::new();
        let read = self.reader.read_until(b'\n', &mut line);
        if read.map_err(|error| Problem::at(&self.path, &error))? == 0 {
            return Ok(None);
        }
        match serde_json::from_slice::<JsonLine<'_>>(&line).ok().map(owned) {
            // A run that ended early may have written a part of the line.
            None if self.number > 1 && line.last() != Some(&b'\n') => {
                self.is_cut = true;
                Ok(None)
            }
            None => Err(bad(&self.path, &format!("line {} is not valid", self.number))),
            parsed => Ok(parsed),
        }
    }

    /// Reads the next change of a file; `None` at the end.
    pub(super) fn change(&mut self) -> Result<Option<Replaced>, Problem> {
        let Some(JsonLine::Change { offset, old, new }) = self.line()? else { return Ok(None) };
        let (Some(old), Some(new)) = (report::json::bytes(&old), report::json::bytes(&new)) else {
            return Err(bad(&self.path, &format!("line {} is not valid", self.number)));
        };
        Ok(Some((offset, old, new)))
    }

    /// Reads all of the patch, and looks for `files` in it.
    pub(super) fn check(mut self, files: &[PathBuf]) -> Result<Contents, Problem> {
        let (mut complete, mut first, mut has_others) = (0, Vec::new(), false);
        let mut found = HashSet::new();
        let cut = loop {
            match self.next()? {
                Next::Section(section) => {
                    complete += 1;
                    let Some(path) = section.path else { continue };
                    found.extend(files.iter().filter(|file| is(file, &path)).cloned());
                    if first.contains(&path) {
                        continue;
                    }
                    has_others = first.len() == MAX_NAMED;
                    if !has_others {
                        first.push(path);
                    }
                }
                Next::Cut(_) if complete == 0 => {
                    return Err(bad(&self.path, "it is not complete"));
                }
                Next::End if complete == 0 => {
                    return Err(bad(&self.path, "the first line is not the header of a patch"));
                }
                Next::Cut(cut) => break Some(cut),
                Next::End => break None,
            }
        };
        Ok(Contents { complete, cut, first, has_others, found })
    }

    /// Reads the changes of the next file.
    pub(super) fn next(&mut self) -> Result<Next, Problem> {
        loop {
            let is_first = self.number == 0;
            let (version, path, path_bytes) = match self.line()? {
                Some(JsonLine::Patch { version, path, path_bytes }) => (version, path, path_bytes),
                None if self.is_cut => return Ok(Next::Cut(Cut { path: None, changes: 0 })),
                None => return Ok(Next::End),
                Some(_) if is_first => {
                    return Err(bad(&self.path, "the first line is not the header of a patch"));
                }
                Some(_) => return Err(bad(&self.path, "it is not complete")),
            };
            if version != 1 {
                return Err(bad(&self.path, "the version is not 1"));
            }
            let exact = path_bytes.as_deref().and_then(report::json::bytes);
            let path = match exact {
                Some(bytes) => from_bytes(bytes).map(PathBuf::from),
                None => path.map(|path| PathBuf::from(path.into_owned())),
            };
            let (begin, mut seen) = (self.position()?, 0);
            loop {
                match self.line()? {
                    Some(JsonLine::Change { .. }) => seen += 1,
                    Some(JsonLine::End { changes, original, result }) if changes == seen => {
                        let section = Section { path, original, result, changes: begin };
                        return Ok(Next::Section(section));
                    }
                    Some(JsonLine::Void) => break,
                    Some(_) => return Err(bad(&self.path, "it is not complete")),
                    None => return Ok(Next::Cut(Cut { path, changes: begin })),
                }
            }
        }
    }

    /// Returns the offset of the next line.
    pub(super) fn position(&mut self) -> Result<u64, Problem> {
        let position = self.reader.get_mut().stream_position();
        position.map_err(|error| Problem::at(&self.path, &error))
    }

    /// Continues at `offset`.
    pub(super) fn seek(&mut self, offset: u64) -> Result<(), Problem> {
        let moved = self.reader.get_mut().seek(SeekFrom::Start(offset));
        moved.map(drop).map_err(|error| Problem::at(&self.path, &error))
    }
}

fn owned(line: JsonLine<'_>) -> JsonLine<'static> {
    match line {
        JsonLine::Patch { version, path, path_bytes } => {
            let path = path.map(|path| path.into_owned().into());
            JsonLine::Patch { version, path, path_bytes }
        }
        JsonLine::Void => JsonLine::Void,
        JsonLine::Change { offset, old, new } => JsonLine::Change { offset, old, new },
        JsonLine::End { changes, original, result } => JsonLine::End { changes, original, result },
    }
}
