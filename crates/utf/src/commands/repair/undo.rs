//! `--undo`: the original back, exactly, or nothing.

use std::{
    ffi::OsString,
    fs::File,
    io::{self, BufRead, BufReader, Read, Take},
    os::unix::ffi::OsStringExt,
    path::{Path, PathBuf},
};

use super::{
    args::{Args, only},
    failure::Failure,
    file,
    patch::{Line, Sum, Text},
};
use crate::{
    output::{Output, separate::keep_apart},
    process::{exit::Exit, names, problem::Problem},
    report,
};
use utfkit_text::streams::block;

/// The longest line of a patch: a fix is no longer than a window, in hexadecimal twice.
const LONGEST: u64 = 4 << 20;

/// Undoes the repair that the patch at `path` tells of.
pub fn run(args: &Args, path: &Path) -> Result<Exit, Failure> {
    let head = Patch::open(path)?.check()?;
    let repaired = match (args.paths.as_slice(), head.path) {
        ([], None) => return Err(bad(path, "it names no file").hint("name the file").into()),
        ([], Some(path)) => path,
        (paths, _) => match only(paths) {
            Some(path) => path.clone(),
            None => return Err(Problem::new("--undo takes one file").into()),
        },
    };
    let name = names::path(&repaired);
    let open = || File::open(&repaired).map_err(|error| Problem::with(&name, &error));
    let found = file::sum(&mut open()?).map_err(|error| Problem::with(&name, &error))?.text();
    if found == head.original && found != head.result {
        return Err(Problem::new(format!("{name}: is as it was before the repair")).into());
    }
    if found != head.result {
        let words = format!("{name}: is not the text that `{}` repaired", names::path(path));
        return Err(Problem::new(words).hint("it has changed since, or is another file").into());
    }
    let restored = args.output.as_deref().unwrap_or(&repaired);
    keep_apart(&[[("--undo", Some(path)), ("the output", Some(restored))]])?;
    let mut output = Output::open(Some(restored))?;
    let sum = restore(&mut open()?, &name, Patch::open(path)?, &mut output)?;
    if sum.text() != head.original {
        return Err(bad(path, "what it gives back is not the original").into());
    }
    let name = output.name().to_owned();
    output.finish().map_err(|error| unwritten(&name, error))?;
    Ok(Exit::Well)
}

/// What `error` on writing to the output `name` means: its reader may have seen enough.
fn unwritten(name: &str, error: io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::unread(error),
        _ => Problem::with(name, &error).into(),
    }
}

/// Writes the original to `output`, and gives its checksum.
fn restore(
    file: &mut File,
    name: &str,
    mut patch: Patch,
    output: &mut Output,
) -> Result<Sum, Failure> {
    let mut sum = Sum::default();
    let mut room = vec![0; block::BLOCK];
    let mut write = |bytes: &[u8]| {
        sum.add(bytes);
        output.write(bytes).map_err(|error| unwritten(output.name(), error))
    };
    let mut reader = BufReader::with_capacity(block::BLOCK, file);
    let mut done = 0;
    let mut copy = |reader: &mut dyn Read,
                    bytes: u64,
                    write: &mut dyn FnMut(&[u8]) -> Result<(), Failure>|
     -> Result<(), Failure> {
        let mut left = reader.take(bytes);
        loop {
            let len = left.read(&mut room).map_err(|error| Problem::with(name, &error))?;
            if len == 0 {
                return Ok(());
            }
            write(&room[..len])?;
        }
    };
    while let Some((offset, old, new)) = patch.change()? {
        let kept = offset.checked_sub(done).ok_or_else(|| bad(&patch.path, "out of order"))?;
        copy(&mut reader, kept, &mut write)?;
        copy(&mut reader, new.len() as u64, &mut |_: &[u8]| Ok(()))?;
        write(&old)?;
        done = offset + old.len() as u64;
    }
    copy(&mut reader, u64::MAX, &mut write)?;
    Ok(sum)
}

/// A patch that is read.
struct Patch {
    path: PathBuf,
    reader: Take<BufReader<File>>,
    number: u64,
}

/// A change: where in the original, what was there, and what is now.
type Change = (u64, Vec<u8>, Vec<u8>);

/// What a whole patch says of the texts.
struct Head {
    path: Option<PathBuf>,
    original: Text,
    result: Text,
}

fn bad(path: &Path, words: &str) -> Problem {
    Problem::new(format!("{}: no patch to go by: {words}", names::path(path)))
}

impl Patch {
    fn open(path: &Path) -> Result<Self, Problem> {
        let file = File::open(path).map_err(|error| Problem::at(path, &error))?;
        Ok(Self { path: path.to_owned(), reader: BufReader::new(file).take(LONGEST), number: 0 })
    }

    /// The next line; `None` at the end.
    fn line(&mut self) -> Result<Option<Line<'static>>, Problem> {
        self.reader.set_limit(LONGEST);
        self.number += 1;
        let mut line = Vec::new();
        let read = self.reader.read_until(b'\n', &mut line);
        if read.map_err(|error| Problem::at(&self.path, &error))? == 0 {
            return Ok(None);
        }
        let parsed = serde_json::from_slice::<Line<'_>>(&line).ok().map(owned);
        let words = || bad(&self.path, &format!("line {} is none of one", self.number));
        parsed.map(Some).ok_or_else(words)
    }

    /// The next change; `None` at the end.
    fn change(&mut self) -> Result<Option<Change>, Problem> {
        loop {
            let Some(line) = self.line()? else { return Ok(None) };
            let Line::Change { offset, old, new } = line else { continue };
            let (Some(old), Some(new)) = (report::json::bytes(&old), report::json::bytes(&new))
            else {
                return Err(bad(&self.path, &format!("line {} is none of one", self.number)));
            };
            return Ok(Some((offset, old, new)));
        }
    }

    /// Reads all of it, and says what it is about.
    fn check(mut self) -> Result<Head, Problem> {
        let Some(Line::Patch { version, path, path_bytes }) = self.line()? else {
            return Err(bad(&self.path, "it does not begin as one"));
        };
        if version != 1 {
            return Err(bad(&self.path, "its version is not 1"));
        }
        let exact = path_bytes.as_deref().and_then(report::json::bytes);
        let path = match exact {
            Some(bytes) => Some(PathBuf::from(OsString::from_vec(bytes))),
            None => path.map(|path| PathBuf::from(path.into_owned())),
        };
        let mut seen = 0;
        loop {
            match self.line()? {
                Some(Line::Change { .. }) => seen += 1,
                Some(Line::End { changes, original, result }) if changes == seen => {
                    return Ok(Head { path, original, result });
                }
                _ => return Err(bad(&self.path, "it is not whole")),
            }
        }
    }
}

fn owned(line: Line<'_>) -> Line<'static> {
    match line {
        Line::Patch { version, path, path_bytes } => {
            let path = path.map(|path| path.into_owned().into());
            Line::Patch { version, path, path_bytes }
        }
        Line::Change { offset, old, new } => Line::Change { offset, old, new },
        Line::End { changes, original, result } => Line::End { changes, original, result },
    }
}
