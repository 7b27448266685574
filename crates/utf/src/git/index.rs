//! Reads staged files from the index of a repository, as git stores them.

use std::{
    collections::HashMap,
    fs::{self, File},
    io::{self, BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
    process::Stdio,
    thread,
};

use tempfile::TempDir;

use super::{
    ask::{git, with, words},
    attributes_change,
    command::command,
    raw,
    work_tree::CurrentFolder,
};
use crate::{
    input::operand::Operand,
    process::{names, problem::Problem, signals},
    system::from_git,
};

/// A regular file in the index, with its path from the top.
struct Entry {
    path: PathBuf,
    blob: String,
}

/// Copies the staged files of `paths` to `copies`. A file in conflict is not staged and is
/// reported. With `attributes`, files that a staged `.gitattributes` changes are included.
pub(super) fn staged(
    here: &CurrentFolder,
    paths: &[PathBuf],
    copies: &TempDir,
    attributes: bool,
) -> Result<Vec<Result<Operand, Problem>>, Problem> {
    all_known(paths)?;
    let diff = ["diff", "--cached", "--raw", "--no-abbrev", "-z", "--no-renames", "--no-relative"];
    let mut arguments = words(&["--literal-pathspecs"]);
    arguments.extend(words(&diff));
    arguments.extend(words(&["--no-ext-diff", "--diff-filter=d", "--"]));
    let out = git(with(arguments, paths), Vec::new())?;
    let (mut entries, mut conflicts) = (Vec::new(), Vec::new());
    for (facts, path) in raw::changes(&out) {
        if facts.status == "U" {
            conflicts.push(path);
        } else if facts.is_regular() {
            entries.push(Entry { path, blob: facts.blob });
        }
    }
    if attributes {
        let known = entries.iter().map(|entry| entry.path.clone()).collect();
        let changed = attributes_change::affected(&here.top()?, paths, &known)?;
        entries.extend(changed.into_iter().map(|file| Entry { path: file.path, blob: file.blob }));
        entries.sort_by(|one, other| one.path.cmp(&other.path));
    }
    let mut operands = Vec::new();
    let blobs: Vec<_> = entries.iter().map(|entry| entry.blob.clone()).collect();
    let mut entries = entries.into_iter().enumerate();
    read(blobs, |blob| {
        let Some((number, entry)) = entries.next() else { return Ok(()) };
        let copy = copies.path().join(number.to_string());
        io::copy(blob, &mut File::create(&copy)?)?;
        operands.push(Ok(Operand::Copy { path: here.name(&entry.path), copy }));
        Ok(())
    })?;
    operands.extend(conflicts.into_iter().map(|path| Err(in_conflict(&here.name(&path)))));
    Ok(operands)
}

fn in_conflict(path: &Path) -> Problem {
    let words = "it is in conflict, so nothing is staged for it";
    Problem::new(format!("{}: {words}", names::path(path)))
        .hint("resolve the conflict, then `git add`")
}

/// Returns an error if git knows no file at one of `paths`.
pub(super) fn all_known(paths: &[PathBuf]) -> Result<(), Problem> {
    if !paths.is_empty() {
        let known = words(&["--literal-pathspecs", "ls-files", "--error-unmatch", "-z", "--"]);
        git(with(known, paths), Vec::new())?;
    }
    Ok(())
}

/// Returns the files called `name` in the index, with full paths and modes. Returns an error if any
/// of them is in conflict.
fn all_called(name: &str) -> Result<Vec<(String, Entry)>, Problem> {
    let here = CurrentFolder::find()?;
    let top = here.top()?;
    let pattern = format!(":(top,glob)**/{name}");
    // These options return paths from the top, in any current directory.
    let list = words(&["ls-files", "--full-name", "--stage", "-z", "--", &pattern]);
    let out = git(list, Vec::new())?;
    let entries = out.split(|&byte| byte == 0).filter_map(|line| {
        // `mode blob stage<TAB>path`
        let tab = line.iter().position(|&byte| byte == b'\t')?;
        let facts = String::from_utf8_lossy(&line[..tab]).into_owned();
        let [mode, blob, stage] = facts.split(' ').collect::<Vec<_>>()[..] else { return None };
        let path = top.join(from_git(&line[tab + 1..]));
        Some(match stage {
            "0" => Ok((mode.to_owned(), Entry { path, blob: blob.to_owned() })),
            _ => Err(in_conflict(&path)),
        })
    });
    entries.collect()
}

/// Returns an error if a file called `name` is in conflict in the index.
pub fn settled(name: &str) -> Result<(), Problem> {
    all_called(name).map(|_| ())
}

/// Returns the content of the files called `name` in the index, by full path. Reads at most `most`
/// bytes of each.
pub fn named(name: &str, most: u64) -> Result<HashMap<PathBuf, Vec<u8>>, Problem> {
    let entries = all_called(name)?.into_iter().filter_map(|(mode, entry)| match mode.as_str() {
        // A link may lead anywhere. Ignoring it would accept files that its rules forbid.
        "120000" => Some(Err(Problem::new(format!(
            "{}: a link in the index, which is not followed",
            names::path(&entry.path)
        ))
        .hint("stage a file in its place"))),
        mode => mode.starts_with("100").then_some(Ok(entry)),
    });
    let entries: Vec<_> = entries.collect::<Result<_, _>>()?;
    let blobs: Vec<_> = entries.iter().map(|entry| entry.blob.clone()).collect();
    let (mut entries, mut all) = (entries.into_iter(), HashMap::new());
    read(blobs, |blob| {
        let mut bytes = Vec::new();
        blob.take(most).read_to_end(&mut bytes)?;
        all.extend(entries.next().map(|entry| (entry.path, bytes)));
        Ok(())
    })?;
    Ok(all)
}

/// Calls `take` with a reader for each of `blobs`.
pub(super) fn read(
    blobs: Vec<String>,
    mut take: impl FnMut(&mut dyn Read) -> io::Result<()>,
) -> Result<(), Problem> {
    if blobs.is_empty() {
        return Ok(());
    }
    let failed = |error: &io::Error| Problem::with("git cat-file", error);
    let mut command = command();
    command.args(["cat-file", "--batch", "--buffer"]).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| failed(&error))?;
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    let count = blobs.len();
    let done = thread::scope(|scope| {
        // Git may print before it has read all input.
        scope.spawn(move || {
            let list: String = blobs.iter().flat_map(|blob| [blob, "\n"]).collect();
            stdin.map(|mut stdin| stdin.write_all(list.as_bytes()))
        });
        let mut answers = BufReader::new(stdout.ok_or(io::ErrorKind::BrokenPipe)?);
        for _ in 0..count {
            let mut line = String::new();
            answers.read_line(&mut line)?;
            // `blob type length`
            let length = line.trim_end().split(' ').nth(2).and_then(|length| length.parse().ok());
            let length: u64 = length.ok_or_else(|| io::Error::other(line.trim_end().to_owned()))?;
            let mut blob = (&mut answers).take(length);
            take(&mut blob)?;
            io::copy(&mut blob, &mut io::sink())?;
            // The line feed after the blob.
            answers.read_exact(&mut [0])?;
        }
        Ok::<_, io::Error>(())
    });
    if done.is_err() {
        // Git may still be writing. Its exit status does not matter.
        let _ = child.kill();
    }
    let ended = child.wait();
    done.and(ended.map(|_| ())).map_err(|error| failed(&error))
}

/// Creates a directory for copies, which is removed even if a signal ends the process.
pub(super) fn copies() -> Result<TempDir, Problem> {
    let copies = tempfile::Builder::new().prefix("utf-staged-").tempdir();
    let copies = copies.map_err(|error| Problem::with("a temporary directory", &error))?;
    let path = copies.path().to_owned();
    signals::clean_up(move || {
        let _ = fs::remove_dir_all(path);
    });
    Ok(copies)
}
