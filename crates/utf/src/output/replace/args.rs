//! The options of in-place work.

use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
    sync::Arc,
};

use super::own_files::OwnFiles;
use crate::{
    process::{names, problem::Problem},
    system::{
        facts::Facts,
        names::{ends_with, has_separator, prefix},
    },
};

/// The heading of these arguments in the help.
pub const HEADING: &str = "In place";

/// The options for replacing files.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct InPlaceArgs {
    /// Replace each file by the result, unless the file is already correct. With SUFFIX, keep the old
    /// file as a backup: `-i.bak` keeps `a.txt` as `a.txt.bak`, and `utf undo -i a.txt.bak` restores it.
    /// If SUFFIX begins with a letter, write `--in-place=SUFFIX`. If the backup already exists, the
    /// file is left unchanged. Unless you name them, backups are left unchanged: files with SUFFIX,
    /// `.bak`, `.orig`, `.old`, `.backup`, `.save` or `~` next to the file without it. The same is
    /// true for files in `.git` and similar directories
    #[arg(
        short,
        long,
        value_name = "SUFFIX",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "",
        help_heading = HEADING
    )]
    in_place: Option<OsString>,
    /// Keep the times of changed files; by default, they get the time of the change
    #[arg(long, help_heading = HEADING)]
    keep_time: bool,
    /// Also replace read-only files
    #[arg(long, help_heading = HEADING)]
    force: bool,
    /// Also replace files with several names (hard links); the other names keep the old text
    #[arg(long, help_heading = HEADING)]
    break_links: bool,
}

/// The way in which files are replaced in place.
#[derive(Clone, Debug, Default)]
pub struct Manner {
    /// The suffix of backups.
    pub(super) backup: Option<OsString>,
    pub(super) keep_times: bool,
    pub(super) read_only_too: bool,
    pub(super) break_links: bool,
    /// Whether nothing is written.
    pub(super) rehearse: bool,
    /// The files that this run has made, which it does not change again. Any file may be reached
    /// twice, because directories can be moved during a walk, and mounted in two places.
    pub(super) made: Arc<OwnFiles>,
}

/// The reason why this run or an earlier one created a file.
pub enum MadeOf {
    /// It will replace another file.
    Unfinished,
    /// By its name, it is a backup. The text says why it is skipped.
    Backup(String),
}

impl InPlaceArgs {
    /// Returns `true` if files are to be replaced.
    pub fn given(&self) -> bool {
        self.in_place.is_some()
    }

    /// Returns `true` if the old files are kept.
    pub fn has_backup(&self) -> bool {
        self.suffix().is_some()
    }

    /// Returns the suffix of backups.
    pub fn suffix(&self) -> Option<&OsStr> {
        self.in_place.as_deref().filter(|suffix| !suffix.is_empty())
    }

    /// Returns the reason why a file with these facts stays as it is, unless an option allows the
    /// change.
    pub fn refuses(&self, facts: &Facts) -> Option<String> {
        let names = facts.names();
        if names > 1 && !self.break_links {
            return Some(format!("it has {names} names (hard links): use --break-links"));
        }
        (facts.is_read_only() && !self.force).then(|| "read-only: use --force".to_owned())
    }

    /// Returns the way to replace the files of `paths`, or only to `rehearse` that. Returns an error
    /// if the suffix contains `/`, or if one of `paths` is meant as the suffix.
    pub fn manner(&self, rehearse: bool, paths: &[PathBuf]) -> Result<Manner, Problem> {
        let backup = self.in_place.clone().filter(|suffix| !suffix.is_empty());
        if backup.is_none()
            && let Some(suffix) = paths.iter().find(|path| is_separate_suffix(path))
        {
            let words = format!(
                "-i: there is no file `{}`, so it seems to be a suffix",
                names::path(suffix)
            );
            let suffix = names::path(suffix.strip_prefix(".").unwrap_or(suffix));
            return Err(Problem::new(words)
                .hint(format!("use `-i{suffix}`, without a space, to keep backups")));
        }
        if backup.as_ref().is_some_and(|suffix| has_separator(suffix)) {
            let suffix = backup.unwrap_or_default();
            let words = format!("-i: `{}` is not a suffix of a name", names::path(suffix.as_ref()));
            return Err(Problem::new(words));
        }
        Ok(Manner {
            backup,
            keep_times: self.keep_time,
            read_only_too: self.force,
            break_links: self.break_links,
            rehearse,
            made: Arc::default(),
        })
    }
}

impl Manner {
    /// Returns `true` if nothing is written.
    pub fn rehearses(&self) -> bool {
        self.rehearse
    }

    /// Returns the reason why the file at `path` exists, if its name shows that it was created for
    /// another file.
    pub fn made_of(&self, path: &Path) -> Option<MadeOf> {
        let name = path.file_name()?;
        if super::leftovers::is_temporary(name) {
            return Some(MadeOf::Unfinished);
        }
        let own = self.backup.as_deref();
        let suffixes = own.into_iter().chain(BACKUP_SUFFIXES.iter().map(OsStr::new));
        let mut originals = suffixes.filter_map(|suffix| backed_up(name, suffix));
        let original = originals.find(|original| path.with_file_name(original).is_file())?;
        let original = names::path(original.as_ref());
        let words =
            format!("its name is that of a backup of {original}: name the file to change it");
        Some(MadeOf::Backup(words))
    }
}

/// The suffixes that editors and other programs give to backups.
const BACKUP_SUFFIXES: [&str; 6] = [".bak", ".orig", ".old", ".backup", ".save", "~"];

/// Returns `true` if `path` is not a file, and looks like the suffix of backups. Users of other
/// programs put a space before it, and without the suffix, the old text would be lost.
fn is_separate_suffix(path: &Path) -> bool {
    /// The maximum length of a suffix that is not in the list of suffixes.
    const MAX: usize = 8;
    /// The signs that a suffix begins with.
    const SIGNS: [char; 4] = ['.', '_', '-', '+'];
    let Some(name) = path.to_str() else { return false };
    let is_usual = BACKUP_SUFFIXES
        .iter()
        .any(|suffix| suffix.eq_ignore_ascii_case(name.trim_start_matches("./")));
    // Some put the directory before it, so that it is not an option.
    let name = name.strip_prefix("./").unwrap_or(name);
    let is_extension = |rest: &str| {
        !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'~')
    };
    let looks_like = name.len() <= MAX && name.strip_prefix(SIGNS).is_some_and(is_extension);
    (is_usual || looks_like) && path.symlink_metadata().is_err()
}

/// Returns the path of the file whose backup is at `path`, by its `suffix` or the usual ones.
pub fn original_of(path: &Path, suffix: Option<&OsStr>) -> Option<PathBuf> {
    let name = path.file_name()?;
    let mut suffixes = suffix.into_iter().chain(BACKUP_SUFFIXES.iter().map(OsStr::new));
    let original = suffixes.find_map(|suffix| backed_up(name, suffix))?;
    Some(path.with_file_name(original))
}

/// Returns the paths that backups of the file at `path` usually have.
pub fn backups_of(path: &Path) -> impl Iterator<Item = PathBuf> {
    BACKUP_SUFFIXES.iter().map(|suffix| {
        let mut backup = path.as_os_str().to_owned();
        backup.push(suffix);
        backup.into()
    })
}

/// Returns the name of the file whose backup with this suffix would be `name`.
fn backed_up<'n>(name: &'n OsStr, suffix: &OsStr) -> Option<&'n OsStr> {
    let len = ends_with(name, suffix).then(|| name.len() - suffix.len())?;
    prefix(name, len).filter(|rest| !rest.is_empty())
}
