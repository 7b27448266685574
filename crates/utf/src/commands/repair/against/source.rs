//! The older version of each file.

use std::{
    ffi::{OsStr, OsString},
    fs::File,
    path::{Component, Path, PathBuf},
};

use utfkit::Encoding;
use utfkit_text::heal::MAX_LEN;

use super::read_all;
use crate::{
    git::older::version::old_version,
    input::operand::Operand,
    process::{names, problem::Problem, shell::Shown},
    system::facts::Facts,
};

/// The origin of older versions.
pub(super) enum Source {
    /// The only file has this older version.
    File(PathBuf),
    /// The older files have the same paths in this directory.
    Directory(PathBuf),
    /// This commit has the older files.
    Revision(String),
    /// The history of each file has a version in which the text was whole.
    History,
}

impl Source {
    /// Returns the source that the user named.
    pub(super) fn of(value: &OsStr) -> Result<Self, Problem> {
        let text = value.to_str();
        if let Some(revision) = text.and_then(|text| text.strip_prefix("rev:")) {
            return Ok(Self::Revision(revision.to_owned()));
        }
        // A file `auto` is `./auto`.
        if text == Some("auto") {
            return Ok(Self::History);
        }
        let forced = text.and_then(|text| text.strip_prefix("file:")).map(OsString::from);
        let is_forced = forced.is_some();
        let path = PathBuf::from(forced.unwrap_or_else(|| value.to_owned()));
        match path.metadata() {
            Ok(found) if found.is_dir() => Ok(Self::Directory(path)),
            Ok(_) => Ok(Self::File(path)),
            Err(error) if is_forced => Err(Problem::at(&path, &error)),
            Err(error) => match text {
                Some(revision) => Ok(Self::Revision(revision.to_owned())),
                None => Err(Problem::at(&path, &error)),
            },
        }
    }

    /// Returns the name for reports.
    pub(super) fn name(&self) -> String {
        match self {
            Self::File(path) => names::path(path),
            Self::Directory(path) => names::folder(path),
            Self::Revision(revision) => names::path(Path::new(revision)),
            Self::History => "the history".to_owned(),
        }
    }

    /// Returns the next step for the file at `path`, of which this has no whole version. Only a
    /// commit has older ones.
    pub(super) fn next_step(&self, path: &Path) -> Option<String> {
        let is_commit = matches!(self, Self::Revision(_));
        let auto = Shown::new(path).command("repair --against auto");
        is_commit.then(|| format!("`{auto}` searches the history"))
    }

    /// Returns `true` if it has the older version of only one file.
    pub(super) fn is_single(&self) -> bool {
        matches!(self, Self::File(_))
    }

    /// Returns the older version of `file`, which `operand` names and which is `new`. The result is
    /// `None` if there is none. The user may have named its encoding, `from`.
    pub(super) fn old(
        &self,
        operand: &Operand,
        file: &File,
        new: &[u8],
        from: Option<Encoding>,
    ) -> Result<Option<Vec<u8>>, Problem> {
        let path = match self {
            Self::File(path) => path.clone(),
            Self::Directory(folder) => folder.join(below(operand)?),
            // `history` searches it.
            Self::History => return Ok(None),
            Self::Revision(revision) => {
                let path = named(operand)?;
                let old = old_version(path, revision, from, MAX_LEN as u64)?;
                return Ok(old.map(|old| as_checked_out(old, new)));
            }
        };
        let problem = |error| Problem::at(&path, &error);
        let mut old = match crate::system::files::open(&path) {
            Ok(old) => old,
            Err(error)
                if error.kind() == std::io::ErrorKind::NotFound
                    && matches!(self, Self::Directory(_)) =>
            {
                return Ok(None);
            }
            Err(error) => return Err(problem(error)),
        };
        let facts = Facts::of(&old).map_err(problem)?;
        if Facts::of(file).is_ok_and(|new| new.is_file() && facts.is_one(&new)) {
            let words = "the older version is the same file";
            return Err(Problem::new(format!("{}: {words}", names::path(&path))));
        }
        read_all(&mut old, &names::path(&path)).map(Some)
    }
}

/// Returns the path of an operand, unless it is standard input.
pub(super) fn named(operand: &Operand) -> Result<&Path, Problem> {
    match operand {
        Operand::Path(path) | Operand::Copy { path, .. } => Ok(path),
        Operand::StandardInput => {
            Err(Problem::new("<stdin>: --against needs an older file for standard input"))
        }
    }
}

/// Returns the path of an operand below the current directory.
fn below(operand: &Operand) -> Result<&Path, Problem> {
    let path = named(operand)?;
    let is_below = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    if path.components().all(is_below) {
        Ok(path)
    } else {
        let words = "--against DIR needs paths below the current directory";
        Err(Problem::new(format!("{}: {words}", names::path(path))))
    }
}

/// Returns `old` with the line ends of `new`, if git may have converted them at a checkout.
pub(super) fn as_checked_out(old: Vec<u8>, new: &[u8]) -> Vec<u8> {
    let feeds = memchr::memchr_iter(b'\n', new).count();
    let pairs = memchr::memmem::find_iter(new, b"\r\n").count();
    let is_text = memchr::memchr2(b'\r', 0, &old).is_none();
    if !is_text || pairs == 0 || feeds != pairs {
        return old;
    }
    let mut text = Vec::with_capacity(old.len() + old.len() / 16);
    for line in old.split_inclusive(|&byte| byte == b'\n') {
        match line.strip_suffix(b"\n") {
            Some(line) => text.extend([line, b"\r\n"].concat()),
            None => text.extend_from_slice(line),
        }
    }
    text
}
