//! The older version of a file, from a commit of its repository.
//!
//! Git runs no program for these questions: no filter, no monitor, and it fetches nothing.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::Command,
};

use utfkit::Encoding;

use super::super::{
    ask::{is_object, refused, run, words},
    command::elsewhere,
    raw::Facts,
};
use super::restore::command_lines;
use crate::{
    files::paths,
    process::{names, problem::Problem},
};

/// Returns the content of the file at `path` in the commit `revision`, or `None` if the commit does
/// not have the file. Returns an error if the content has more than `most` bytes. The user may have
/// named the encoding `from`.
pub fn old_version(
    path: &Path,
    revision: &str,
    from: Option<Encoding>,
    most: u64,
) -> Result<Option<Vec<u8>>, Problem> {
    // Git would treat these as an option, or as an object that is not a commit.
    if revision.is_empty() || revision.starts_with('-') || revision.contains(':') {
        return Err(Problem::new(format!("--against: `{}` is not a commit", shown(revision))));
    }
    let named = path;
    let path = path.canonicalize().map_err(|error| Problem::at(path, &error))?;
    let Some(name) = path.file_name() else {
        return Err(Problem::new(format!("{}: not a file", names::path(&path))));
    };
    let repository = Repository { folder: paths::parent(&path) };
    let commit = repository.object(&format!("{revision}^{{commit}}").into())?.ok_or_else(|| {
        let words = format!("`{}` is not a file, a directory or a commit", shown(revision));
        Problem::new(format!("--against: {words} of the repository of {}", names::path(&path)))
    })?;
    repository.refuse_filters(&path, || command_lines(revision, whole(named, &path), from))?;
    // `./` begins a path from the current directory of git.
    let mut file = OsString::from(format!("{commit}:./"));
    file.push(name);
    let Some(blob) = repository.object(&file)? else { return Ok(None) };
    let len = repository.ask(words(&["cat-file", "-s", &blob]))?;
    let len: Option<u64> = String::from_utf8_lossy(&len).trim_end().parse().ok();
    if len.is_none_or(|len| len > most) {
        let words = format!("the version in {} has more than {most} bytes", shown(revision));
        return Err(Problem::new(format!("{}: {words}", names::path(&path))));
    }
    repository.ask(words(&["cat-file", "blob", &blob])).map(Some)
}

/// The versions of a file in its repository.
pub struct History {
    folder: PathBuf,
    /// The commits with the objects of the file, the newest first.
    pub versions: Vec<(String, String)>,
}

/// The maximum number of versions that are looked for.
const MAX_VERSIONS: usize = 1000;

impl History {
    /// Finds the versions of the file at `path` that the current commit has, even under earlier
    /// names. The user may have named the encoding `from`.
    pub fn of(path: &Path, from: Option<Encoding>) -> Result<Self, Problem> {
        let named = path;
        let path = path.canonicalize().map_err(|error| Problem::at(path, &error))?;
        let Some(name) = path.file_name() else {
            return Err(Problem::new(format!("{}: not a file", names::path(&path))));
        };
        let repository = Repository { folder: paths::parent(&path) };
        repository.refuse_filters(&path, || command_lines("HEAD", whole(named, &path), from))?;
        let mut arguments = words(&["--literal-pathspecs", "log", "--follow", "--raw"]);
        arguments.extend(words(&["--no-abbrev", "--no-ext-diff", "--no-textconv", "--format=%H"]));
        arguments.push(format!("--max-count={MAX_VERSIONS}").into());
        arguments.extend(words(&["HEAD", "--"]));
        arguments.push(name.to_owned());
        let out = repository.ask(arguments)?;
        let (mut commit, mut versions) = (String::new(), Vec::new());
        for line in out.split(|&byte| byte == b'\n') {
            let Some(facts) = Facts::parse(line.split(|&b| b == b'\t').next().unwrap_or(line))
            else {
                let line = String::from_utf8_lossy(line);
                if is_object(&line) {
                    commit = line.into_owned();
                }
                continue;
            };
            let blob = facts.blob;
            if blob.bytes().all(|byte| byte == b'0') {
                continue;
            }
            if !versions.iter().any(|(_, known)| *known == blob) {
                versions.push((commit.clone(), blob));
            }
        }
        Ok(Self { folder: paths::parent(&path).to_owned(), versions })
    }

    /// Returns the content of a version, or `None` if it has more than `most` bytes.
    pub fn read(&self, blob: &str, most: u64) -> Result<Option<Vec<u8>>, Problem> {
        let repository = Repository { folder: &self.folder };
        let len = repository.ask(words(&["cat-file", "-s", blob]))?;
        let len: Option<u64> = String::from_utf8_lossy(&len).trim_end().parse().ok();
        if len.is_some_and(|len| len <= most) {
            repository.ask(words(&["cat-file", "blob", blob])).map(Some)
        } else {
            Ok(None)
        }
    }
}

/// Returns the name of a file for command lines: `named`, or the `whole` one if that is a link.
fn whole<'p>(named: &'p Path, whole: &'p Path) -> &'p Path {
    if named.is_symlink() { whole } else { named }
}

fn shown(revision: &str) -> String {
    names::path(Path::new(revision))
}

/// The repository of a directory.
struct Repository<'a> {
    folder: &'a Path,
}

impl Repository<'_> {
    fn command(&self, arguments: Vec<OsString>) -> Command {
        let mut command = elsewhere(self.folder);
        command.env("GIT_NO_LAZY_FETCH", "1").env("GIT_ALLOW_PROTOCOL", "none");
        command.arg("--no-optional-locks").args(arguments);
        command
    }

    fn ask(&self, arguments: Vec<OsString>) -> Result<Vec<u8>, Problem> {
        let output = run(&mut self.command(arguments), Vec::new())?;
        if output.status.success() { Ok(output.stdout) } else { Err(refused(&output)) }
    }

    /// Returns the full name of an object, or `None` if it does not exist.
    fn object(&self, name: &OsString) -> Result<Option<String>, Problem> {
        let mut arguments = words(&["rev-parse", "--verify", "--quiet", "--end-of-options"]);
        arguments.push(name.clone());
        let output = run(&mut self.command(arguments), Vec::new())?;
        let object = String::from_utf8_lossy(&output.stdout).trim_end().to_owned();
        match output.status.success() {
            true if is_object(&object) => Ok(Some(object)),
            // Without a repository, git prints a message.
            false if !output.stderr.is_empty() => Err(refused(&output)),
            _ => Ok(None),
        }
    }

    /// Returns an error if the work tree has another text than the commit, because of a filter or
    /// another encoding. The error has the command lines that `restoring` returns.
    fn refuse_filters(
        &self,
        path: &Path,
        restoring: impl FnOnce() -> String,
    ) -> Result<(), Problem> {
        const ATTRIBUTES: [&str; 2] = ["filter", "working-tree-encoding"];
        let mut arguments = words(&["check-attr", "-z"]);
        arguments.extend(words(&ATTRIBUTES));
        arguments.push("--".into());
        arguments.push(path.file_name().unwrap_or_default().to_owned());
        let out = self.ask(arguments)?;
        // `path NUL attribute NUL value NUL`
        let mut fields = out.split(|&byte| byte == 0);
        while let (Some(_), Some(attribute), Some(value)) =
            (fields.next(), fields.next(), fields.next())
        {
            if !matches!(value, b"unspecified" | b"unset") {
                let attribute = String::from_utf8_lossy(attribute);
                let words = format!("git's attribute `{attribute}` changes it at a checkout");
                return Err(Problem::new(format!("{}: {words}", names::path(path)))
                    .hint(format!("name an older copy of the file: {}", restoring())));
            }
        }
        Ok(())
    }
}
