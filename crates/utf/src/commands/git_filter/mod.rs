//! `utf git-filter`: a filter of git that converts files between two encodings, and refuses a change
//! that would lose text.
//!
//! Git has two versions of a file: the stored one, and the one in the work tree. `clean` makes the
//! stored version at `git add`, and `smudge` makes the other at a checkout. Both are strict, and each
//! checks that the other would give the same bytes back.

pub mod args;
mod convert;
mod guard;
mod install;
mod stop;
mod textconv;

use std::{
    io::{self, Read},
    path::Path,
};

use utfkit_text::heal::MAX_LEN;

use crate::{
    git::older::staged::{Staged, staged_version},
    input::operand::Operand,
    output::Output,
    process::{exit::Exit, names, problem::Problem, terminal, waiting::BlockingIo},
};
use args::{Action, Args};
use convert::{Pair, Refusal};
use stop::Stop;

/// Runs the command. Git keeps its old version unless the exit status is 0.
pub fn run(args: &Args) -> Exit {
    let done = match args.action {
        Action::Clean => clean(args),
        Action::Smudge => smudge(args),
        Action::Textconv => textconv::run(args).map_err(Stop::Problem),
        Action::Install => install::run(args).map_err(Stop::Problem),
    };
    match done {
        Ok(()) => Exit::Well,
        Err(Stop::Problem(problem)) => problem.report(),
        Err(Stop::Refused(words)) => {
            terminal::write_error(&format!("utf: {}: refused: {words}\n", name(args)));
            Exit::Found
        }
    }
}

/// Writes the stored version of the file in the work tree.
fn clean(args: &Args) -> Result<(), Stop> {
    let pair = Pair::of(args)?;
    let tree = read(&mut BlockingIo(&Operand::StandardInput.open_file()?))?;
    if tree.len() > MAX_LEN {
        return Err(Stop::Refused(format!("longer than {MAX_LEN} bytes")));
    }
    let staged = match args.path.as_deref() {
        Some(path) => staged_version(path, MAX_LEN as u64)?,
        None => None,
    };
    let stored = pair.stored_of(&tree);
    let Some(Staged { revision, content: staged }) = staged else {
        let stored = stored.map_err(refused)?;
        guard::new_file(args, &pair, &tree)?;
        return write(&stored);
    };
    if stored.as_ref().is_ok_and(|stored| *stored == staged) {
        return write(&staged);
    }
    match pair.tree_of(&staged) {
        // The checkout left the file as it is stored.
        Err(Refusal::Unencodable(_) | Refusal::NotReversible) => {
            let kept = pair.unconverted();
            let stored = kept.stored_of(&tree).map_err(refused)?;
            guard::change(args, &kept, revision, &staged, &tree)?;
            write(&stored)
        }
        // The file was there before the filter, and has no change. Shifts are well-formed UTF-8.
        Ok(_) if tree == staged && (stored.is_err() || pair.has_shifts()) => write(&staged),
        old => {
            let stored = stored.map_err(refused)?;
            let old = old.as_deref().unwrap_or(&staged[..]);
            guard::change(args, &pair, revision, old, &tree)?;
            write(&stored)
        }
    }
}

/// Writes the version for the work tree of a stored file. A stored file that cannot be converted
/// stays as it is, because a failure would stop the checkout of all files.
fn smudge(args: &Args) -> Result<(), Stop> {
    let pair = Pair::of(args)?;
    let file = Operand::StandardInput.open_file()?;
    let mut rest = BlockingIo(&file);
    let stored = read(&mut rest)?;
    if stored.len() > MAX_LEN {
        warn(args, &format!("longer than {MAX_LEN} bytes"));
        let mut output = Output::open(None)?;
        let mut block = vec![0; 256 << 10];
        let mut done = output.write(&stored);
        while done.is_ok() {
            let len = rest.read(&mut block).map_err(|error| Problem::with("<stdin>", &error))?;
            if len == 0 {
                break;
            }
            done = output.write(&block[..len]);
        }
        let done = done.and_then(|()| output.finish());
        return done.map_err(|error| Problem::with("<stdout>", &error).into());
    }
    match pair.tree_of(&stored) {
        Ok(tree) => write(&tree),
        Err(refusal) => {
            warn(args, &refusal.to_string());
            write(&stored)
        }
    }
}

/// Reads a version, or more than [`MAX_LEN`] bytes of it.
fn read(input: &mut BlockingIo<'_>) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    let read = input.take(MAX_LEN as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error: io::Error| Problem::with("<stdin>", &error))?;
    Ok(bytes)
}

/// Writes all of a version. Git takes it only if this and the exit status report success.
fn write(bytes: &[u8]) -> Result<(), Stop> {
    let mut output = Output::open(None)?;
    let written = output.write(bytes).and_then(|()| output.finish());
    written.map_err(|error| Problem::with("<stdout>", &error).into())
}

fn refused(refusal: Refusal) -> Stop {
    Stop::Refused(refusal.to_string())
}

fn warn(args: &Args, words: &str) {
    terminal::write_error(&format!("utf: {}: not converted: {words}\n", name(args)));
}

/// Returns the name of the file for messages.
fn name(args: &Args) -> String {
    names::path(args.path.as_deref().unwrap_or(Path::new("<stdin>")))
}
