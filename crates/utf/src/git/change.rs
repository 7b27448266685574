//! Finds the files that belong to a change, by asking git.

use std::path::PathBuf;

use tempfile::TempDir;

use super::{
    ask::{ask, compare, git, with, words},
    checks, index,
    older::blobs::OldBlobs,
    work_tree::CurrentFolder,
};
use crate::{
    files::paths,
    input::{files::Files, operand::Operand, walk::args::WalkArgs},
    process::problem::Problem,
    system::{from_git, names},
};
use utfkit_text::unicode::printable;

/// The options that select the files of a change.
#[derive(Clone, Debug, clap::Args)]
pub struct GateArgs {
    /// Read only files that have changed since REF: tracked files, among the paths if there are
    /// any, that differ from the merge base of HEAD and REF
    #[arg(long, value_name = "REF", conflicts_with_all = ["staged", "files_from", "files0_from"])]
    changed_since: Option<String>,
    /// Read the files that are staged for the next commit, as git stores them, instead of the work
    /// tree. The index also supplies .editorconfig, git's attributes and utf-audit.toml
    #[arg(long, conflicts_with_all = ["files_from", "files0_from"])]
    pub staged: bool,
    /// Skip binary files even if they are named explicitly
    #[arg(long)]
    pub skip_binary: bool,
}

/// The files of a change.
pub struct Change {
    pub files: Files,
    /// The directory with the copies of the files. Dropping it removes the copies.
    pub copies: Option<TempDir>,
}

impl GateArgs {
    /// Returns `true` if git decides which files are read.
    pub fn is_asked(&self) -> bool {
        self.staged || self.changed_since.is_some()
    }

    /// Returns the files that `paths` lead to, or those of the change. If git's `attributes` are
    /// rules, the change includes the files that staged attributes concern.
    pub fn files(
        &self,
        walk: &WalkArgs,
        paths: &[PathBuf],
        attributes: bool,
    ) -> Result<Change, Problem> {
        if !self.is_asked() {
            return Ok(Change { files: walk.files(paths)?, copies: None });
        }
        if paths.iter().any(|path| path.as_os_str() == "-") {
            return Err(Problem::new("standard input is not a file in a repository"));
        }
        let here = CurrentFolder::find()?;
        let paths = &resolve_links(paths);
        let (operands, copies) = match &self.changed_since {
            Some(reference) => {
                let names = changed(reference, &here, paths)?.into_iter();
                (names.filter_map(file_of_change).collect(), None)
            }
            None => {
                let copies = index::copies()?;
                (index::staged(&here, paths, &copies, attributes)?, Some(copies))
            }
        };
        Ok(Change { files: walk.changed(operands)?, copies })
    }

    /// Returns the versions of the changed files before the change.
    pub fn old_blobs(&self, paths: &[PathBuf]) -> Result<OldBlobs, Problem> {
        if !self.is_asked() {
            return Ok(OldBlobs::none());
        }
        let here = CurrentFolder::find()?;
        let paths = &resolve_links(paths);
        match &self.changed_since {
            Some(reference) => OldBlobs::of(&base(reference)?, reference, &here, paths),
            None => OldBlobs::of("--cached", "HEAD", &here, paths),
        }
    }

    /// Returns the names in the change, relative to the current directory, including links. If
    /// there are `paths`, only names at or below them are returned. The result is `None` if git
    /// does not decide.
    pub fn names(
        &self,
        paths: &[PathBuf],
    ) -> Result<Option<(Vec<PathBuf>, CurrentFolder)>, Problem> {
        if !self.is_asked() {
            return Ok(None);
        }
        let here = CurrentFolder::find()?;
        let paths = &resolve_links(paths);
        let names = match &self.changed_since {
            Some(reference) => changed(reference, &here, paths)?,
            None => {
                index::all_known(paths)?;
                names("--cached", &here, paths)?
            }
        };
        Ok(Some((names, here)))
    }
}

/// Resolves links to directories in `paths`, which git does not follow. The last component is
/// unchanged, unless the path ends with `/`.
fn resolve_links(paths: &[PathBuf]) -> Vec<PathBuf> {
    let known = |path: &PathBuf| {
        let is_folder = names::ends_with_separator(path);
        let real = path.canonicalize().ok().filter(|_| is_folder);
        let real = real.unwrap_or_else(|| paths::real(path));
        if real == paths::full(path) { path.clone() } else { real }
    };
    paths.iter().map(known).collect()
}

/// Returns the paths that differ between the work tree and the commit where it left `reference`.
fn changed(
    reference: &str,
    here: &CurrentFolder,
    paths: &[PathBuf],
) -> Result<Vec<PathBuf>, Problem> {
    for path in paths {
        path.symlink_metadata().map_err(|error| Problem::at(path, &error))?;
    }
    let base = base(reference)?;
    checks::has_files(&here.top()?)?;
    names(&base, here, paths)
}

/// Returns the commit where HEAD left `reference`.
fn base(reference: &str) -> Result<String, Problem> {
    let head = words(&["rev-parse", "--verify", "--quiet", "HEAD"]);
    ask(head, || {
        Problem::new("--changed-since: HEAD has no commit yet")
            .hint("use `--staged` before the first commit")
    })?;
    let name = printable::line(reference).into_owned();
    let commit = format!("{reference}^{{commit}}");
    let commit = words(&["rev-parse", "--verify", "--quiet", "--end-of-options", &commit]);
    let commit = ask(commit, || {
        Problem::new(format!("--changed-since: git does not know a commit `{name}`"))
            .hint(hint(reference))
    })?;
    let base = words(&["merge-base", &commit, "HEAD"]);
    ask(base, || {
        Problem::new(format!("--changed-since: HEAD and `{name}` have no commit in common"))
            .hint("a shallow clone may lack it; in CI, use `fetch-depth: 0`")
    })
}

/// Returns the paths that differ from `other`, a commit or `--cached`, and still exist.
fn names(other: &str, here: &CurrentFolder, paths: &[PathBuf]) -> Result<Vec<PathBuf>, Problem> {
    let diff = ["diff", "--name-only", "-z", "--no-renames", "--no-relative", "--no-ext-diff"];
    // Git would run in inner repositories, whose own settings can name programs.
    let diff = [&diff[..], &["--ignore-submodules=dirty"]].concat();
    let mut arguments = words(&["--literal-pathspecs"]);
    arguments.extend(words(&diff));
    arguments.extend(words(&["--diff-filter=d", other, "--"]));
    let out = compare(with(arguments, paths))?;
    let found = out.split(|&byte| byte == 0).filter(|name| !name.is_empty());
    Ok(found.map(|name| here.name(&from_git(name))).collect())
}

/// Returns the value of git's setting `name`, if it is set.
pub fn setting(name: &str) -> Option<String> {
    let value = git(words(&["config", "--get", name]), Vec::new()).ok()?;
    Some(String::from_utf8_lossy(&value).trim_end().to_owned())
}

/// Returns advice if git does not know the commit `reference`.
fn hint(reference: &str) -> &'static str {
    match reference {
        _ if reference.starts_with(":/") || reference.contains("^{/") => {
            "no commit message matches"
        }
        _ if ["@{u", "@{p"].iter().any(|it| reference.contains(it)) => {
            "set an upstream with `git branch --set-upstream-to`"
        }
        _ => "fetch it first; in CI, use `fetch-depth: 0`",
    }
}

/// Returns the operand for a changed path, unless it is a link or an inner repository. Git reports
/// that the file exists, so a missing file is an error: it cannot be read.
fn file_of_change(path: PathBuf) -> Option<Result<Operand, Problem>> {
    match path.symlink_metadata() {
        Ok(found) => found.is_file().then_some(Ok(Operand::Path(path))),
        Err(error) => Some(Err(Problem::at(&path, &error).hint(
            "it belongs to the change: the checkout may be sparse, or the work tree elsewhere",
        ))),
    }
}
