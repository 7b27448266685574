//! `--undo`: restores the exact original, or writes nothing.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Take},
    path::{Path, PathBuf},
};

use super::{Line, Sum, Text};
use crate::{
    commands::repair::{
        args::{Args, only},
        failure::Failure,
        file,
    },
    output::{Output, separate::keep_apart},
    process::{exit::Exit, names, problem::Problem, terminal},
    report,
    system::{names::from_bytes, streams::is_standard_output},
};
use utfkit_text::streams::block;

/// The maximum length of a line of a patch. A fix has at most one window, twice in hexadecimal.
const LONGEST: u64 = 4 << 20;

/// Undoes the repair of the patch at `path`.
pub fn run(args: &Args, path: &Path) -> Result<Exit, Failure> {
    let head = Patch::open(path)?.check()?;
    let repaired = match (args.paths.as_slice(), head.path) {
        ([], None) => {
            return Err(bad(path, "it does not name a file").hint("name the file").into());
        }
        ([], Some(path)) => path,
        (paths, _) => match only(paths) {
            Some(path) => path.clone(),
            None => return Err(Problem::new("--undo accepts only one file").into()),
        },
    };
    let name = names::path(&repaired);
    let open = || File::open(&repaired).map_err(|error| Problem::with(&name, &error));
    let found = file::sum(&mut open()?).map_err(|error| Problem::with(&name, &error))?.text();
    if found == head.original && found != head.result {
        return Err(
            Problem::new(format!("{name}: already equals the text before the repair")).into()
        );
    }
    if found != head.result {
        let words = format!("{name}: not the result of the repair in `{}`", names::path(path));
        return Err(Problem::new(words).hint("the file has changed, or is another one").into());
    }
    let restored = args.output.as_deref().unwrap_or(&repaired);
    keep_apart(&[[("--undo", Some(path)), ("the output", Some(restored))]])?;
    let mut output = Output::open(Some(restored))?;
    let sum = restore(&mut open()?, &name, Patch::open(path)?, &mut output)?;
    if sum.text() != head.original {
        return Err(bad(path, "its result does not match the checksum of the original").into());
    }
    let name = output.name().to_owned();
    output.finish().map_err(|error| unwritten(&name, error))?;
    if !args.quiet && !is_standard_output(restored) {
        terminal::write_error(&format!("utf: {name}: restored\n"));
    }
    Ok(Exit::Well)
}

/// Returns the failure of writing to the output `name`. Its reader may have closed it.
fn unwritten(name: &str, error: io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::unread(error),
        _ => Problem::with(name, &error).into(),
    }
}

/// Writes the original to `output`, and returns its checksum.
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

/// A patch that is being read.
struct Patch {
    path: PathBuf,
    reader: Take<BufReader<File>>,
    number: u64,
}

/// A change: the offset in the original, the old bytes, and the new bytes.
type Change = (u64, Vec<u8>, Vec<u8>);

/// The file and the checksums of a complete patch.
struct Head {
    path: Option<PathBuf>,
    original: Text,
    result: Text,
}

fn bad(path: &Path, words: &str) -> Problem {
    Problem::new(format!("{}: not a valid patch: {words}", names::path(path)))
}

impl Patch {
    fn open(path: &Path) -> Result<Self, Problem> {
        let file = File::open(path).map_err(|error| Problem::at(path, &error))?;
        Ok(Self { path: path.to_owned(), reader: BufReader::new(file).take(LONGEST), number: 0 })
    }

    /// Reads the next line; `None` at the end.
    fn line(&mut self) -> Result<Option<Line<'static>>, Problem> {
        self.reader.set_limit(LONGEST);
        self.number += 1;
        let mut line = Vec::new();
        let read = self.reader.read_until(b'\n', &mut line);
        if read.map_err(|error| Problem::at(&self.path, &error))? == 0 {
            return Ok(None);
        }
        let parsed = serde_json::from_slice::<Line<'_>>(&line).ok().map(owned);
        let words = || bad(&self.path, &format!("line {} is not valid", self.number));
        parsed.map(Some).ok_or_else(words)
    }

    /// Reads the next change; `None` at the end.
    fn change(&mut self) -> Result<Option<Change>, Problem> {
        loop {
            let Some(line) = self.line()? else { return Ok(None) };
            let Line::Change { offset, old, new } = line else { continue };
            let (Some(old), Some(new)) = (report::json::bytes(&old), report::json::bytes(&new))
            else {
                return Err(bad(&self.path, &format!("line {} is not valid", self.number)));
            };
            return Ok(Some((offset, old, new)));
        }
    }

    /// Reads all of the patch, and returns the file and the checksums.
    fn check(mut self) -> Result<Head, Problem> {
        let Some(Line::Patch { version, path, path_bytes }) = self.line()? else {
            return Err(bad(&self.path, "the first line is not the header of a patch"));
        };
        if version != 1 {
            return Err(bad(&self.path, "the version is not 1"));
        }
        let exact = path_bytes.as_deref().and_then(report::json::bytes);
        let path = match exact {
            Some(bytes) => from_bytes(bytes).map(PathBuf::from),
            None => path.map(|path| PathBuf::from(path.into_owned())),
        };
        let mut seen = 0;
        loop {
            match self.line()? {
                Some(Line::Change { .. }) => seen += 1,
                Some(Line::End { changes, original, result }) if changes == seen => {
                    return Ok(Head { path, original, result });
                }
                _ => return Err(bad(&self.path, "it is not complete")),
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
