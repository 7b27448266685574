//! Which files a change is about, as git tells by its own command.

use std::{
    ffi::{OsStr, OsString},
    fs,
    io::{self, Write},
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
};

use tempfile::TempDir;

use crate::{
    input::{Files, Operand, WalkArgs},
    interrupt, shown,
    trouble::Trouble,
};

/// Which files of a repository are read.
#[derive(Clone, Debug, clap::Args)]
pub struct GateArgs {
    /// Read only what has changed since the work tree left REF: the tracked files, of the operands if there are any,
    /// that differ from the commit where HEAD and REF parted
    #[arg(long, value_name = "REF", conflicts_with_all = ["staged", "files_from", "files0_from"])]
    changed_since: Option<String>,
    /// Read what is staged for the next commit, and as it is staged, whatever the work tree has
    #[arg(long, conflicts_with_all = ["files_from", "files0_from"])]
    pub staged: bool,
    /// Leave files that are no text alone also where they are named, as in folders
    #[arg(long)]
    pub skip_binary: bool,
}

/// The files of a change.
pub struct Change {
    pub files: Files,
    /// What the files are copied to; it is removed when this is dropped.
    pub copies: Option<TempDir>,
}

impl GateArgs {
    /// Whether git says which files are read.
    pub fn is_asked(&self) -> bool {
        self.staged || self.changed_since.is_some()
    }

    /// The files that `paths` lead to, or those of the change.
    pub fn files(&self, walk: &WalkArgs, paths: &[PathBuf]) -> Result<Change, Trouble> {
        if !self.is_asked() {
            return Ok(Change { files: walk.files(paths)?, copies: None });
        }
        if paths.iter().any(|path| path.as_os_str() == "-") {
            return Err(Trouble::new("standard input is no file of a repository"));
        }
        let top = top()?;
        let (operands, copies) = match &self.changed_since {
            Some(reference) => (changed(reference, &top, paths)?, None),
            None => {
                let copies = copies()?;
                (staged(&top, paths, &copies)?, Some(copies))
            }
        };
        Ok(Change { files: walk.changed(operands)?, copies })
    }
}

/// The way to the top of the work tree.
pub fn top() -> Result<PathBuf, Trouble> {
    let up = git(Path::new("."), words(&["rev-parse", "--show-cdup"]), Vec::new())?;
    let up = up.strip_suffix(b"\n").unwrap_or(&up);
    Ok(PathBuf::from(OsStr::from_bytes(up)))
}

/// What differs between the work tree and the commit where it left `reference`.
fn changed(reference: &str, top: &Path, paths: &[PathBuf]) -> Result<Vec<Operand>, Trouble> {
    for path in paths {
        path.symlink_metadata().map_err(|error| Trouble::at(path, &error))?;
    }
    let here = Path::new(".");
    let name = shown::line(reference).into_owned();
    let commit = format!("{reference}^{{commit}}");
    let commit = words(&["rev-parse", "--verify", "--quiet", "--end-of-options", &commit]);
    let commit = ask(here, commit, || {
        Trouble::new(format!("--changed-since: git knows no commit `{name}`"))
            .hint("is it fetched? In CI, `fetch-depth: 0`")
    })?;
    let base = words(&["merge-base", &commit, "HEAD"]);
    let base = ask(here, base, || {
        Trouble::new(format!("--changed-since: HEAD and `{name}` have no commit in common"))
            .hint("a shallow clone lacks it; in CI, `fetch-depth: 0`")
    })?;
    let names = names(words(&["--diff-filter=d", &base]), paths)?;
    let operands = names.into_iter().map(|name| Operand::listed(top.join(name)));
    Ok(operands.filter(|operand| is_file(operand.path())).collect())
}

/// What is staged, copied out of the index.
fn staged(top: &Path, paths: &[PathBuf], copies: &TempDir) -> Result<Vec<Operand>, Trouble> {
    if !paths.is_empty() {
        let known = words(&["--literal-pathspecs", "ls-files", "--error-unmatch", "-z", "--"]);
        git(Path::new("."), with(known, paths), Vec::new())?;
    }
    let names = names(words(&["--cached", "--diff-filter=d"]), paths)?;
    let mut prefix = OsString::from("--prefix=");
    prefix.push(copies.path());
    prefix.push("/");
    let mut arguments = words(&["checkout-index", "-q", "-z", "--stdin"]);
    arguments.push(prefix);
    let list = names.iter().flat_map(|name| [name.as_os_str().as_bytes(), b"\0"].concat());
    git(if top.as_os_str().is_empty() { Path::new(".") } else { top }, arguments, list.collect())?;
    let operands = names.into_iter().map(|name| (copies.path().join(&name), top.join(name)));
    let operands = operands.filter(|(copy, _)| is_file(copy));
    Ok(operands.map(|(copy, path)| Operand::Copy { path, copy }).collect())
}

/// A folder for copies, of which nothing stays, whatever ends the process.
fn copies() -> Result<TempDir, Trouble> {
    let copies = tempfile::Builder::new().prefix("utf-staged-").tempdir();
    let copies = copies.map_err(|error| Trouble::with("a temporary folder", &error))?;
    let path = copies.path().to_owned();
    interrupt::clean_up(move || {
        let _ = fs::remove_dir_all(path);
    });
    Ok(copies)
}

/// Whether something of the repository is a file, and no link nor a repository inside.
fn is_file(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|found| found.is_file())
}

/// The names that `git diff` with `arguments` gives of what is in `paths`, from the top of the work tree.
fn names(arguments: Vec<OsString>, paths: &[PathBuf]) -> Result<Vec<PathBuf>, Trouble> {
    let mut all = words(&["--literal-pathspecs", "diff", "--name-only", "-z", "--no-renames"]);
    all.push("--no-ext-diff".into());
    all.extend(arguments);
    all.push("--".into());
    let out = git(Path::new("."), with(all, paths), Vec::new())?;
    let names = out.split(|&octet| octet == 0).filter(|name| !name.is_empty());
    Ok(names.map(|name| PathBuf::from(OsString::from_vec(name.to_vec()))).collect())
}

fn words(words: &[&str]) -> Vec<OsString> {
    words.iter().map(OsString::from).collect()
}

fn with(mut arguments: Vec<OsString>, paths: &[PathBuf]) -> Vec<OsString> {
    arguments.extend(paths.iter().map(OsString::from));
    arguments
}

/// The line that git prints; what `no` says if it says nothing, not even what is wrong.
fn ask(
    folder: &Path,
    arguments: Vec<OsString>,
    no: impl FnOnce() -> Trouble,
) -> Result<String, Trouble> {
    let output = run(folder, arguments, Vec::new())?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned()),
        false if output.stderr.is_empty() => Err(no()),
        false => Err(refused(&output)),
    }
}

/// What git prints that is run in `folder` with `input`.
fn git(folder: &Path, arguments: Vec<OsString>, input: Vec<u8>) -> Result<Vec<u8>, Trouble> {
    let output = run(folder, arguments, input)?;
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(refused(&output)),
    }
}

/// What git says that did not do what it was told.
fn refused(output: &Output) -> Trouble {
    let said = String::from_utf8_lossy(&output.stderr);
    Trouble::new(match said.lines().next() {
        None => "git failed, and said nothing".to_owned(),
        Some(words) => format!("git: {}", shown::line(words)),
    })
}

fn run(folder: &Path, arguments: Vec<OsString>, input: Vec<u8>) -> Result<Output, Trouble> {
    let mut command = Command::new("git");
    command.args(&arguments).current_dir(folder).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Trouble::new("there is no command `git`").hint("install it"),
        _ => Trouble::with("git", &error),
    })?;
    let stdin = child.stdin.take();
    let output = thread::scope(|scope| {
        // It may print before it has read all.
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(&input)));
        child.wait_with_output()
    });
    output.map_err(|error| Trouble::with("git", &error))
}
